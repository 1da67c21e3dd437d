import * as z from 'zod/mini';
import { contract } from '../../../functions/link/create-payment-request/contract.ts';
import { fieldsOf } from '../../../functions/link/create-payment-request/read-fields.ts';
import type { Attempt } from '../../../shared/domain/attempt/attempt.ts';
import { NO_PROGRESS } from '../../../shared/domain/link/payment-request.ts';
import { askedScenario } from '../../../shared/domain/link/payment-request-split.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { addressOf, type PaymentName } from '../../../shared/domain/payment/payment-name.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { freezeSplit, type LinkSplit } from '../../../shared/domain/split/link-split.ts';
import { readBody } from '../../../shared/http/body.ts';
import { linkWith } from '../../support/dealer/records.ts';
import { termsWith } from '../../support/dealer/virtual-pos.ts';
import { subDealerWith } from '../../support/payment/splits.ts';
import { itemsOfLink, storedLink } from '../../support/payment/stored-payments.ts';
import { directFunction, type Heard, namesOfCodes } from '../direct/direct-functions.ts';
import { cardFields, lira, splitsOf } from '../direct/direct-requests.ts';
import type { RunVault } from '../faulty-vault.ts';
import { Host } from '../host.ts';
import { demand } from '../invariants.ts';
import { LinkPayer, type PayersAction } from '../link/link-payer.ts';
import type { ProcessOptions } from '../processes.ts';
import type { World } from '../world.ts';
import { type AskedFor, anotherCart, type Beginning, paymentBlock, type Work } from './beginning.ts';
import type { LifeScene } from './life-scene.ts';
import { ShopBeginning } from './shop-beginning.ts';

const HOUR_MS = 3_600_000;

/** A direct payment, asked for again and again with the same code, now and then with another cart (rule 10). */
class DirectBeginning implements Beginning {
  readonly payment: PaymentName;
  readonly #world: World;
  readonly #scene: LifeScene;
  readonly #vault: RunVault;
  readonly #blocks: Readonly<Record<AskedFor, Readonly<Record<string, unknown>>>>;
  #heard: { readonly asked: AskedFor; readonly heard: Heard }[] = [];
  #paid: { readonly asked: AskedFor; readonly orderId: string } | undefined;

  constructor(world: World, scene: LifeScene, vault: RunVault) {
    this.#world = world;
    this.#scene = scene;
    this.#vault = vault;
    this.payment = namesOfCodes.nameOf(scene.dealer.dealerCode, scene.otherTrxCode);
    const first = paymentBlock(world, scene, scene.pickCard());
    this.#blocks = { 'A cart': first, 'Another cart': anotherCart(world, scene) };
  }

