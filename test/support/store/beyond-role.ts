import type { FunctionDefinition } from '../../../infra/functions/function-definition.ts';
import type { Item } from './written-items.ts';

/** What one request, or one part of it, needs of the role of whoever makes it. */
interface NeededRight {
  /** By its IAM name. */
  readonly action: string;
  readonly tableName: string;
  readonly index?: string | undefined;
  /** The partition; undefined where an index is read. */
  readonly pk?: string | undefined;
}

interface Part {
  readonly TableName: string;
  readonly Key?: Item;
  readonly Item?: Item;
  readonly IndexName?: string;
  readonly ExpressionAttributeValues?: Item;
}

const ACTION_OF_WRITE = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
} as const satisfies Record<string, string>;

const WRITING: readonly string[] = ['PutItem', 'UpdateItem', 'DeleteItem'];

/** The rights that a request to the store needs. A transaction needs those of its parts. */
export const rightsNeeded = (operation: string, body: string): readonly NeededRight[] => {
  const request = JSON.parse(body);
  if (operation === 'TransactWriteItems') {
    const { TransactItems } = request as { TransactItems: readonly Record<string, Part>[] };
    return TransactItems.flatMap((one) =>
      Object.entries(one).map(([kind, { TableName, Key, Item }]) => ({
        action: ACTION_OF_WRITE[kind as keyof typeof ACTION_OF_WRITE],
        tableName: TableName,
        pk: (Item ?? Key)?.pk?.S,
      })),
    );
  }
  if (operation === 'BatchGetItem') {
    const { RequestItems } = request as { RequestItems: Record<string, { readonly Keys: readonly Item[] }> };
    return Object.entries(RequestItems).flatMap(([tableName, { Keys }]) =>
      Keys.map(({ pk }) => ({ action: operation, tableName, pk: pk?.S })),
    );
  }
  const { TableName: tableName, Key, Item, IndexName: index, ExpressionAttributeValues } = request as Part;
  const pk = operation === 'Query' ? ExpressionAttributeValues?.[':pk']?.S : (Item ?? Key)?.pk?.S;
  return [{ action: operation, tableName, index, pk: index === undefined ? pk : undefined }];
};

const fits = (patterns: readonly string[], text: string): boolean =>
  patterns.some((pattern) => {
    const parts = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`));
    return new RegExp(`^${parts.join('.*')}$`).test(text);
  });

const isClosed = (
  { writes, closedPartitions = [], unwrittenPartitions = [] }: FunctionDefinition,
  action: string,
  pk: string,
): boolean => {
  if (fits(closedPartitions, pk)) return true;
  return WRITING.includes(action) && ((writes !== undefined && !fits(writes, pk)) || fits(unwrittenPartitions, pk));
};

/** What a request needs beyond the role of its function; undefined where the role lets it through, as on AWS. */
export const beyondRole = (definition: FunctionDefinition, needed: NeededRight): string | undefined => {
  const { action, tableName, index, pk = '' } = needed;
  const { name, table, indexes, boxes = [] } = definition;
  if (tableName.includes('Boxes')) {
    return boxes.some((one) => one === action) ? undefined : `${name}: ${action} of boxes`;
  }
  if (index !== undefined) return indexes.some((one) => one === index) ? undefined : `${name}: Query of ${index}`;
  const partition = pk.split('#').slice(0, 1).join();
  if (!table.some((one) => one === action)) return `${name}: ${action} of ${partition}`;
  return isClosed(definition, action, pk) ? `${name}: ${action} of ${partition}, which is closed to it` : undefined;
};
