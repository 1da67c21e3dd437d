import { nextTimeOfDay } from '../../../shared/domain/calendar.ts';
import { type MinorUnits, minor } from '../../../shared/domain/money/money.ts';
import type { StandingCharge } from '../../../shared/ports/bank-answers.ts';
import type { ChargeType } from '../../../shared/ports/bank-order.ts';
import type { BookedOrder } from '../world.ts';
import type { BankHabits, Unwillingness } from './fake-habits.ts';
import { FakeTransactions } from './fake-transactions.ts';

const HOUR_MS = 3_600_000;
const MOST_ODD_ANSWERS = 10;

/** A new charge for the books. */
export interface Entry extends Unwillingness {
  readonly orderId: string;
  readonly amount: MinorUnits;
  readonly type: ChargeType;
  readonly declined: boolean;
  /** The bank answers "declined", and may still reverse the charge until this moment. */
  readonly reversingUntilMs?: number;
  /** The bank called the charge declined, and took it: plainly, or with the return code of a decline beside it. */
  readonly calledDeclined?: 'plain' | 'with-code';
  /**
   * The bank shows the order as it cannot be: two charges, another sum, an unknown settlement. After some questions
   * somebody there has noticed: then the charge stands, or is voided.
   */
  readonly contradiction?: 'stands' | 'voided';
  /** Whether it reverses the charge then, or keeps it. */
  readonly reverses?: boolean;
}

interface Order extends Entry {
  /** What it took: the amount of a sale, or of a capture; undefined while it only holds a pre-authorisation. */
  taken: MinorUnits | undefined;
  /** Begins the day of the charge: its booking, or its capture. */
  takenAtMs: number;
  /** When the bank closes that day by its habit. */
  closesAtMs: number;
  voided: boolean;
  capturesRefused: number;
  creditsRefused: number;
  credits: { readonly amount: MinorUnits; readonly atMs: number; readonly isSecond: boolean }[];
  /** How often the bank has shown the return code of a decline beside the charge, or contradicted itself. */
  oddAnswers: number;
  /** A credit that the bank has not decided yet; it decides at `atMs`. */
  pending: { readonly amount: MinorUnits; readonly atMs: number; readonly happens: boolean } | undefined;
  lastCredit: 'none' | 'done' | 'failed';
}

const sumOf = (credits: Order['credits']): number => credits.reduce((total, { amount }) => total + amount, 0);

export type FoundInBooks =
  | { readonly kind: StandingCharge; readonly amount: MinorUnits }
  | { readonly kind: 'voided' | 'credited' | 'credit-failed' }
  | { readonly kind: 'no-record' }
  | { readonly kind: 'declined' | 'reversing' };

/** The books of a fake bank. Holds are captured on any day; voids work before it closes the day, credits after. */
export class FakeLedger {
  readonly #orders = new Map<string, Order>();
  readonly transactions = new FakeTransactions();
  readonly #habits: BankHabits;
  readonly #now: () => number;
  #closedAtMs = Number.NEGATIVE_INFINITY;
  /** Whether a late Void undid a credit. Then the question after the refund finds the charge again. */
  undidCredit = false;

  constructor(habits: BankHabits, now: () => number) {
    this.#habits = habits;
    this.#now = now;
  }

  has(orderId: string): boolean {
    return this.#orders.has(orderId);
  }

