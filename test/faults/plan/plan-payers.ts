import { dynamoPaymentRequests } from '../../../shared/adapters/dynamodb/link/payment-requests.ts';
import type { PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { testCard } from '../../../shared/nestpay/test-cards.ts';
import { namesOfCodes } from '../direct/direct-functions.ts';
import { LinkPayer, type PayersAction } from '../link/link-payer.ts';
import { attemptsIn } from '../payments-in.ts';
import { type FunctionKind, fateOf, type Process } from '../processes.ts';
import type { Instance, World } from '../world.ts';
import { liveRowsOf } from './ended-rows.ts';
import { plansIn } from './plan-invariants.ts';
import type { PlanScene } from './plan-scene.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const PAYERS_FUNCTION: FunctionKind = { lifeMs: 28_000, calls: 10 };
const MOST_ACTIONS = 8;
/** Whoever began 3D in time may still come back from the bank. */
const LATEST_ACTION_MS = 20 * MINUTE_MS;
const APPROVED_CARD = testCard('approved').number;
/** How a payer takes to a request: most pay it, some never open it, and some say that they will not pay. */
const WISHES = ['pay', 'pay', 'pay', 'pay', 'ignore', 'ignore', 'give up'] as const;
const PAUSES_MS = [0, 20_000, 3 * MINUTE_MS, 12 * MINUTE_MS, 3 * HOUR_MS];

interface Payer {
  readonly browser: LinkPayer;
  readonly link: PaymentRequest;
  readonly wish: (typeof WISHES)[number];
  actsAtMs: number;
  actions: number;
}

/** Whoever gets the payment requests of plans, each with a browser of its own. */
export class PlanPayers {
  readonly #world: World;
  readonly #scene: PlanScene;
  readonly #bankOf: (instance: Instance) => Instance['bank'];
  readonly #payers = new Map<number, Payer>();

  constructor(world: World, scene: PlanScene, bankOf: (instance: Instance) => Instance['bank']) {
    this.#world = world;
    this.#scene = scene;
    this.#bankOf = bankOf;
  }

  /** When payers act next. */
  times(): readonly number[] {
    return this.#waiting().map(({ actsAtMs }) => actsAtMs);
  }

  #waiting(): readonly Payer[] {
    const nowMs = this.#world.clock.now();
    return [...this.#payers.values()].filter(
      ({ wish, actions, browser, link }) =>
        wish !== 'ignore' &&
        actions < MOST_ACTIONS &&
        browser.results.length === 0 &&
        nowMs < link.expiresAtMs + LATEST_ACTION_MS,
    );
  }

  #arrive(link: PaymentRequest): void {
    const { seeded, clock } = this.#world;
    const { dealer, pos, cards } = this.#scene;
    const pickCard = (): string => (seeded.chance(0.8) ? APPROVED_CARD : seeded.pick(cards).number);
    const browser = new LinkPayer(this.#world, { dealer, pos, link, pickCard });
    // Some act at once, some within the life of the link, and some when nobody can pay it any more.
    const withinMs = (link.expiresAtMs - clock.now()) * seeded.pick([0.01, 0.01, 0.3, 0.9, 1.1]);
    const actsAtMs = clock.now() + seeded.below(Math.max(1, withinMs));
    this.#payers.set(link.userPosPaymentId, { browser, link, wish: seeded.pick(WISHES), actsAtMs, actions: 0 });
  }

  async #meet(): Promise<void> {
    const { store } = this.#world;
    const requests = dynamoPaymentRequests(store.direct);
    for (const plan of plansIn(await liveRowsOf(store))) {
      if (plan.state !== 'requested' || this.#payers.has(plan.userPosPaymentId ?? 0)) continue;
      const link = await requests.findByName(namesOfCodes.nameOfTry(plan, plan.historyCount + 1));
      if (link !== undefined) this.#arrive(link);
    }
  }

  async #action({ wish, link }: Payer): Promise<PayersAction> {
    const { seeded, store } = this.#world;
    if (wish === 'give up') return 'give-up';
    const own = attemptsIn(await liveRowsOf(store)).filter(({ payment }) => payment === link.payment);
    if (own.some(({ state }) => state === 'authenticating')) {
      return seeded.pick(['callback', 'callback', 'callback', 'callback-failed', 'view']);
    }
    return seeded.pick(['pay', 'pay-without-3d', 'pay-without-3d', 'retry', 'view']);
  }

  /** What payers do now, each in an instance of the functions of the page. */
  async works(): Promise<readonly { readonly process: Process; readonly work: () => Promise<void> }[]> {
    const { seeded, clock, circumstances } = this.#world;
    await this.#meet();
    const works: { readonly process: Process; readonly work: () => Promise<void> }[] = [];
    for (const payer of this.#waiting().filter(({ actsAtMs }) => actsAtMs <= clock.now())) {
      const action = await this.#action(payer);
      const instance = this.#world.instance(fateOf(seeded, PAYERS_FUNCTION));
      const seen = { ...instance, bank: this.#bankOf(instance) };
      payer.actions += 1;
      payer.actsAtMs = clock.now() + seeded.pick(PAUSES_MS) + seeded.below(MINUTE_MS);
      circumstances.met.add(`payer: ${action}`);
      works.push({ process: instance.process, work: () => payer.browser.perform(action, seen) });
    }
    return works;
  }
}
