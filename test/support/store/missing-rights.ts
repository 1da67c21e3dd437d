import { functionDefinitions } from '../../../infra/functions/all-functions.ts';
import type { SeenRequest } from './fault-proxy.ts';

interface Request {
  readonly TableName?: string;
  readonly IndexName?: string;
  readonly RequestItems?: Readonly<Record<string, unknown>>;
  readonly TransactItems?: readonly Readonly<Record<string, { readonly TableName: string }>>[];
}

/** What a call needs a right for, as IAM names it, by table. A transaction needs that of each of its parts. */
const rightsOf = ({ operation, body }: SeenRequest): readonly (readonly [tableName: string, action: string])[] => {
  const { TableName = '', IndexName, RequestItems, TransactItems } = JSON.parse(body) as Request;
  if (TransactItems !== undefined) {
    return TransactItems.flatMap((part) =>
      Object.entries(part).map(([kind, one]) => [one.TableName, `${kind}Item`] as const),
    );
  }
  if (RequestItems !== undefined) return Object.keys(RequestItems).map((name) => [name, operation] as const);
  return [[TableName, IndexName === undefined ? operation : `${operation} of ${IndexName}`]];
};

const definitions = new Map<string, (typeof functionDefinitions)[number]>(
  functionDefinitions.map((one) => [one.name, one]),
);

const isAllowed = (functionName: string, tableName: string, action: string): boolean => {
  const definition = definitions.get(functionName);
  if (definition === undefined) return false;
  const { table, boxes = [], indexes } = definition;
  const ofTable = [...table, ...indexes.map((index) => `Query of ${index}`)];
  const allowed: readonly string[] = tableName.endsWith('Boxes') ? boxes : ofTable;
  return allowed.includes(action);
};

/** The log's library names itself behind the function. */
const NAMED = / app\/([\w-]+?)(?:-PT-|\s|$)/;

/**
 * Hears the calls that functions make to the store, and collects those that their roles would refuse: no engine enforces
 * roles. Each function stands in the user agent of its calls.
 */
export class MissingRights {
  /** Functions that were heard. */
  readonly heardOf = new Set<string>();
  /** A line for each function and action. */
  readonly missing = new Set<string>();

  readonly hear = (request: SeenRequest): void => {
    const functionName = NAMED.exec(request.headers['user-agent'] ?? '')?.[1] ?? 'a caller without a name';
    this.heardOf.add(functionName);
    for (const [tableName, action] of rightsOf(request)) {
      if (!isAllowed(functionName, tableName, action)) this.missing.add(`${functionName}: ${action} in ${tableName}`);
    }
  };
}
