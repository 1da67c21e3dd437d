import { randomBytes, randomUUID } from 'node:crypto';
import type { BankCall } from './bank-tap.ts';
import type { BareCall } from './bare-calls.ts';
import type { WireCall } from './wire-tap.ts';

type Members = Record<string, unknown>;

/** What one call of a handler asked of store and key service, and of the bank where there is one. */
export interface Recording {
  readonly gateway: string;
  readonly wire: readonly WireCall[];
  readonly bank: readonly BankCall[];
}

/** The random end of a key of its own, as long as the one that takes its place. */
const FRESH_LENGTH = 12;

interface RecordedTrip {
  readonly atMs: number;
  readonly calls: readonly BareCall[];
}

const inputOf = ({ operation, input }: WireCall): object =>
  operation === 'GenerateMac' ? input : (withPlainValues(input) as Members);

const tripsOf = ({ gateway, wire, bank }: Recording): readonly RecordedTrip[] => {
  const asked = [...Map.groupBy(wire, ({ roundTrip }) => roundTrip).values()].map((calls) => ({
    atMs: calls[0]?.atMs ?? 0,
    calls: calls.map((call) => ({ to: 'aws', operation: call.operation, input: inputOf(call) }) as const),
  }));
  const charged = bank.map(({ path, body, atMs }) => ({
    atMs,
    calls: [{ to: 'bank', address: new URL(path, gateway).href, body }] as const,
  }));
  return [...asked, ...charged].toSorted((one, other) => one.atMs - other.atMs);
};

const putKeysOf = (calls: readonly WireCall[]): readonly string[] =>
  calls
    .flatMap(({ input }) => (input.TransactItems ?? []) as readonly { readonly Put?: { readonly Item: Members } }[])
    .flatMap(({ Put }) => (Put === undefined ? [] : [String(plainMembers(Put.Item).pk)]));

/**
 * The recorded requests again, those that were under way at once together: the same conditions, and items of the same
 * size. Whatever was put gets a key of its own, everywhere where its name stands, so that the same conditions hold.
 */
export function bareTripsOf(recording: Recording): () => readonly (readonly BareCall[])[] {
  const text = JSON.stringify(tripsOf(recording));
  const ends = [...new Set(putKeysOf(recording.wire).map((key) => key.slice(-FRESH_LENGTH)))];
  return () => {
    let fresh = text;
    for (const end of ends) {
      fresh = fresh.replaceAll(end, randomBytes(FRESH_LENGTH).toString('base64url').slice(0, FRESH_LENGTH));
    }
    return (JSON.parse(fresh) as readonly RecordedTrip[]).map(({ calls }) => calls.map(withOwnToken));
  };
}

/** A transaction with the token of another one would be taken for its repeat. */
const withOwnToken = (call: BareCall): BareCall =>
  call.to === 'aws' && call.operation === 'TransactWriteItems'
    ? { ...call, input: { ...call.input, ClientRequestToken: randomUUID() } }
    : call;

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
