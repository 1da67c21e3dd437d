import { readFileSync } from 'node:fs';
import type { Row } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import type { Key } from '../../../shared/adapters/dynamodb/keys.ts';

/** Rows that the release before wrote for one dealer, its secrets blanked. */
export interface RecordedRelease {
  readonly dealerCode: string;
  readonly rows: readonly (Row & Key)[];
}

/** A line of JSON for the dealer, then one for each row. */
const recordIn = (file: string): RecordedRelease => {
  const [first = '{}', ...lines] = readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  const { dealerCode } = JSON.parse(first) as { readonly dealerCode: string };
  return { dealerCode, rows: lines.map((line) => JSON.parse(line) as Row & Key) };
};

/** The record of the release before. */
export const previousRelease = (): RecordedRelease => recordIn('previous-release.jsonl');

/** Events that their only deliveries have joined, as a release with `joinedDeliveries` wrote them. */
export const recordedJoinedDeliveries = (): RecordedRelease => recordIn('joined-deliveries.jsonl');

/** Attributes that hold a secret, or what proves one. */
const SECRETS = new Set(['sealed', 'sealedCodeForHash', 'passwordHash', 'salt', 'secret', 'callbackSecret', 'random']);
const HASHES = new Set(['successHash', 'failureHash']);

const blanked = (value: unknown, name = ''): unknown => {
  if (Array.isArray(value)) return value.map((one) => blanked(one, name));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, blanked(inner, key)]));
  }
  if (typeof value !== 'string') return value;
  if (HASHES.has(name)) return 'a'.repeat(value.length);
  // What stands before the first dots says the form and the key; an address begins with its payment.
  if (SECRETS.has(name))
    return value.replace(/(?<=^v2\.[^.]+\.).+|^(?!v2\.).+/, (part) => part.replaceAll(/[^.]/g, 'A'));
  return name === 'resultReference' ? value.replace(/(?<=\.).+/, (part) => 'A'.repeat(part.length)) : value;
};

/** The text of a record, without secrets. */
export const recordOf = ({
  dealerCode,
  rows,
}: {
  readonly dealerCode: string;
  readonly rows: readonly Row[];
}): string =>
  `${[{ dealerCode }, ...rows.map((row) => blanked(row))].map((line) => JSON.stringify(line)).join('\n')}\n`;
