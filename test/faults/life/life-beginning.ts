import * as z from 'zod/mini';
import { contract } from '../../../functions/create-payment-request/contract.ts';
import { fieldsOf } from '../../../functions/create-payment-request/read-fields.ts';
import { dynamoPayments } from '../../../shared/adapters/dynamodb/payment/payments.ts';
import { isOfLink } from '../../../shared/domain/attempt/attempt.ts';
import { NO_PROGRESS } from '../../../shared/domain/link/payment-request.ts';
import { askedScenario } from '../../../shared/domain/link/payment-request-split.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { addressOf, callbackAddressOf, type PaymentName } from '../../../shared/domain/payment/payment-name.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { freezeSplit, type LinkSplit } from '../../../shared/domain/split/link-split.ts';
import { readBody } from '../../../shared/http/body.ts';
import { testCard, testCardAuthenticates } from '../../../shared/nestpay/test-cards.ts';
import { VaultUnavailable } from '../../../shared/ports/vault.ts';
import { linkWith } from '../../support/dealer/records.ts';
import { termsWith } from '../../support/dealer/virtual-pos.ts';
import { subDealerWith } from '../../support/payment/splits.ts';
import { itemsOfLink, storedLink } from '../../support/payment/stored-payments.ts';
import { directFunction, type Heard, namesOfCodes } from '../direct/direct-functions.ts';
import { cardFields, lira, splitsOf } from '../direct/direct-requests.ts';
import { cardOfRun } from '../direct/direct-scene.ts';
import type { RunVault } from '../faulty-vault.ts';
import { Host } from '../host.ts';
import { demand } from '../invariants.ts';
import { LinkPayer, type PayersAction } from '../link/link-payer.ts';
import type { Process, ProcessOptions } from '../processes.ts';
import type { Instance, World } from '../world.ts';
import type { LifeScene } from './life-scene.ts';
import { boxOpening, shopStart } from './life-shop.ts';

const HOUR_MS = 3_600_000;

/** One invocation in a run. */
export interface Work {
  readonly process: Process;
  readonly work: () => Promise<unknown>;
}

/** How a life begins, and what payer or dealer may try again at any time of it. */
export interface Beginning {
  readonly payment: PaymentName;
  /** A call to pay, or to hear of the payment again. */
  call(options: ProcessOptions): Promise<Work>;
  /** Compares what was heard since the last time with what was heard before. */
  keepsItsWord(): Promise<void>;
}

/** The request block of a dealer's call with a card. */
const paymentBlock = (
  { seeded }: World,
  { amount, otherTrxCode, preAuthorisation, pooled, subDealers }: LifeScene,
  card: string,
): Readonly<Record<string, unknown>> => ({
  ...cardFields(card),
  Amount: lira(amount),
  IsPreAuth: preAuthorisation ? 1 : 0,
  IsPoolPayment: pooled ? 1 : 0,
  InstallmentNumber: seeded.pick([0, 0, 3]),
  OtherTrxCode: otherTrxCode,
  ...(subDealers === 0 ? {} : splitsOf(seeded, amount, subDealers)),
});

/** A direct payment, asked for again and again with the same code. */
class DirectBeginning implements Beginning {
  readonly payment: PaymentName;
  readonly #world: World;
  readonly #scene: LifeScene;
  readonly #vault: RunVault;
  readonly #block: Readonly<Record<string, unknown>>;
  #heard: Heard[] = [];
  #paid: string | undefined;

  constructor(world: World, scene: LifeScene, vault: RunVault) {
    this.#world = world;
    this.#scene = scene;
    this.#vault = vault;
    this.payment = namesOfCodes.nameOf(scene.dealer.dealerCode, scene.otherTrxCode);
    this.#block = paymentBlock(world, scene, scene.pickCard());
  }

