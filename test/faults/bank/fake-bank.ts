import { nextTimeOfDay } from '../../../shared/domain/calendar.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { findTestCard } from '../../../shared/nestpay/test-cards.ts';
import type { BankAnswer, BankStatement, HistoryAnswer, InquiryAnswer } from '../../../shared/ports/bank-answers.ts';
import type { BankGateway, CallTime, PosAccount } from '../../../shared/ports/bank-gateway.ts';
import type { BookedOrder, FollowUp, PosOrder } from '../../../shared/ports/bank-order.ts';
import { runAccountOf } from '../run-account.ts';
import type { Circumstances, RunBank } from '../world.ts';
import { BankOddities } from './bank-oddities.ts';
import { wrongReference } from './bank-transactions.ts';
import { CallsOfOrders } from './calls-of-orders.ts';
import { fakeGate, gateHarms } from './fake-gate.ts';
import { habitsOf, unwillingness } from './fake-habits.ts';
import { type Entry, FakeLedger, type FoundInBooks, hours } from './fake-ledger.ts';
import { ERROR, LOST, silence, WAYS } from './fake-ways.ts';

const MINUTE_MS = 60_000;

type Contradiction = Extract<InquiryAnswer, { kind: 'unknown' }>;

/**
 * A bank behind the port with its own books and day, for many runs. While faults are on, it loses requests and answers,
 * cuts connections and answers errors before or after a charge. It books charges, voids and credits hours after the
 * call, says "declined" while it holds the money, charges another amount, and cannot be asked. It declines the same
 * cards as the embedded bank.
 */
class FakeBank implements BankGateway {
  readonly ledger: FakeLedger;
  readonly #late: { readonly carryOut: () => void; readonly atMs: number }[] = [];
  readonly #circumstances: Circumstances;
  readonly #calls: CallsOfOrders;
  readonly #oddities: BankOddities;
  /** Whether it holds a charge that only the question of the next day finds. */
  foundLate = false;

  constructor(circumstances: Circumstances, isOdd: boolean) {
    this.#circumstances = circumstances;
    this.#oddities = new BankOddities(circumstances, isOdd);
    const habits = habitsOf(circumstances.seeded, circumstances.gateway);
    this.ledger = new FakeLedger(habits, () => this.#clock.now());
    this.#calls = new CallsOfOrders(circumstances);
    circumstances.met.add(`bank shows sales as ${habits.showsSaleAs}`);
  }

  get #seeded() {
    return this.#circumstances.seeded;
  }

  get #ways() {
    return WAYS[this.#circumstances.gateway];
  }

