import { blockIdentifiers } from '../../shared/adapters/dynamodb/identifiers.ts';
import { dynamoLimitUsage } from '../../shared/adapters/dynamodb/limit/limit-usage.ts';
import { dynamoLinkRequestCounters } from '../../shared/adapters/dynamodb/limit/link-request-counters.ts';
import { dynamoPaymentRequests } from '../../shared/adapters/dynamodb/link/payment-requests.ts';
import { dynamoReusableLinks } from '../../shared/adapters/dynamodb/reusable-link/reusable-links.ts';
import { systemRandomness } from '../../shared/adapters/runtime/system.ts';
import { minor } from '../../shared/domain/money/money.ts';
import { addressOf } from '../../shared/domain/payment/payment-name.ts';
import { placeCounts } from '../../shared/domain/reusable-link/places.ts';
import type { ReusableLink } from '../../shared/domain/reusable-link/reusable-link.ts';
import { quotesFor } from '../../shared/domain/virtual-pos/installment-quotes.ts';
import { makeRequestOfLink } from '../../shared/links/request-of-link.ts';
import { stopOfLink } from '../../shared/payment-flow/link-stop.ts';
import { StoreUnavailable } from '../../shared/ports/store-errors.ts';
import { clearVault } from '../fakes/clear-vault.ts';
import { FakeLog } from '../fakes/log.ts';
import {
  type ChargingInstance,
  chargingInstance,
  paymentNames,
  type Shop,
} from '../faults/outage/charging-instance.ts';
import { InstancePool } from '../faults/outage/instance-pool.ts';
import { OutageBanks } from '../faults/outage/outage-banks.ts';
import { dealerWith, definitionWith } from '../support/dealer/dealers.ts';
import { posWith } from '../support/dealer/virtual-pos.ts';
import { reusableLinkWith } from '../support/link/reusable-links.ts';
import { SimulatedTime } from '../support/simulated-time.ts';
import { MemoryTable } from '../support/store/memory-table.ts';
import { ContendedStore } from './contended-store.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const GATEWAY = 'https://one.example';
/** The payer types a card, and stands at the bank's page. */
const TYPES_MS = 5 * SECOND_MS;
const AUTHENTICATES_MS = 8 * SECOND_MS;
const LIMIT = 9_000_000_000;
const CARD = { number: '4111111111111111', expiryMonth: '12', expiryYear: '2030', cvc: '000', holderName: 'E Y' };

export interface Viral {
  /** Payers who open the link within one minute. */
  readonly payers: number;
  /** MaxPayments; undefined without places. */
  readonly places: number | undefined;
  /** Buckets of the dealer's limits; undefined where the dealer has none. */
  readonly limitShards: number | undefined;
  readonly listingShards: number;
  /** Requests that a link takes in a minute. */
  readonly requestsPerMinute: number;
  /** Instances that the account has for the functions that charge. */
  readonly instances: number;
}

export interface ViralReport {
  /** What payers saw in the end, and how many of them. */
  readonly seen: Readonly<Record<string, number>>;
  readonly paid: number;
  /** Places that are counted as paid; undefined without places. */
  readonly placesPaid: number | undefined;
  readonly conflicts: number;
  /** Transactions that conflicted to the end: their payers saw an error page, and nothing was charged. */
  readonly givenUp: number;
  readonly mostBusy: number;
  readonly throttled: number;
  /** The partitions that took most write units in a second. */
  readonly busiest: readonly (readonly [partition: string, units: number])[];
  /** Milliseconds from the return of the bank to the result, of the slowest percent. */
  readonly finishP99Ms: number;
}

