import type { LinkAttempt } from '../../../shared/domain/attempt/attempt.ts';
import { isOfLink } from '../../../shared/domain/attempt/attempt.ts';
import type { PaymentName } from '../../../shared/domain/payment/payment-name.ts';
import { linkWith } from '../../support/dealer/records.ts';
import { storedLink } from '../../support/payment/stored-payments.ts';
import { namesOfCodes } from '../direct/direct-functions.ts';
import { cardFields, lira } from '../direct/direct-requests.ts';
import type { RunVault } from '../faulty-vault.ts';
import type { LifeScene } from '../life/life-scene.ts';
import { boxOpening, shopStart } from '../life/life-shop.ts';
import { LinkPayer } from '../link/link-payer.ts';
import { MobileCaller } from '../link/mobile-caller.ts';
import type { Instance, World } from '../world.ts';

/** A dealer that calls with one code again and again, and its payer. Each call asks for another amount. */
export interface CallingShop {
  readonly payment: PaymentName;
  /** What the call heard: `answered` by a new address, the reason of a refusal, or `unexpected`. */
  call(instance: Instance): Promise<string>;
  /** Brings the payer from the newest address to the bank. */
  toBank(instance: Instance): Promise<void>;
  /** The payer comes back from the bank, at the newest attempt or at an earlier one. */
  comeBack(instance: Instance): Promise<void>;
}

export const attemptsOf = async (world: World): Promise<readonly LinkAttempt[]> =>
  (await world.attempts()).filter(isOfLink);

/** Calls for 3D payments of a shop, whose card comes with the call. */
export class ShopOfBoxes implements CallingShop {
  readonly payment: PaymentName;
  readonly #world: World;
  readonly #scene: LifeScene;
  readonly #vault: RunVault;
  readonly #payer: LinkPayer;
  #address = '';
  #calls = 0;

  constructor(world: World, scene: LifeScene, vault: RunVault) {
    this.#world = world;
    this.#scene = scene;
    this.#vault = vault;
    const { dealer, pos, pickCard, otherTrxCode } = scene;
    this.payment = namesOfCodes.nameOf(dealer.dealerCode, otherTrxCode);
    this.#payer = new LinkPayer(world, { dealer, pos, link: linkWith({ payment: this.payment }), pickCard });
  }

  async call(instance: Instance): Promise<string> {
    this.#calls += 1;
    const { amount, otherTrxCode, pickCard } = this.#scene;
    const heard = await shopStart(
      this.#world,
      instance,
      this.#scene,
      this.#vault,
    )({
      ...cardFields(pickCard()),
      Amount: lira(amount + this.#calls),
      OtherTrxCode: otherTrxCode,
      ReturnHash: 1,
      RedirectUrl: 'https://shop.example/result',
    });
    this.#world.circumstances.met.add(`call heard ${heard.kind}${heard.kind === 'refused' ? ` ${heard.reason}` : ''}`);
    if (heard.kind !== 'answered') return heard.kind === 'refused' ? heard.reason : heard.kind;
    this.#address = new URL(String(heard.data.Url)).pathname.split('/').at(-1) ?? '';
    return heard.kind;
  }

  async toBank(instance: Instance): Promise<void> {
    const open = boxOpening(this.#world, instance, this.#scene, { vault: this.#vault, byToken: false });
    const call = { address: this.#address, payerAddress: '203.0.113.7', language: 'tr', browser: {} } as const;
    const outcome = await open({ ...call, does: 'open' });
    if (outcome.kind === 'hand-over') this.#payer.atGate(outcome.form);
  }

  async comeBack(instance: Instance): Promise<void> {
    await this.#payer.perform('callback', instance);
  }
}

/** Calls for mobile payments, whose payer types the card, and may stand at the bank in two tabs. */
export class ShopOfLinks implements CallingShop {
  readonly payment: PaymentName;
  readonly #world: World;
  readonly #caller: MobileCaller;
  readonly #payer: LinkPayer;
  #calls = 0;

  constructor(world: World, { dealer, pos, otherTrxCode: code, amount, pickCard }: LifeScene) {
    this.#world = world;
    this.payment = namesOfCodes.nameOf(dealer.dealerCode, code);
    this.#caller = new MobileCaller(world, { dealer, pos, code, amount });
    this.#payer = new LinkPayer(world, { dealer, pos, link: linkWith({ payment: this.payment }), pickCard });
  }

  async call(instance: Instance): Promise<string> {
    this.#calls += 1;
    const { kind, reason } = await this.#caller.call(instance, this.#calls);
    return reason ?? kind;
  }

  async toBank(instance: Instance): Promise<void> {
    const { seeded, store } = this.#world;
    this.#payer.follow(await storedLink(store.direct, `${this.payment}.${'s'.repeat(22)}`));
    await this.#payer.perform('pay', instance, 'newest');
    if (seeded.chance(0.3)) await this.#payer.perform('pay', instance, 'newest');
  }

  async comeBack(instance: Instance): Promise<void> {
    await this.#payer.perform('callback', instance);
  }
}
