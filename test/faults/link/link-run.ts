import { paymentKeys } from '../../../shared/adapters/dynamodb/payment/payment-keys.ts';
import { virtualPosItems } from '../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import { generationOfAttempt, isOfLink } from '../../../shared/domain/attempt/attempt.ts';
import type { AttemptState } from '../../../shared/domain/attempt/states.ts';
import { generationOf, NO_PROGRESS, type PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { addressOf } from '../../../shared/domain/payment/payment-name.ts';
import type { VirtualPos } from '../../../shared/domain/virtual-pos/virtual-pos.ts';
import { dealerWith } from '../../support/dealer/dealers.ts';
import { linkWith } from '../../support/dealer/records.ts';
import { termsWith } from '../../support/dealer/virtual-pos.ts';
import { itemsOfLink, storedLink } from '../../support/payment/stored-payments.ts';
import { namesOfCodes } from '../direct/direct-functions.ts';
import { checkQueue, checkSteps, demand } from '../invariants.ts';
import { type FunctionKind, fateOf, type ProcessOptions } from '../processes.ts';
import { runPosOf } from '../run-account.ts';
import { checkWorld, type SeededRun, storyOf } from '../seeded-run.ts';
import { DAY_END_PROBABILITY, reconcileOnce, SWEEPER, sweepToTheEnd } from '../sweeper.ts';
import type { Instance, World } from '../world.ts';
import { LinkPayer, type PayersAction } from './link-payer.ts';
import { MobileCaller } from './mobile-caller.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const PAYERS_FUNCTION: FunctionKind = { lifeMs: 28_000, calls: 10 };
const AMOUNT = 10_000;
const PAUSES_MS = [
  0,
  0,
  1000,
  20_000,
  90_000,
  4 * MINUTE_MS,
  4 * MINUTE_MS,
  11 * MINUTE_MS,
  16 * MINUTE_MS,
  5 * HOUR_MS,
];

type Action = PayersAction | 'settle' | 'call';

const ACTIONS: readonly Action[] = [
  'pay',
  'pay-without-3d',
  'pay-without-3d',
  'callback',
  'callback',
  'callback-failed',
  'callback-spoilt',
  'view',
  'retry',
  'retry',
  'retry',
  'settle',
  'settle',
];

/** What the dealer of a mobile payment does beside them: it calls again at any moment. */
const MOBILE_ACTIONS: readonly Action[] = [...ACTIONS, 'call', 'call', 'call', 'call'];

/** An attempt of an earlier call is barred: it may not be charged any more (rule 10). */
const BARRED: readonly AttemptState[] = ['charging', 'in-doubt', 'approved'];

/**
 * One link, with a seed that chooses what payer, bank, crashes and the sweeper do to it. Every fourth is a mobile payment,
 * whose dealer calls again for the same, or for something else.
 */
export class LinkRun implements SeededRun {
  readonly #world: World;
  #link: PaymentRequest;
  readonly #dealer = dealerWith({
    dealerCode: 'D1',
    limits: { TL: { values: { daily: minor(AMOUNT * 3), monthly: minor(AMOUNT * 90), shards: 2 } } },
  });
  readonly #pos: VirtualPos;
  readonly #payer: LinkPayer;
  readonly #caller: MobileCaller | undefined;
  #generation = 1;
  #unexpected = 0;
  #linkWas: PaymentRequest['state'] = 'open';

  constructor(world: World) {
    this.#world = world;
    const { seeded, clock, bank } = world;
    const { horizonHours } = world.circumstances;
    const attemptedThreeDAllowed = seeded.chance(0.3);
    this.#pos = runPosOf(bank.account, { noRecordHorizonHours: horizonHours, attemptedThreeDAllowed });
    const nowMs = clock.now();
    const terms = termsWith({
      amount: minor(AMOUNT),
      installments: { by: 'dealer', count: 1 },
      threeDMandatory: false,
      preAuthorisation: seeded.chance(0.15),
      cardStorage: 'payer-decides',
      // Commission of the payer, so that the charge is larger than the link's amount.
      commissionByDealer: seeded.pick([0, 12]),
    });
    const otherTrxCode = seeded.guid();
    const payment = namesOfCodes.nameOf('D1', otherTrxCode);
    this.#link = linkWith({
      payment,
      token: addressOf(payment, seeded.token()),
      userPosPaymentId: 7,
      dealerCode: 'D1',
      otherTrxCode,
      dealerCustomerId: 100_001,
      customerCode: 'C-1',
      terms,
      createdAtMs: nowMs,
      expiresAtMs: nowMs + (seeded.chance(0.2) ? 3 : 300) * HOUR_MS,
      progress: { ...NO_PROGRESS, attempts: seeded.chance(0.2) ? 16 + seeded.below(4) : 0 },
    });
    const of = { dealer: this.#dealer, pos: this.#pos };
    this.#payer = new LinkPayer(world, { ...of, link: this.#link, pickCard: () => bank.pickCard() });
    // Drawn already, so that the runs of other links stay as they are.
    const isMobile = /^[4-7]/.test(otherTrxCode);
    if (isMobile) this.#caller = new MobileCaller(world, { ...of, code: otherTrxCode, amount: AMOUNT });
  }

  async story(): Promise<unknown> {
    return { link: await this.#linkNow(), ...(await storyOf(this.#world)) };
  }

  async #linkNow(): Promise<PaymentRequest> {
    return storedLink(this.#world.store.direct, this.#link.token);
  }

  #works(action: Action, options: ProcessOptions) {
    const instance = this.#world.instance(options);
    return { process: instance.process, work: () => this.#perform(action, instance) };
  }

  async #perform(action: Action, instance: Instance): Promise<void> {
    if (action === 'settle') {
      const { unexpectedCharges, failed } = await reconcileOnce(this.#world, instance);
      this.#unexpected += unexpectedCharges;
      demand(failed === 0 || this.#world.circumstances.atFault, 'the sweeper failed on a row');
      return;
    }
    if (action === 'call') {
      await this.#caller?.call(instance);
      return;
    }
    await this.#payer.perform(action, instance);
  }

  get #actions(): readonly Action[] {
    return this.#caller === undefined ? ACTIONS : MOBILE_ACTIONS;
  }

  /**
   * Follows the payment to a further call, if there was one. A call and the lock of an attempt exclude each other: no
   * attempt of an earlier call is charged, and the payment of a paid call stays its.
   */
  async #followCalls(): Promise<boolean> {
    if (this.#caller === undefined) return false;
    const link = await this.#linkNow();
    const generation = generationOf(link);
    const attempts = (await this.#world.attempts()).filter(isOfLink);
    const earlier = attempts.filter((attempt) => generationOfAttempt(attempt) < generation);
    const barred = earlier.filter(({ state }) => BARRED.includes(state));
    demand(barred.length === 0, `an attempt of an earlier call is ${barred[0]?.state}`);
    if (generation === this.#generation) return false;
    demand(this.#linkWas !== 'paid', 'a paid payment was begun again');
    const { met } = this.#world.circumstances;
    met.add('further call', generation - this.#generation);
    met.add('attempt superseded', earlier.filter(({ state }) => state === 'closed').length);
    this.#generation = generation;
    this.#link = link;
    this.#linkWas = link.state;
    this.#payer.follow(link);
    return true;
  }

  /** A reported outcome is stored and never withdrawn, and no attempt leaves the queue too early (rules 1, 8). */
  async #keepsItsWord(): Promise<void> {
    await this.#followCalls();
    const { state, progress } = await this.#linkNow();
    const untrue = this.#payer.results.some((reference) => reference !== progress.result?.resultReference);
    demand(!untrue, 'a payer was sent to a result that the link does not have');
    this.#payer.checkWhoLeft(await this.#world.attempts());
    demand(this.#linkWas === 'open' || state === this.#linkWas, `a ${this.#linkWas} link became ${state}`);
    this.#linkWas = state;
    const { violations } = this.#world.circumstances;
    demand(violations.length === 0, violations.join('; '));
    const rows = await this.#world.store.rows();
    checkQueue(rows);
    checkSteps(rows);
  }

  /** Mostly the natural next action: a callback for a payer at the bank, another try for a payer who waits. */
  async #nextAction(): Promise<Action> {
    const { seeded } = this.#world;
    if (seeded.chance(0.03)) return 'give-up';
    if (seeded.chance(0.4)) return seeded.pick(this.#actions);
    const { progress } = await this.#linkNow();
    if (progress.activeAttempt !== undefined) return seeded.pick(['retry', 'settle', 'view']);
    const authenticating = (await this.#world.attempts()).some(({ state }) => state === 'authenticating');
    return authenticating ? 'callback' : seeded.pick(['pay', 'pay-without-3d']);
  }

  /** Where a lock and a call run at once: which of them won. Both never do, and where nothing fails one of them does. */
  async #raceOf(actions: readonly Action[]): Promise<() => Promise<void>> {
    const { circumstances } = this.#world;
    const runs = this.#caller !== undefined && actions.includes('call') && actions.includes('callback');
    const waiting = runs ? (await this.#world.attempts()).filter(({ state }) => state === 'authenticating') : [];
    const before = runs ? generationOf(await this.#linkNow()) : 0;
    return async () => {
      if (waiting.length === 0) return;
      const raised = generationOf(await this.#linkNow()) > before;
      const now = (await this.#world.attempts()).filter(({ reference }) =>
        waiting.some((one) => one.reference === reference),
      );
      const locked = now.some(({ lastCallAtMs }) => lastCallAtMs !== undefined);
      demand(!(raised && locked && now.some(({ state }) => BARRED.includes(state))), 'a lock and a call both won');
      circumstances.met.add(`lock against a call: ${raised ? 'the call won' : locked ? 'the lock won' : 'neither'}`);
    };
  }

  async #act(): Promise<void> {
    const { seeded, processes, clock, circumstances } = this.#world;
    const action = await this.#nextAction();
    if (seeded.chance(DAY_END_PROBABILITY)) await this.#world.bank.closeDay();
    // Up to three actions at once: a double click, a second tab, a repeated callback, two sweepers.
    const others = seeded.chance(0.35) ? [seeded.pick([action, ...this.#actions])] : [];
    if (others.length > 0 && seeded.chance(0.3)) others.push(seeded.pick(this.#actions));
    // The lock of an attempt against a call that supersedes it.
    if (action === 'callback' && this.#caller !== undefined && seeded.chance(0.5)) others.push('call');
    if (others.length > 0) circumstances.met.add('fault: two or three at once');
    if (others.includes(action)) circumstances.met.add('fault: the same twice at once');
    const race = await this.#raceOf([action, ...others]);
    await processes.run(
      [action, ...others].map((one) => this.#works(one, fateOf(seeded, one === 'settle' ? SWEEPER : PAYERS_FUNCTION))),
    );
    await race();
    await this.#keepsItsWord();
    clock.advance(seeded.pick(PAUSES_MS) + seeded.below(1000));
  }

  /** A link with earlier attempts, to reach its last attempt (rule 33). */
  async #setAttempts(attempts: number): Promise<void> {
    const set = { expression: 'SET #attempts = :n', names: { '#attempts': 'attempts' }, values: { ':n': attempts } };
    await this.#world.store.direct.transact([{ update: paymentKeys.state(this.#link.payment), set }]);
  }

  /** The first call for a mobile payment, in which nothing fails. */
  async #firstCall(caller: MobileCaller): Promise<void> {
    const { store, processes } = this.#world;
    const instance = this.#world.instance({ lifeMs: PAYERS_FUNCTION.lifeMs, freezes: false });
    const { atFault } = this.#world.circumstances;
    this.#world.circumstances.atFault = false;
    let token: string | undefined;
    const work = async (): Promise<void> => {
      ({ token } = await caller.call(instance, 0));
    };
    await processes.run([{ process: instance.process, work }]);
    this.#world.circumstances.atFault = atFault;
    this.#link = await storedLink(store.direct, token ?? '');
    this.#payer.follow(this.#link);
  }

  async run(): Promise<void> {
    const { store, seeded, processes } = this.#world;
    await store.direct.transact([
      { put: virtualPosItems({ ...this.#pos, dealerCode: this.#link.dealerCode }).version },
    ]);
    if (this.#caller === undefined) {
      await store.direct.transact(itemsOfLink({ ...this.#link, progress: NO_PROGRESS }).map((put) => ({ put })));
      await this.#setAttempts(this.#link.progress.attempts);
    } else await this.#firstCall(this.#caller);
    const actions = 3 + seeded.below(12);
    // A few more actions after the link's end, since nothing may open it again.
    let ended = 0;
    for (let action = 0; action < actions && ended < 3; action += 1) {
      await this.#act();
      if (this.#linkWas !== 'open') ended += 1;
    }
    await sweepToTheEnd(
      this.#world,
      (options) => processes.run([this.#works('settle', options)]),
      () => this.#keepsItsWord(),
    );
    await this.#check();
  }

  async #check(): Promise<void> {
    const { bank, circumstances } = this.#world;
    const charged = await checkWorld(this.#world);
    const link = await this.#linkNow();
    demand(charged.length <= 1, `${charged.length} charges of one link`);
    demand((link.state === 'paid') === (charged.length === 1), `the link is ${link.state}, charges: ${charged.length}`);
    demand(link.state !== 'paid' || link.progress.result?.orderId === charged[0]?.orderId, 'the result names another');
    demand(link.progress.activeAttempt === undefined, 'an attempt is still active');
    demand(this.#unexpected === 0 || bank.foundLate(), 'a charge was found that nobody expected');
    circumstances.met.add(`link ${link.state}`);
  }
}
