import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BankDay } from '../../../functions/sandbox/bank-simulator/bank-day.ts';
import {
  captured,
  creditRefusal,
  leftOf,
  type Step,
  transactionsOf,
  voided,
} from '../../../functions/sandbox/bank-simulator/nestpay/order-life.ts';
import { type MinorUnits, minor } from '../../../shared/domain/money/money.ts';
import { chargeMeaningOf, creditMeaningOf } from '../../../shared/nestpay/states.ts';
import { testCard } from '../../../shared/nestpay/test-cards.ts';
import type { BankCredit, BankOrder } from '../../../shared/ports/bank-ledger.ts';
import { checkBooks, checkOrdersSaid } from '../../faults/bank/bank-invariants.ts';
import { bookedOrder } from '../../faults/bank/booked-order.ts';
import { type BankHabits, FakeLedger } from '../../faults/bank/fake-ledger.ts';
import { bankOrderWith } from '../../support/bank/bank-orders.ts';

const AMOUNT = minor(10_000);
const HOUR_MS = 3_600_000;
const MORNING = Date.parse('2027-01-15T11:00:00+03:00');

const habits = (cardId: string): BankHabits => ({
  closesAt: '22:00',
  showsSaleAs: 'captured',
  voidsSettled: false,
  undoesCredits: true,
  showsFailedCredits: true,
  voidTakesHold: cardId === 'capture-void-takes-hold',
  capturePercent: 115,
  careless: false,
});

type Move =
  | { readonly kind: 'day end' | 'void' }
  | { readonly kind: 'later'; readonly hours: number }
  | { readonly kind: 'capture' | 'credit'; readonly amount: MinorUnits; readonly named?: boolean };

const amounts = fc.integer({ min: 0, max: 12_000 }).map(minor);
const moves: fc.Arbitrary<readonly Move[]> = fc.array(
  fc.oneof(
    fc.constantFrom({ kind: 'day end' as const }, { kind: 'void' as const }),
    fc.record({ kind: fc.constant('later' as const), hours: fc.integer({ min: 1, max: 30 }) }),
    fc.record({ kind: fc.constant('capture' as const), amount: amounts, named: fc.boolean() }),
    fc.record({ kind: fc.constant('credit' as const), amount: amounts.filter((amount) => amount > 0) }),
  ),
  { maxLength: 16 },
);

/** An order of the embedded bank, moved by its pure functions as its payment API moves it. */
class EmbeddedOrder {
  order: BankOrder;
  readonly #day: () => BankDay;

  constructor(order: BankOrder, day: () => BankDay) {
    this.order = order;
    this.#day = day;
  }

