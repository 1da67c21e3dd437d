import type { Row } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import { dynamoPayments } from '../../../shared/adapters/dynamodb/payment/payments.ts';
import { splitsOfAttempt } from '../../../shared/domain/attempt/attempt.ts';
import type { Payment } from '../../../shared/domain/payment/payment.ts';
import { isFinalStep } from '../../../shared/domain/payment/step-states.ts';
import { checkComparison } from '../compared-with-bank.ts';
import { namesOfCodes, storingOver } from '../direct/direct-functions.ts';
import { faultyVault, type RunVault, VAULT_METHODS } from '../faulty-vault.ts';
import { demand, neverUnsays } from '../invariants.ts';
import { stepsIn } from '../payments-in.ts';
import { type FunctionKind, fateOf, type ProcessOptions } from '../processes.ts';
import { checkTraces, type SeededRun, storyOf } from '../seeded-run.ts';
import { DAY_END_PROBABILITY, reconcileOnce, SWEEPER, sweepToTheEnd } from '../sweeper.ts';
import type { World } from '../world.ts';
import type { Beginning, Work } from './beginning.ts';
import { DeskOfLife } from './desk-of-life.ts';
import { beginLife } from './life-beginning.ts';
import { checkLifeBooks, checkLifeLimits } from './life-books.ts';
import { lifeCalls } from './life-calls.ts';
import { checkDetail } from './life-detail.ts';
import { checkLifeRows, neverUnsaysInLives } from './life-invariants.ts';
import { type LifeCall, LifePromises } from './life-promises.ts';
import { nextRequest } from './life-requests.ts';
import { type LifeScene, setLifeScene } from './life-scene.ts';
import { sweepBoxesOnce } from './life-shop.ts';
import { checkStatements, makeStatementsNow } from './life-statements.ts';
import { STORED_TOKEN } from './shop-beginning.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** About the largest number of calls that one request makes to store, vault and bank. */
const OPERATION: FunctionKind = { lifeMs: 28_000, calls: 12 };
const PAYING: FunctionKind = { lifeMs: 28_000, calls: 24 };
const MOST_TRIES_TO_PAY = 12;
const PAUSES_MS = [0, 0, 1000, 20_000, 61_000, 130_000, 4 * MINUTE_MS, 11 * MINUTE_MS, HOUR_MS, 14 * HOUR_MS];
/** While a step runs there is little to do but wait, perhaps for the bank's day end. */
const PAUSES_OF_STEPS_MS = [0, 1000, 130_000, 11 * MINUTE_MS, 5 * HOUR_MS, 14 * HOUR_MS, 26 * HOUR_MS];
const PAUSES_OF_PAYERS_MS = [1000, 61_000, 61_000, 4 * MINUTE_MS, 20 * MINUTE_MS];
const LONGEST_WITHOUT_SWEEPER_MS = 2 * HOUR_MS;

/**
 * The whole life of a payment: it begins as a direct payment or a link, and then its dealer captures, voids, refunds and
 * approves it, with a seed that chooses what everybody does.
 */
export class LifeRun implements SeededRun {
  readonly #world: World;
  readonly #vault: RunVault;
  readonly #promises = new LifePromises();
  readonly #calls: LifeCall[] = [];
  #scene: LifeScene | undefined;
  #beginning: Beginning | undefined;
  #unexpected = 0;
  readonly #hasDesk: boolean;
  #desk: DeskOfLife | undefined;

  /** `desk`: people of the dealer act on the payment too, at the same time. */
  constructor(world: World, { desk = false }: { readonly desk?: boolean } = {}) {
    this.#world = world;
    this.#hasDesk = desk;
    this.#vault = faultyVault(world.circumstances, world.bank);
  }

