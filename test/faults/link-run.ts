import { keys } from '../../shared/adapters/dynamodb/keys.ts';
import { linkItem, readLinkRow } from '../../shared/adapters/dynamodb/rows/payment-request-row.ts';
import { virtualPosItems } from '../../shared/adapters/dynamodb/rows/virtual-pos-row.ts';
import type { FormField } from '../../shared/domain/form-field.ts';
import { NO_PROGRESS, type PaymentRequest } from '../../shared/domain/link/payment-request.ts';
import { minor } from '../../shared/domain/money/money.ts';
import { quotesFor } from '../../shared/domain/virtual-pos/installment-quotes.ts';
import type { VirtualPos } from '../../shared/domain/virtual-pos/virtual-pos.ts';
import { choiceValue, formFields, NO, YES } from '../../shared/pages/form-fields.ts';
import type { ThreeDForm } from '../../shared/ports/bank-gateway.ts';
import { formsOf } from '../support/bank-payer.ts';
import { dealerWith } from '../support/dealers.ts';
import { CVC } from '../support/payer.ts';
import { linkWith } from '../support/records.ts';
import { posWith, termsWith } from '../support/virtual-pos.ts';
import { checkQueue, demand } from './invariants.ts';
import { linkFunctions, type PayersCall } from './link-functions.ts';
import { type FunctionKind, fateOf, type ProcessOptions } from './processes.ts';
import { checkWorld, type SeededRun, storyOf } from './seeded-run.ts';
import { DAY_END_PROBABILITY, reconcileOnce, SWEEPER, sweepToTheEnd } from './sweeper.ts';
import type { Instance, World } from './world.ts';

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

const ACTIONS = [
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
] as const;
type Action = (typeof ACTIONS)[number] | 'give-up';

/** One 3D authentication: the form for the gate, and the fields that the browser brought back. */
interface AtBank {
  readonly reference: string;
  readonly form: ThreeDForm;
  brought?: readonly FormField[] | undefined;
}