  get #card() {
    return testCard(this.order.cardId);
  }

  #apply(step: Step): boolean {
    if ('refused' in step) return false;
    this.order = { ...this.order, ...step };
    return true;
  }

  capture(amount: MinorUnits, named: MinorUnits | undefined): boolean {
    return this.#apply(captured(this.order, { amount, named }, this.#day().nowMs));
  }

  void(): boolean {
    return this.#apply(voided(this.order, this.#card, this.#day()));
  }

  credit(amount: MinorUnits): boolean {
    const { nowMs: atMs, closedAtMs } = this.#day();
    const refused = creditRefusal(this.order, this.#card, { amount, closedAtMs }) !== undefined;
    const references = { authCode: '', hostReference: '', transactionId: 'C' };
    const outcome = refused
      ? { state: 'declined' as const, procReturnCode: '99' }
      : { state: 'done' as const, procReturnCode: '00' };
    const credit: BankCredit = { ...outcome, amount, atMs, ...references };
    const credits = [...this.order.credits, credit];
    const left = leftOf({ ...this.order, credits });
    this.#apply(refused ? { credits } : { credits, state: left === 0 ? 'refunded' : 'captured' });
    return !refused;
  }

  /** What inquiry and history tell. */
  told() {
    const rows = transactionsOf(this.order, this.#day().closedAtMs);
    const meaning = (row: (typeof rows)[number] | undefined): string | undefined =>
      row?.type === 'C' ? creditMeaningOf(row.state) : chargeMeaningOf(row?.state ?? '');
    const done = rows.filter((row) => row.type === 'C' && meaning(row) === 'credited');
    const charge = rows.find(({ type }) => type === 'S');
    return { found: meaning(rows.at(-1)), charge: meaning(charge), credits: done.map(({ amount }) => amount) };
  }
}

describe('The bank of the tests', () => {
  test('accepts, refuses and tells what the embedded bank does, in any order of steps and day ends', () => {
    const type = fc.constantFrom('Auth' as const, 'PreAuth' as const);
    const cardId = fc.constantFrom('approved', 'capture-void-takes-hold');
    fc.assert(
      fc.property(type, cardId, moves, (charged, id, steps) => {
        let nowMs = MORNING;
        let byCommand = 0;
        const scheduled = (): number => {
          const since = (nowMs - MORNING + 13 * HOUR_MS) % (24 * HOUR_MS);
          return nowMs - since;
        };
        const day = (): BankDay => ({ nowMs, closedAtMs: Math.max(scheduled(), byCommand) });
        const sale = charged === 'Auth';
        const fake = new FakeLedger(habits(id), () => nowMs);
        const orderId = 'ORDER-1';
        fake.enter({
          orderId,
          amount: AMOUNT,
          type: sale ? 'sale' : 'pre-authorisation',
          declined: false,
          takeBack: 'possible',
          creditRefusals: 0,
          captureRefusals: 0,
        });
        const embedded = new EmbeddedOrder(
          bankOrderWith({
            type: charged,
            cardId: id,
            state: sale ? 'captured' : 'authorised',
            capturedAmount: minor(sale ? AMOUNT : 0),
            authorisedAtMs: nowMs,
            ...(sale ? { capturedAtMs: nowMs } : {}),
          }),
          day,
        );
        for (const move of steps) {
          nowMs += 1000;
          if (move.kind === 'later') nowMs += move.hours * HOUR_MS;
          if (move.kind === 'day end') {
            byCommand = nowMs + 1;
            fake.closeDay();
          }
          if (move.kind === 'void') expect(fake.void(orderId)).toBe(embedded.void());
          if (move.kind === 'credit') expect(fake.credit(orderId, move.amount)).toBe(embedded.credit(move.amount));
          if (move.kind === 'capture') {
            const named = move.named === true ? AMOUNT : undefined;
            expect(fake.capture(orderId, move.amount, named)).toBe(embedded.capture(move.amount, named));
          }
          const history = fake.history(orderId);
          const told = { found: fake.find(orderId).kind, charge: history?.charge, credits: history?.credits };
          expect(told).toEqual(embedded.told());
          const [ours, theirs] = [fake.books(), [bookedOrder(embedded.order)]];
          checkBooks(ours);
          checkBooks(theirs);
          const money = ([one]: typeof ours) => [one?.ordered, one?.held, (one?.amount ?? 0) - (one?.givenBack ?? 0)];
          expect(money(ours)).toEqual(money(theirs));
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('The books of a bank', () => {
  const order = {
    orderId: 'ORDER-1',
    ordered: AMOUNT,
    amount: AMOUNT,
    held: minor(0),
    givenBack: minor(0),
    state: 'captured',
    takeBack: 'possible',
  } as const;

  test.each([
    ['more given back than taken', { givenBack: minor(10_001) }],
    ['more captured than 115 %', { amount: minor(11_501) }],
    ['a hold beside a capture', { held: AMOUNT }],
    ['a hold of another amount', { held: minor(1), state: 'authorised' as const }],
    ['a decline that gave money back', { state: 'declined' as const, givenBack: minor(1) }],
    ['a void that left money', { state: 'voided' as const, givenBack: minor(1) }],
  ])('show %s', (_what, changes) => {
    expect(() => checkBooks([{ ...order, ...changes }])).toThrow(order.orderId);
    expect(() => checkBooks([order])).not.toThrow();
  });

  const said = (held: number, kept: number) => [{ orderId: 'ORDER-1', held: minor(held), kept: minor(kept) }];

  test.each([
    ['a charge', {}, 0, 10_000],
    ['a part refund', { givenBack: minor(4000) }, 0, 6000],
    ['a hold', { held: AMOUNT, state: 'authorised' as const }, 10_000, 0],
    ['a void', { state: 'voided' as const, givenBack: AMOUNT }, 0, 0],
    ['a decline', { state: 'declined' as const }, 0, 0],
  ])('agree with what the service says of %s, and with nothing else', (_what, changes, held, kept) => {
    const books = [{ ...order, ...changes }];
    expect(() => checkOrdersSaid(books, said(held, kept))).not.toThrow();
    expect(() => checkOrdersSaid(books, said(held + 1, kept))).toThrow(/holds/);
    expect(() => checkOrdersSaid(books, said(held, kept + 1))).toThrow(/keeps/);
  });

  test('know every order of which the service says that money was taken, and no other', () => {
    expect(() => checkOrdersSaid([order], [])).toThrow(/keeps 10000, we say 0/);
    expect(() => checkOrdersSaid([], said(0, 1))).toThrow('the bank does not know ORDER-1');
    expect(() => checkOrdersSaid([], said(0, 0))).not.toThrow();
  });
});
