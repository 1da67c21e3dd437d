import { dynamoPayments } from '../../../shared/adapters/dynamodb/payment/payments.ts';
import { generationOfAttempt, type LinkAttempt } from '../../../shared/domain/attempt/attempt.ts';
import { generationOf, type PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { testCardAuthenticates } from '../../../shared/nestpay/test-card-numbers.ts';
import { namesOfCodes } from '../direct/direct-functions.ts';
import { faultyVault, type RunVault } from '../faulty-vault.ts';
import { checkQueue, demand } from '../invariants.ts';
import { type LifeScene, setLifeScene } from '../life/life-scene.ts';
import { BARRED } from '../life/shop-beginning.ts';
import { type FunctionKind, fateOf, type ProcessOptions } from '../processes.ts';
import { checkWorld, type SeededRun, storyOf } from '../seeded-run.ts';
import { reconcileOnce, SWEEPER, sweepToTheEnd } from '../sweeper.ts';
import type { Instance, World } from '../world.ts';
import { attemptsOf, type CallingShop, ShopOfBoxes, ShopOfLinks } from './calling-shop.ts';

const CALL: FunctionKind = { lifeMs: 28_000, calls: 14 };
const CALLBACK: FunctionKind = { lifeMs: 28_000, calls: 12 };
const MOST_RACES = 3;
const MINUTE_MS = 60_000;

/** What runs at the same moment as others. */
interface Runner {
  readonly does: 'call' | 'come-back' | 'sweep';
  readonly instance: Instance;
  /** What a call heard. */
  heard?: string;
}

/**
 * The lock of an attempt against a call that supersedes it, with payer, dealer and sweeper at the same moment, and crashes
 * in all of them. Whatever wins, the payer can pay in the end, and is charged once.
 */
export class SupersedeRun implements SeededRun {
  readonly #world: World;
  readonly #vault: RunVault;
  #scene: LifeScene | undefined;
  #shop: CallingShop | undefined;

  constructor(world: World) {
    this.#world = world;
    this.#vault = faultyVault(world.circumstances, world.bank);
  }

  async story(): Promise<unknown> {
    return { scene: this.#scene, link: await this.#link(), ...(await storyOf(this.#world)) };
  }

  get #calling(): CallingShop {
    if (this.#shop === undefined) throw new Error('no shop yet');
    return this.#shop;
  }

  async #link(): Promise<PaymentRequest | undefined> {
    return (await dynamoPayments(this.#world.store.direct, namesOfCodes).find(this.#calling.payment))?.link;
  }

  #runner(does: Runner['does'], options: ProcessOptions): Runner {
    return { does, instance: this.#world.instance(options) };
  }

  async #perform(runner: Runner): Promise<void> {
    const { does, instance } = runner;
    if (does === 'call') runner.heard = await this.#calling.call(instance);
    else if (does === 'come-back') await this.#calling.comeBack(instance);
    else await reconcileOnce(this.#world, instance);
  }

  /** Work in which nothing fails. */
  async #calmly(work: (instance: Instance) => Promise<unknown>): Promise<void> {
    const { circumstances, processes } = this.#world;
    const { atFault } = circumstances;
    circumstances.atFault = false;
    const instance = this.#world.instance({ lifeMs: CALL.lifeMs, freezes: false });
    await processes.run([{ process: instance.process, work: () => work(instance) }]);
    circumstances.atFault = atFault;
    await this.#holds();
  }

  async #calmlyAtBank(): Promise<boolean> {
    let isBegun = false;
    await this.#calmly(async (instance) => {
      isBegun = (await this.#calling.call(instance)) === 'answered';
    });
    if (isBegun) await this.#calmly((instance) => this.#calling.toBank(instance));
    return (await attemptsOf(this.#world)).some(({ state }) => state === 'authenticating');
  }

  /** An attempt of an earlier call is never charged, and never paid. */
  async #holds(): Promise<void> {
    const link = await this.#link();
    const attempts = await attemptsOf(this.#world);
    const { violations } = this.#world.circumstances;
    demand(violations.length === 0, violations.join('; '));
    if (link === undefined) return;
    const earlier = attempts.filter((attempt) => generationOfAttempt(attempt) < generationOf(link));
    const charged = earlier.find(({ state }) => BARRED.includes(state));
    demand(charged === undefined, `an attempt of an earlier call is ${charged?.state}`);
    checkQueue(await this.#world.store.rows());
  }

  /** Both never win; one does where nothing died. A charge that was declined leaves room for a call behind it. */
  async #judge(before: number, waiting: readonly LinkAttempt[], runners: readonly Runner[]): Promise<void> {
    const link = await this.#link();
    const raised = link !== undefined && generationOf(link) > before;
    const now = (await attemptsOf(this.#world)).filter(({ number }) => waiting.some((one) => one.number === number));
    const locked = now.filter(({ lastCallAtMs }) => lastCallAtMs !== undefined);
    demand(!(raised && locked.some(({ state }) => BARRED.includes(state))), 'a lock and a call both won');
    demand(locked.filter(({ state }) => BARRED.includes(state)).length <= 1, 'two attempts are charged');
    // A call is refused for a charge that may stand, and for nothing else.
    const isRefused = runners.some(({ heard }) => heard === 'StillRunning');
    const all = await attemptsOf(this.#world);
    const mayCharge = all.some(({ lastCallAtMs }) => lastCallAtMs !== undefined);
    demand(!isRefused || raised || mayCharge, 'a call was refused though nothing was locked');
    const isWhole = runners.every(({ instance: { process } }) => !process.dead && process.failure === undefined);
    const won = raised ? 'the call won' : locked.length > 0 ? 'the lock won' : 'neither won';
    this.#world.circumstances.met.add(`${won}${isWhole ? '' : ', with a crash'}`);
  }

  async #race(): Promise<void> {
    const { seeded, processes } = this.#world;
    const link = await this.#link();
    const waiting = (await attemptsOf(this.#world)).filter(({ state }) => state === 'authenticating');
    const runners = [this.#runner('call', fateOf(seeded, CALL)), this.#runner('come-back', fateOf(seeded, CALLBACK))];
    if (seeded.chance(0.3)) runners.push(this.#runner('come-back', fateOf(seeded, CALLBACK)));
    if (seeded.chance(0.3)) runners.push(this.#runner('call', fateOf(seeded, CALL)));
    if (seeded.chance(0.2)) runners.push(this.#runner('sweep', fateOf(seeded, SWEEPER)));
    await processes.run(runners.map((one) => ({ process: one.instance.process, work: () => this.#perform(one) })));
    await this.#judge(link === undefined ? 0 : generationOf(link), waiting, runners);
    await this.#holds();
  }

  async #isPaid(): Promise<boolean> {
    return (await this.#link())?.state === 'paid';
  }

  async #sweep(): Promise<void> {
    await sweepToTheEnd(
      this.#world,
      (options) => {
        const runner = this.#runner('sweep', options);
        const { process } = runner.instance;
        return this.#world.processes.run([{ process, work: () => this.#perform(runner) }]);
      },
      () => this.#holds(),
    );
  }

  async run(): Promise<void> {
    const { seeded, clock, circumstances } = this.#world;
    const drawn = await setLifeScene(this.#world);
    const pickCard = (): string => Array.from({ length: 20 }, drawn.pickCard).find(testCardAuthenticates) ?? '';
    const scene: LifeScene = {
      ...drawn,
      begins: 'shop',
      subDealers: 0,
      preAuthorisation: false,
      pooled: false,
      pickCard,
    };
    this.#scene = scene;
    const mobile = seeded.chance(0.5);
    this.#shop = mobile ? new ShopOfLinks(this.#world, scene) : new ShopOfBoxes(this.#world, scene, this.#vault);
    for (let race = 0; race < MOST_RACES && !(await this.#isPaid()); race += 1) {
      if (await this.#calmlyAtBank()) await this.#race();
      clock.advance(seeded.pick([0, 1000, MINUTE_MS, 3 * MINUTE_MS]) + seeded.below(1000));
    }
    await this.#sweep();
    circumstances.met.add(mobile ? 'mobile' : 'shop');
    if (!(await this.#isPaid())) await this.#payCalmly();
    await this.#sweep();
    await this.#check(mobile);
  }

  /** Once nothing binds the code, another call is taken and paid, or its card is declined. */
  async #payCalmly(): Promise<void> {
    const earlier = await attemptsOf(this.#world);
    // A reversal that is stuck binds the code until an operator has decided.
    if (earlier.some(({ state }) => state === 'reversing')) return;
    const before = earlier.length;
    demand(await this.#calmlyAtBank(), 'a payer cannot try again');
    await this.#calmly((instance) => this.#calling.comeBack(instance));
    demand((await attemptsOf(this.#world)).length > before, 'a payer cannot try again');
  }

  async #check(mobile: boolean): Promise<void> {
    const charged = await checkWorld(this.#world, { periods: mobile ? ['day', 'month'] : ['day'] });
    const link = await this.#link();
    demand(charged.length <= 1, `${charged.length} charges of one payment`);
    demand((link?.state === 'paid') === (charged.length === 1), `it is ${link?.state}, charges: ${charged.length}`);
    this.#world.circumstances.met.add(`payment ${link?.state}`);
  }
}
