import { closedDayItem, dynamoBankLedger } from '../../../shared/adapters/dynamodb/sandbox/bank-ledger.ts';
import { findTestCard, type TestCard } from '../../../shared/nestpay/test-cards.ts';
import type { HistoryAnswer, InquiryAnswer } from '../../../shared/ports/bank-answers.ts';
import type { BankGateway, CallTime } from '../../../shared/ports/bank-gateway.ts';
import type { BankLedger } from '../../../shared/ports/bank-ledger.ts';
import type { PosOrder } from '../../../shared/ports/bank-order.ts';
import { StoreUnavailable } from '../../../shared/ports/store-errors.ts';
import type { ThreeDForm } from '../../../shared/ports/three-d-gate.ts';
import { sandboxBank } from '../../support/bank/bank-calls.ts';
import { callbackOn, decideOn, postForm, shownCode } from '../../support/bank/bank-payer.ts';
import { type FaultProxy, type ProxyFault, startFaultProxy, withBody } from '../../support/bank/bank-proxy.ts';
import { startBank, type TestBank } from '../../support/bank/bank-server.ts';
import { HandTimers } from '../hand-timers.ts';
import { demand } from '../invariants.ts';
import { numberOf, runAccountOf } from '../run-account.ts';
import { type Circumstances, keptLog, type RunBank, type RunStore } from '../world.ts';
import { bookedOrder } from './booked-order.ts';
import { bookedTerminalOrder, transactionsOf } from './booked-terminal-order.ts';
import { CallsOfOrders } from './calls-of-orders.ts';
import { mended, mendTerminalOrder, ordersIn, terminalOrdersIn } from './embedded-books.ts';
import { cardPicker } from './embedded-cards.ts';

const HOUR_MS = 3_600_000;
const PROXY_FAULT_PROBABILITY = 0.3;
const LEDGER_FAULT_PROBABILITY = 0.04;
const SLOWEST_MS = 3000;

/** Minutes after midnight: when the virtual POS says, or somewhat earlier or later. */
const DAY_ENDS = [22 * 60, 22 * 60, 20 * 60 + 30, 23 * 60 + 30] as const;
/** Answers in which an order contradicts itself, until somebody at the bank has noticed. */
const MOST_ODD_ANSWERS = 10;

/** The bank's own store fails now and then. Then the bank answers 500. */
const faultyLedger = (ledger: BankLedger, circumstances: Circumstances): BankLedger => {
  const { seeded, met } = circumstances;
  const { terminals } = ledger;
  const fails = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    const harm = circumstances.atFault && seeded.chance(LEDGER_FAULT_PROBABILITY);
    const when = harm ? seeded.pick(['before', 'after'] as const) : 'never';
    if (harm) met.add(`fault: bank answers 500 ${when} it is done`);
    if (when === 'before') throw new StoreUnavailable('unknown', 'TimeoutError');
    const value = await work();
    if (when === 'after') throw new StoreUnavailable('unknown', 'TimeoutError');
    return value;
  };
  return {
    ...ledger,
    enter: (order) => fails(() => ledger.enter(order)),
    findOrder: (clientId, orderId) => fails(() => ledger.findOrder(clientId, orderId)),
    changeOrder: (order) => fails(() => ledger.changeOrder(order)),
    terminals: {
      ...terminals,
      enter: (order) => fails(() => terminals.enter(order)),
      find: (terminalId, orderId) => fails(() => terminals.find(terminalId, orderId)),
      change: (order) => fails(() => terminals.change(order)),
    },
  };
};

/**
 * The embedded bank over loopback HTTP, behind a proxy that injects faults, called through the production adapter. Its
 * clock is the run's clock. A caller's time-out passes when the bank or the proxy holds an answer back.
 */
