import { nextTimeOfDay } from '../../shared/domain/calendar.ts';
import { type MinorUnits, minor } from '../../shared/domain/money/money.ts';
import type { ChargeType, StandingCharge } from '../../shared/ports/bank-gateway.ts';
import type { Seeded } from './seeded.ts';
import type { BookedOrder } from './world.ts';

const HOUR_MS = 3_600_000;

/** How a fake bank keeps its day. */
export interface BankHabits {
  /** When it closes its day, `HH:MM`: not always when its virtual POS says so. */
  readonly closesAt: string;
  /** How it shows a whole sale while the day is open. */
  readonly showsSaleAs: StandingCharge;
  /** Whether it voids sales that it shows as settled while its day is open. */
  readonly voidsSettled: boolean;
  /** Whether a Void that comes after a credit undoes it while the credit's own day is open, as a Void of the latest transaction. */
  readonly undoesCredits: boolean;
  /** Whether an inquiry shows a credit that did not happen as the order's latest transaction. */
  readonly showsFailedCredits: boolean;
  /** Whether it credits more than was taken, and what was voided: then only its merchant keeps money from going back twice. */
  readonly careless: boolean;
}

export const habitsOf = (seeded: Seeded): BankHabits => {
  const careless = seeded.chance(0.4);
  return {
    careless,
    // A careless bank closes in time: its merchant could not know that a Void on its way still works.
    closesAt: careless ? '22:00' : seeded.pick(['22:00', '22:00', '20:30', '23:30', '00:00']),
    showsSaleAs: seeded.pick(['captured', 'captured', 'authorised', 'settled']),
    voidsSettled: seeded.chance(0.5),
    undoesCredits: seeded.chance(0.5),
    showsFailedCredits: seeded.chance(0.5),
  };
};

/** A charge as it is entered. */
export interface Entry {
  readonly orderId: string;
  readonly amount: MinorUnits;
  readonly type: ChargeType;
  readonly declined: boolean;
  /** The bank says that it declined, and may still reverse the charge until this moment. */
  readonly reversingUntilMs?: number;
  /** Whether it is reversed then, or stays charged. */
  readonly reverses?: boolean;
  readonly takeBack: BookedOrder['takeBack'];
  /** How many credits are refused before one is taken. */
  readonly creditRefusals: number;
}

interface Order extends Entry {
  readonly bookedAtMs: number;
  closed: boolean;
  voided: boolean;
  creditsRefused: number;
  credits: MinorUnits[];
  /** A credit that the bank has not decided; it decides at `atMs`. */
  pending: { readonly amount: MinorUnits; readonly atMs: number; readonly happens: boolean } | undefined;
  lastCredit: 'none' | 'done' | 'failed';
  lastCreditAtMs: number;
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0);

export type FoundInBooks =
  | { readonly kind: StandingCharge; readonly amount: MinorUnits }
  | { readonly kind: 'voided' | 'credited' | 'credit-failed' }
  | { readonly kind: 'no-record' }
  | { readonly kind: 'declined' | 'reversing' };