  async call(options: ProcessOptions): Promise<Work> {
    const host = new Host(this.#world.processes);
    const { dealer, otherTrxCode, pickCard } = this.#scene;
    const pay = directFunction(this.#world, host, { vault: this.#vault, approving: () => undefined });
    const block = this.#world.seeded.chance(0.4) ? { ...this.#block, ...cardFields(pickCard()) } : this.#block;
    return host.call(options, otherTrxCode, async () => {
      this.#heard.push(await pay({ dealer, block, code: otherTrxCode }));
    });
  }

  /** After a success every later call hears it again, whatever was voided or refunded since (rule 10). */
  async keepsItsWord(): Promise<void> {
    for (const heard of this.#heard) {
      const { reason = '' } = heard.kind === 'refused' ? heard : {};
      this.#world.circumstances.met.add(`payment heard ${heard.kind} ${reason}`.trim());
      if (this.#paid !== undefined && heard.kind !== 'unexpected') {
        const same = heard.kind === 'paid' && heard.replayed && heard.orderId === this.#paid;
        demand(same, `a payment that was told paid says ${JSON.stringify(heard)}`);
      }
    }
    this.#paid ??= this.#heard.flatMap((heard) => (heard.kind === 'paid' ? [heard.orderId] : []))[0];
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

/** Token of the one stored card of a run. */
export const STORED_TOKEN = '8c1f52a0-3d6e-4b7f-9a10-5e2d4c6b8f31';

/** The RedirectUrl of a shop. */
const RETURN_TO = 'https://shop.example/result';

/** A shop's own 3D payment: the dealer's call, its page that opens the box, and the bank's gate. */
class ShopBeginning implements Beginning {
  readonly payment: PaymentName;
  readonly #world: World;
  readonly #scene: LifeScene;
  readonly #vault: RunVault;
  readonly #payer: LinkPayer;
  readonly #block: Readonly<Record<string, unknown>>;
  readonly #number: string;
  /** Of a stored card, which pays in place of its number. */
  readonly #token: string | undefined;
  #address: string | undefined;
  #openings = 0;

  constructor(world: World, scene: LifeScene, vault: RunVault) {
    this.#world = world;
    this.#scene = scene;
    this.#vault = vault;
    const { dealer, pos, pickCard, otherTrxCode } = scene;
    this.payment = namesOfCodes.nameOf(dealer.dealerCode, otherTrxCode);
    this.#payer = new LinkPayer(world, { dealer, pos, link: linkWith({ payment: this.payment }), pickCard });
    const card = Array.from({ length: 20 }, pickCard).find(testCardAuthenticates) ?? testCard('approved').number;
    const block = { ...paymentBlock(world, scene, card), ReturnHash: 1, RedirectUrl: RETURN_TO };
    this.#number = card;
    this.#token = world.seeded.chance(0.4) ? STORED_TOKEN : undefined;
    const without = { CardHolderFullName: '', CardNumber: '', ExpMonth: '', ExpYear: '' };
    this.#block = this.#token === undefined ? block : { ...block, ...without, CardToken: this.#token };
  }

  /** Stores the card that the dealer names by its token. */
  async write(): Promise<void> {
    if (this.#token === undefined) return;
    const { clock, store } = this.#world;
    const { writes } = await cardOfRun(this.#token, { number: this.#number, storedAtMs: clock.now() });
    await store.direct.transact(writes);
  }

  async #start(instance: Instance): Promise<void> {
    const heard = await shopStart(this.#world, instance, this.#scene, this.#vault)(this.#block);
    const reason = heard.kind === 'refused' ? ` ${heard.reason}` : '';
    this.#world.circumstances.met.add(`shop heard ${heard.kind}${reason}`);
    if (heard.kind !== 'answered') return;
    const url = new URL(String(heard.data.Url));
    this.#address = url.pathname.split('/')[2];
    this.#openings = 0;
  }

  async #open(instance: Instance, does: 'open' | 'retry' | 'give-up'): Promise<void> {
    const byToken = this.#token !== undefined;
    const open = boxOpening(this.#world, instance, this.#scene, { vault: this.#vault, byToken });
    const { seeded, circumstances } = this.#world;
    // A spoilt key opens nothing, and burns nothing.
    const address = `${this.#address ?? ''}${seeded.chance(0.1) ? 'A' : ''}`;
    this.#openings += 1;
    try {
      const outcome = await open({ address, does, payerAddress: '203.0.113.7', language: 'tr', browser: {} });
      circumstances.met.add(`box ${outcome.kind}`);
      if (outcome.kind === 'hand-over') this.#payer.atGate(outcome.form, byToken ? await this.#wayBack() : undefined);
    } catch (error) {
      if (!(error instanceof VaultUnavailable)) throw error;
    }
  }

  /** The callback's address of the attempt that waits for its payer. */
  async #wayBack(): Promise<string> {
    const { processes } = this.#world;
    let address = '';
    await processes.turn();
    // The payer's browser knows it from the bank; a run reads it, and that is no call of the function.
    const read = await processes.doing(async () => {
      const waiting = (await this.#world.attempts()).findLast(({ state }) => state === 'authenticating');
      if (waiting !== undefined && isOfLink(waiting)) address = callbackAddressOf(waiting);
    });
    if ('error' in read) throw read.error;
    return address;
  }

  async #nextAction(): Promise<'start' | 'open' | 'retry' | 'give-up' | 'callback'> {
    const { seeded } = this.#world;
    const attempts = await this.#world.attempts();
    if (attempts.some(({ state }) => state === 'authenticating') && seeded.chance(0.85)) return 'callback';
    if (this.#address === undefined || this.#openings > 1 || seeded.chance(0.1)) return 'start';
    return seeded.pick(['open', 'open', 'open', 'open', 'open', 'retry', 'give-up']);
  }

  async call(options: ProcessOptions): Promise<Work> {
    const action = await this.#nextAction();
    const instance = this.#world.instance(options);
    const work = (): Promise<void> => {
      if (action === 'start') return this.#start(instance);
      return action === 'callback' ? this.#payer.perform(action, instance) : this.#open(instance, action);
    };
    return { process: instance.process, work };
  }

  async keepsItsWord(): Promise<void> {
    const payment = await dynamoPayments(this.#world.store.direct, namesOfCodes).find(this.payment);
    const reference = payment?.link?.progress.result?.resultReference;
    const untrue = this.#payer.results.some((one) => one !== reference);
    demand(
      !untrue || payment?.link?.state !== 'paid',
      'a payer was sent to a result that a paid payment does not have',
    );
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
