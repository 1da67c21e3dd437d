import { DynamoDBDocumentClientCommand } from '@aws-sdk/lib-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { callDynamoDb, DynamoDbCallError } from '../../../infra/local/dynamodb-call.ts';
import type { StoreClient } from '../../../shared/adapters/dynamodb/engine/table-place.ts';
import { PATIENCE_MS } from '../app/patience.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Parts of a request or an answer that hold one record, and those that hold a list of them. */
const RECORDS: ReadonlySet<string> = new Set(['Item', 'Key', 'Attributes', 'ExclusiveStartKey', 'LastEvaluatedKey']);
const VALUES = 'ExpressionAttributeValues';
const LISTS: ReadonlySet<string> = new Set(['Items', 'Keys']);
/** Of a BatchGet: lists of records by table. */
const BY_TABLE = 'Responses';

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const each = (value: unknown, translate: (record: Fields) => unknown): unknown =>
  Array.isArray(value) ? value.map((one: Fields) => translate(one)) : value;

/** A copy in which every record is translated. Records themselves are not looked into for further ones. */
const translated = (value: unknown, translate: (record: Fields) => unknown): unknown => {
  if (Array.isArray(value)) return value.map((one) => translated(one, translate));
  if (!isFields(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(value)) {
    if ((RECORDS.has(name) || name === VALUES) && isFields(part)) copy[name] = translate(part);
    else if (LISTS.has(name)) copy[name] = each(part, translate);
    else if (name === BY_TABLE && isFields(part)) {
      copy[name] = Object.fromEntries(Object.entries(part).map(([table, rows]) => [table, each(rows, translate)]));
    } else copy[name] = translated(part, translate);
  }
  return copy;
};

const toStore = (record: Fields): unknown => marshall(record, { removeUndefinedValues: true });
const fromStore = (record: Fields): unknown => unmarshall(record as Parameters<typeof unmarshall>[0]);

/** As the SDK's errors, in what `shared/adapters/dynamodb/engine/errors.ts` looks at. */
const errorOf = (error: unknown): unknown => {
  if (!(error instanceof DynamoDbCallError)) return error;
  const { status, answer } = error;
  // Records of refused writes stay in the store's notation, as the SDK leaves them.
  const { CancellationReasons, Item } = answer;
  return Object.assign(error, { $metadata: { httpStatusCode: status }, CancellationReasons, Item });
};

/** The name of an operation, from the SDK's command for it: `GetCommand`, `TransactWriteCommand`. */
const operationOf = (command: object): string => {
  const name = command.constructor.name.replace(/Command$/, '');
  if (/^(Get|Put|Update|Delete)$/.test(name)) return `${name}Item`;
  return /^(BatchGet|BatchWrite)$/.test(name)
    ? `${name}Item`
    : name.replace(/^(TransactWrite|TransactGet)$/, '$1Items');
};

/**
 * A document client that speaks with an engine by plain HTTP: it takes a fifth of the SDK's processor time, which tests
 * spent for the most part on setting up scenes and looking at rows. It neither signs nor retries. What the SDK itself does is
 * seen by the functions' own calls and by the contract of the store.
 */
export const plainClient = (endpoint: string): StoreClient => {
  const send = async (command: { readonly input: object }): Promise<unknown> => {
    // Other commands are in the store's notation, and are answered in it.
    const isOfDocuments = command instanceof DynamoDBDocumentClientCommand;
    const input = isOfDocuments ? translated(command.input, toStore) : command.input;
    try {
      const answer = await callDynamoDb(endpoint, operationOf(command), input, { timeoutMs: PATIENCE_MS });
      return isOfDocuments ? translated(answer, fromStore) : answer;
    } catch (error) {
      throw errorOf(error);
    }
  };
  return { send: send as StoreClient['send'] };
};