class EmbeddedBank {
  readonly #circumstances: Circumstances;
  readonly #timers: HandTimers;
  readonly #horizonMs: number;
  /** When each request that the proxy holds will reach the bank, in order. */
  readonly #late: number[] = [];
  readonly #calls: CallsOfOrders;
  readonly #cardOf = new Map<string, TestCard>();
  readonly #postedGates = new Set<string>();
  readonly #oddAnswers = new Map<string, number>();
  readonly #store: RunStore;
  #lastCall: Promise<unknown> = Promise.resolve();
  /** Whether the call that is under way charges a card. */
  #sendsCharge = false;
  #earlierAnswer: Buffer = Buffer.alloc(0);
  bank: TestBank | undefined;
  proxy: FaultProxy | undefined;
  foundLate = false;

  constructor(circumstances: Circumstances, store: RunStore) {
    this.#circumstances = circumstances;
    this.#store = store;
    this.#timers = new HandTimers(circumstances);
    this.#calls = new CallsOfOrders(circumstances);
    this.#horizonMs = circumstances.horizonHours * HOUR_MS;
  }

  get #isGaranti(): boolean {
    return this.#circumstances.gateway === 'garanti';
  }

  async start(): Promise<void> {
    const ledger = dynamoBankLedger(this.#store.direct);
    const { clock, seeded, logLines } = this.#circumstances;
    const digits = (count: number): string => Array.from({ length: count }, () => seeded.below(10)).join('');
    this.bank = await startBank(faultyLedger(ledger, this.#circumstances), undefined, {
      clock,
      dayEnd: seeded.pick(DAY_ENDS),
      log: keptLog(logLines),
      random: { digits, token: () => seeded.token() },
      hold: async () => this.#timers.timeUp(),
      delay: async () => clock.advance(SLOWEST_MS),
    });
    this.proxy = await startFaultProxy(this.bank, (kind) => this.#harmed(kind));
  }

  #harmed(kind: ProxyFault['kind']): void {
    this.#circumstances.met.add(`fault: proxy ${kind}`);
    if (kind === 'stalled-answer') this.#timers.timeUp();
    if (kind !== 'held-request') return;
    const { seeded, clock } = this.#circumstances;
    // Of charges seldom after the horizon: one that was declined by then is found by the question of the next day. A step
    // is sent again after the horizon, so that no bank may carry it out later.
    const late = seeded.chance(0.2) && this.#sendsCharge;
    this.foundLate ||= late;
    const inMs = late ? this.#horizonMs + (1 + seeded.below(20)) * HOUR_MS : seeded.below(this.#horizonMs * 0.9);
    this.#late.push(clock.now() + inMs);
    this.#timers.timeUp();
  }

  #nextFault(orderId: string): ProxyFault {
    const { seeded, atFault } = this.#circumstances;
    if (!atFault || !seeded.chance(PROXY_FAULT_PROBABILITY)) return { kind: 'none' };
    const afterBytes = seeded.below(700);
    const other = (change: (answer: Buffer) => Buffer): ProxyFault => ({ kind: 'other-answer', change });
    return seeded.pick<ProxyFault>([
      { kind: 'reset-at-connect' },
      { kind: 'garbage-greeting' },
      { kind: 'reset-instead-of-answer' },
      { kind: 'reset-second-request' },
      { kind: 'cut-answer', afterBytes },
      { kind: 'cut-answer', afterBytes, ends: true },
      { kind: 'stalled-answer', afterBytes },
      other((answer) => withBody(answer, '<html>not a bank</html>')),
      other((answer) => this.#answerOfAnother(answer, orderId)),
      { kind: 'held-request' },
      { kind: 'held-request' },
    ]);
  }

  /** An earlier answer of the bank about another order, if there is one. */
  #answerOfAnother(answer: Buffer, orderId: string): Buffer {
    const earlier = this.#earlierAnswer;
    this.#earlierAnswer = answer;
    return earlier.length === 0 || earlier.includes(orderId) ? withBody(answer, '') : earlier;
  }

  /** Requests that were held until now reach the bank. */
  async deliverLate(): Promise<void> {
    const { clock } = this.#circumstances;
    for (;;) {
      const due = this.#late.findIndex((atMs) => atMs <= clock.now());
      if (due < 0) return;
      this.#late.splice(due, 1);
      await this.proxy?.deliver(due);
    }
  }

  /** Calls one after the other: there is one proxy, and time moves for one caller at a time. */
  #call<Answer>(order: PosOrder, time: CallTime, send: () => Promise<Answer>, charges = false): Promise<Answer> {
    const before = this.#lastCall;
    const call = (async () => {
      await before;
      this.#sendsCharge = charges;
      return this.#callAlone(order, time, send);
    })();
    this.#lastCall = call.catch(() => undefined);
    return call;
  }

  async #callAlone<Answer>({ orderId }: PosOrder, time: CallTime, send: () => Promise<Answer>): Promise<Answer> {
    const { clock, seeded, atFault } = this.#circumstances;
    await this.deliverLate();
    // A question at Garanti is two requests: either may be spoilt.
    const passing = this.#isGaranti && seeded.chance(0.5) ? 1 : 0;
    this.proxy?.behave(this.#nextFault(orderId), passing);
    const answer = await send();
    this.proxy?.behave({ kind: 'none' });
    // Questions that are put at once wait for each other here: once nothing fails, that takes nobody's time.
    if (atFault) clock.advance(Math.min(Math.max(0, time.answerBy - clock.now()), seeded.below(SLOWEST_MS)));
    return answer;
  }

  /** Somebody at the bank notices an order that contradicts itself: after some questions, or as soon as nothing fails. */
  async #mend(orderId: string): Promise<void> {
    const { atFault } = this.#circumstances;
    if (!this.#isGaranti || (atFault && (this.#oddAnswers.get(orderId) ?? 0) < MOST_ODD_ANSWERS)) return;
    await mendTerminalOrder(this.#store, orderId);
  }

  async #asks<Answer extends InquiryAnswer | HistoryAnswer>(
    order: PosOrder,
    time: CallTime,
    send: () => Promise<Answer>,
  ): Promise<Answer> {
    const { orderId } = order;
    await this.#mend(orderId);
    const answer = await this.#call(order, time, send);
    if (answer.kind !== 'unknown') this.#calls.asked(orderId, answer);
    if (answer.kind === 'unknown' && answer.cause === 'contradictory') {
      this.#oddAnswers.set(orderId, (this.#oddAnswers.get(orderId) ?? 0) + 1);
      this.#circumstances.met.add(`bank contradicts itself: ${this.#circumstances.gateway}`);
    }
    return answer;
  }

  #meets(card: TestCard | undefined): void {
    if (card === undefined) return;
    // The bank says that it declined, although it holds the money.
    this.foundLate ||= card.shown === 'reversal-fails' && !this.#isGaranti;
    const charge = typeof card.charge === 'object' ? 'declined' : card.charge;
    this.#circumstances.met.add(`charge: ${charge}`);
    if (card.takeBack !== 'possible') this.#circumstances.met.add(`charge: ${card.takeBack}`);
    if (card.followUpFault !== undefined) this.#circumstances.met.add(`follow-ups: ${card.followUpFault}`);
    if (card.garanti !== undefined) this.#circumstances.met.add(`charge: ${card.garanti}`);
    if (card.shown !== 'captured') this.#circumstances.met.add(`charge shown as ${card.shown}`);
  }

  port(): BankGateway & { readonly close: () => void } {
    const { clock } = this.#circumstances;
    const pos = sandboxBank({ clock, timer: this.#timers.timer });
    return {
      charge: (account, order, time) => {
        this.#meets(findTestCard(order.card.number));
        this.#calls.charged(order.orderId);
        return this.#call(order, time, () => pos.charge(account, order, time), true);
      },
      provision: (account, order, time) => {
        this.#meets(this.#cardOf.get(order.orderId));
        this.#calls.charged(order.orderId);
        return this.#call(order, time, () => pos.provision(account, order, time), true);
      },
      inquire: (account, order, time) => this.#asks(order, time, () => pos.inquire(account, order, time)),
      inquireHistory: (account, order, time) => this.#asks(order, time, () => pos.inquireHistory(account, order, time)),
      followUp: async (account, order, step, time) => {
        this.#calls.followedUp(order.orderId, step.kind, 'none');
        const answer = await this.#call(order, time, () => pos.followUp(account, order, step, time));
        this.#circumstances.met.add(`bank: ${step.kind} ${answer.kind}`);
        if (answer.kind === 'approved') this.#calls.approved(order.orderId);
        if (answer.kind === 'not-sent') this.#calls.notSent(order.orderId);
        return answer;
      },
      start3D: (...call) => pos.start3D(...call),
      startOnServer: async (account, start, time) => {
        const { orderId } = start.order;
        demand(!this.#postedGates.has(orderId), 'a gate was posted twice for one attempt');
        this.#postedGates.add(orderId);
        const card = findTestCard(start.card.number);
        if (card !== undefined) this.#cardOf.set(orderId, card);
        const answer = await this.#call(start.order, time, () => pos.startOnServer(account, start, time));
        this.#circumstances.met.add(`server start: ${answer.kind === 'form' ? 'form' : answer.why.kind}`);
        return answer;
      },
      verifyCallback: (...call) => pos.verifyCallback(...call),
      close: () => pos.close(),
    };
  }

  /** The payer's browser at the gate, through the challenge if there is one, up to the form for the callback. */
  async throughGate({ action, fields }: Pick<ThreeDForm, 'action' | 'fields'>, passes: boolean) {
    const sent = new Map(fields);
    const card = findTestCard(sent.get('pan') ?? sent.get('cardnumber') ?? '');
    if (card !== undefined) {
      this.#cardOf.set(sent.get('oid') ?? sent.get('orderid') ?? '', card);
      const threeD = typeof card.threeD === 'object' ? `mdStatus ${card.threeD.mdStatus}` : card.threeD;
      this.#circumstances.met.add(`3D: ${threeD}`);
      if (card.callback !== 'once') this.#circumstances.met.add(`callback: ${card.callback}`);
    }
    // A gate that asked nobody sends the payer of a start on the server straight to the callback.
    const gateways = [this.proxy?.gateway ?? '', this.bank?.gateway ?? ''];
    if (!gateways.some((gateway) => action.startsWith(gateway))) return fields;
    const gate = action.replace(this.proxy?.gateway ?? '', this.bank?.gateway ?? '');
    const atBank = await postForm({ action: gate, fields });
    const code = shownCode(atBank);
    const after = code === '' ? atBank : await decideOn(atBank, passes ? 'approve' : 'fail', code);
    return after.forms.length === 0 ? undefined : callbackOn(after).fields;
  }
}

/** Starts the embedded bank of a run, with its books in the run's store. `isOdd`: some payers have odd cards. */
export const embeddedBank = async (
  circumstances: Circumstances,
  store: RunStore,
  { isOdd = false }: { readonly isOdd?: boolean } = {},
): Promise<RunBank> => {
  const { gateway } = circumstances;
  const bank = new EmbeddedBank(circumstances, store);
  await bank.start();
  const port = bank.port();
  const account = runAccountOf(gateway, bank.proxy?.gateway ?? '');
  return {
    port,
    account,
    pickCard: cardPicker(circumstances.seeded, { gateway, isOdd }),
    throughGate: (form, passes) => bank.throughGate(form, passes),
    books: async () => {
      await bank.deliverLate();
      const orders = await ordersIn(store);
      // A late Void undid a credit, so the question after the refund finds the charge again.
      bank.foundLate ||= orders.some(({ credits }) => credits.some(({ state }) => state === 'voided'));
      return [...orders.map(bookedOrder), ...(await terminalOrdersIn(store)).map(mended).map(bookedTerminalOrder)];
    },
    ...(gateway === 'garanti'
      ? { transactions: async () => (await terminalOrdersIn(store)).flatMap(transactionsOf) }
      : {}),
    closeDay: async () => {
      const closedAtMs = circumstances.clock.now() + 1;
      const put = closedDayItem({ of: { clientId: numberOf(account) }, closedAtMs, version: 1 });
      await store.direct.transact([{ put }]);
      circumstances.met.add('fault: bank day closed');
    },
    foundLate: () => bank.foundLate,
    close: async () => {
      port.close();
      await bank.proxy?.stop();
      await bank.bank?.stop();
    },
  };
};
