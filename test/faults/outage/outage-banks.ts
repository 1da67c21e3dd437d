import { type MinorUnits, minor } from '../../../shared/domain/money/money.ts';
import type { BankAnswer, InquiryAnswer } from '../../../shared/ports/bank-answers.ts';
import type { BankGateway, CallTime, PosAccount } from '../../../shared/ports/bank-gateway.ts';
import type { PosOrder } from '../../../shared/ports/bank-order.ts';
import type { SimulatedTime } from '../../support/simulated-time.ts';

/** A time in which a bank answers no call. */
interface Outage {
  readonly gateway: string;
  readonly fromMs: number;
  readonly untilMs: number;
}

interface BankOptions {
  readonly time: SimulatedTime;
  readonly outages: readonly Outage[];
  /** How long a call takes at a bank that answers; by the number of the call, so that runs are alike. */
  readonly callMs: (number: number) => number;
}

const referencesWith = (hostReference: string) => ({ authCode: '123456', hostReference, transactionId: 'T-1' });
/** The reference of a charge, and of what followed it. */
const charged = (orderId: string) => referencesWith(`charge of ${orderId}`);
const voided = (orderId: string) => referencesWith(`void of ${orderId}`);
const TIME_OUT = { kind: 'unknown', cause: 'time-out' } as const;

const notAsked = (): never => {
  throw new Error('nobody asks that in an outage');
};

const notNamed = (): never => {
  throw new Error('a void does not name the transaction of its charge');
};

/**
 * Banks that keep books, one for each gateway, in simulated time. A charge that arrives during an outage is booked, or
 * not, and nobody hears of it: every second one is.
 */
export class OutageBanks implements BankGateway {
  readonly #options: BankOptions;
  readonly #books = new Map<string, { readonly amount: MinorUnits; state: 'captured' | 'declined' | 'voided' }>();
  /** When each call began, by gateway. */
  readonly calls = new Map<string, number[]>();
  readonly charged: string[] = [];
  #number = 0;

  constructor(options: BankOptions) {
    this.#options = options;
  }

  isOut(gateway: string, atMs: number): boolean {
    return this.#options.outages.some((one) => one.gateway === gateway && atMs >= one.fromMs && atMs < one.untilMs);
  }

  /** Enters an order into the books. */
  book(orderId: string, state: 'captured' | 'declined', amount = minor(10_000)): void {
    if (state === 'captured') this.charged.push(orderId);
    this.#books.set(orderId, { amount, state });
  }

  stateOf(orderId: string): 'captured' | 'declined' | 'voided' | undefined {
    return this.#books.get(orderId)?.state;
  }

  /** Waits as long as the call takes; true when its answer arrives. */
  async #answers({ gateway }: PosAccount, { answerBy }: CallTime): Promise<boolean> {
    const { time, callMs } = this.#options;
    this.#number += 1;
    const number = this.#number;
    const calls = this.calls.get(gateway) ?? [];
    calls.push(time.now());
    this.calls.set(gateway, calls);
    const left = Math.max(0, answerBy - time.now());
    const takes = callMs(number);
    const isHeard = !this.isOut(gateway, time.now()) && takes <= left;
    await time.pause(isHeard ? takes : left);
    return isHeard;
  }

  /** Books a charge as it arrives, and answers it. An order that is in the books already is an error answer. */
  async #chargeOnce(account: PosAccount, { orderId, amount }: PosOrder, time: CallTime): Promise<BankAnswer> {
    const isKnown = this.#books.has(orderId);
    const isLost = this.isOut(account.gateway, this.#options.time.now());
    if (!isKnown && (!isLost || this.#number % 2 === 0)) this.book(orderId, 'captured', amount);
    if (!(await this.#answers(account, time))) return TIME_OUT;
    return isKnown ? { kind: 'unknown', cause: 'error-answer' } : { kind: 'approved', references: charged(orderId) };
  }

  charge: BankGateway['charge'] = (account, order, time) => this.#chargeOnce(account, order, time);

  provision: BankGateway['provision'] = (account, order, time) => this.#chargeOnce(account, order, time);

  start3D: BankGateway['start3D'] = async (_account, { okUrl }) => ({
    kind: 'form',
    form: { action: 'https://gate.example', fields: [['okUrl', okUrl]] },
  });

  startOnServer: BankGateway['startOnServer'] = async (account, { okUrl }, time) => {
    if (!(await this.#answers(account, time))) return { kind: 'failed', code: '024', why: { kind: 'silent' } };
    return { kind: 'form', form: { action: okUrl, fields: [['md', 'm']], acceptCharset: 'utf-8' } };
  };

  verifyCallback: BankGateway['verifyCallback'] = async () => ({
    kind: 'authenticated',
    authentication: { md: 'm', xid: 'x', eci: '05', cavv: 'c' },
    mdStatus: 1,
  });

  inquire: BankGateway['inquire'] = async (account, order, time): Promise<InquiryAnswer> => {
    if (!(await this.#answers(account, time))) return TIME_OUT;
    const booked = this.#books.get(order.orderId);
    if (booked === undefined) return { kind: 'no-record' };
    const { amount, state } = booked;
    const references = charged(order.orderId);
    if (state === 'declined') return { kind: 'declined', references, code: '003' };
    if (state === 'voided') return { kind: 'voided', references };
    return { kind: 'captured', amount, references };
  };

  followUp: BankGateway['followUp'] = async (account, order, step, time): Promise<BankAnswer> => {
    const { orderId, references } = order;
    const booked = this.#books.get(orderId);
    if (account.kind === 'garanti' && references?.hostReference !== charged(orderId).hostReference) return notNamed();
    if (step.kind !== 'void' || booked?.state !== 'captured') return notAsked();
    if (!(await this.#answers(account, time))) return TIME_OUT;
    booked.state = 'voided';
    return { kind: 'approved', references: voided(orderId) };
  };

  inquireHistory = notAsked;
}
