import { minor } from '../../../shared/domain/money/money.ts';
import { findTestCard } from '../../../shared/nestpay/test-cards.ts';
import type {
  BankAnswer,
  BankGateway,
  BankStatement,
  CallTime,
  FollowUp,
  HistoryAnswer,
  InquiryAnswer,
  PosOrder,
} from '../../../shared/ports/bank-gateway.ts';
import type { Circumstances, RunBank } from '../world.ts';
import { BankOddities } from './bank-oddities.ts';
import { CallsOfOrders } from './calls-of-orders.ts';
import { type Entry, FakeLedger, type FoundInBooks, habitsOf, hours, unwillingness } from './fake-ledger.ts';

const references = { authCode: '123456', hostReference: '1', transactionId: 'T' };
const LOST: BankAnswer = { kind: 'unknown', cause: 'time-out' };
const CUT: BankAnswer = { kind: 'unknown', cause: 'connection-lost' };
const ERROR: BankAnswer = { kind: 'unknown', cause: 'error-answer' };
const MINUTE_MS = 60_000;

const CHARGE_HARMS = [
  'refused',
  'lost-before',
  'lost-after',
  'cut-before',
  'cut-after',
  'error-before',
  'error-after',
  'late',
  'reversing',
  'other-amount',
] as const;
const FOLLOW_UP_HARMS = [
  'lost-before',
  'lost-after',
  'cut-before',
  'cut-after',
  'error-after',
  'declined',
  'late',
  'pending',
] as const;

