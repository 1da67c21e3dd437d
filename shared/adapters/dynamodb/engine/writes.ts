import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Key } from '../keys.ts';

export type Row = Record<string, unknown>;

/** A condition or update in the store's expression language. */
export interface Expression {
  readonly expression: string;
  readonly names?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, unknown>>;
}

/** One action of a transaction. A condition that fails reports the row that was there. */
export type Write =
  | { readonly put: Row & Key; readonly onlyIf?: Expression }
  | { readonly update: Key; readonly set: Expression; readonly onlyIf?: Expression }
  | { readonly remove: Key; readonly onlyIf?: Expression }
  /** Changes nothing; the transaction is refused where the condition does not hold. */
  | { readonly check: Key; readonly onlyIf: Expression };

/** The condition that nothing is stored under a key yet. */
export const ABSENT: Expression = { expression: 'attribute_not_exists(pk)' };

/** The condition that the stored row has this version. */
export const atVersion = (version: number): Expression => ({
  expression: '#version = :expected',
  names: { '#version': 'version' },
  values: { ':expected': version },
});

type TransactAction = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

const attributes = (...expressions: readonly (Expression | undefined)[]) => {
  const used = new Set(expressions.flatMap((one) => one?.expression.match(/#\w+/g) ?? []));
  const given: Record<string, string> = Object.assign({}, ...expressions.map((one) => one?.names));
  // The store refuses a name that no expression uses.
  const names = Object.fromEntries(Object.entries(given).filter(([name]) => used.has(name)));
  const values = Object.assign({}, ...expressions.map((one) => one?.values));
  return {
    ...(Object.keys(names).length === 0 ? {} : { ExpressionAttributeNames: names }),
    ...(Object.keys(values).length === 0 ? {} : { ExpressionAttributeValues: values }),
  };
};

const condition = (onlyIf: Expression | undefined) =>
  onlyIf === undefined
    ? {}
    : { ConditionExpression: onlyIf.expression, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const };

export const toTransactWriteItem = (TableName: string, write: Write): TransactAction => {
  if ('put' in write) {
    return { Put: { TableName, Item: write.put, ...condition(write.onlyIf), ...attributes(write.onlyIf) } };
  }
  if ('update' in write) {
    const { update: Key, set, onlyIf } = write;
    const parts = { ...condition(onlyIf), ...attributes(set, onlyIf) };
    return { Update: { TableName, Key: { ...Key }, UpdateExpression: set.expression, ...parts } };
  }
  if ('check' in write) {
    const { check: Key, onlyIf } = write;
    return {
      ConditionCheck: {
        TableName,
        Key: { ...Key },
        ConditionExpression: onlyIf.expression,
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        ...attributes(onlyIf),
      },
    };
  }
  const { remove: Key, onlyIf } = write;
  return { Delete: { TableName, Key: { ...Key }, ...condition(onlyIf), ...attributes(onlyIf) } };
};
