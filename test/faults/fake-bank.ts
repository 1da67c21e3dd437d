import { findTestCard } from '../../shared/domain/bank-test-cards.ts';
import type {
  BankAnswer,
  CallTime,
  FollowUp,
  InquiryAnswer,
  PosOrder,
  VirtualPos,
} from '../../shared/ports/virtual-pos.ts';
import type { BookedOrder, Circumstances, RunBank } from './world.ts';

const references = { authCode: '123456', hostReference: '1', transactionId: 'T' };
const LOST: BankAnswer = { kind: 'unknown', cause: 'time-out' };
const ERROR: BankAnswer = { kind: 'unknown', cause: 'error-answer' };
const HOUR_MS = 3_600_000;

/**
 * A bank with books of its own behind the port, for many runs. While it is at fault it loses requests and answers, answers errors
 * before and after it charged, books a charge hours after the call, and cannot be asked. It declines cards that the
 * embedded bank declines.
 */
class FakeBank implements VirtualPos {
  readonly books = new Map<string, BookedOrder>();
  readonly #late: { readonly order: BookedOrder; readonly atMs: number }[] = [];
  readonly #circumstances: Circumstances;
  /** Whether it booked a charge after the horizon of its "no record". */
  veryLate = false;

  constructor(circumstances: Circumstances) {
    this.#circumstances = circumstances;
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

  #bookLate(): void {
    const due = this.#late.filter(({ atMs }) => atMs <= this.#clock.now());
    for (const one of due) {
      this.#late.splice(this.#late.indexOf(one), 1);
      if (!this.books.has(one.order.orderId)) this.books.set(one.order.orderId, one.order);
    }
  }

  /** The time a call takes; a lost answer takes all there is. */
  #takes({ answerBy }: CallTime, lost: boolean): void {
    const left = Math.max(0, answerBy - this.#clock.now());
    this.#clock.advance(lost ? left : Math.min(left, this.#seeded.below(3000)));
  }

  async #charge(order: PosOrder, time: CallTime, number = ''): Promise<BankAnswer> {
    if (this.#clock.now() >= time.answerBy) return { kind: 'not-sent', code: '021' };
    this.#bookLate();
    const harms = ['refused', 'lost-before', 'lost-after', 'error-before', 'error-after', 'late'] as const;
    const harm = this.#harm(0.5, harms);
    this.#takes(time, harm.startsWith('lost') || harm === 'late');
    if (harm === 'refused') return { kind: 'not-sent', code: '008' };
    if (harm === 'lost-before') return LOST;
    if (harm === 'error-before' || this.books.has(order.orderId)) return ERROR;
    const declined = this.#seeded.chance(0.2) || typeof findTestCard(number)?.charge === 'object';
    const taken = order.type === 'sale' ? 'captured' : 'authorised';
    const takeBack = this.#seeded.pick(['possible', 'possible', 'void-refused', 'nothing'] as const);
    const booked: BookedOrder = {
      orderId: order.orderId,
      amount: order.amount,
      state: declined ? 'declined' : taken,
      takeBack: taken === 'authorised' && takeBack === 'void-refused' ? 'nothing' : takeBack,
    };
    if (harm === 'late') {
      // Seldom later than any horizon: what is declined by then is found by the question of the next day.
      const veryLate = this.#seeded.chance(0.2);
      this.veryLate ||= veryLate;
      const { horizonHours } = this.#circumstances;
      const horizonMs = horizonHours * HOUR_MS;
      const inMs = veryLate ? horizonMs + (1 + this.#seeded.below(20)) * HOUR_MS : this.#seeded.below(horizonMs * 0.9);
      this.#late.push({ order: booked, atMs: this.#clock.now() + inMs });
      return LOST;
    }
    this.books.set(order.orderId, booked);
    if (harm === 'lost-after') return LOST;
    if (harm === 'error-after') return ERROR;
    return declined ? { kind: 'declined', code: '002', procReturnCode: '51' } : { kind: 'approved', references };
  }

  charge: VirtualPos['charge'] = (_account, order, time) => this.#charge(order, time, order.card.number);

  provision(_account: unknown, order: PosOrder, time: CallTime): Promise<BankAnswer> {
    return this.#charge(order, time);
  }

  start3D: VirtualPos['start3D'] = (_account, { order, okUrl }) => ({
    action: 'https://bank.example/fim/est3Dgate',
    fields: [
      ['oid', order.orderId],
      ['okUrl', okUrl],
    ],
  });

  verifyCallback: VirtualPos['verifyCallback'] = (_account, { order }, posted) => {
    const fields = new Map(posted);
    if (fields.get('oid') !== order.orderId) return { kind: 'refused', reason: 'hash' };
    if (fields.get('mdStatus') !== '1') return { kind: 'failed', code: '001' };
    return { kind: 'authenticated', authentication: { md: 'm', xid: 'x', eci: '05', cavv: 'c' } };
  };

  async inquire(_account: unknown, order: PosOrder, time: CallTime): Promise<InquiryAnswer> {
    if (this.#clock.now() >= time.answerBy) return { kind: 'unknown', cause: 'not-asked' };
    this.#bookLate();
    const harm = this.#harm(0.3, ['time-out', 'contradictory'] as const);
    this.#takes(time, harm === 'time-out');
    if (harm !== 'none') return { kind: 'unknown', cause: harm };
    const booked = this.books.get(order.orderId);
    if (booked === undefined) return { kind: 'no-record' };
    const { state, amount } = booked;
    return state === 'declined'
      ? { kind: state, amount, references, code: '002' }
      : { kind: state, amount, references };
  }

  async followUp(_account: unknown, order: PosOrder, step: FollowUp, time: CallTime): Promise<BankAnswer> {
    if (this.#clock.now() >= time.answerBy) return { kind: 'not-sent', code: '021' };
    const harm = this.#harm(0.4, ['lost-before', 'lost-after', 'error-after'] as const);
    this.#takes(time, harm.startsWith('lost'));
    if (harm === 'lost-before') return LOST;
    const booked = this.books.get(order.orderId);
    const voids = step.kind === 'void';
    const open = booked?.state === 'captured' || (voids && booked?.state === 'authorised');
    const possible = voids ? booked?.takeBack === 'possible' : booked?.takeBack !== 'nothing';
    if (booked === undefined || !open || !possible) return ERROR;
    this.books.set(order.orderId, { ...booked, state: voids ? 'voided' : 'refunded' });
    if (harm === 'lost-after') return LOST;
    return harm === 'error-after' ? ERROR : { kind: 'approved', references };
  }
}

/** The fake bank as the bank of a run. Its gate answers with the two fields that it looks at itself. */
export const fakeBank = (circumstances: Circumstances): RunBank => {
  const bank = new FakeBank(circumstances);
  return {
    port: bank,
    account: {
      gateway: 'https://bank.example',
      clientId: '190100000',
      apiUser: 'api',
      apiPassword: 'fake-api-password',
      storeKey: 'fake-store-key',
    },
    pickCard: () => '4111111111111111',
    throughGate: async ({ fields }, passes) => [
      ['oid', new Map(fields).get('oid') ?? ''],
      ['mdStatus', passes ? '1' : '0'],
    ],
    books: async () => [...bank.books.values()],
    veryLate: () => bank.veryLate,
    close: async () => undefined,
  };
};
