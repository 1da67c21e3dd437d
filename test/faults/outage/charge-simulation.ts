import { reconcilePayments } from '../../../functions/payment/reconcile-payments/reconcile-payments.ts';
import { systemRandomness } from '../../../shared/adapters/runtime/system.ts';
import type { SweepTurn } from '../../../shared/domain/attempt/sweep-turn.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { addressOf } from '../../../shared/domain/payment/payment-name.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { quotesFor } from '../../../shared/domain/virtual-pos/installment-quotes.ts';
import { FakeLog } from '../../fakes/log.ts';
import { cardStoringOver } from '../../support/card/card-storing.ts';
import { dealerWith, leastDirect } from '../../support/dealer/dealers.ts';
import { linkWith } from '../../support/dealer/records.ts';
import { termsWith } from '../../support/dealer/virtual-pos.ts';
import { itemsOfLink } from '../../support/payment/stored-payments.ts';
import { SimulatedTime } from '../../support/simulated-time.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';
import { sweeperStore } from '../../support/store/sweeper-store.ts';
import { type ChargingInstance, chargingInstance, paymentNames, type Shop } from './charging-instance.ts';
import { InstancePool } from './instance-pool.ts';
import { OutageBanks } from './outage-banks.ts';
import { HANGS, posAtGateway, WELL } from './outage-gateways.ts';
import { outageViolations } from './outage-violations.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const RUN_MS = 55 * SECOND_MS;
/** The payer at the bank's page. */
const AUTHENTICATES_MS = 8 * SECOND_MS;
const GATEWAYS = [HANGS, ...WELL] as const;
/** Three dealers at each gateway. */
const SHOPS = 9;
const SHARDS = 4;

export interface ChargeOutage {
  readonly callsPerSecond: number;
  readonly minutesBefore: number;
  /** Zero for the run that others are compared with. */
  readonly outageMinutes: number;
  readonly minutesAfter: number;
  /** Instances that the account has for the functions that charge. */
  readonly instances: number;
  readonly withBreakers: boolean;
}

/** An hour at ten charges a second, in an account whose functions that charge have a hundred instances. */
export const HOUR_OF_CHARGES: ChargeOutage = {
  callsPerSecond: 10,
  minutesBefore: 2,
  outageMinutes: 60,
  minutesAfter: 3,
  instances: 100,
  withBreakers: true,
};

export type Heard = 'paid' | 'failed' | 'unavailable' | 'unknown';

/** One payment, as its caller saw it. */
export interface Call {
  readonly number: number;
  readonly shop: Shop;
  readonly code: string;
  readonly by: 'direct' | 'link';
  heard: Heard | undefined;
  /** The same code after the outage, where the bank was not tried before. */
  again?: Heard;
  tookMs: number;
}

export interface ChargeReport {
  /** 99th percentile of what calls took at the banks that answer, in milliseconds. */
  readonly othersP99Ms: number;
  readonly hungP99Ms: number;
  readonly heard: Readonly<Record<string, number>>;
  readonly mostBusy: number;
  readonly throttled: number;
  readonly opened: number;
  readonly refused: number;
  /** Charges that reached the silent bank during its outage. */
  readonly callsIntoOutage: number;
  readonly violations: readonly string[];
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? 0;

export class ChargeSimulation {
  readonly size: ChargeOutage;
  readonly time = new SimulatedTime();
  readonly startMs = this.time.now();
  readonly store = new MemoryTable();
  readonly banks: OutageBanks;
  readonly shops: readonly Shop[];
  readonly calls: Call[] = [];
  readonly log = new FakeLog();
  readonly #pool: InstancePool<ChargingInstance>;
  readonly #problems: string[] = [];
  readonly #counted = { opened: 0, refused: 0 };