/** One link, with a seed that chooses what payer, bank, crashes and the sweeper do to it. */
export class LinkRun implements SeededRun {
  readonly #world: World;
  readonly #link: PaymentRequest;
  readonly #dealer = dealerWith({
    dealerCode: 'D1',
    limits: { TL: { values: { daily: minor(AMOUNT * 3), monthly: minor(AMOUNT * 90), shards: 2 } } },
  });
  readonly #pos: VirtualPos;
  readonly #atBank: AtBank[] = [];
  /** References of the results that a payer was sent to. */
  readonly #results: string[] = [];
  #unexpected = 0;
  #linkWas: PaymentRequest['state'] = 'open';

  constructor(world: World) {
    this.#world = world;
    const { seeded, clock, bank } = world;
    const { horizonHours } = world.circumstances;
    const { gateway, clientId, apiUser } = bank.account;
    this.#pos = posWith({ gateway, noRecordHorizonHours: horizonHours, attemptedThreeDAllowed: seeded.chance(0.3) });
    this.#pos = { ...this.#pos, merchant: { ...this.#pos.merchant, clientId, apiUser } };
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
    this.#link = linkWith({
      token: seeded.token(),
      userPosPaymentId: 7,
      dealerCode: 'D1',
      otherTrxCode: 'T-1',
      dealerCustomerId: 100_001,
      customerCode: 'C-1',
      terms,
      createdAtMs: nowMs,
      expiresAtMs: nowMs + (seeded.chance(0.2) ? 3 : 300) * HOUR_MS,
      progress: { ...NO_PROGRESS, attempts: seeded.chance(0.2) ? 16 + seeded.below(4) : 0 },
    });
  }

  async story(): Promise<unknown> {
    return { link: await this.#linkNow(), ...(await storyOf(this.#world)) };
  }

  async #linkNow(): Promise<PaymentRequest> {
    return readLinkRow(await this.#world.store.direct.get(keys.link(this.#link.token)));
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
    const call = await this.#callOf(action);
    if (call === undefined) return;
    const answer = await linkFunctions(this.#world, instance, { dealer: this.#dealer, pos: this.#pos })(call);
    const [, result] = /\/result\/([^/?]+)/.exec(answer.headers.location ?? '') ?? [];
    if (result !== undefined) this.#results.push(result);
    const form = formsOf(answer.body).find(({ fields }) => fields.some(([name]) => name === 'okUrl'));
    if (form === undefined) return;
    const reference = new Map(form.fields).get('okUrl')?.split('/').at(-1) ?? '';
    this.#atBank.push({ reference, form });
  }

  /** The request of the payer's browser; undefined for a callback that never comes. */
  async #callOf(action: Exclude<Action, 'settle'>): Promise<PayersCall | undefined> {
    if (action.startsWith('callback')) return this.#callback(action);
    const parameters = { token: this.#link.token };
    if (action === 'view') return { of: 'show-payment-page', parameters, form: [] };
    if (action === 'retry' || action === 'give-up') {
      return { of: 'start-payment', parameters, form: [[formFields.action, action]] };
    }
    const [quote] = quotesFor({ terms: this.#link.terms, pos: this.#pos });
    const form: readonly FormField[] = [
      [formFields.action, 'pay'],
      [formFields.cardNumber, this.#world.bank.pickCard()],
      [formFields.holderName, 'Elif Deneme'],
      [formFields.expiryMonth, '09'],
      [formFields.expiryYear, '2031'],
      [formFields.cvc, CVC],
      [formFields.choice, quote === undefined ? '' : choiceValue(quote)],
      [formFields.threeD, action === 'pay-without-3d' ? NO : YES],
      [formFields.storeCard, this.#world.seeded.chance(0.5) ? YES : NO],
    ];
    return { of: 'start-payment', parameters, form };
  }

  /** The first time through the gate, later the same callback again: browsers repeat posts. */
  async #callback(action: Action): Promise<PayersCall | undefined> {
    const { seeded, bank, processes } = this.#world;
    const one = this.#atBank[seeded.below(this.#atBank.length)];
    if (one === undefined) return { of: 'complete-3d', parameters: { reference: seeded.token() }, form: [] };
    await processes.turn();
    const walked = await processes.doing(async () => {
      one.brought ??= await bank.throughGate(one.form, action !== 'callback-failed');
    });
    if ('error' in walked) throw walked.error;
    if (one.brought === undefined) return undefined;
    const spoilt = seeded.below(one.brought.length);
    const form =
      action === 'callback-spoilt'
        ? one.brought.map(([name, value], index): FormField => [name, index === spoilt ? `${value}1` : value])
        : one.brought;
    return { of: 'complete-3d', parameters: { reference: one.reference }, form };
  }

  /** A reported outcome is stored and never withdrawn, and no attempt leaves the queue too early (rules 1, 8). */
  async #keepsItsWord(): Promise<void> {
    const { state, progress } = await this.#linkNow();
    const untrue = this.#results.some((reference) => reference !== progress.result?.resultReference);
    demand(!untrue, 'a payer was sent to a result that the link does not have');
    demand(this.#linkWas === 'open' || state === this.#linkWas, `a ${this.#linkWas} link became ${state}`);
    this.#linkWas = state;
    const { violations } = this.#world.circumstances;
    demand(violations.length === 0, violations.join('; '));
    checkQueue(await this.#world.store.rows());
  }

  /** Mostly the natural next action: a callback for a payer at the bank, another try for a payer who waits. */
  async #nextAction(): Promise<Action> {
    const { seeded } = this.#world;
    if (seeded.chance(0.03)) return 'give-up';
    if (seeded.chance(0.4)) return seeded.pick(ACTIONS);
    const { progress } = await this.#linkNow();
    if (progress.activeAttempt !== undefined) return seeded.pick(['retry', 'settle', 'view']);
    const authenticating = (await this.#world.attempts()).some(({ state }) => state === 'authenticating');
    return authenticating ? 'callback' : seeded.pick(['pay', 'pay-without-3d']);
  }

  async #act(): Promise<void> {
    const { seeded, processes, clock, circumstances } = this.#world;
    const action = await this.#nextAction();
    if (seeded.chance(DAY_END_PROBABILITY)) await this.#world.bank.closeDay();
    // Up to three actions at once: a double click, a second tab, a repeated callback, two sweepers.
    const others = seeded.chance(0.35) ? [seeded.pick([action, ...ACTIONS])] : [];
    if (others.length > 0 && seeded.chance(0.3)) others.push(seeded.pick(ACTIONS));
    if (others.length > 0) circumstances.met.add('fault: two or three at once');
    if (others.includes(action)) circumstances.met.add('fault: the same twice at once');
    await processes.run(
      [action, ...others].map((one) => this.#works(one, fateOf(seeded, one === 'settle' ? SWEEPER : PAYERS_FUNCTION))),
    );
    await this.#keepsItsWord();
    clock.advance(seeded.pick(PAUSES_MS) + seeded.below(1000));
  }

  /** A link with earlier attempts, to reach its last attempt (rule 33). */
  async #setAttempts(attempts: number): Promise<void> {
    const set = { expression: 'SET #attempts = :n', names: { '#attempts': 'attempts' }, values: { ':n': attempts } };
    await this.#world.store.direct.transact([{ update: keys.link(this.#link.token), set }]);
  }

  async run(): Promise<void> {
    const { store, seeded, processes } = this.#world;
    await store.direct.transact([
      { put: linkItem({ ...this.#link, progress: NO_PROGRESS }) },
      { put: virtualPosItems({ ...this.#pos, dealerCode: this.#link.dealerCode }).version },
    ]);
    await this.#setAttempts(this.#link.progress.attempts);
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