  get #clock() {
    return this.#circumstances.clock;
  }

  #demand(holds: boolean, what: string): void {
    if (!holds) this.#circumstances.violations.push(what);
  }

  #harm<Fault extends string>(probability: number, faults: readonly Fault[]): Fault | 'none' {
    if (!this.#circumstances.atFault || !this.#seeded.chance(probability)) return 'none';
    const harm = this.#seeded.pick(faults);
    this.#circumstances.met.add(`fault: bank ${harm}`);
    return harm;
  }

  #carryOutLate(): void {
    for (const one of this.#late.filter(({ atMs }) => atMs <= this.#clock.now())) {
      this.#late.splice(this.#late.indexOf(one), 1);
      one.carryOut();
    }
  }

  #later(inMs: number, carryOut: () => void): void {
    this.#late.push({ atMs: this.#clock.now() + inMs, carryOut });
  }

  /** Closes the day now, whatever the time is. */
  closeDay(): void {
    this.#carryOutLate();
    this.ledger.closeDay();
    this.#circumstances.met.add('fault: bank day closed');
  }

  /** The duration of a call. A lost answer takes all the time there is. */
  #takes({ answerBy }: CallTime, lost: boolean): void {
    const left = Math.max(0, answerBy - this.#clock.now());
    this.#clock.advance(lost ? left : Math.min(left, this.#seeded.below(3000)));
  }

  #entryOf(order: PosOrder, declined: boolean): Entry {
    const { orderId, amount, type } = order;
    return { orderId, amount, type, declined, ...unwillingness(this.#seeded, type) };
  }

  /**
   * Books a charge after its caller has gone, seldom after the horizon. There the question of the next day finds it.
   */
  #bookLate(entry: Entry): void {
    const veryLate = this.#seeded.chance(0.2);
    this.foundLate ||= veryLate;
    const { horizonHours } = this.#circumstances;
    const inMs = veryLate
      ? hours(horizonHours + 1 + this.#seeded.below(20))
      : this.#seeded.below(hours(horizonHours) * 0.9);
    this.#later(inMs, () => this.ledger.enter(entry));
  }

  /** Answers "declined" while it still reverses the charge. Now and then the charge stays. */
  #bookReversing(entry: Entry): BankAnswer {
    const reverses = this.#seeded.chance(0.6);
    this.foundLate ||= !reverses;
    const reversingUntilMs = this.#clock.now() + this.#seeded.below(hours(20));
    this.ledger.enter({ ...entry, declined: false, reverses, reversingUntilMs });
    return { kind: 'declined', code: '016', procReturnCode: '92', asksAgain: true };
  }

  #approved(orderId: string): BankAnswer {
    return { kind: 'approved', references: this.ledger.transactions.latestOf(orderId) };
  }

  /** Books what is not as it was ordered. */
  #bookOtherwise(entry: Entry, harm: 'other-amount' | 'two charges'): BankAnswer {
    const { contradictsItself } = this.#ways;
    if (harm === 'two charges') {
      this.ledger.enter({ ...entry, declined: false, contradiction: 'stands' });
      return this.#seeded.chance(0.5) ? LOST : this.#approved(entry.orderId);
    }
    const amount = minor(entry.amount + this.#seeded.pick([-1, 1, 5000]));
    this.ledger.enter({ ...entry, declined: false, amount, ...(contradictsItself ? { contradiction: 'voided' } : {}) });
    return contradictsItself ? LOST : { kind: 'unknown', cause: 'contradictory' };
  }

  async #charge(order: PosOrder, time: CallTime, number = ''): Promise<BankAnswer> {
    this.#calls.charged(order.orderId);
    if (this.#clock.now() >= time.answerBy) return { kind: 'not-sent', code: '021' };
    this.#carryOutLate();
    const harm = this.#harm(0.5, this.#ways.chargeHarms);
    this.#takes(time, harm.startsWith('lost') || harm === 'late');
    if (harm === 'refused') return { kind: 'not-sent', code: '008' };
    if (harm === 'refused by the gateway') {
      return { kind: 'declined', code: this.#seeded.pick(['008', '009']), procReturnCode: '92', asksAgain: true };
    }
    if (harm === 'lost-before' || harm === 'cut-before') return silence(harm) ?? LOST;
    if (harm === 'error-before' || this.ledger.has(order.orderId)) return ERROR;
    const declined = this.#seeded.chance(0.2) || typeof findTestCard(number)?.charge === 'object';
    const entry = this.#entryOf(order, declined);
    const calledDeclined = declined && harm === 'none' ? this.#chargedDecline() : undefined;
    if (harm === 'late') this.#bookLate(entry);
    if (harm === 'reversing') return this.#bookReversing(entry);
    if (harm === 'other-amount' || harm === 'two charges') return this.#bookOtherwise(entry, harm);
    if (harm === 'late') return LOST;
    this.ledger.enter(calledDeclined === undefined ? entry : { ...entry, declined: false, calledDeclined });
    const unheard = harm === 'error-after' ? ERROR : silence(harm);
    if (unheard !== undefined) return unheard;
    return declined ? { kind: 'declined', code: '002', procReturnCode: '51' } : this.#approved(order.orderId);
  }

  /** How it charges what it calls declined, if it does. */
  #chargedDecline(): Entry['calledDeclined'] {
    const calledDeclined = this.#oddities.chargesDeclined();
    return calledDeclined !== undefined && this.#ways.contradictsItself ? 'plain' : calledDeclined;
  }

  charge: BankGateway['charge'] = (account, order, time) => {
    this.#demand(
      account.withoutCvc || order.card.cvc !== undefined,
      'a charge without a CVC at an account that needs it',
    );
    return this.#charge(order, time, order.card.number);
  };

  provision(_account: unknown, order: PosOrder, time: CallTime): Promise<BankAnswer> {
    return this.#charge(order, time);
  }

  start3D: BankGateway['start3D'] = (...call) => fakeGate.start3D(...call);

  startOnServer: BankGateway['startOnServer'] = async (_account, { order, okUrl }, time) => {
    const harm = this.#harm(0.3, gateHarms);
    this.#takes(time, harm === 'silent gate');
    return fakeGate.answerOnServer(harm, { orderId: order.orderId, okUrl });
  };

  verifyCallback: BankGateway['verifyCallback'] = (...call) => fakeGate.verifyCallback(...call);

  async inquire(account: PosAccount, order: PosOrder, time: CallTime): Promise<InquiryAnswer> {
    if (this.#clock.now() >= time.answerBy) return { kind: 'unknown', cause: 'not-asked' };
    this.#carryOutLate();
    const harm = this.#harm(0.3, this.#ways.inquiryHarms);
    this.#takes(time, harm === 'time-out');
    if (harm !== 'none') return { kind: 'unknown', cause: harm };
    const found = this.#foundIn(account, order);
    const amount = 'amount' in found ? found.amount : undefined;
    const said: BankStatement = {
      state: found.kind,
      ...(amount === undefined ? {} : { amount }),
      procReturnCode: '00',
    };
    const answer = this.#tells(order, found, said);
    this.#calls.asked(order.orderId, answer);
    return answer;
  }

  #foundIn(account: PosAccount, { orderId }: PosOrder): FoundInBooks | Contradiction {
    if (this.ledger.contradicts(orderId)) return { kind: 'unknown', cause: 'contradictory' };
    const found = this.ledger.find(orderId);
    const showsBoth = 'amount' in found && this.ledger.showsDeclineCode(orderId);
    if (showsBoth) return { kind: 'unknown', cause: 'contradictory', shows: found.kind };
    return found.kind === 'captured' && this.#isOldAt(account, orderId) ? { ...found, kind: 'settled' } : found;
  }

  /** Whether the client calls a charge settled by its age alone, as Garanti's does. */
  #isOldAt({ kind, dayEndsAt }: PosAccount, orderId: string): boolean {
    const day = this.ledger.dayOf(orderId);
    return kind === 'garanti' && day !== undefined && this.#clock.now() >= nextTimeOfDay(day.takenAtMs, dayEndsAt);
  }

  #tells({ orderId }: PosOrder, found: FoundInBooks | Contradiction, said: BankStatement): InquiryAnswer {
    if (found.kind === 'unknown') return { ...found, said: { ...said, procReturnCode: '51' } };
    if (found.kind === 'no-record') return found;
    const references = this.ledger.transactions.referencesOf(orderId);
    if (found.kind === 'reversing') return { kind: 'declined', references, code: '016', asksAgain: true, said };
    if (found.kind === 'declined') return { kind: 'declined', references, code: '002', said };
    return 'amount' in found ? { ...found, references, said } : { kind: found.kind, references, said };
  }

  #historyOf(account: PosAccount, { orderId }: PosOrder): HistoryAnswer {
    if (this.ledger.contradicts(orderId)) return { kind: 'unknown', cause: 'contradictory' };
    if (this.ledger.showsDeclineCode(orderId)) return { kind: 'unknown', cause: 'unreadable' };
    const history = this.ledger.history(orderId);
    if (history === undefined) return { kind: 'no-record' };
    return history.charge === 'captured' && this.#isOldAt(account, orderId)
      ? { ...history, charge: 'settled' }
      : history;
  }

  async inquireHistory(account: PosAccount, order: PosOrder, time: CallTime): Promise<HistoryAnswer> {
    if (this.#clock.now() >= time.answerBy) return { kind: 'unknown', cause: 'not-asked' };
    this.#carryOutLate();
    const harm = this.#harm(0.3, ['time-out', 'contradictory'] as const);
    this.#takes(time, harm === 'time-out');
    if (harm !== 'none') return { kind: 'unknown', cause: harm };
    const answer = this.#historyOf(account, order);
    this.#calls.asked(order.orderId, answer);
    return answer;
  }

  /** Whether the step names the transaction that it is about. A second void or capture of it is refused. */
  #namesStanding(order: BookedOrder, step: FollowUp): boolean {
    const own = this.ledger.transactions.ofOrder(order.orderId);
    if (wrongReference(order, step, own) !== undefined) return false;
    const named = own.find(({ reference }) => reference === order.references?.hostReference);
    return step.kind !== 'void' || named?.voided === false;
  }

  #carryOut(order: BookedOrder, step: FollowUp): boolean {
    const { orderId, amount } = order;
    if (this.#ways.namesTransactions && !this.#namesStanding(order, step)) return false;
    if (step.kind === 'capture') return this.ledger.capture(orderId, amount, step.preAuthorised);
    if (step.kind === 'void') return this.ledger.void(orderId);
    const credited = this.ledger.credit(orderId, amount);
    if (credited && this.#oddities.creditsTwice()) this.ledger.creditAgain(orderId);
    return credited;
  }

  /** Carries a follow-up out after its caller has gone, before it is believed that it did not happen. */
  #carryOutLater(order: BookedOrder, step: FollowUp): void {
    this.#later(this.#seeded.below(hours(this.#circumstances.horizonHours) * 0.9), () => {
      this.#carryOut(order, step);
      this.#calls.arrived(order.orderId);
    });
  }

  /** Nobody refunds what may still be voided. */
  #demandDayAfter(account: PosAccount, { orderId }: PosOrder): void {
    const isAfter = this.ledger.dayOf(orderId)?.isOver === true || this.#isOldAt(account, orderId);
    this.#demand(isAfter, 'a refund was sent on the day of its charge');
  }

  async followUp(account: PosAccount, order: BookedOrder, step: FollowUp, time: CallTime): Promise<BankAnswer> {
    if (this.#clock.now() >= time.answerBy) return { kind: 'not-sent', code: '021' };
    const { namesTransactions } = this.#ways;
    if (namesTransactions && order.references === undefined)
      return { kind: 'not-sent', code: '008', refusedHere: true };
    if (namesTransactions && step.kind === 'refund') this.#demandDayAfter(account, order);
    this.#carryOutLate();
    const { orderId, amount } = order;
    const harm = this.#harm(0.5, this.#ways.followUpHarms);
    this.#calls.followedUp(orderId, step.kind, harm);
    this.#takes(time, harm.startsWith('lost') || harm === 'late');
    if (harm === 'lost-before' || harm === 'cut-before') return silence(harm) ?? LOST;
    if (harm === 'error-before') return ERROR;
    if (harm === 'declined') return { kind: 'declined', code: '004', procReturnCode: '05' };
    if (harm === 'late') {
      this.#carryOutLater(order, step);
      return LOST;
    }
    if (harm === 'pending' && step.kind === 'refund') {
      const decidedInMs = this.#seeded.below(300 * MINUTE_MS);
      return this.ledger.credit(orderId, amount, decidedInMs, this.#seeded.chance(0.5)) ? LOST : ERROR;
    }
    const done = this.#carryOut(order, step);
    this.#circumstances.met.add(`bank: ${step.kind} ${done ? 'done' : 'refused'}`);
    const unheard = silence(harm);
    if (unheard !== undefined) return unheard;
    if (!done || harm === 'error-after') return ERROR;
    this.#calls.approved(orderId);
    return this.#approved(orderId);
  }
}

/**
 * The fake bank as the bank of a run. `isOdd`: it does what no answer of it tells, which the run must be ready for.
 */
export const fakeBank = (
  circumstances: Circumstances,
  { isOdd = false }: { readonly isOdd?: boolean } = {},
): RunBank => {
  const bank = new FakeBank(circumstances, isOdd);
  return {
    port: bank,
    account: runAccountOf(circumstances.gateway, 'https://bank.example'),
    ...(WAYS[circumstances.gateway].namesTransactions
      ? { transactions: async () => bank.ledger.transactions.all() }
      : {}),
    pickCard: () => '4111111111111111',
    throughGate: fakeGate.through,
    closeDay: async () => bank.closeDay(),
    books: async () => bank.ledger.books(),
    foundLate: () => bank.foundLate || bank.ledger.undidCredit,
    close: async () => undefined,
  };
};
