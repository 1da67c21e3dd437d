import { blockIdentifiers } from '../../../shared/adapters/dynamodb/identifiers.ts';
import { dynamoLimitUsage } from '../../../shared/adapters/dynamodb/limit/limit-usage.ts';
import { dynamoPaymentRequests } from '../../../shared/adapters/dynamodb/link/payment-requests.ts';
import { dynamoReusableLinkReads } from '../../../shared/adapters/dynamodb/reusable-link/reusable-links.ts';
import type { Definition } from '../../../shared/domain/link/definition.ts';
import type { PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { type MinorUnits, minor } from '../../../shared/domain/money/money.ts';
import type { ReusableLinkName } from '../../../shared/domain/reusable-link/link-name.ts';
import { makeRequestOfLink } from '../../../shared/links/request-of-link.ts';
import { stopOfLink } from '../../../shared/payment-flow/link-stop.ts';
import { clearVault } from '../../fakes/clear-vault.ts';
import { namesOfCodes } from '../direct/direct-functions.ts';
import { demand } from '../invariants.ts';
import type { LinkOfRun } from '../link/link-functions.ts';
import { LinkPayer } from '../link/link-payer.ts';
import type { Instance, World } from '../world.ts';

const LEAST = 100;
const LARGEST = 90_000;

/** Somebody who opened the reusable link: what was typed, and the request that came of it. */
interface Payer {
  readonly code: string;
  readonly amount: MinorUnits;
  link?: PaymentRequest;
  browser?: LinkPayer;
}

interface ManyPayersOptions {
  readonly name: ReusableLinkName;
  readonly linkCode: string;
  readonly definition: Definition;
  readonly of: LinkOfRun;
}

/** The payers of one reusable link. Each posts its form, and again where no answer came. */
export class ManyPayers {
  readonly #world: World;
  readonly #options: ManyPayersOptions;
  readonly #payers: Payer[] = [];

  constructor(world: World, options: ManyPayersOptions) {
    this.#world = world;
    this.#options = options;
  }

  /** One more payer, with an amount of its own. */
  #newcomer(): Payer {
    const { seeded } = this.#world;
    const payer = {
      code: `${this.#options.linkCode}-${String(this.#payers.length).padStart(16, 'a')}`,
      amount: minor(LEAST + seeded.below(LARGEST)),
    };
    this.#payers.push(payer);
    return payer;
  }

  /** A payer posts the form of the link: a new one, or one whose answer was lost. Refused where the link takes nothing now. */
  async join(instance: Instance): Promise<void> {
    const { seeded, circumstances } = this.#world;
    const waiting = this.#payers.filter(({ link }) => link === undefined);
    const payer = waiting.length > 0 && seeded.chance(0.5) ? seeded.pick(waiting) : this.#newcomer();
    const asked = await this.#ask(payer, instance);
    if (asked === undefined) {
      circumstances.met.add('payer finds the link closed');
      return;
    }
    if (payer.link !== undefined) {
      demand(payer.link.payment === asked.payment, 'the same post made another request');
      circumstances.met.add('the same post twice');
      return;
    }
    payer.link = asked;
    payer.browser = new LinkPayer(this.#world, {
      ...this.#options.of,
      link: asked,
      pickCard: () => this.#world.bank.pickCard(),
    });
  }

  async #ask({ code, amount }: Payer, { table }: Instance): Promise<PaymentRequest | undefined> {
    const { clock, seeded } = this.#world;
    const { dealer, pos } = this.#options.of;
    const found = await dynamoReusableLinkReads(table).findByName(this.#options.name);
    if (found === undefined) throw new Error('the reusable link is not there');
    if (stopOfLink(found, clock.now()) !== undefined) return undefined;
    const paymentRequests = dynamoPaymentRequests(table);
    const outcome = await makeRequestOfLink(
      { found, dealer, typed: { amount, answers: [] }, otherTrxCode: code },
      {
        paymentRequests,
        definitions: { find: async () => this.#options.definition },
        virtualPosDirectory: { ofDealer: async () => [pos] },
        customers: { find: async () => ({}) },
        subDealers: { find: async () => [] },
        limitUsage: dynamoLimitUsage(table),
        identifiers: blockIdentifiers(table),
        paymentNames: namesOfCodes,
        randomness: seeded,
        sealer: clearVault,
        clock,
        sandbox: true,
      },
    );
    if (outcome.kind === 'created') return outcome.link;
    const known = await paymentRequests.findByName(outcome.payment);
    if (known === undefined) throw new Error('a known code names no request');
    return known;
  }

  get joined(): readonly (Payer & { readonly link: PaymentRequest; readonly browser: LinkPayer })[] {
    return this.#payers.flatMap((payer) => {
      const { link, browser } = payer;
      return link === undefined || browser === undefined ? [] : [{ ...payer, link, browser }];
    });
  }

  /** What a payer typed, by the payment of its request. */
  amountOf(payment: string): MinorUnits | undefined {
    return this.joined.find(({ link }) => link.payment === payment)?.amount;
  }
}