  constructor(size: ChargeOutage) {
    this.size = size;
    this.banks = new OutageBanks({
      time: this.time,
      outages: [{ gateway: GATEWAYS[0], fromMs: this.#breaksAtMs, untilMs: this.#returnsAtMs }],
      callMs: (number) => 400 + ((number * 37) % 11) * 100,
    });
    this.shops = Array.from({ length: SHOPS }, (_, index): Shop => {
      const dealerCode = `D${index}`;
      const limits = { TL: { values: { daily: minor(9_000_000_000), monthly: 'unlimited', shards: SHARDS } } } as const;
      const gateway = GATEWAYS[index % GATEWAYS.length] ?? GATEWAYS[0];
      return {
        dealer: dealerWith({ dealerCode, limits, cardStorage: false }),
        pos: posAtGateway(gateway, { dealerCode }),
      };
    });
    this.#pool = new InstancePool({ make: () => this.#instance(), time: this.time, most: size.instances });
  }

  get #breaksAtMs(): number {
    return this.startMs + this.size.minutesBefore * MINUTE_MS;
  }

  get #returnsAtMs(): number {
    return this.#breaksAtMs + this.size.outageMinutes * MINUTE_MS;
  }

  shopOf(dealerCode: string): Shop {
    const shop = this.shops.find(({ dealer }) => dealer.dealerCode === dealerCode);
    if (shop === undefined) throw new Error('no such dealer');
    return shop;
  }

  #instance(): ChargingInstance {
    return chargingInstance({
      table: this.store,
      time: this.time,
      bank: this.banks,
      shopOf: (dealerCode) => this.shopOf(dealerCode),
      breakerLifeMs: this.size.withBreakers ? 30 * SECOND_MS : undefined,
      log: this.log,
      metrics: {
        opened: () => {
          this.#counted.opened += 1;
        },
        refused: () => {
          this.#counted.refused += 1;
        },
      },
    });
  }

