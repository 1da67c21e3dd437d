import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BankDay } from '../../../functions/sandbox/bank-simulator/bank-day.ts';
import {
  captured,
  holdOf,
  isCharge,
  leftOf,
  refunded,
  type Step,
  settlementOf,
  stands,
  statusOf,
  voided,
} from '../../../functions/sandbox/bank-simulator/garanti/order-life.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { testCard, testCards } from '../../../shared/nestpay/test-cards.ts';
import type { TerminalOrder } from '../../../shared/ports/bank-terminal-ledger.ts';
import { terminalOrderWith, terminalTransaction } from '../../support/bank/terminal-orders.ts';

const AMOUNT = 10_000;
const MOST_CAPTURED = 11_500;

/** The payer's money that the bank holds or has reserved. */
const held = (order: TerminalOrder): number => {
  const charges = order.transactions.filter((one) => isCharge(one) && stands(one));
  const taken = charges.reduce((sum, charge) => sum + leftOf(order, charge), 0);
  return taken + (holdOf(order)?.amount ?? 0);
};

const moves = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('day end' as const) }),
    fc.record({
      kind: fc.constantFrom('void' as const, 'refund' as const, 'postauth' as const),
      amount: fc.integer({ min: 1, max: AMOUNT * 2 }),
      /** The transaction that is named, by its place; one behind the last names none. */
      named: fc.nat(8),
    }),
  ),
  { maxLength: 14 },
);

const lives = fc.record({
  cardId: fc.constantFrom(
    ...testCards
      .filter(({ garantiNumber, charge }) => garantiNumber !== undefined && typeof charge !== 'object')
      .map(({ id }) => id),
  ),
  type: fc.constantFrom('sales' as const, 'preauth' as const),
  moves,
});

describe('The life of an order at a Garanti terminal of the embedded bank', () => {
  test('never holds more than it took, gives nothing back twice, and never changes what happened', () => {
    fc.assert(
      fc.property(lives, ({ cardId, type, moves: asked }) => {
        const card = testCard(cardId);
        let order = terminalOrderWith([terminalTransaction({ type, amount: minor(AMOUNT) })], { cardId });
        let day: BankDay = { nowMs: 2, closedAtMs: 0 };
        let made = 0;
        const references = () => {
          made += 1;
          return { hostReference: String(200_000_000_000 + made), authCode: '1' };
        };
        const stepOf = (one: { kind: 'void' | 'refund' | 'postauth'; amount: number; named: number }): Step => {
          const originalReference = order.transactions[one.named]?.hostReference ?? '';
          const base = { type: one.kind, amount: minor(one.amount), currency: order.currency, originalReference };
          const step = { ...base, references: references() };
          if (one.kind === 'void') return voided(order, card, step, day);
          if (one.kind === 'postauth') return captured(order, step, day);
          return refunded(order, card, { ...step, again: references() }, day);
        };
        for (const one of asked) {
          day = { ...day, nowMs: day.nowMs + 1 };
          if (one.kind === 'day end') {
            day = { ...day, closedAtMs: day.nowMs };
            continue;
          }
          const before = held(order);
          const step = stepOf(one);
          if ('refused' in step) continue;
          const after = { ...order, transactions: step.transactions };
          // What was there stays there, but for the moment of its void.
          const kept = after.transactions.slice(0, order.transactions.length);
          expect(kept.map(({ voidedAtMs: _at, ...row }) => row)).toEqual(
            order.transactions.map(({ voidedAtMs: _at, ...row }) => row),
          );
          const twice = card.takeBack === 'credit-twice' ? 2 : 1;
          if (one.kind === 'refund') expect(held(after)).toBe(before - one.amount * twice);
          if (card.takeBack !== 'credit-twice') expect(held(after)).toBeGreaterThanOrEqual(0);
          expect(held(after)).toBeLessThanOrEqual(MOST_CAPTURED);
          order = after;
        }
        const rows = order.transactions;
        expect(new Set(rows.map(({ hostReference }) => hostReference)).size).toBe(rows.length);
        // At most one capture stands, and never beside a hold that waits for one.
        const captures = rows.filter((one) => one.type === 'postauth' && stands(one));
        expect(captures.length).toBeLessThanOrEqual(1);
        expect(captures.length === 1 && holdOf(order) !== undefined).toBe(false);
        // Each void is behind what it undid.
        const voids = rows.filter((one) => one.type === 'void');
        const undone = rows.filter(({ voidedAtMs }) => voidedAtMs !== undefined);
        expect(undone.length).toBeGreaterThanOrEqual(voids.length);
        if (holdOf(order) !== undefined) expect(statusOf(order)).toBe('WAITINGPOSTAUTH');
        for (const row of rows.filter(isCharge)) {
          if (card.garanti === 'settlement-error') expect(settlementOf(row, card, day)).toBe('E');
          else if (row.atMs < day.closedAtMs) expect(settlementOf(row, card, day)).toBe('Y');
        }
      }),
    );
  });
});
