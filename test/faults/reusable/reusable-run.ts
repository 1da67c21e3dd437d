import { dynamoReusableLinks } from '../../../shared/adapters/dynamodb/reusable-link/reusable-links.ts';
import { virtualPosItems } from '../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import { type AttemptState, isFinal } from '../../../shared/domain/attempt/states.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { addressOf } from '../../../shared/domain/payment/payment-name.ts';
import { placeCounts, shiftsFor } from '../../../shared/domain/reusable-link/places.ts';
import type { ReusableLink } from '../../../shared/domain/reusable-link/reusable-link.ts';
import type { VirtualPos } from '../../../shared/domain/virtual-pos/virtual-pos.ts';
import { dealerWith, definitionWith } from '../../support/dealer/dealers.ts';
import { reusableLinkWith } from '../../support/link/reusable-links.ts';
import { namesOfCodes } from '../direct/direct-functions.ts';
import { checkQueue, checkSteps, demand } from '../invariants.ts';
import type { PayersAction } from '../link/link-payer.ts';
import { type FunctionKind, fateOf, type ProcessOptions } from '../processes.ts';
import { runPosOf } from '../run-account.ts';
import { checkWorld, type SeededRun, storyOf } from '../seeded-run.ts';
import { DAY_END_PROBABILITY, reconcileOnce, SWEEPER, sweepToTheEnd } from '../sweeper.ts';
import type { Instance, World } from '../world.ts';
import { ManyPayers } from './many-payers.ts';
import { checkPlaces, reusableLinkIn } from './places-invariants.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const PAYERS_FUNCTION: FunctionKind = { lifeMs: 28_000, calls: 10 };
const LIMIT = 1_000_000_000;
const PAUSES_MS = [0, 0, 0, 1000, 20_000, 4 * MINUTE_MS, 16 * MINUTE_MS, 61 * MINUTE_MS, 5 * HOUR_MS];
/** Far more payers than any link of a run has places for. */
const MOST_LATECOMERS = 400;

/**
 * What payers do: `arrive` opens the link and pays at once, `join` makes the request alone. And the dealer: `places` is
 * another MaxPayments, `switch` puts the link off or on.
 */
const ACTIONS = [
  'arrive',
  'arrive',
  'arrive',
  'arrive',
  'arrive',
  'arrive',
  'join',
  'join',
  'pay',
  'pay-without-3d',
  'pay-without-3d',
  'callback',
  'callback',
  'callback',
  'callback-failed',
  'view',
  'retry',
  'retry',
  'settle',
  'settle',
  'places',
] as const;
type Action = (typeof ACTIONS)[number] | 'switch';

/** The state of an attempt whose payer can do something about it. */
const STANDS_AT = {
  callback: ['authenticating'],
  'callback-failed': ['authenticating'],
  retry: ['charging', 'in-doubt'],
} as const satisfies Partial<Record<Action, readonly AttemptState[]>>;

/** A link with this many places, and this many who pay by it at the same moment. */
interface Crowd {
  readonly places: number;
  readonly payers: number;
}

