import { expect } from 'vitest';
import type { OrderAtBank } from '../../../../functions/operator/operate/lost-order-decision.ts';
import type { Attempt } from '../../../../shared/domain/attempt/attempt.ts';
import type { AttemptChange } from '../../../../shared/domain/attempt/attempt-change.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { LostOrder } from '../../../../shared/domain/payment/lost-order.ts';
import type { BankAnswer, HistoryAnswer, InquiryAnswer } from '../../../../shared/ports/bank-answers.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { posWith } from '../../../support/dealer/virtual-pos.ts';

/** How long one call to the bank may take. */
export const CALL_MS = 6000;
export const references = { authCode: 'A', hostReference: 'H', transactionId: 'T' };
export const AMOUNT = minor(10_000);
export const CHARGED: InquiryAnswer = { kind: 'captured', amount: AMOUNT, references };
export const SETTLED: InquiryAnswer = { kind: 'settled', amount: AMOUNT, references };
const APPROVED: BankAnswer = { kind: 'approved', references };
/** A settled charge with these Credits. */
export const historyOf = (...credits: readonly number[]): HistoryAnswer => ({
  kind: 'history',
  charge: 'settled',
  amount: AMOUNT,
  credits: credits.map((credit) => minor(credit)),
  creditPending: false,
});

interface Stands {
  readonly attempts?: readonly Attempt[];
  readonly order?: Partial<LostOrder>;
  readonly shows?: readonly InquiryAnswer[];
  readonly hears?: BankAnswer;
  /** What the order's history shows, one answer after the other. */
  readonly histories?: readonly HistoryAnswer[];
  /** Whether the table takes a write; false where another call was first. */
  readonly takes?: boolean;
}

/** A lost order at its bank, over a table that notes what is written. */
export const orderWith = ({
  attempts = [],
  order: of = {},
  shows = [CHARGED],
  hears = APPROVED,
  ...rest
}: Stands = {}) => {
  const { histories = [], takes = true } = rest;
  const clock = new FakeClock();
  const nowMs = clock.now();
  const written: LostOrder[] = [];
  const changes: AttemptChange[] = [];
  const called: unknown[] = [];
  const next = <Answer>(answers: readonly Answer[], asked: number): Answer =>
    answers[Math.min(asked, answers.length - 1)] ?? expect.unreachable();
  let [inquiries, looks] = [0, 0];
  const bank = {
    inquire: async (_account: unknown, booked: unknown, time: unknown) => {
      called.push(['inquire', booked, time]);
      inquiries += 1;
      return next(shows, inquiries - 1);
    },
    inquireHistory: async (_account: unknown, booked: unknown, time: unknown) => {
      called.push(['history', booked, time]);
      looks += 1;
      return next(histories, looks - 1);
    },
    followUp: async (_account: unknown, booked: unknown, { kind }: { readonly kind: string }, time: unknown) => {
      called.push([kind, booked, time]);
      clock.advance(1000);
      return hears;
    },
  };
  const deps = {
    clock,
    randomness: { token: () => 'r'.repeat(22) },
    stepping: async () => ({ bank }),
    wholePayments: { findByOrder: async () => (attempts.length === 0 ? undefined : { attempts }) },
    attempts: {
      apply: async (change: AttemptChange) => {
        changes.push(change);
        return takes;
      },
      lockForCharge: async (change: AttemptChange) => {
        changes.push(change);
        return { kind: takes ? 'locked' : 'lost' };
      },
    },
    lostOrders: {
      write: async (one: LostOrder) => {
        written.push(one);
        return takes;
      },
    },
  };
  const order: LostOrder = {
    dealerCode: 'D1',
    posId: 'isbank',
    orderId: attempts.at(-1)?.orderId ?? `ORDER-${'a'.repeat(26)}-01`,
    version: 4,
    amount: AMOUNT,
    currency: 'TL',
    kind: attempts.length === 0 ? 'unknown' : 'open',
    state: 'taking-back',
    importedAtMs: nowMs,
    sent: {},
    ...of,
  };
  const at = { deps, order, pos: posWith(), account: {} } as unknown as OrderAtBank;
  const booked = { orderId: order.orderId, amount: AMOUNT, currency: 'TL', installments: 1, type: 'sale' };
  return { at, clock, nowMs, written, changes, called, booked };
};