/** The books of a fake bank, with a day that it closes: voids work before, credits after. */
export class FakeLedger {
  readonly #orders = new Map<string, Order>();
  readonly #habits: BankHabits;
  readonly #now: () => number;
  /** Whether a Void that came late undid a credit: the question after the refund finds its charge. */
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
    this.#orders.set(entry.orderId, {
      ...entry,
      bookedAtMs: this.#now(),
      closed: false,
      voided: false,
      creditsRefused: 0,
      credits: [],
      pending: undefined,
      lastCredit: 'none',
      lastCreditAtMs: 0,
    });
  }

  /** Closes the day of everything that is booked, at whatever time. */
  closeDay(): void {
    for (const order of this.#orders.values()) order.closed = true;
  }

  /** The order as it is now: its day may have ended, its reversal or its credit been decided. */
  #order(orderId: string): Order | undefined {
    const order = this.#orders.get(orderId);
    if (order === undefined) return undefined;
    order.closed ||= this.#now() >= nextTimeOfDay(order.bookedAtMs, this.#habits.closesAt);
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
    order.credits.push(amount);
    order.lastCreditAtMs = this.#now();
    order.lastCredit = 'done';
  }

  #isReversing({ reversingUntilMs }: Order): boolean {
    return reversingUntilMs !== undefined && this.#now() < reversingUntilMs;
  }

  #standing(order: Order): StandingCharge {
    if (order.type === 'pre-authorisation') return 'authorised';
    return order.closed ? 'settled' : this.#habits.showsSaleAs;
  }

  find(orderId: string): FoundInBooks {
    const order = this.#order(orderId);
    if (order === undefined) return { kind: 'no-record' };
    if (order.declined) return { kind: 'declined' };
    if (this.#isReversing(order)) return { kind: 'reversing' };
    if (order.voided) return { kind: 'voided' };
    if (order.lastCredit === 'done') return { kind: 'credited' };
    if (order.lastCredit === 'failed' && this.#habits.showsFailedCredits) return { kind: 'credit-failed' };
    return { kind: this.#standing(order), amount: order.amount };
  }

  history(orderId: string) {
    const order = this.#order(orderId);
    if (order === undefined) return undefined;
    const { amount, credits, pending, declined, voided } = order;
    const charge = declined
      ? 'declined'
      : voided
        ? 'voided'
        : this.#isReversing(order)
          ? 'pending'
          : this.#standing(order);
    return { kind: 'history', charge, amount, credits: [...credits], creditPending: pending !== undefined } as const;
  }

  /** False where the bank refuses: the day is closed, there is nothing to void, or it does not want to. */
  void(orderId: string): boolean {
    const order = this.#order(orderId);
    if (order === undefined || order.declined || order.voided) return false;
    if (order.credits.length > 0) return this.#undoCredit(order);
    if (order.takeBack !== 'possible') return false;
    const settled = this.#standing(order) === 'settled';
    if (settled && (order.closed || !this.#habits.voidsSettled)) return false;
    order.voided = true;
    return true;
  }

  #undoCredit(order: Order): boolean {
    const open = this.#now() < nextTimeOfDay(order.lastCreditAtMs, this.#habits.closesAt);
    if (!open || !this.#habits.undoesCredits) return false;
    order.credits.pop();
    this.undidCredit = true;
    order.lastCredit = 'failed';
    return true;
  }

  #mayCredit(order: Order, amount: MinorUnits): boolean {
    if (order.declined || order.type === 'pre-authorisation' || order.takeBack === 'nothing') return false;
    if (this.#habits.careless) return true;
    return order.closed && !order.voided && order.pending === undefined && sum(order.credits) + amount <= order.amount;
  }

  /** False where the bank refuses: the day is open, or more is asked for than is left. */
  credit(orderId: string, amount: MinorUnits, decidedInMs?: number, happens = true): boolean {
    const order = this.#order(orderId);
    if (order === undefined || !this.#mayCredit(order, amount)) return false;
    if (order.creditsRefused < order.creditRefusals) {
      order.creditsRefused += 1;
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
      const { amount, takeBack, declined, voided, credits } = order;
      const givenBack = minor(sum(credits) + (voided ? amount : 0));
      const reversing = this.#isReversing(order) && order.reverses === true;
      const state = declined || reversing ? 'declined' : voided ? 'voided' : this.#standing(order);
      return [{ orderId, amount, givenBack, state, takeBack }];
    });
  }
}

/** How the bank takes a charge back, and how unwillingly. */
export const unwillingness = (seeded: Seeded, type: ChargeType): Pick<Entry, 'takeBack' | 'creditRefusals'> => {
  const takeBack = seeded.pick([
    'possible',
    'possible',
    'possible',
    'void-refused',
    'void-refused',
    'nothing',
  ] as const);
  return {
    // A pre-authorisation that is not captured can only be voided.
    takeBack: type === 'pre-authorisation' && takeBack === 'void-refused' ? 'nothing' : takeBack,
    creditRefusals: seeded.pick([0, 0, 0, 1, 2]),
  };
};

export const hours = (count: number): number => count * HOUR_MS;
