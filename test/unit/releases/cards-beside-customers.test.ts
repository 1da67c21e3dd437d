import { describe, expect, test } from 'vitest';
import { dynamoCardKeeping } from '../../../shared/adapters/dynamodb/card/card-keeping.ts';
import { dynamoStoredCards } from '../../../shared/adapters/dynamodb/card/stored-cards.ts';
import { dynamoCustomerBook } from '../../../shared/adapters/dynamodb/customer/customer-book.ts';
import {
  besideCustomer,
  recordedRows,
  recordedText,
  recordOfRows,
  writtenNow,
} from '../../support/releases/cards-beside-customers.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';

const { customer, card, hash } = besideCustomer;
const { dealerCode, dealerCustomerId, customerCode } = customer;
const moment = { changeId: 'CHANGE', nowMs: 1_795_800_100_000, listingShards: 1 };

const recordedTable = async (): Promise<MemoryTable> => {
  const table = new MemoryTable();
  for (const row of recordedRows()) await table.transact([{ put: row }]);
  return table;
};

describe('A card that is kept beside its customer, as it was recorded (rule 50)', () => {
  test('is found by token, by hash and in the lists of its customer', async () => {
    const table = await recordedTable();
    const cards = dynamoStoredCards(table);
    expect(await cards.find(dealerCode, card.token)).toEqual(card);
    expect(await cards.findByHash(dealerCode, hash)).toEqual(card);
    expect(await cards.ofCustomer(dealerCode, dealerCustomerId, 10)).toEqual([card]);
    for (const name of [{ dealerCustomerId }, { customerCode }]) {
      expect((await dynamoCustomerBook(table).open(dealerCode, name)).cardTokens).toEqual([card.token]);
    }
  });

  test('is encrypted anew, renamed and removed, and nothing leads to it any more', async () => {
    const table = await recordedTable();
    const sealed = { sealed: 'v2.new.BBBB.BBBB', keyName: 'new' };
    expect(await dynamoStoredCards(table).replaceSealed(card, sealed)).toBe(true);
    const cards = dynamoCardKeeping(table);
    const next = { ...card, ...sealed, version: 2 };
    expect(await cards.rename(next, 'Work', moment)).toBe(true);
    const found = await cards.find(dealerCode, card.token);
    expect(found).toEqual({ card: { ...next, cardName: 'Work' }, hashes: [hash] });
    expect(await cards.remove(next, found?.hashes ?? [], moment)).toBe(true);
    expect(table.rows().map(({ entity }) => entity)).toEqual(['customer', 'customer']);
    expect(await dynamoCustomerBook(table).remove(customer, moment)).toBe(true);
  });

  test('is written today as it was recorded: a release that reads it may not find another form', async () => {
    expect(recordOfRows(await writtenNow())).toBe(recordedText());
  });
});
