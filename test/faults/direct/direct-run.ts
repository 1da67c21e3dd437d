import type { DirectAttempt } from '../../../shared/domain/attempt/attempt.ts';
import { collectableUntilMs } from '../../../shared/domain/attempt/timing.ts';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import { faultyVault, type RunVault, VAULT_METHODS } from '../faulty-vault.ts';
import { Host } from '../host.ts';
import { checkQueue, checkSteps, demand } from '../invariants.ts';
import { fateOf, type Process, type ProcessOptions } from '../processes.ts';
import { checkWorld, type SeededRun, storyOf } from '../seeded-run.ts';
import { DAY_END_PROBABILITY, reconcileOnce, SWEEPER, sweepToTheEnd } from '../sweeper.ts';
import type { World } from '../world.ts';
import { directFunction, storingOver } from './direct-functions.ts';
import { checkDirectRows, checkStoredCards, directAttemptsIn, limitsHold } from './direct-invariants.ts';
import { type CallMade, leftAtMs, mayHear, Promises } from './direct-promises.ts';
import { blockOf, type DirectRequest, newRequest, type Variant } from './direct-requests.ts';
import { brakeStage, type DirectScene, setScene } from './direct-scene.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const FUNCTION_LIFE_MS = 28_000;
/** About the number of calls that one payment makes to store, vault and bank. */
const CALLS_OF_A_PAYMENT = 24;
const MOST_AT_ONCE = 10;
const MAX_WAITERS = 2;
const PAUSES_MS = [0, 0, 1000, 20_000, 61_000, 61_000, 61_000, 150_000, 4 * MINUTE_MS, 11 * MINUTE_MS, 5 * HOUR_MS];
/** Some are long: an attempt in doubt blocks the next one until "no record" is believed. */
const PAUSES_OF_DECLINES_MS = [1000, 61_000, 61_000, 40 * HOUR_MS];
const LONGEST_WITHOUT_SWEEPER_MS = HOUR_MS;
const VARIANTS: readonly Variant[] = [
  ...Array<Variant>(15).fill('same'),
  'other card',
  'other card',
  'other request',
  'other request',
  'other amount',
  'other amount',
  'unreadable',
];

const NEW_TRIES: readonly Variant[] = ['other card', 'other card', 'other request', 'other amount'];

interface Work {
  readonly process: Process;
  readonly work: () => Promise<unknown>;
}

/** A dealer's direct payments, with a seed that chooses what callers, bank, crashes and the sweeper do. */
export class DirectRun implements SeededRun {
  readonly #world: World;
  readonly #vault: RunVault;
  readonly #promises = new Promises();
  readonly #requests: DirectRequest[] = [];
  #scene: DirectScene | undefined;
  #paused: 'nothing' | 'dealer' | 'stage' = 'nothing';
  readonly #sentAtMs = new Map<string, number>();
  #calls = 0;
  #unexpected = 0;
  /** The machine that all calls share, if the seed runs on one; undefined if each call has its own instance. */
  #machine: ReturnType<DirectRun['newInstance']> | undefined;
  #onOneMachine = false;

  constructor(world: World) {
    this.#world = world;
    this.#vault = faultyVault(world.circumstances, world.bank);
  }

