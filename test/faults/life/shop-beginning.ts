import { dynamoPayments } from '../../../shared/adapters/dynamodb/payment/payments.ts';
import { type Attempt, isOfLink } from '../../../shared/domain/attempt/attempt.ts';
import type { AttemptState } from '../../../shared/domain/attempt/states.ts';
import type { Payment } from '../../../shared/domain/payment/payment.ts';
import { callbackAddressOf, type PaymentName } from '../../../shared/domain/payment/payment-name.ts';
import { resultHashesOf } from '../../../shared/http/result-hash.ts';
import { testCardAuthenticates } from '../../../shared/nestpay/test-card-numbers.ts';
import { testCard } from '../../../shared/nestpay/test-cards.ts';
import { VaultUnavailable } from '../../../shared/ports/vault.ts';
import { linkWith } from '../../support/dealer/records.ts';
import { namesOfCodes } from '../direct/direct-functions.ts';
import { cardFields } from '../direct/direct-requests.ts';
import { cardOfRun } from '../direct/direct-scene.ts';
import type { RunVault } from '../faulty-vault.ts';
import { demand } from '../invariants.ts';
import { LinkPayer } from '../link/link-payer.ts';
import type { ProcessOptions } from '../processes.ts';
import type { Instance, World } from '../world.ts';
import { type AskedFor, anotherCart, type Beginning, paymentBlock, type Work } from './beginning.ts';
import type { LifeScene } from './life-scene.ts';
import { boxOpening, shopStart } from './life-shop.ts';

/** Token of the one stored card of a run. */
export const STORED_TOKEN = '8c1f52a0-3d6e-4b7f-9a10-5e2d4c6b8f31';

/** The RedirectUrl of a shop. */
const RETURN_TO = 'https://shop.example/result';

/** An attempt of an earlier call is barred: it may not be charged any more (rule 10). */
export const BARRED: readonly AttemptState[] = ['charging', 'in-doubt', 'approved'];

/**
 * A shop's own 3D payment: the dealer's calls, now and then with another cart, the page that opens the box, and the bank's
 * gate.
 */
export class ShopBeginning implements Beginning {
  readonly payment: PaymentName;
  readonly #world: World;
  readonly #scene: LifeScene;
  readonly #vault: RunVault;
  readonly #payer: LinkPayer;
  readonly #blocks: Readonly<Record<AskedFor, Readonly<Record<string, unknown>>>>;
  /** What was answered, by number of the call. */
  readonly #calls = new Map<number, { readonly asked: AskedFor; readonly codeForHash: string }>();
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
    const back = { ReturnHash: 1, RedirectUrl: RETURN_TO };
    this.#number = card;
    this.#token = world.seeded.chance(0.4) ? STORED_TOKEN : undefined;
    const without = { CardHolderFullName: '', CardNumber: '', ExpMonth: '', ExpYear: '' };
    const paidBy = this.#token === undefined ? cardFields(card) : { ...without, CardToken: this.#token };
    const blockOf = (cart: Readonly<Record<string, unknown>>) => ({ ...cart, ...paidBy, ...back });
    const first = blockOf(paymentBlock(world, scene, card));
    this.#blocks = { 'A cart': first, 'Another cart': blockOf(anotherCart(world, scene)) };
  }

  /** Stores the card that the dealer names by its token. */
  async write(): Promise<void> {
    if (this.#token === undefined) return;
    const { clock, store } = this.#world;
    const { writes } = await cardOfRun(this.#token, { number: this.#number, storedAtMs: clock.now() });
    await store.direct.transact(writes);
  }

  async #start(instance: Instance): Promise<void> {
    const asked = this.#world.seeded.pick(['A cart', 'A cart', 'Another cart'] as const);
    const block = { ...this.#blocks[asked], Description: asked };
    const heard = await shopStart(this.#world, instance, this.#scene, this.#vault)(block);
    const reason = heard.kind === 'refused' ? ` ${heard.reason}` : '';
    const again = heard.kind === 'answered' && heard.replayed ? ' again' : '';
    this.#world.circumstances.met.add(`shop heard ${heard.kind}${again}${reason}`);
    if (heard.kind !== 'answered') return;
    const address = new URL(String(heard.data.Url)).pathname.split('/')[2] ?? '';
    const number = Number(address.split('.')[1]);
    const codeForHash = String(heard.data.CodeForHash);
    const { asked: before = asked, codeForHash: known = codeForHash } = this.#calls.get(number) ?? {};
    demand(before === asked && known === codeForHash, 'two requests have one call');
    this.#calls.set(number, { asked, codeForHash });
    this.#address = address;
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
    if (seeded.chance(0.1)) return 'start';
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
    const attempts = await this.#world.attempts();
    this.#payer.checkWhoLeft(attempts);
    this.#checkCalls(payment, attempts);
  }

  /** Only the latest call may be charged, and what is reported paid is what that call asked for. */
  #checkCalls(payment: Payment | undefined, attempts: readonly Attempt[]): void {
    const { link } = payment ?? {};
    if (link === undefined) return;
    const earlier = attempts.filter(({ number }) => number < link.progress.attempts);
    const barred = earlier.find(({ state }) => BARRED.includes(state));
    demand(barred === undefined, `an attempt of an earlier call is ${barred?.state}`);
    if (earlier.some(({ state }) => state === 'closed')) this.#world.circumstances.met.add('box left behind');
    if (link.state !== 'paid') return;
    const call = this.#calls.get(link.progress.attempts);
    const paid = attempts.find(({ reportedOutcome }) => reportedOutcome === 'paid');
    demand(paid?.number === link.progress.attempts, 'the payment of an earlier call was reported');
    if (call === undefined || paid?.kind !== 'link') return;
    demand(
      link.secrets.successHash === resultHashesOf(call.codeForHash).successHash,
      'the hash is that of another call',
    );
    demand(paid.asked?.description === call.asked, 'another cart was paid');
  }
}
