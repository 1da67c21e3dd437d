import { readFileSync } from 'node:fs';
import { dynamoCustomerBook } from '../../../shared/adapters/dynamodb/customer/customer-book.ts';
import type { Row } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import type { Key } from '../../../shared/adapters/dynamodb/keys.ts';
import type { StoredCard } from '../../../shared/domain/card/stored-card.ts';
import type { Customer } from '../../../shared/domain/customer/customer.ts';
import { MemoryTable } from '../store/memory-table.ts';

const FILE = new URL('cards-beside-customers.jsonl', import.meta.url);

const STORED_AT_MS = 1_795_800_000_000;

const customer: Customer = {
  dealerCode: '1001',
  dealerCustomerId: 100_001,
  customerCode: 'C-1',
  version: 1,
  createdAtMs: STORED_AT_MS,
};

const card: StoredCard = {
  token: '1c2d3e4f-5a6b-8c7d-9e8f-0a1b000186a1',
  dealerCode: '1001',
  customer: { dealerCustomerId: 100_001, customerCode: 'C-1' },
  maskedCard: '411111******1111',
  cardName: 'Her Visa',
  sealed: 'v2.key.AAAA.AAAA',
  keyName: 'key',
  version: 1,
  storedAtMs: STORED_AT_MS,
};

/** A customer with a card that is kept beside it, and the hash of that card. */
export const besideCustomer = { customer, card, hash: 'H'.repeat(43) } as const;

/** Rows that this release writes of it, in the order of their keys. The counters of additions are left out. */
export const writtenNow = async (): Promise<readonly Row[]> => {
  const table = new MemoryTable();
  const moment = { changeId: 'CHANGE', nowMs: STORED_AT_MS, listingShards: 1 };
  await dynamoCustomerBook(table).add(customer, { card: { card, hash: besideCustomer.hash }, moment });
  const keyOf = ({ pk, sk }: Row): string => `${String(pk)} ${String(sk)}`;
  const rows = table.rows().filter(({ pk }) => !String(pk).startsWith('COUNT#'));
  return rows.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
};

/** The text of a record. */
export const recordOfRows = (rows: readonly Row[]): string => `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`;

/** The text that was recorded when these rows were first written. */
export const recordedText = (): string => readFileSync(FILE, 'utf8');

/** The rows of the record. */
export const recordedRows = (): readonly (Row & Key)[] =>
  recordedText()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row & Key);