/** One reusable link with places, and many who pay by it at once. The seed chooses what bank, store and crashes do to them. */
export class ReusableRun implements SeededRun {
  readonly #world: World;
  readonly #dealer = dealerWith({
    dealerCode: 'D1',
    limits: { TL: { values: { daily: minor(LIMIT), monthly: minor(LIMIT), shards: 2 } } },
  });
  readonly #pos: VirtualPos;
  readonly #link: ReusableLink;
  readonly #payers: ManyPayers;
  readonly #crowd: Crowd | undefined;
  #cards = 0;

  constructor(world: World, crowd?: Crowd) {
    this.#world = world;
    this.#crowd = crowd;
    const { seeded, clock, bank } = world;
    const { horizonHours } = world.circumstances;
    const attemptedThreeDAllowed = seeded.chance(0.3);
    this.#pos = runPosOf(bank.account, { noRecordHorizonHours: horizonHours, attemptedThreeDAllowed });
    const linkCode = seeded.guid();
    const name = namesOfCodes.nameOfLink('D1', linkCode);
    const [isPreAuth, listingShards] = [seeded.chance(0.15) ? 1 : 0, 1 + seeded.below(2)];
    this.#link = reusableLinkWith({
      name,
      token: addressOf(name, seeded.token()),
      dealerCode: 'D1',
      linkCode,
      createdAtMs: clock.now(),
      listingShards,
      ...(seeded.chance(0.2) ? { expiresAtMs: clock.now() + (1 + seeded.below(20)) * HOUR_MS } : {}),
      maxPayments: crowd?.places ?? (seeded.chance(0.8) ? 1 + seeded.below(5) : 21 + seeded.below(6)),
      amount: { kind: 'open', min: minor(100), max: minor(100_000), suggested: [] },
      template: { isPreAuth, isThreeD: 0 },
    });
    this.#payers = new ManyPayers(world, {
      name,
      linkCode,
      definition: definitionWith('D1', { dealerCustomerTypeId: 7, threeDMandatory: false }),
      of: { dealer: this.#dealer, pos: this.#pos, cardHash: () => this.#nextCard() },
    });
  }

  /** Each attempt counts for a card of its own: test cards are few, and a card is counted (rule 33). */
  #nextCard(): string {
    this.#cards += 1;
    return `card ${this.#cards}`;
  }

  async story(): Promise<unknown> {
    return { link: reusableLinkIn(await this.#world.store.rows()), ...(await storyOf(this.#world)) };
  }

  #works(action: Action, options: ProcessOptions) {
    const instance = this.#world.instance(options);
    return { process: instance.process, work: () => this.#perform(action, instance) };
  }

  async #perform(action: Action, instance: Instance): Promise<void> {
    if (action === 'settle') {
      const { failed } = await reconcileOnce(this.#world, instance);
      demand(failed === 0 || this.#world.circumstances.atFault, 'the sweeper failed on a row');
      return;
    }
    if (action === 'places' || action === 'switch') return this.#change(action, instance);
    if (action === 'join') return this.#payers.join(instance);
    if (action === 'arrive') return this.#arrive(instance);
    const payer = await this.#payerFor(action);
    await payer?.browser.perform(action, instance);
  }

  /** A newcomer opens the link and pays in one breath, as far as the functions behind it live. */
  async #arrive(instance: Instance): Promise<void> {
    const before = this.#payers.joined.length;
    await this.#payers.join(instance);
    const { joined } = this.#payers;
    const way = this.#world.seeded.pick(['pay', 'pay-without-3d', 'pay-without-3d'] as const);
    if (joined.length > before) await joined.at(-1)?.browser.perform(way, instance);
  }

  /** Mostly a payer to whom the action means something. */
  async #payerFor(action: PayersAction) {
    const { seeded } = this.#world;
    const { joined } = this.#payers;
    if (joined.length === 0) return undefined;
    const states: readonly AttemptState[] = action in STANDS_AT ? STANDS_AT[action as keyof typeof STANDS_AT] : [];
    if (states.length === 0 || seeded.chance(0.1)) return seeded.pick(joined);
    const payments = (await this.#world.attempts())
      .filter(({ state }) => states.includes(state))
      .map((one) => one.payment);
    const meant = joined.filter(({ link }) => payments.includes(link.payment));
    return meant.length === 0 ? undefined : seeded.pick(meant);
  }

  /** The dealer changes the link as it was just read; of two changes at once one wins. */
  async #change(what: 'places' | 'switch', { table }: Instance): Promise<void> {
    const { seeded, circumstances } = this.#world;
    const links = dynamoReusableLinks(table, namesOfCodes);
    const found = await links.findByName(this.#link.name);
    if (found === undefined) throw new Error('the reusable link is not there');
    const { link, places } = found;
    const version = link.version + 1;
    if (what === 'switch') {
      await links.change({ after: { ...link, version, active: !link.active }, shifts: [] });
      return;
    }
    const maxPayments = Math.max(1, (link.maxPayments ?? 0) + seeded.below(7) - 3);
    const shifts = shiftsFor(places, maxPayments);
    if (shifts === undefined) {
      const { held, paid } = placeCounts(places);
      demand(maxPayments < held + paid, 'fewer places are refused that nobody has');
      circumstances.met.add('fewer places refused');
      return;
    }
    const changed = await links.change({ after: { ...link, version, maxPayments }, shifts });
    circumstances.met.add(changed ? 'places changed' : 'places changed meanwhile');
  }

  async #keepsItsWord(): Promise<void> {
    const { violations } = this.#world.circumstances;
    demand(violations.length === 0, violations.join('; '));
    const rows = await this.#world.store.rows();
    const attempts = await this.#world.attempts();
    checkQueue(rows);
    checkSteps(rows);
    checkPlaces(rows, attempts);
    for (const { browser } of this.#payers.joined) browser.checkWhoLeft(attempts);
  }

  async #act(): Promise<void> {
    const { seeded, processes, clock, circumstances } = this.#world;
    if (seeded.chance(DAY_END_PROBABILITY)) await this.#world.bank.closeDay();
    if (seeded.chance(0.08)) await this.#undisturbed('switch');
    const { active } = reusableLinkIn(await this.#world.store.rows()).link;
    const before = (await this.#world.attempts()).length;
    const actions = Array.from({ length: 1 + seeded.below(6) }, () => seeded.pick(ACTIONS));
    if (actions.length > 1) circumstances.met.add('fault: several at once');
    await processes.run(
      actions.map((one) => this.#works(one, fateOf(seeded, one === 'settle' ? SWEEPER : PAYERS_FUNCTION))),
    );
    await this.#keepsItsWord();
    // Nobody switches a link in the middle of a round.
    const after = (await this.#world.attempts()).length;
    demand(active || after === before, 'an attempt began on a link that is switched off');
    clock.advance(seeded.pick(PAUSES_MS) + seeded.below(1000));
  }

  /** Everybody pays at once: each function may die, and each answer of the bank may be lost. */
  async #arriveTogether({ payers }: Crowd): Promise<void> {
    const { seeded, processes } = this.#world;
    const all = Array.from({ length: payers }, () => this.#works('arrive', fateOf(seeded, PAYERS_FUNCTION)));
    await processes.run(all);
    await this.#keepsItsWord();
  }

  async #undisturbed(action: Action): Promise<void> {
    await this.#world.processes.run([this.#works(action, { lifeMs: PAYERS_FUNCTION.lifeMs, freezes: false })]);
    await this.#keepsItsWord();
  }

  /** Once nothing fails any more, newcomers pay until the link is sold out: every place that was given back is taken again. */
  async #sellOut(): Promise<void> {
    const { circumstances, store } = this.#world;
    circumstances.atFault = false;
    await this.#takesPaymentsAgain();
    for (let latecomer = 0; latecomer < MOST_LATECOMERS; latecomer += 1) {
      const { free, held } = placeCounts(reusableLinkIn(await store.rows()).places);
      if (free === 0 && held === 0) break;
      await this.#payAsNewcomer();
    }
    const before = (await this.#world.attempts()).length;
    await this.#payAsNewcomer();
    demand((await this.#world.attempts()).length === before, 'an attempt began on a link that is sold out');
    const { places, link } = reusableLinkIn(await store.rows());
    const { paid } = placeCounts(places);
    demand(paid === link.maxPayments, `${paid} of ${link.maxPayments} places are paid in the end`);
    circumstances.met.add('sold out');
  }

  /** The dealer switches the link on, and lets it live on. */
  async #takesPaymentsAgain(): Promise<void> {
    const { direct } = this.#world.store;
    const { expiresAtMs, ...link } = reusableLinkIn(await this.#world.store.rows()).link;
    if (expiresAtMs !== undefined && expiresAtMs < this.#world.clock.now())
      this.#world.circumstances.met.add('link expired');
    const after = { ...link, version: link.version + 1, active: true };
    const changed = await dynamoReusableLinks(direct, namesOfCodes).change({ after, shifts: [] });
    demand(changed, 'a change that nobody disturbs is refused');
  }

  async #payAsNewcomer(): Promise<void> {
    const { processes, clock } = this.#world;
    const instance = this.#world.instance({ lifeMs: PAYERS_FUNCTION.lifeMs, freezes: false });
    const before = this.#payers.joined.length;
    const work = async (): Promise<void> => {
      for (let post = 0; post < 5 && this.#payers.joined.length === before; post += 1)
        await this.#payers.join(instance);
      const newest = this.#payers.joined.at(-1);
      if (newest !== undefined && this.#payers.joined.length > before)
        await newest.browser.perform('pay-without-3d', instance);
    };
    await processes.run([{ process: instance.process, work }]);
    clock.advance(1000);
    await sweepToTheEnd(
      this.#world,
      (options) => processes.run([this.#works('settle', { ...options, kill: undefined })]),
      () => this.#keepsItsWord(),
    );
    this.#world.circumstances.atFault = false;
  }

  async run(): Promise<void> {
    const { store, seeded } = this.#world;
    await store.direct.transact([{ put: virtualPosItems({ ...this.#pos, dealerCode: 'D1' }).version }]);
    await dynamoReusableLinks(store.direct, namesOfCodes).create(this.#link);
    if (this.#crowd !== undefined) await this.#arriveTogether(this.#crowd);
    const rounds = 4 + seeded.below(10);
    for (let round = 0; round < rounds; round += 1) await this.#act();
    await sweepToTheEnd(
      this.#world,
      (options) => this.#world.processes.run([this.#works('settle', options)]),
      () => this.#keepsItsWord(),
    );
    const stuck = (await this.#world.attempts()).some(({ state }) => !isFinal(state));
    // A charge that the bank gives nothing of back keeps its place: an operator decides about it.
    if (!stuck) await this.#sellOut();
    await this.#check();
  }

  async #check(): Promise<void> {
    const { circumstances } = this.#world;
    const charged = await checkWorld(this.#world);
    const byPayment = Map.groupBy(charged, ({ payment }) => payment);
    for (const [payment, own] of byPayment) {
      demand(own.length === 1, `${own.length} charges of one request`);
      const asked = this.#payers.amountOf(payment);
      const [attempt] = own;
      const paid = (attempt?.terms.total ?? 0) - (attempt?.terms.commission.payer ?? 0);
      demand(paid === asked, `${paid} is paid of a request for ${asked}`);
    }
    circumstances.met.add('payments', charged.length);
  }
}