  enter(entry: Entry): void {
    if (this.has(entry.orderId)) return;
    this.transactions.add(entry.orderId, entry.type, !entry.declined);
    this.#orders.set(entry.orderId, {
      ...entry,
      taken: entry.type === 'sale' ? entry.amount : undefined,
      takenAtMs: this.#now(),
      closesAtMs: this.#closingOf(this.#now()),
      voided: false,
      capturesRefused: 0,
      creditsRefused: 0,
      credits: [],
      oddAnswers: 0,
      pending: undefined,
      lastCredit: 'none',
    });
  }

  /** Closes the day of everything that was taken so far, whatever the time is. */
  closeDay(): void {
    this.#closedAtMs = this.#now() + 1;
  }

  /** When the day of a moment closes. */
  #closingOf(momentMs: number): number {
    return nextTimeOfDay(momentMs, this.#habits.closesAt);
  }

  /** Whether the day of a moment is closed. */
  #isClosed(momentMs: number, closesAtMs = this.#closingOf(momentMs)): boolean {
    return momentMs < this.#closedAtMs || this.#now() >= closesAtMs;
  }

  /** Whether the day of a charge is closed. */
  #isOver({ takenAtMs, closesAtMs }: Order): boolean {
    return this.#isClosed(takenAtMs, closesAtMs);
  }

  /** The order now: its reversal or credit may be decided. */
  #order(orderId: string): Order | undefined {
    const order = this.#orders.get(orderId);
    if (order === undefined) return undefined;
    const { pending, reversingUntilMs } = order;
    if (reversingUntilMs !== undefined && this.#now() >= reversingUntilMs && order.reverses === true)
      order.voided = true;
    if (pending !== undefined && this.#now() >= pending.atMs) {
      order.pending = undefined;
      if (pending.happens) this.#give(order, pending.amount);
      else order.lastCredit = 'failed';
    }
    return order;
  }

  #give(order: Order, amount: MinorUnits): void {
    this.transactions.add(order.orderId, 'refund');
    order.credits.push({ amount, atMs: this.#now(), isSecond: false });
    order.lastCredit = 'done';
  }

  /** Carries the latest credit out once more. */
  creditAgain(orderId: string): void {
    const order = this.#order(orderId);
    const latest = order?.credits.at(-1);
    if (order === undefined || latest === undefined) return;
    order.credits.push({ ...latest, isSecond: true });
    this.transactions.add(orderId, 'refund');
  }

  /**
   * Whether the bank shows the return code of a decline beside a charge that stands. After some questions somebody there has
   * noticed, and mends it.
   */
  showsDeclineCode(orderId: string): boolean {
    const order = this.#order(orderId);
    if (order?.calledDeclined !== 'with-code' || order.oddAnswers >= MOST_ODD_ANSWERS) return false;
    order.oddAnswers += 1;
    return true;
  }

  /** Whether the bank contradicts itself about an order. */
  contradicts(orderId: string): boolean {
    const order = this.#order(orderId);
    if (order?.contradiction === undefined) return false;
    if (order.oddAnswers < MOST_ODD_ANSWERS) {
      order.oddAnswers += 1;
      return true;
    }
    if (order.contradiction === 'voided' && !order.voided) {
      order.voided = true;
      this.transactions.voidStanding(orderId);
    }
    return false;
  }

  /** When the charge or capture was taken, and whether the bank has closed that day. */
  dayOf(orderId: string): { readonly takenAtMs: number; readonly isOver: boolean } | undefined {
    const order = this.#order(orderId);
    return order === undefined ? undefined : { takenAtMs: order.takenAtMs, isOver: this.#isOver(order) };
  }

  #isReversing({ reversingUntilMs }: Order): boolean {
    return reversingUntilMs !== undefined && this.#now() < reversingUntilMs;
  }

  #standing(order: Order): StandingCharge {
    if (order.taken === undefined) return 'authorised';
    if (this.#isOver(order)) return 'settled';
    return order.type === 'sale' ? this.#habits.showsSaleAs : 'captured';
  }

  find(orderId: string): FoundInBooks {
    const order = this.#order(orderId);
    if (order === undefined) return { kind: 'no-record' };
    if (order.declined) return { kind: 'declined' };
    if (this.#isReversing(order)) return { kind: 'reversing' };
    // A refused credit stays the latest transaction, even if the charge is voided after it.
    if (order.lastCredit === 'failed' && this.#habits.showsFailedCredits) return { kind: 'credit-failed' };
    if (order.voided) return { kind: 'voided' };
    if (order.lastCredit === 'done') return { kind: 'credited' };
    return { kind: this.#standing(order), amount: order.taken ?? order.amount };
  }

  history(orderId: string) {
    const order = this.#order(orderId);
    if (order === undefined) return undefined;
    const { taken, amount, credits, pending, declined, voided } = order;
    const charge = declined
      ? 'declined'
      : voided
        ? 'voided'
        : this.#isReversing(order)
          ? 'pending'
          : this.#standing(order);
    return {
      kind: 'history',
      charge,
      amount: taken ?? amount,
      credits: credits.map((one) => one.amount),
      creditPending: pending !== undefined,
    } as const;
  }

  #mayCapture(order: Order, amount: MinorUnits, named: MinorUnits | undefined): boolean {
    if (order.type === 'sale' || order.declined || order.voided || this.#isReversing(order)) return false;
    if (order.taken !== undefined && !this.#habits.careless) return false;
    if (amount > order.amount && named !== order.amount) return false;
    return amount > 0 && amount * 100 <= order.amount * this.#habits.capturePercent;
  }

  /** False if the bank refuses: no hold, captured already, or more than it takes. `named` is the hold's own amount. */
  capture(orderId: string, amount: MinorUnits, named?: MinorUnits): boolean {
    const order = this.#order(orderId);
    if (order === undefined || !this.#mayCapture(order, amount, named)) return false;
    if (order.capturesRefused < order.captureRefusals) {
      order.capturesRefused += 1;
      return false;
    }
    this.transactions.add(orderId, 'capture');
    order.taken = minor((order.taken ?? 0) + amount);
    order.takenAtMs = this.#now();
    order.closesAtMs = this.#closingOf(order.takenAtMs);
    order.lastCredit = 'none';
    return true;
  }

  /** False if the bank refuses: the day is closed, there is nothing to void, or the card demands it. */
  void(orderId: string): boolean {
    const order = this.#order(orderId);
    if (order === undefined || order.declined || order.voided) return false;
    if (order.credits.length > 0) return this.#undoCredit(order);
    if (order.takeBack !== 'possible') return false;
    const settled = this.#standing(order) === 'settled';
    if (settled && (this.#isOver(order) || !this.#habits.voidsSettled)) return false;
    const leavesHold = order.type === 'pre-authorisation' && order.taken !== undefined && !this.#habits.voidTakesHold;
    this.transactions.voidStanding(orderId);
    if (leavesHold) order.taken = undefined;
    else order.voided = true;
    return true;
  }

  #undoCredit(order: Order): boolean {
    const latest = order.credits.at(-1);
    // It finds no way back from what it did twice.
    if (latest?.isSecond === true) return false;
    if (latest === undefined || this.#isClosed(latest.atMs) || !this.#habits.undoesCredits) return false;
    order.credits.pop();
    this.undidCredit = true;
    order.lastCredit = 'failed';
    return true;
  }

  #mayCredit(order: Order, amount: MinorUnits): boolean {
    const { taken, credits, pending } = order;
    if (order.declined || taken === undefined || order.takeBack === 'nothing') return false;
    if (this.#habits.careless) return this.#habits.creditsOnOpenDay || this.#isOver(order);
    return this.#isOver(order) && !order.voided && pending === undefined && sumOf(credits) + amount <= taken;
  }

  /** False if the bank refuses: the day is open, or more is asked for than is left. */
  credit(orderId: string, amount: MinorUnits, decidedInMs?: number, happens = true): boolean {
    const order = this.#order(orderId);
    if (order === undefined) return false;
    const accepted = this.#mayCredit(order, amount);
    if (!accepted || order.creditsRefused < order.creditRefusals) {
      if (accepted) order.creditsRefused += 1;
      order.lastCredit = 'failed';
      return false;
    }
    if (decidedInMs === undefined) this.#give(order, amount);
    else order.pending = { amount, atMs: this.#now() + decidedInMs, happens };
    return true;
  }

  books(): readonly BookedOrder[] {
    return [...this.#orders.keys()].flatMap((orderId): BookedOrder[] => {
      const order = this.#order(orderId);
      if (order === undefined) return [];
      const { amount: ordered, taken, takeBack, declined, voided, credits, calledDeclined } = order;
      const amount = taken ?? ordered;
      const givenBack = minor(sumOf(credits) + (voided ? amount : 0));
      const reversing = this.#isReversing(order) && order.reverses === true;
      const state = declined || reversing ? 'declined' : voided ? 'voided' : this.#standing(order);
      const held = minor(taken === undefined && state === 'authorised' ? ordered : 0);
      const excess = minor(sumOf(credits.filter(({ isSecond }) => isSecond)));
      const odd = calledDeclined === undefined ? { excess } : { excess, calledDeclined: true as const };
      return [{ orderId, ordered, amount, held, givenBack, state, takeBack, ...odd }];
    });
  }
}

export const hours = (count: number): number => count * HOUR_MS;