/** The answer to a call whose request or answer was lost. */
const silence = (harm: string): BankAnswer | undefined => {
  if (harm.startsWith('lost') || harm === 'late') return LOST;
  return harm.startsWith('cut') ? CUT : undefined;
};

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
    const habits = habitsOf(circumstances.seeded);
    this.ledger = new FakeLedger(habits, () => this.#clock.now());
    this.#calls = new CallsOfOrders(circumstances);
    circumstances.met.add(`bank shows sales as ${habits.showsSaleAs}`);
  }

  get #seeded() {
    return this.#circumstances.seeded;
  }

  get #clock() {
    return this.#circumstances.clock;
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

  async #charge(order: PosOrder, time: CallTime, number = ''): Promise<BankAnswer> {
    this.#calls.charged(order.orderId);
    if (this.#clock.now() >= time.answerBy) return { kind: 'not-sent', code: '021' };
    this.#carryOutLate();
    const harm = this.#harm(0.5, CHARGE_HARMS);
    this.#takes(time, harm.startsWith('lost') || harm === 'late');
    if (harm === 'refused') return { kind: 'not-sent', code: '008' };
    if (harm === 'lost-before' || harm === 'cut-before') return silence(harm) ?? LOST;
    if (harm === 'error-before' || this.ledger.has(order.orderId)) return ERROR;
    const declined = this.#seeded.chance(0.2) || typeof findTestCard(number)?.charge === 'object';
    const entry = this.#entryOf(order, declined);
    const calledDeclined = declined && harm === 'none' ? this.#oddities.chargesDeclined() : undefined;
    if (harm === 'late') this.#bookLate(entry);
    if (harm === 'reversing') return this.#bookReversing(entry);
    if (harm === 'other-amount') {
      this.ledger.enter({ ...entry, declined: false, amount: minor(order.amount + this.#seeded.pick([-1, 1, 5000])) });
      return { kind: 'unknown', cause: 'contradictory' };
    }
    if (harm === 'late') return LOST;
    this.ledger.enter(calledDeclined === undefined ? entry : { ...entry, declined: false, calledDeclined });
    const unheard = harm === 'error-after' ? ERROR : silence(harm);
    if (unheard !== undefined) return unheard;
    return declined ? { kind: 'declined', code: '002', procReturnCode: '51' } : { kind: 'approved', references };
  }

  charge: BankGateway['charge'] = (_account, order, time) => this.#charge(order, time, order.card.number);

  provision(_account: unknown, order: PosOrder, time: CallTime): Promise<BankAnswer> {
    return this.#charge(order, time);
  }

  start3D: BankGateway['start3D'] = async (_account, { order, okUrl }) => ({
    kind: 'form',
    form: {
      action: 'https://bank.example/fim/est3Dgate',
      fields: [
        ['oid', order.orderId],
        ['okUrl', okUrl],
      ],
    },
  });

  /** As banks do that ask no payer: the form leads straight back. The run's payers then post a callback of their own. */
  startOnServer: BankGateway['startOnServer'] = async (_account, { order, okUrl }, time) => {
    const harm = this.#harm(0.3, ['silent gate', 'unusable gate'] as const);
    this.#takes(time, harm === 'silent gate');
    if (harm === 'silent gate') return { kind: 'failed', code: '024', why: { kind: 'silent' } };
    if (harm === 'unusable gate') {
      return { kind: 'failed', code: '024', why: { kind: 'unusable', reason: 'redirect' } };
    }
    return { kind: 'form', form: { action: okUrl, fields: [['oid', order.orderId]], acceptCharset: 'utf-8' } };
  };

  verifyCallback: BankGateway['verifyCallback'] = async (_account, { order }, posted) => {
    const fields = new Map(posted);
    if (fields.get('oid') !== order.orderId) return { kind: 'refused', reason: 'hash' };
    if (fields.get('mdStatus') !== '1') return { kind: 'failed', code: '001', mdStatus: 0 };
    return { kind: 'authenticated', authentication: { md: 'm', xid: 'x', eci: '05', cavv: 'c' }, mdStatus: 1 };
  };

  async inquire(_account: unknown, order: PosOrder, time: CallTime): Promise<InquiryAnswer> {
    if (this.#clock.now() >= time.answerBy) return { kind: 'unknown', cause: 'not-asked' };
    this.#carryOutLate();
    const harm = this.#harm(0.3, ['time-out', 'contradictory', 'pending'] as const);
    this.#takes(time, harm === 'time-out');
    if (harm !== 'none') return { kind: 'unknown', cause: harm };
    const found = this.#foundIn(order);
    const amount = 'amount' in found ? found.amount : undefined;
    const said: BankStatement = {
      state: found.kind,
      ...(amount === undefined ? {} : { amount }),
      procReturnCode: '00',
    };
    const answer = this.#tells(found, said);
    this.#calls.asked(order.orderId, answer);
    return answer;
  }

  #foundIn({ orderId }: PosOrder): FoundInBooks | Contradiction {
    const found = this.ledger.find(orderId);
    const showsBoth = 'amount' in found && this.ledger.showsDeclineCode(orderId);
    return showsBoth ? { kind: 'unknown', cause: 'contradictory', shows: found.kind } : found;
  }

  #tells(found: FoundInBooks | Contradiction, said: BankStatement): InquiryAnswer {
    if (found.kind === 'unknown') return { ...found, said: { ...said, procReturnCode: '51' } };
    if (found.kind === 'no-record') return found;
    if (found.kind === 'reversing') return { kind: 'declined', references, code: '016', asksAgain: true, said };
    if (found.kind === 'declined') return { kind: 'declined', references, code: '002', said };
    return 'amount' in found ? { ...found, references, said } : { kind: found.kind, references, said };
  }

  async inquireHistory(_account: unknown, order: PosOrder, time: CallTime): Promise<HistoryAnswer> {
    if (this.#clock.now() >= time.answerBy) return { kind: 'unknown', cause: 'not-asked' };
    this.#carryOutLate();
    const harm = this.#harm(0.3, ['time-out', 'contradictory'] as const);
    this.#takes(time, harm === 'time-out');
    if (harm !== 'none') return { kind: 'unknown', cause: harm };
    const answer: HistoryAnswer = this.ledger.showsDeclineCode(order.orderId)
      ? { kind: 'unknown', cause: 'unreadable' }
      : (this.ledger.history(order.orderId) ?? { kind: 'no-record' });
    this.#calls.asked(order.orderId, answer);
    return answer;
  }

  #carryOut({ orderId, amount }: PosOrder, step: FollowUp): boolean {
    if (step.kind === 'capture') return this.ledger.capture(orderId, amount, step.preAuthorised);
    if (step.kind === 'void') return this.ledger.void(orderId);
    const credited = this.ledger.credit(orderId, amount);
    if (credited && this.#oddities.creditsTwice()) this.ledger.creditAgain(orderId);
    return credited;
  }

  /** Carries a follow-up out after its caller has gone, before it is believed that it did not happen. */
  #carryOutLater(order: PosOrder, step: FollowUp): void {
    this.#later(this.#seeded.below(hours(this.#circumstances.horizonHours) * 0.9), () => {
      this.#carryOut(order, step);
      this.#calls.arrived(order.orderId);
    });
  }

  async followUp(_account: unknown, order: PosOrder, step: FollowUp, time: CallTime): Promise<BankAnswer> {
    if (this.#clock.now() >= time.answerBy) return { kind: 'not-sent', code: '021' };
    this.#carryOutLate();
    const { orderId, amount } = order;
    const harm = this.#harm(0.5, FOLLOW_UP_HARMS);
    this.#calls.followedUp(orderId, step.kind, harm);
    this.#takes(time, harm.startsWith('lost') || harm === 'late');
    if (harm === 'lost-before' || harm === 'cut-before') return silence(harm) ?? LOST;
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
    return { kind: 'approved', references };
  }
}

/** The keys of the one merchant at the fake bank. */
export const FAKE_ACCOUNT = { apiPassword: 'fake-api-password', storeKey: 'fake-store-key' } as const;

/**
 * The fake bank as the bank of a run. `isOdd`: it does what no answer of it tells, which the run must be ready for. Its gate returns only the two
 * fields that it checks itself.
 */
export const fakeBank = (
  circumstances: Circumstances,
  { isOdd = false }: { readonly isOdd?: boolean } = {},
): RunBank => {
  const bank = new FakeBank(circumstances, isOdd);
  return {
    port: bank,
    account: {
      gateway: 'https://bank.example',
      clientId: '190100000',
      apiUser: 'api',
      ...FAKE_ACCOUNT,
    },
    pickCard: () => '4111111111111111',
    throughGate: async ({ fields }, passes) => [
      ['oid', new Map(fields).get('oid') ?? ''],
      ['mdStatus', passes ? '1' : '0'],
    ],
    closeDay: async () => bank.closeDay(),
    books: async () => bank.ledger.books(),
    foundLate: () => bank.foundLate || bank.ledger.undidCredit,
    close: async () => undefined,
  };
};