  async #payDirectly(call: Call): Promise<Heard> {
    const block = { ...leastDirect, OtherTrxCode: call.code };
    try {
      const data = await this.#pool.serve((instance) => instance.payDirectly(call.shop, call.code, block));
      if (data.IsSuccessful) return 'paid';
      return data.ResultCode === '008' ? 'unavailable' : 'failed';
    } catch (error) {
      if (error instanceof Refusal && error.reason === 'OutcomeUnknown') return 'unknown';
      throw error;
    }
  }

  async #putLink({ shop, code }: Call): Promise<string> {
    const { dealerCode } = shop.dealer;
    const payment = paymentNames.nameOf(dealerCode, code);
    const token = addressOf(payment, systemRandomness.token());
    const terms = termsWith({ allowedCounts: [1] });
    const nowMs = this.time.now();
    const expiry = { createdAtMs: nowMs, expiresAtMs: nowMs + 48 * HOUR_MS };
    const link = linkWith({ payment, token, dealerCode, otherTrxCode: code, terms, ...expiry });
    await this.store.transact(itemsOfLink(link).map((put) => ({ put })));
    return token;
  }

  /** A payer on the page of a link, who passes 3D at the bank. */
  async #payLink(call: Call): Promise<Heard> {
    const token = await this.#putLink(call);
    const [quote] = quotesFor({ terms: termsWith({ allowedCounts: [1] }), pos: call.shop.pos });
    if (quote === undefined) throw new Error('no quote');
    const card = { number: '4111111111111111', expiryMonth: '12', expiryYear: '2030', cvc: '000', holderName: 'E Y' };
    const choice = { count: quote.count, total: quote.total };
    const posted = { action: 'pay', card, choice, withoutThreeD: false, storesCard: false } as const;
    const address = `2001:db8::${call.number.toString(16)}`;
    const payer = { payerAddress: address, addressScope: address, language: 'tr' } as const;
    const outcome = await this.#pool.serve((instance) => instance.start({ token, posted, ...payer }));
    if (outcome.kind === 'declined' && outcome.advice === 'try-later') return 'unavailable';
    if (outcome.kind !== 'hand-over') throw new Error(`a payer was shown ${outcome.kind}`);
    const callback = new Map(outcome.form.fields).get('okUrl') ?? '';
    await this.time.pause(AUTHENTICATES_MS);
    call.tookMs -= AUTHENTICATES_MS;
    const posts = { address: new URL(callback).pathname.replace('/3d/', ''), posted: [] };
    const moved = await this.#pool.serve((instance) => instance.complete(posts));
    return moved?.location.includes('/result/') === true ? 'paid' : 'failed';
  }

  #pay(call: Call): Promise<Heard> {
    return call.by === 'direct' ? this.#payDirectly(call) : this.#payLink(call);
  }

  #begin(call: Call): void {
    const beganAtMs = this.time.now();
    this.calls.push(call);
    this.#pay(call)
      .then((heard) => {
        call.heard = heard;
        call.tookMs += this.time.now() - beganAtMs;
      })
      .catch((error: unknown) => this.#fails(error));
  }

  /** The same code once more, now that the bank is back: nothing has used it. */
  #repeat(call: Call): void {
    this.#payDirectly(call)
      .then((heard) => {
        call.again = heard;
      })
      .catch((error: unknown) => this.#fails(error));
  }

  #fails(error: unknown): void {
    this.#problems.push(error instanceof Error ? `${error.name}: ${error.message}` : 'unknown');
  }

  #sweep(turn?: SweepTurn): void {
    const settle = reconcilePayments({
      ...sweeperStore(this.store),
      bank: this.banks,
      posVersions: { find: async (dealerCode) => this.shopOf(dealerCode).pos },
      opener: { open: async () => 'key' },
      cardStoring: cardStoringOver(this.store, { clock: this.time }),
      randomness: systemRandomness,
      clock: this.time,
      log: this.log,
      metrics: { reconciled: () => undefined },
      runs: { start: async (next) => this.#sweep(next) },
      pause: this.time.pause,
    });
    const deadlineMs = this.time.now() + RUN_MS;
    settle(turn === undefined ? { deadlineMs } : { deadlineMs, turn }).catch((error: unknown) => this.#fails(error));
  }

  async #traffic(): Promise<void> {
    const { callsPerSecond, minutesBefore, outageMinutes, minutesAfter } = this.size;
    for (let minute = 0; minute < minutesBefore + outageMinutes + minutesAfter; minute += 1) {
      const fromMs = this.startMs + minute * MINUTE_MS;
      this.time.at(fromMs, () => this.#sweep());
      for (let index = 0; index < callsPerSecond * 60; index += 1) {
        const number = minute * callsPerSecond * 60 + index;
        const shop = this.shops[number % SHOPS];
        if (shop === undefined) throw new Error('no shop');
        // Not in step with the shops, so that each has calls of both kinds.
        const by = Math.floor(number / SHOPS) % 2 === 0 ? 'direct' : 'link';
        const call: Call = { number, shop, code: `code-${number}`, by, heard: undefined, tookMs: 0 };
        this.time.at(fromMs + (index * SECOND_MS) / callsPerSecond, () => this.#begin(call));
      }
      await this.time.runUntil(fromMs + MINUTE_MS - 1);
    }
  }

  /** Until "no record" is believed too, a day later; no payer comes any more, and the sweeper runs every quarter of an hour. */
  async #settleAll(): Promise<void> {
    const fromMs = this.time.now();
    const refused = this.calls.filter(({ by, heard }) => by === 'direct' && heard === 'unavailable');
    for (const [index, call] of refused.entries()) {
      this.time.at(fromMs + MINUTE_MS + index * 100, () => this.#repeat(call));
    }
    for (let minute = 5; minute < 40 * 60; minute += 15) {
      await this.time.runUntil(fromMs + minute * MINUTE_MS);
      this.#sweep();
    }
    await this.time.runUntil(this.time.now() + 5 * MINUTE_MS);
  }

  async run(): Promise<ChargeReport> {
    await this.#traffic();
    await this.#settleAll();
    const heard: Record<string, number> = {};
    for (const one of this.calls) {
      const name = `${one.by} ${one.heard ?? 'nothing'}`;
      heard[name] = (heard[name] ?? 0) + 1;
    }
    const tookAt = (isHung: boolean): readonly number[] =>
      this.calls.filter(({ shop }) => (shop.pos.gateway === GATEWAYS[0]) === isHung).map(({ tookMs }) => tookMs);
    const intoOutage = (this.banks.calls.get(GATEWAYS[0]) ?? []).filter((atMs) => this.banks.isOut(GATEWAYS[0], atMs));
    return {
      othersP99Ms: percentile(tookAt(false), 0.99),
      hungP99Ms: percentile(tookAt(true), 0.99),
      heard,
      mostBusy: this.#pool.mostBusy,
      throttled: this.#pool.throttled,
      ...this.#counted,
      callsIntoOutage: intoOutage.length,
      violations: [...this.#problems, ...(await outageViolations(this))],
    };
  }
}

/** Charges at three banks, one of which is silent for a time. The use cases are the real ones. */
export const simulateCharges = (size: ChargeOutage): Promise<ChargeReport> => new ChargeSimulation(size).run();