  async call(options: ProcessOptions): Promise<Work> {
    const { seeded, processes } = this.#world;
    const host = new Host(processes);
    const { dealer, otherTrxCode, pickCard } = this.#scene;
    const pay = directFunction(this.#world, host, { vault: this.#vault, approving: () => undefined });
    const asked = seeded.pick(['A cart', 'A cart', 'A cart', 'Another cart'] as const);
    const block = { ...this.#blocks[asked], Description: asked, ...(seeded.chance(0.4) ? cardFields(pickCard()) : {}) };
    return host.call(options, otherTrxCode, async () => {
      this.#heard.push({ asked, heard: await pay({ dealer, block, code: otherTrxCode }) });
    });
  }

  /** A decline that is told again is of the same request; it may still be told for a minute after another one was paid. */
  #isOwnDecline(heard: Heard, asked: AskedFor, attempts: readonly Attempt[]): boolean {
    const isOwn = (one: Attempt): boolean => one.kind === 'direct' && one.direct.description === asked;
    return heard.kind === 'failed' && attempts.some((one) => isOwn(one) && one.reportedOutcome !== 'paid');
  }

  /**
   * After a success every later call with the same cart hears it again, whatever was voided or refunded since; another
   * cart is refused for ever, and was never told of that success (rule 10).
   */
  async keepsItsWord(): Promise<void> {
    const attempts = await this.#world.attempts();
    for (const { asked, heard } of this.#heard) {
      const { reason = '' } = heard.kind === 'refused' ? heard : {};
      this.#world.circumstances.met.add(`payment heard ${heard.kind} ${reason}`.trim());
      if (heard.kind === 'paid') {
        const attempt = attempts.find(({ orderId }) => orderId === heard.orderId);
        const isOwn = attempt?.kind === 'direct' && attempt.direct.description === asked;
        demand(isOwn, 'the success of another cart is told');
      }
      if (heard.kind === 'failed')
        demand(this.#isOwnDecline(heard, asked, attempts), 'a decline of another cart is told');
      if (this.#paid === undefined || heard.kind === 'unexpected') continue;
      const isAgain = heard.kind === 'paid' && heard.replayed && heard.orderId === this.#paid.orderId;
      const isRefused = reason === 'OtherTrxCodeAlreadyUsed' || heard.kind === 'failed';
      const isTrue = asked === this.#paid.asked ? isAgain : isRefused;
      demand(isTrue, `a payment that was reported paid says ${JSON.stringify(heard)} to ${asked}`);
    }
    for (const { asked, heard } of this.#heard) {
      if (heard.kind === 'paid') this.#paid ??= { asked, orderId: heard.orderId };
    }
    this.#heard = [];
  }
}

/** The split of a link among so many sub-dealers at most, as its request would freeze it; none where that is refused. */
const linkSplitOf = (
  { seeded }: World,
  { dealer, amount, subDealers: most }: LifeScene,
): { readonly split?: LinkSplit } => {
  if (most === 0) return {};
  const body = JSON.stringify({ Amount: lira(amount), ...splitsOf(seeded, amount, most) });
  const { subDealers: entries, ...fields } = fieldsOf(z.parse(contract.request, readBody({ body })));
  const scenario = askedScenario({ ...fields, subDealers: entries });
  const subDealers = entries.map(({ dealerId = 0 }) => subDealerWith(dealerId));
  if (scenario === undefined) throw new RangeError('a split has a scenario');
  try {
    const { split } = freezeSplit(
      { scenario, entries, dealer, subDealers },
      { amount: minor(amount), allowedCounts: [1] },
    );
    return { split };
  } catch (error) {
    if (error instanceof Refusal) return {};
    throw error;
  }
};

/** A link, paid by whoever has it, with 3D or without. */
class LinkBeginning implements Beginning {
  readonly payment: PaymentName;
  readonly #world: World;
  readonly #payer: LinkPayer;
  readonly #token: string;
  readonly #items: ReturnType<typeof itemsOfLink>;

  constructor(world: World, scene: LifeScene) {
    const { dealer, pos, otherTrxCode, amount, preAuthorisation, pooled, pickCard } = scene;
    const { seeded, clock } = world;
    const nowMs = clock.now();
    this.#world = world;
    this.payment = namesOfCodes.nameOf(dealer.dealerCode, otherTrxCode);
    this.#token = addressOf(this.payment, seeded.token());
    const link = linkWith({
      payment: this.payment,
      token: this.#token,
      userPosPaymentId: 7,
      dealerCode: dealer.dealerCode,
      otherTrxCode,
      dealerCustomerId: 100_001,
      customerCode: 'C-1',
      terms: termsWith({
        amount: minor(amount),
        installments: { by: 'dealer', count: 1 },
        threeDMandatory: seeded.chance(0.2),
        preAuthorisation,
        pooled,
        // Commission of the payer, so that the charge is larger than the link's amount.
        commissionByDealer: seeded.pick([0, 12]),
        ...linkSplitOf(world, scene),
      }),
      createdAtMs: nowMs,
      expiresAtMs: nowMs + 300 * HOUR_MS,
      progress: NO_PROGRESS,
    });
    this.#items = itemsOfLink(link);
    this.#payer = new LinkPayer(world, { dealer, pos, link, pickCard });
  }

  async write(): Promise<void> {
    await this.#world.store.direct.transact(this.#items.map((put) => ({ put })));
  }

  async #nextAction(): Promise<PayersAction> {
    const { seeded } = this.#world;
    const link = await storedLink(this.#world.store.direct, this.#token);
    if (link.state !== 'open') return seeded.pick(['view', 'pay', 'callback']);
    if (link.progress.activeAttempt !== undefined) return seeded.pick(['retry', 'view']);
    const waits = (await this.#world.attempts()).some(({ state }) => state === 'authenticating');
    return waits && seeded.chance(0.8) ? 'callback' : seeded.pick(['pay', 'pay', 'pay-without-3d']);
  }

  async call(options: ProcessOptions): Promise<Work> {
    const action = await this.#nextAction();
    const instance = this.#world.instance(options);
    return { process: instance.process, work: () => this.#payer.perform(action, instance) };
  }

  async keepsItsWord(): Promise<void> {
    const { progress } = await storedLink(this.#world.store.direct, this.#token);
    const untrue = this.#payer.results.some((reference) => reference !== progress.result?.resultReference);
    demand(!untrue, 'a payer was sent to a result that the link does not have');
    this.#payer.checkWhoLeft(await this.#world.attempts());
  }
}

/** Begins the payment of a scene. */
export const beginLife = async (world: World, scene: LifeScene, vault: RunVault): Promise<Beginning> => {
  if (scene.begins === 'shop') {
    const shop = new ShopBeginning(world, scene, vault);
    await shop.write();
    return shop;
  }
  if (scene.begins === 'direct') return new DirectBeginning(world, scene, vault);
  const link = new LinkBeginning(world, scene);
  await link.write();
  return link;
};
