import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Key } from '../keys.ts';

export type Row = Record<string, unknown>;

/** A condition or update in the store's expression language. */
export interface Expression {
  readonly expression: string;
  readonly names?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, unknown>>;
}

/** Key of the table of boxes, which has no sort key: a box is the only thing under its payment's name. */
export interface BoxKey {
  readonly pk: string;
}

/** One action of a transaction. A condition that fails reports the row that was there, except that of a box. */
export type Write =
  | { readonly put: Row & Key; readonly onlyIf?: Expression }
  /**
   * `isCount`: it counts what is limited, and neither money nor a state. Alone it is no transaction, which halves its cost,
   * and a retry after a lost answer may count once more, never once less.
   */
  | { readonly update: Key; readonly set: Expression; readonly onlyIf?: Expression; readonly isCount?: true }
  /**
   * `isLone`: alone it is no transaction, which halves its cost. It sets `writeId`, by which a retry after a lost answer finds
   * that it was applied, as a put does. The expression begins with SET.
   */
  | { readonly update: Key; readonly set: Expression; readonly onlyIf: Expression; readonly isLone: true }
  /** `isLone`: alone it is no transaction. A retry after a lost answer finds no row, which its condition refuses. */
  | { readonly remove: Key; readonly onlyIf?: Expression; readonly isLone?: true }
  /** Writes nothing: only the condition counts. */
  | { readonly check: Key; readonly onlyIf: Expression }
  /** These two are about the table of boxes. */
  | { readonly putBox: Row & BoxKey; readonly onlyIf?: Expression }
  | { readonly removeBox: BoxKey; readonly onlyIf?: Expression };

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

/** The names of the tables that a transaction is about. */
export interface TableNames {
  readonly table: string;
  /** Absent in functions that have no right on boxes. */
  readonly boxes?: string | undefined;
}

const boxAction = (write: Extract<Write, { putBox: unknown } | { removeBox: unknown }>, TableName: string) => {
  const { onlyIf } = write;
  // A refused condition returns nothing: who deletes or replaces boxes need not see one.
  const refused = onlyIf === undefined ? {} : { ConditionExpression: onlyIf.expression };
  const parts = { TableName, ...refused, ...attributes(onlyIf) };
  return 'putBox' in write
    ? { Put: { Item: write.putBox, ...parts } }
    : { Delete: { Key: { ...write.removeBox }, ...parts } };
};

/** Throws on a write about a box where no table of boxes is named. */
export const toTransactWriteItem = ({ table: TableName, boxes }: TableNames, write: Write): TransactAction => {
  if ('putBox' in write || 'removeBox' in write) {
    if (boxes === undefined) throw new Error('this function has no table of boxes');
    return boxAction(write, boxes);
  }
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
    const { expression: ConditionExpression } = onlyIf;
    const always = { ConditionExpression, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const };
    return { ConditionCheck: { TableName, Key: { ...Key }, ...always, ...attributes(onlyIf) } };
  }
  const { remove: Key, onlyIf } = write;
  return { Delete: { TableName, Key: { ...Key }, ...condition(onlyIf), ...attributes(onlyIf) } };
};
