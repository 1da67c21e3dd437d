import { randomBytes } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import { ALL_DEALERS, dealerPartition } from '../../../shared/adapters/dynamodb/keys.ts';
import { testCards } from '../../../shared/nestpay/test-cards.ts';
import { leaveNothing } from '../../support/store/own-rows.ts';
import { engineTable, putRows } from '../../support/store/store.ts';

const [CARD] = testCards;
const newCode = (): string => `R${randomBytes(6).toString('hex')}`;

/** Rows of a dealer or merchant in every part of the table that the tests clear behind each file. */
const rowsOfCode = (code: string) => {
  const payment = `p${code}`.toLowerCase();
  const pointer = { pk: `${dealerPartition(code)}#PAYMENT#1`, sk: 'POINTER', entity: 'payment-pointer', payment };
  const own = [
    { pk: dealerPartition(code), sk: 'PROFILE' },
    { pk: `${dealerPartition(code)}#CARD#1`, sk: 'CARD' },
    { pk: `BANK#${code}#ORDER#1`, sk: 'ORDER' },
    { pk: `PAY#${payment}`, sk: '3#ATTEMPT#01' },
    { pk: `DEFINITION#${code}`, sk: 'DEFINITION', dealerCode: code },
    { pk: ALL_DEALERS, sk: dealerPartition(code) },
    { pk: `BANK#CHALLENGE#${code}`, sk: 'CHALLENGE', clientId: code },
  ];
  return { pointer, own };
};

test.each([0, 1, 2, 3, 4, 5, 6])(
  'what a file leaves in part %i of the table is searched for card numbers and deleted, and nothing of others',
  async (part) => {
    const stack = inject('stack');
    const store = engineTable(stack);
    const [code, other] = [newCode(), newCode()];
    const [{ pointer, own }, ofOther] = [rowsOfCode(code), rowsOfCode(other)];
    const kept = [ofOther.pointer, ...ofOther.own];
    const leaking = own.map((row, index) => (index === part ? { ...row, note: `paid by ${CARD?.number}` } : row));
    await putRows(store, [pointer, ...leaking, ...kept]);
    await expect(leaveNothing(stack, [code])).rejects.toThrow(`card data in ${own[part]?.pk} ${own[part]?.sk}`);
    const left = async (rows: readonly { readonly pk: string; readonly sk: string }[]) =>
      (await Promise.all(rows.map(({ pk, sk }) => store.get({ pk, sk })))).filter((row) => row !== undefined).length;
    expect([await left([pointer, ...own]), await left(kept)]).toEqual([0, kept.length]);
    await leaveNothing(stack, [other]);
    expect(await left(kept)).toBe(0);
  },
);
