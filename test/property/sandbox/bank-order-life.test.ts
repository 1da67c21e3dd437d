import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BankDay } from '../../../functions/sandbox/bank-simulator/bank-day.ts';
import {
  captured,
  chargeState,
  creditRefusal,
  leftOf,
  type Step,
  transactionsOf,
  voided,
} from '../../../functions/sandbox/bank-simulator/nestpay/order-life.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { type TestCard, testCard, testCards } from '../../../shared/nestpay/test-cards.ts';
import type { BankCredit, BankOrder } from '../../../shared/ports/bank-ledger.ts';
import { bankOrderWith } from '../../support/bank/bank-orders.ts';

const AMOUNT = 10_000;

const newOrder = (cardId: string, type: BankOrder['type']): BankOrder =>
  type === 'Auth'
    ? bankOrderWith({ cardId, type, capturedAtMs: 1 })
    : bankOrderWith({ cardId, type, state: 'authorised', capturedAmount: minor(0) });

const credited = (order: BankOrder, card: TestCard, amount: number, day: BankDay): Step => {
  const refused = creditRefusal(order, card, { amount: minor(amount), closedAtMs: day.closedAtMs });
  if (refused !== undefined) return { refused };
  const credit: BankCredit = {
    state: 'done',
    amount: minor(amount),
    procReturnCode: '00',
    authCode: '1',
    hostReference: '2',
    transactionId: 'C',
    atMs: day.nowMs,
  };
  const credits = [...order.credits, credit];
  return { credits, state: leftOf({ ...order, credits }) === 0 ? 'refunded' : 'captured' };
};

/** The payer's money that the bank holds or has reserved. */
const held = (order: BankOrder): number => {
  if (order.state === 'voided') return 0;
  return order.state === 'authorised' ? order.amount : leftOf(order);
};

const moves = fc.array(
  fc.oneof(
    fc.constant({ kind: 'void' as const }),
    fc.constant({ kind: 'day end' as const }),
    fc.record({ kind: fc.constant('credit' as const), amount: fc.integer({ min: 1, max: AMOUNT + 10 }) }),
    fc.record({ kind: fc.constant('capture' as const), amount: fc.integer({ min: 1, max: AMOUNT * 2 }) }),
  ),
  { maxLength: 12 },
);
const lives = fc.record({
  cardId: fc.constantFrom(...testCards.filter(({ charge }) => typeof charge !== 'object').map(({ id }) => id)),
  type: fc.constantFrom('Auth' as const, 'PreAuth' as const),
  moves,
});

describe('The life of an order at the embedded bank', () => {
  test('gives no money back twice, and what it shows is what it holds, in any order of steps and day ends', () => {
    fc.assert(
      fc.property(lives, ({ cardId, type, moves: steps }) => {
        const card = testCard(cardId);
        let order = newOrder(cardId, type);
        let day: BankDay = { nowMs: 2, closedAtMs: 0 };
        for (const one of steps) {
          day = { ...day, nowMs: day.nowMs + 1 };
          if (one.kind === 'day end') {
            day = { ...day, closedAtMs: day.nowMs };
            continue;
          }
          const before = held(order);
          const made = {
            void: () => voided(order, card, day),
            credit: () => credited(order, card, 'amount' in one ? one.amount : 0, day),
            capture: () =>
              captured(order, { amount: minor('amount' in one ? one.amount : 0), named: order.amount }, day.nowMs),
          }[one.kind]();
          if ('refused' in made) continue;
          order = { ...order, ...made, version: order.version + 1 };
          // A void of a credit cancels only that credit, so never more than was captured is held again.
          expect(held(order)).toBeGreaterThanOrEqual(0);
          expect(held(order)).toBeLessThanOrEqual(Math.max(order.amount, order.capturedAmount));
          if (one.kind === 'credit') expect(held(order)).toBe(before - one.amount);
        }
        const rows = transactionsOf(order, day.closedAtMs);
        const back = rows.filter(({ type: kind, state }) => kind === 'C' && (state === 'C' || state === 'S'));
        const sale = rows.find(({ type: kind }) => kind === 'S');
        const stands = sale?.state === 'C' || sale?.state === 'S';
        const shown = (sale?.capturedAmount ?? 0) - back.reduce((sum, { amount }) => sum + amount, 0);
        if (stands) expect(shown).toBe(held(order));
        if (order.state === 'voided') expect([sale?.state, held(order)]).toEqual(['V', 0]);
      }),
    );
  });

  test('voids what is captured on the open day alone, and credits what is captured on a closed one alone', () => {
    const card = testCard('approved');
    const sale = newOrder('approved', 'Auth');
    const day = (closedAtMs: number): BankDay => ({ nowMs: 10, closedAtMs });
    for (const [closedAtMs, state, voids, credit] of [
      [0, 'C', true, 'CORE-2508'],
      [1, 'C', true, 'CORE-2508'],
      [2, 'S', false, undefined],
    ] as const) {
      expect(chargeState(sale, card.shown, closedAtMs)).toBe(state);
      expect('refused' in voided(sale, card, day(closedAtMs))).toBe(!voids);
      expect(creditRefusal(sale, card, { amount: sale.amount, closedAtMs })).toBe(credit);
    }
  });
});