  async story(): Promise<unknown> {
    const calls = this.#calls.map(({ clientIp, request, heard }) => JSON.stringify({ clientIp, ...request, heard }));
    const posts = this.#desk === undefined ? {} : { posts: this.#desk.posts };
    return { scene: this.#scene, ...(await storyOf(this.#world)), calls, ...posts };
  }

  get #set(): LifeScene {
    if (this.#scene === undefined) throw new Error('the scene is not set');
    return this.#scene;
  }

  get #begun(): Beginning {
    if (this.#beginning === undefined) throw new Error('the payment has not begun');
    return this.#beginning;
  }

  #payment(): Promise<Payment | undefined> {
    return dynamoPayments(this.#world.store.direct, namesOfCodes).find(this.#begun.payment);
  }

  #settle(options: ProcessOptions): Work {
    const instance = this.#world.instance(options);
    const { process, table } = instance;
    const vault = process.using(this.#vault, VAULT_METHODS);
    const cardStoring = storingOver(this.#world, { table, vault });
    const work = async (): Promise<void> => {
      const { unexpectedCharges, failed } = await reconcileOnce(this.#world, instance, { opener: vault, cardStoring });
      this.#unexpected += unexpectedCharges;
      await sweepBoxesOnce(this.#world, instance);
      demand(failed === 0 || this.#world.circumstances.atFault, 'the sweeper failed on a row');
    };
    return { process, work };
  }

  /** Half of the calls to pay are left alone, so that most lives begin. */
  #pay(): Promise<Work> {
    const { seeded } = this.#world;
    return this.#begun.call(seeded.chance(0.5) ? fateOf(seeded, PAYING) : { lifeMs: PAYING.lifeMs, freezes: false });
  }

  /** One call of the dealer in an instance of its own. */
  #ask(request: LifeCall['request']): Work & { readonly made: LifeCall } {
    const { seeded } = this.#world;
    const made: LifeCall = { clientIp: `10.0.0.${this.#calls.length + 1}`, request };
    this.#calls.push(made);
    const instance = this.#world.instance(fateOf(seeded, OPERATION));
    const { process } = instance;
    const { dealer } = this.#set;
    const opener = process.using(this.#vault, VAULT_METHODS);
    const work = async (): Promise<void> => {
      const call = lifeCalls(this.#world, instance, { dealer, opener })[request.of];
      const named = request.of === 'detail' ? {} : { ClientIP: made.clientIp };
      made.heard = await call({ ...request.fields, ...named });
    };
    return { process, work, made };
  }

  async #requests(): Promise<readonly (Work & { readonly made: LifeCall })[]> {
    const { seeded, circumstances } = this.#world;
    const payment = await this.#payment();
    const earlier = this.#calls.map(({ request }) => request);
    const draw = () => nextRequest({ seeded, scene: this.#set, payment, earlier });
    const first = draw();
    const count = seeded.chance(0.65) ? 1 : 2 + seeded.below(2);
    const others = Array.from({ length: count - 1 }, () => (seeded.chance(0.4) ? first : draw()));
    if (others.length > 0) circumstances.met.add('fault: two or three at once');
    if (others.includes(first)) circumstances.met.add('fault: the same twice at once');
    return [first, ...others].map((request) => this.#ask(request));
  }

  /** What people at the desk do meanwhile: they open pages before steps, and post forms that they see. */
  async #atDesk(): Promise<readonly Work[]> {
    const [desk, payment] = [this.#desk, await this.#payment()];
    if (desk === undefined || payment === undefined) return [];
    const { seeded } = this.#world;
    const draw = () => nextRequest({ seeded, scene: this.#set, payment, earlier: [] });
    const fate = () => fateOf(seeded, OPERATION);
    const opened = Array.from({ length: 1 + seeded.below(2) }, () => desk.open(draw(), payment.paymentId, fate()));
    // Two people, or one who reads for a while: forms of before are posted beside the pages that are opened.
    return [...opened, ...(seeded.chance(0.85) ? desk.post(payment.paymentId, fate) : [])];
  }

  async #act(): Promise<void> {
    const { seeded, processes, bank } = this.#world;
    if (seeded.chance(DAY_END_PROBABILITY)) await bank.closeDay();
    const works = await this.#requests();
    const paying = seeded.chance(0.08) ? [await this.#pay()] : [];
    const settling = seeded.chance(0.35) ? [this.#settle(fateOf(seeded, SWEEPER))] : [];
    const atDesk = await this.#atDesk();
    await processes.run([...works, ...paying, ...settling, ...atDesk]);
    this.#tally(works.map(({ made }) => made));
    const steps = stepsIn(await this.#world.store.rows());
    this.#promises.hear(
      works.map(({ made }) => made),
      steps,
    );
    await this.#keepsItsWord();
    const waits = steps.some((step) => !isFinalStep(step));
    await this.#pass(seeded.pick(waits ? PAUSES_OF_STEPS_MS : PAUSES_MS) + seeded.below(1000));
  }

  #tally(calls: readonly LifeCall[]): void {
    const { met } = this.#world.circumstances;
    for (const { request, heard } of calls) {
      const failed = heard?.kind === 'answered' && heard.data.IsSuccessful !== true ? ' failed' : '';
      const again = heard?.kind === 'answered' && heard.replayed ? ' again' : '';
      const reason = heard?.kind === 'refused' ? ` ${heard.reason}` : '';
      met.add(`${request.of} heard ${heard?.kind ?? 'nothing'}${failed}${again}${reason}`);
    }
  }

  /** Lets time pass; the sweeper runs meanwhile. */
  async #pass(pauseMs: number): Promise<void> {
    const { seeded, processes, clock } = this.#world;
    let left = pauseMs;
    for (; left > LONGEST_WITHOUT_SWEEPER_MS; left -= LONGEST_WITHOUT_SWEEPER_MS) {
      clock.advance(LONGEST_WITHOUT_SWEEPER_MS);
      await processes.run([this.#settle(fateOf(seeded, SWEEPER))]);
      await this.#keepsItsWord();
    }
    clock.advance(left);
    await makeStatementsNow(this.#world, this.#set);
  }

  readonly #checkRows = (rows: readonly Row[]): void => {
    const { clock, circumstances } = this.#world;
    checkLifeRows(rows, this.#set, { nowMs: clock.now(), horizonHours: circumstances.horizonHours });
  };

  async #keepsItsWord(): Promise<void> {
    const { violations } = this.#world.circumstances;
    demand(violations.length === 0, violations.join('; '));
    const rows = await this.#world.store.rows();
    this.#checkRows(rows);
    this.#desk?.keepsItsWord(stepsIn(rows), rows);
    await this.#begun.keepsItsWord();
    await checkDetail(this.#world, this.#set, await this.#payment());
  }

  async #isPaid(): Promise<boolean> {
    return (await this.#world.attempts()).some(({ reportedOutcome }) => reportedOutcome === 'paid');
  }

  /** Payer or dealer tries until it is paid, or a few times. */
  async #getPaid(): Promise<void> {
    const { seeded, processes, circumstances } = this.#world;
    // What may go wrong with a charge is drawn by the runs of links and direct payments; most lives need a paid one.
    circumstances.atFault = seeded.chance(0.4);
    for (let attempt = 0; attempt < MOST_TRIES_TO_PAY && !(await this.#isPaid()); attempt += 1) {
      const settling = seeded.chance(0.3) ? [this.#settle(fateOf(seeded, SWEEPER))] : [];
      await processes.run([await this.#pay(), ...settling]);
      await this.#keepsItsWord();
      await this.#pass(seeded.pick(PAUSES_OF_PAYERS_MS) + seeded.below(1000));
    }
    circumstances.atFault = true;
  }

  async run(): Promise<void> {
    const { seeded, processes, circumstances } = this.#world;
    const { watches } = circumstances;
    watches.splice(watches.indexOf(neverUnsays), 1, neverUnsaysInLives);
    this.#scene = await setLifeScene(this.#world);
    circumstances.rowChecks.push(this.#checkRows);
    if (this.#hasDesk) this.#desk = new DeskOfLife(this.#world, { dealer: this.#set.dealer, vault: this.#vault });
    this.#beginning = await beginLife(this.#world, this.#set, this.#vault);
    await this.#getPaid();
    const actions = (await this.#isPaid()) ? 4 + seeded.below(14) : 1 + seeded.below(3);
    for (let action = 0; action < actions; action += 1) await this.#act();
    await sweepToTheEnd(
      this.#world,
      (options) => processes.run([this.#settle(options)]),
      () => this.#keepsItsWord(),
    );
    await this.#check();
  }

  async #check(): Promise<void> {
    const { circumstances, bank } = this.#world;
    const { begins, preAuthorisation, pooled } = this.#set;
    const { rows, books, attempts, steps } = await checkTraces(this.#world, STORED_TOKEN);
    await checkComparison(this.#world, { books, attempts, steps });
    checkLifeBooks(books, { attempts, steps }, circumstances);
    checkLifeLimits(rows, { attempts, steps }, begins === 'link' ? ['day', 'month'] : ['day']);
    demand(this.#unexpected === 0 || bank.foundLate(), 'a charge was found that nobody expected');
    const { met } = circumstances;
    const paid = attempts.find(({ reportedOutcome }) => reportedOutcome === 'paid');
    met.add(`life: ${begins}, ${preAuthorisation ? 'pre-authorisation' : 'sale'}${pooled ? ', pooled' : ''}`);
    met.add(paid === undefined ? 'life never paid' : `life ended ${paid.state}`);
    if (begins === 'direct' && new Set(attempts.map(({ fingerprint }) => fingerprint)).size > 1)
      met.add(paid === undefined ? 'two carts never paid' : 'two carts, one paid');
    if (paid !== undefined && splitsOfAttempt(paid).length > 0)
      met.add(begins === 'link' ? 'link with sub-dealers' : 'life with sub-dealers');
    if (paid?.state === 'approved' && (paid.refunded ?? 0) > 0) met.add('life refunded in part');
    met.add('dealer calls', this.#calls.length);
    await checkStatements(this.#world, this.#set, await this.#payment());
  }
}