/** A minute in which everybody pays by one link. The use cases are the real ones; store, bank and time are simulated. */
class ViralMinute {
  readonly #size: Viral;
  readonly #time = new SimulatedTime();
  readonly #memory = new MemoryTable();
  readonly #store = new ContendedStore(this.#memory, this.#time);
  readonly #banks = new OutageBanks({
    time: this.#time,
    outages: [],
    callMs: (number) => 400 + ((number * 37) % 11) * 100,
  });
  readonly #shop: Shop;
  readonly #link: ReusableLink;
  readonly #definition = definitionWith('D1', { dealerCustomerTypeId: 7 });
  readonly #pool: InstancePool<ChargingInstance>;
  readonly #seen: Record<string, number> = {};
  readonly #finishes: number[] = [];

  constructor(size: Viral) {
    this.#size = size;
    const { limitShards, listingShards, places } = size;
    const values = limitShards === undefined ? 'unlimited' : minor(LIMIT);
    const limits = { TL: { values: { daily: values, monthly: values, shards: limitShards ?? 1 } } } as const;
    const dealer = dealerWith({ dealerCode: 'D1', limits, cardStorage: false, listingShards });
    this.#shop = { dealer, pos: posWith({ dealerCode: 'D1', gateway: GATEWAY }) };
    const name = paymentNames.nameOfLink('D1', 'viral');
    this.#link = reusableLinkWith({
      name,
      token: addressOf(name, systemRandomness.token()),
      dealerCode: 'D1',
      linkCode: 'viral',
      listingShards,
      createdAtMs: this.#time.now(),
      ...(places === undefined ? {} : { maxPayments: places }),
    });
    const of = { table: this.#store.table, time: this.#time, bank: this.#banks, shopOf: () => this.#shop };
    const quiet = {
      breakerLifeMs: undefined,
      log: new FakeLog(),
      metrics: { opened: () => undefined, refused: () => undefined },
    };
    this.#pool = new InstancePool({
      make: () => chargingInstance({ ...of, ...quiet }),
      time: this.#time,
      most: size.instances,
    });
  }

  /** What a post on the page of the link does: two counters, then the request. */
  async #join(number: number): Promise<string | undefined> {
    const { table } = this.#store;
    const links = dynamoReusableLinks(table, paymentNames);
    const found = await links.findByName(this.#link.name);
    if (found === undefined) throw new Error('no link');
    const stop = stopOfLink(found, this.#time.now());
    if (stop !== undefined) return this.#sees(stop);
    const counters = dynamoLinkRequestCounters(table, {
      requestsPerMinute: this.#size.requestsPerMinute,
      pick: () => number,
    });
    const counted = await counters.count({
      link: found.link.name,
      addressScope: `2001:db8::${number.toString(16)}`,
      nowMs: this.#time.now(),
    });
    if (counted.kind === 'too-many') return this.#sees('too many: come back in a minute');
    const outcome = await makeRequestOfLink(
      {
        found,
        dealer: this.#shop.dealer,
        typed: { amount: minor(2500), answers: [] },
        otherTrxCode: `viral-${String(number).padStart(16, 'a')}`,
      },
      {
        paymentRequests: dynamoPaymentRequests(table),
        definitions: { find: async () => this.#definition },
        virtualPosDirectory: { ofDealer: async () => [this.#shop.pos] },
        customers: { find: async () => ({}) },
        subDealers: { find: async () => [] },
        limitUsage: dynamoLimitUsage(table),
        identifiers: this.#identifiers,
        paymentNames,
        randomness: systemRandomness,
        sealer: clearVault,
        clock: this.#time,
        sandbox: true,
      },
    );
    return outcome.kind === 'created' ? outcome.link.token : this.#sees('another request');
  }

  readonly #identifiers = blockIdentifiers(this.#store.table);

  #sees(what: string): undefined {
    this.#seen[what] = (this.#seen[what] ?? 0) + 1;
  }

  async #pay(number: number): Promise<void> {
    const token = await this.#join(number);
    if (token === undefined) return;
    await this.#time.pause(TYPES_MS);
    const terms = { amount: minor(2500), allowedCounts: [1], commissionByDealer: 12 };
    const [quote] = quotesFor({ terms: { ...terms, ...this.#termsOfRequest }, pos: this.#shop.pos });
    if (quote === undefined) throw new Error('no quote');
    const choice = { count: quote.count, total: quote.total };
    const posted = { action: 'pay', card: CARD, choice, withoutThreeD: false, storesCard: false } as const;
    const address = `2001:db8::${number.toString(16)}`;
    const payer = { payerAddress: address, addressScope: address, language: 'tr' } as const;
    const outcome = await this.#pool.serve((instance) => instance.start({ token, posted, ...payer }));
    if (outcome.kind !== 'hand-over') {
      this.#sees(outcome.kind === 'link' ? 'sold out before the card is sent' : `page: ${outcome.kind}`);
      return;
    }
    const callback = new Map(outcome.form.fields).get('okUrl') ?? '';
    await this.#time.pause(AUTHENTICATES_MS);
    const backAtMs = this.#time.now();
    const posts = { address: new URL(callback).pathname.replace('/3d/', ''), posted: [] };
    const moved = await this.#pool.serve((instance) => instance.complete(posts));
    this.#finishes.push(this.#time.now() - backAtMs);
    this.#sees(moved?.location.includes('/result/') === true ? 'paid' : 'not charged: no place, after 3D');
  }

  readonly #termsOfRequest = {
    currency: 'TL',
    installments: { by: 'payer' },
    commissionDifferenceOnly: false,
    preAuthorisation: false,
    pooled: false,
    threeDMandatory: true,
    cardStorage: 'never',
  } as const;

  async run(): Promise<ViralReport> {
    const { payers, places } = this.#size;
    await dynamoReusableLinks(this.#memory, paymentNames).create(this.#link);
    const startMs = this.#time.now();
    const fails = (error: unknown): void => {
      if (!(error instanceof StoreUnavailable)) throw error;
      this.#sees('an error page, nothing charged');
    };
    for (let number = 0; number < payers; number += 1) {
      this.#time.at(startMs + Math.random() * MINUTE_MS, () => void this.#pay(number).catch(fails));
    }
    await this.#time.runUntil(startMs + 5 * MINUTE_MS);
    const shards = await dynamoReusableLinks(this.#memory, paymentNames).placesOf(this.#link.name);
    const finishes = this.#finishes.toSorted((one, other) => one - other);
    return {
      seen: this.#seen,
      paid: this.#seen.paid ?? 0,
      placesPaid: places === undefined ? undefined : placeCounts(shards).paid,
      conflicts: this.#store.conflicts,
      givenUp: this.#store.givenUp,
      mostBusy: this.#pool.mostBusy,
      throttled: this.#pool.throttled,
      busiest: [...this.#store.busiest].toSorted(([, one], [, other]) => other - one),
      finishP99Ms: finishes[Math.floor(finishes.length * 0.99)] ?? Number.NaN,
    };
  }
}

export const simulateViralMinute = (size: Viral): Promise<ViralReport> => new ViralMinute(size).run();
