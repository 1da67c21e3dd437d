import { describe, expect, test } from 'vitest';
import { minor } from '../../../shared/domain/money/money.ts';
import type { FollowUp } from '../../../shared/ports/bank-order.ts';
import { type BankTransaction, wrongReference } from '../../faults/bank/bank-transactions.ts';

const row = (type: BankTransaction['type'], changes: Partial<BankTransaction> = {}): BankTransaction => ({
  orderId: 'ORDER-1',
  type,
  reference: type,
  happened: true,
  voided: false,
  ...changes,
});

const wrongIn = (kind: FollowUp['kind'], named: string | undefined, books: readonly BankTransaction[]) => {
  const references = { authCode: '', hostReference: named ?? '', transactionId: '' };
  const order = { orderId: 'ORDER-1', amount: minor(100), currency: 'TL', installments: 1, type: 'sale' } as const;
  return wrongReference(named === undefined ? order : { ...order, references }, { kind }, books);
};

const SALE = [row('sale')];
const HOLD = [row('pre-authorisation')];
const CAPTURED = [...HOLD, row('capture')];
const HOLD_LEFT = [...HOLD, row('capture', { voided: true }), row('void')];

describe('What fault runs demand of the transaction that a capture, void or refund names', () => {
  test.each<[FollowUp['kind'], string, readonly BankTransaction[]]>([
    ['void', 'sale', SALE],
    ['refund', 'sale', SALE],
    ['capture', 'pre-authorisation', HOLD],
    ['void', 'pre-authorisation', HOLD],
    ['void', 'capture', CAPTURED],
    ['refund', 'capture', CAPTURED],
    ['void', 'pre-authorisation', HOLD_LEFT],
    // The void of the capture arrived while its repeat was on its way.
    ['void', 'capture', HOLD_LEFT],
  ])('a %s may name the %s', (kind, named, books) => {
    expect(wrongIn(kind, named, books)).toBeUndefined();
  });

  test.each<[FollowUp['kind'], string | undefined, readonly BankTransaction[], string]>([
    ['void', undefined, SALE, 'no transaction'],
    ['void', '', SALE, 'a transaction that the bank does not have'],
    ['refund', 'sale', [row('sale', { orderId: 'ORDER-2' })], 'a transaction of another order'],
    ['void', 'sale', [row('sale', { happened: false })], 'a sale that did not happen'],
    ['void', 'pre-authorisation', CAPTURED, 'the pre-authorisation'],
    ['refund', 'pre-authorisation', CAPTURED, 'the pre-authorisation'],
    ['capture', 'capture', CAPTURED, 'the capture'],
    ['void', 'void', HOLD_LEFT, 'the void'],
    ['refund', 'refund', [...SALE, row('refund')], 'the refund'],
  ])('a %s must not name %s', (kind, named, books, what) => {
    expect(wrongIn(kind, named, books)).toBe(`a ${kind} names ${what}`);
  });
});