  async story(): Promise<unknown> {
    const { limits, cardLimit } = this.#scene?.dealer ?? {};
    return { limits, cardLimit, ...(await storyOf(this.#world)), heard: this.#promises };
  }

  get #set(): DirectScene {
    if (this.#scene === undefined) throw new Error('the scene is not set');
    return this.#scene;
  }

  get #dealer(): Dealer {
    return { ...this.#set.dealer, paused: this.#paused === 'dealer' };
  }

  /** When an attempt's approval was last sent to the store. */
  readonly #approving = (reference: string): void => {
    this.#sentAtMs.set(reference, this.#world.clock.now());
  };

  newInstance() {
    const host = new Host(this.#world.processes);
    return { host, call: directFunction(this.#world, host, { vault: this.#vault, approving: this.#approving }) };
  }

  #instance() {
    if (!this.#onOneMachine) return this.newInstance();
    if (this.#machine === undefined || this.#machine.host.dead) this.#machine = this.newInstance();
    return this.#machine;
  }

  #payment(
    request: DirectRequest,
    variant: Variant,
    knownCode: boolean,
  ): Work & { readonly made: CallMade; readonly host: Host } {
    const { seeded, clock } = this.#world;
    this.#calls += 1;
    const clientIp = `10.0.0.${this.#calls}`;
    const { code } = request;
    const block = blockOf(request, { variant, clientIp, scene: this.#set, seeded });
    const paused = this.#paused !== 'nothing';
    const made: CallMade = { clientIp, request, variant, beganAtMs: clock.now(), knownCode, paused };
    const { host, call } = this.#instance();
    const fate = fateOf(seeded, { lifeMs: FUNCTION_LIFE_MS, calls: CALLS_OF_A_PAYMENT });
    // A single machine ends no call at its time-out and crashes seldom, and a crash ends all calls.
    const options: ProcessOptions = this.#onOneMachine
      ? { ...fate, lifeMs: Number.POSITIVE_INFINITY, kill: seeded.chance(0.2) ? fate.kill : undefined }
      : fate;
    const { process, work } = host.call(options, code ?? '', async () => {
      made.heard = await call({ dealer: this.#dealer, block, code });
      made.heardAtMs = clock.now();
    });
    return { process, work, made, host };
  }

  #settle(options: ProcessOptions): Work {
    const instance = this.#world.instance(options);
    const { process, table } = instance;
    const vault = process.using(this.#vault, VAULT_METHODS);
    const cardStoring = storingOver(this.#world, { table, vault });
    return {
      process,
      work: async () => {
        const { unexpectedCharges, failed } = await reconcileOnce(this.#world, instance, {
          opener: vault,
          cardStoring,
        });
        this.#unexpected += unexpectedCharges;
        demand(failed === 0 || this.#world.circumstances.atFault, 'the sweeper failed on a row');
      },
    };
  }

  #variant(): Variant {
    const { seeded } = this.#world;
    // After a decline another card or another request is a new attempt at once (rule 10).
    return this.#set.declines && seeded.chance(0.4) ? seeded.pick(NEW_TRIES) : seeded.pick(VARIANTS);
  }

  /** The next calls: one, or several at once, with one code or with none. */
  #payments(known: ReadonlySet<string | undefined>) {
    const { seeded, circumstances } = this.#world;
    const { declines } = this.#set;
    const blank = !declines && seeded.chance(0.2);
    const fresh = blank || this.#requests.length === 0 || (!declines && seeded.chance(0.15));
    const code = blank ? undefined : `T-${this.#requests.length + 1}`;
    const request = fresh ? newRequest(seeded, this.#set, code) : seeded.pick(this.#requests);
    if (fresh && !blank) this.#requests.push(request);
    const count = seeded.chance(0.5) ? 1 : 2 + seeded.below(MOST_AT_ONCE - 1);
    if (count > 1) circumstances.met.add('fault: two to ten at once');
    return Array.from({ length: count }, () =>
      this.#payment(request, blank ? 'same' : this.#variant(), request.code !== undefined && known.has(request.code)),
    );
  }

  async #act(): Promise<void> {
    const { seeded, processes } = this.#world;
    await this.#brake();
    if (seeded.chance(DAY_END_PROBABILITY)) await this.#world.bank.closeDay();
    const before = directAttemptsIn(await this.#world.store.rows());
    const known = new Set(before.map(({ direct }) => direct.otherTrxCode));
    const payments = seeded.chance(0.8) ? this.#payments(known) : [];
    const settles = payments.length === 0 || seeded.chance(this.#set.declines ? 0.7 : 0.25);
    const settling = settles ? [this.#settle(fateOf(seeded, SWEEPER))] : [];
    await processes.run([...payments, ...settling]);
    const after = directAttemptsIn(await this.#world.store.rows());
    this.#tally(payments.map(({ made }) => made));
    demand(
      payments.every(({ host }) => host.mostPausing <= MAX_WAITERS),
      'more than two calls wait for one code',
    );
    demand(this.#paused === 'nothing' || after.length === before.length, 'a payment began while all was paused');
    this.#approvedByCallers(
      before,
      after,
      payments.map(({ made }) => made),
    );
    this.#promises.hear(
      payments.map(({ made }) => made),
      after,
    );
    await this.#keepsItsWord();
    await this.#pass(seeded.pick(this.#set.declines ? PAUSES_OF_DECLINES_MS : PAUSES_MS) + seeded.below(1000));
  }

  /** Lets time pass. The sweeper runs often meanwhile, because it must reverse payments in that time. */
  async #pass(pauseMs: number): Promise<void> {
    const { seeded, processes, clock } = this.#world;
    let left = pauseMs;
    for (; left > LONGEST_WITHOUT_SWEEPER_MS; left -= LONGEST_WITHOUT_SWEEPER_MS) {
      clock.advance(LONGEST_WITHOUT_SWEEPER_MS);
      await processes.run([this.#settle(fateOf(seeded, SWEEPER))]);
      await this.#keepsItsWord();
    }
    clock.advance(left);
  }

  /** An approval is written only while a caller waits for that payment within its time (rule 9). */
  #approvedByCallers(
    before: readonly DirectAttempt[],
    after: readonly DirectAttempt[],
    calls: readonly CallMade[],
  ): void {
    const was = new Set(before.filter(({ state }) => state === 'approved').map(({ reference }) => reference));
    for (const attempt of after.filter(({ state, reference }) => state === 'approved' && !was.has(reference))) {
      const sentAtMs = this.#sentAtMs.get(attempt.reference) ?? 0;
      const heard = calls.some((call) => mayHear(call, attempt) && leftAtMs(call) >= sentAtMs);
      demand(heard, 'a direct payment was approved for nobody');
      demand(sentAtMs <= collectableUntilMs(attempt) + FUNCTION_LIFE_MS, 'an approval was collected too late');
    }
  }

  #tally(calls: readonly CallMade[]): void {
    const { met } = this.#world.circumstances;
    for (const { heard } of calls) {
      if (heard === undefined) met.add('caller heard nothing');
      else met.add(`caller heard ${heard.kind}${'reason' in heard ? ` ${heard.reason}` : ''}`);
    }
  }

  async #brake(): Promise<void> {
    const { seeded, circumstances } = this.#world;
    const paused = seeded.chance(0.06) ? seeded.pick(['dealer', 'stage'] as const) : 'nothing';
    if (paused === this.#paused) return;
    this.#paused = paused;
    await brakeStage(this.#world, paused === 'stage');
    if (paused !== 'nothing') circumstances.met.add(`fault: ${paused} paused`);
  }

  async #keepsItsWord(): Promise<void> {
    const { violations } = this.#world.circumstances;
    demand(violations.length === 0, violations.join('; '));
    const rows = await this.#world.store.rows();
    checkQueue(rows);
    checkSteps(rows);
    checkDirectRows(rows, this.#set.dealer);
  }

  async run(): Promise<void> {
    const { seeded, processes, circumstances } = this.#world;
    this.#onOneMachine = seeded.chance(0.4);
    this.#scene = await setScene(this.#world);
    circumstances.watches.push(limitsHold(this.#scene.dealer));
    const actions = this.#scene.declines ? 20 + seeded.below(10) : 3 + seeded.below(10);
    for (let action = 0; action < actions; action += 1) await this.#act();
    const before = directAttemptsIn(await this.#world.store.rows());
    await sweepToTheEnd(
      this.#world,
      (options) => processes.run([this.#settle(options)]),
      () => this.#keepsItsWord(),
    );
    const rows = await this.#world.store.rows();
    this.#approvedByCallers(before, directAttemptsIn(rows), []);
    await this.#check();
  }

  async #check(): Promise<void> {
    const { bank, circumstances, store } = this.#world;
    const { dealer, storedCard } = this.#set;
    const charged = await checkWorld(this.#world, {
      periods: dealer.limits.TL?.values.daily === 'unlimited' ? [] : ['day'],
      storedBefore: storedCard.token,
    });
    const rows = await store.rows();
    const attempts = directAttemptsIn(rows);
    this.#promises.check(attempts, this.#sentAtMs);
    const codes = charged.flatMap((one) =>
      one.kind === 'direct' && one.direct.otherTrxCode !== undefined ? [one.direct.otherTrxCode] : [],
    );
    demand(new Set(codes).size === codes.length, 'two charges of one code');
    demand(this.#unexpected === 0 || bank.foundLate(), 'a charge was found that nobody expected');
    await checkStoredCards(rows, { before: storedCard.token, expected: this.#expectedCards(attempts) });
    for (const { number } of attempts) if (number > 1) circumstances.met.add(`attempt number ${number} of a code`);
    const byCode = Map.groupBy(attempts, ({ direct }) => direct.otherTrxCode ?? '');
    for (const ofCode of byCode.values()) {
      if (new Set(ofCode.map(({ fingerprint }) => fingerprint)).size < 2) continue;
      circumstances.met.add(`code of two requests, the last one ${ofCode.at(-1)?.state}`);
    }
    if (rows.some(({ entity, token }) => entity === 'stored-card' && token !== storedCard.token)) {
      circumstances.met.add('seed that stored a card');
    }
    if (attempts.some(({ direct, state }) => state === 'approved' && direct.splits.length > 0)) {
      circumstances.met.add('seed that charged splits');
    }
    if (attempts.some(({ direct, state }) => state === 'approved' && direct.cardToken !== undefined)) {
      circumstances.met.add('seed that charged a token');
    }
  }

  /** Approved payments whose card must be stored. After a storage failure in the run it is unknown which are. */
  #expectedCards(attempts: readonly DirectAttempt[]): readonly DirectAttempt[] {
    if (this.#world.circumstances.met.sum('card not stored') > 0) return [];
    return attempts.filter(
      ({ state, direct }) => state === 'approved' && direct.customer !== undefined && direct.cardToken === undefined,
    );
  }
}
