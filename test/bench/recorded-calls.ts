import { randomBytes, randomUUID } from 'node:crypto';
import type { BareCall } from './bare-calls.ts';
import type { WireCall } from './wire-tap.ts';

type Members = Record<string, unknown>;

/** A request's own random end, as long as the one it takes the place of. */
const FRESH_LENGTH = 12;

/**
 * A recorded request as a document client takes it: the same keys, conditions and items of the same size. Every put of
 * a transaction gets a key of its own, as a new link has, so that the same conditions hold again.
 */
export function bareCallOf({ operation, input }: WireCall): BareCall {
  if (operation !== 'TransactWriteItems') return { operation, input: withPlainValues(input) as Members };
  const { TransactItems: actions } = input as { readonly TransactItems: readonly Members[] };
  const fresh = randomBytes(FRESH_LENGTH).toString('base64url').slice(0, FRESH_LENGTH);
  const TransactItems = actions.map((action) => {
    const { Put: put } = withPlainValues(action) as { readonly Put?: { readonly Item: Members & { pk: string } } };
    if (put === undefined) throw new Error('A recorded transaction does something other than putting.');
    return { Put: { ...put, Item: { ...put.Item, pk: put.Item.pk.slice(0, -FRESH_LENGTH) + fresh } } };
  });
  return { operation, input: { ...input, TransactItems, ClientRequestToken: randomUUID() } };
}

/** Puts plain values where a request has DynamoDB's typed ones. */
function withPlainValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withPlainValues);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === 'Item' || name === 'Key' || name === 'ExpressionAttributeValues'
        ? plainMembers(member as Members)
        : name === 'Keys'
          ? (member as Members[]).map(plainMembers)
          : withPlainValues(member),
    ]),
  );
}

const plainMembers = (item: Members): Members =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, plain(value as Members)]));

function plain(typed: Members): unknown {
  const [type, value] = Object.entries(typed)[0] ?? ['none', undefined];
  switch (type) {
    case 'S':
    case 'BOOL':
      return value;
    case 'N':
      return Number(value);
    case 'NULL':
      return null;
    case 'M':
      return plainMembers(value as Members);
    case 'L':
      return (value as Members[]).map(plain);
    default:
      throw new Error(`A recorded value has the type ${type}.`);
  }
}
