import { expect } from 'vitest';
import { chargeBatch } from '../../../../functions/sale/charge-plans/charge-batch.ts';
import type { ChargePlansDependencies } from '../../../../functions/sale/charge-plans/charge-plans.ts';
import { chargePlans } from '../../../../functions/sale/charge-plans/charge-plans.ts';
import { GatewayPlaces } from '../../../../functions/sale/charge-plans/gateway-places.ts';
import { Places } from '../../../../functions/sale/charge-plans/places.ts';
import { dynamoAttempts } from '../../../../shared/adapters/dynamodb/attempt/attempts.ts';
import { dynamoBinDirectory } from '../../../../shared/adapters/dynamodb/card/bin-directory.ts';
import { dynamoStoredCards, storedCardItem } from '../../../../shared/adapters/dynamodb/card/stored-cards.ts';
import { dynamoCustomers } from '../../../../shared/adapters/dynamodb/customer/customers.ts';
import { dynamoSubDealers } from '../../../../shared/adapters/dynamodb/dealer/sub-dealers.ts';
import type { Table } from '../../../../shared/adapters/dynamodb/engine/table.ts';
import { blockIdentifiers } from '../../../../shared/adapters/dynamodb/identifiers.ts';
import { ofDealer } from '../../../../shared/adapters/dynamodb/keys.ts';
import { dynamoLimitUsage } from '../../../../shared/adapters/dynamodb/limit/limit-usage.ts';
import { hmacPaymentNames } from '../../../../shared/adapters/dynamodb/payment/payment-names.ts';
import { dynamoPayments } from '../../../../shared/adapters/dynamodb/payment/payments.ts';
import {
  planItem,
  readPlanItem,
  readPlanTryItem,
} from '../../../../shared/adapters/dynamodb/sale/payment-plan-item.ts';
import { dynamoPlanCharges } from '../../../../shared/adapters/dynamodb/sale/plan-charges.ts';
import { dynamoPlanEngine } from '../../../../shared/adapters/dynamodb/sale/plan-engine.ts';
import { planKeys } from '../../../../shared/adapters/dynamodb/sale/plan-keys.ts';
import { scheduleItem } from '../../../../shared/adapters/dynamodb/sale/sale-schedules.ts';
import { saleItems } from '../../../../shared/adapters/dynamodb/sale/sales.ts';
import { systemRandomness } from '../../../../shared/adapters/runtime/system.ts';
import { istanbulMomentOf } from '../../../../shared/domain/calendar.ts';
import type { Dealer } from '../../../../shared/domain/dealer/dealer.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { newPlan, type PaymentPlan } from '../../../../shared/domain/sale/payment-plan.ts';
import type { Sale } from '../../../../shared/domain/sale/sale.ts';
import type { VirtualPos } from '../../../../shared/domain/virtual-pos/virtual-pos.ts';
import type { PlanNumbers } from '../../../../shared/observability/plan-metrics.ts';
import { sealStoredCard } from '../../../../shared/payment-flow/kept-card.ts';
import type { BankAnswer } from '../../../../shared/ports/bank-answers.ts';
import type { BankGateway } from '../../../../shared/ports/bank-gateway.ts';
import { StoreUnavailable } from '../../../../shared/ports/store-errors.ts';
import { VaultUnavailable } from '../../../../shared/ports/vault.ts';
import { closedBreaker } from '../../../fakes/breaker.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { FakeLog } from '../../../fakes/log.ts';
import { cardStoringOver, openVault, plainHasher } from '../../../support/card/card-storing.ts';
import { KEPT, OWNER } from '../../../support/card/waiting-card.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';
import { saleOf, scheduleOf } from '../../../support/dealer/records.ts';
import { posWith } from '../../../support/dealer/virtual-pos.ts';
import { MemoryTable } from '../../../support/store/memory-table.ts';

const IN_SLOT = istanbulMomentOf('2026-11-23 12:10') ?? Number.NaN;
export const EVENING = istanbulMomentOf('2026-11-23 18:00') ?? Number.NaN;
export const TOKENS = ['0f0e0d0c-0b0a-4908-8706-050403020101', '0f0e0d0c-0b0a-4908-8706-050403020102'] as const;
const references = { authCode: 'A', hostReference: 'H', transactionId: 'T' };
export const APPROVED: BankAnswer = { kind: 'approved', references };
export const DECLINED: BankAnswer = { kind: 'declined', code: '002', procReturnCode: '51' };
export const SILENT: BankAnswer = { kind: 'unknown', cause: 'time-out' };
const READS = ['get', 'getMany', 'query'] as const;

/** The table, which notes each call that leaves it, and which may lose the answer of one. */
const noted = (table: MemoryTable, calls: string[], losesAnswerOf: (call: number) => boolean): Table => {
  const reads = READS.map((name) => [
    name,
    (...args: unknown[]) => {
      // A read of no keys makes no trip.
      const [asked] = args;
      if (!Array.isArray(asked) || asked.length > 0) calls.push('read');
      return Reflect.apply(table[name], table, args) as unknown;
    },
  ]);
  let writes = 0;
  const transact: Table['transact'] = async (all) => {
    calls.push('write');
    writes += 1;
    const outcome = await table.transact(all);
    if (losesAnswerOf(writes)) throw new StoreUnavailable('unknown', 'TimeoutError');
    return outcome;
  };
  return new Proxy(table, {
    get: (target, name) => {
      if (name === 'transact') return transact;
      const read = reads.find(([of]) => of === name)?.[1];
      const member: unknown = Reflect.get(target, name, target);
      return read ?? (typeof member === 'function' ? (member.bind(target) as unknown) : member);
    },
  });
};

export interface SceneOptions {
  readonly answers?: readonly BankAnswer[];
  readonly dealer?: Partial<Dealer>;
  readonly sale?: Partial<Sale>;
  /** One that takes everything by default. */
  readonly virtualPos?: readonly VirtualPos[];
  readonly losesAnswerOf?: number;
  readonly stagePaused?: boolean;
  /** An operator pauses the stage, or the dealer, while a charge waits for its place at the gateway. */
  readonly pausedInLine?: 'stage' | 'dealer';
  /** The vault answers nothing. */
  readonly vaultIsDown?: boolean;
}

/** A sale with two cards and one due plan, a bank with prepared answers, and the worker that charges it. */
export const scene = async ({ answers = [APPROVED], dealer: changes, sale: ofSale, ...options }: SceneOptions = {}) => {
  const { losesAnswerOf, pausedInLine, vaultIsDown = false, virtualPos = [posWith()] } = options;
  let { stagePaused = false } = options;
  const table = new MemoryTable();
  const clock = new FakeClock(IN_SLOT);
  const calls: string[] = [];
  const store = noted(table, calls, (call) => call === losesAnswerOf);
  let dealer = dealerWith({ dealerCode: 'D1', ...changes });
  const [one, two] = TOKENS;
  const sale = saleOf('D1', { defaultCard1Token: one, defaultCard2Token: two, ...OWNER, dealerSaleId: 5, ...ofSale });
  const terms = { amount: minor(9900), currency: 'TL', installmentNumber: 1 } as const;
  const due = { dealerCode: 'D1', dealerSaleId: 5, dealerPaymentPlanId: 7 };
  const plan = newPlan(
    { ...due, madeBy: 'schedule', dueDay: '20261123', terms, listingShards: 1 },
    { slotMs: IN_SLOT - 600_000, nowMs: 0 },
  );
  const cards = TOKENS.map(async (token, index) => {
    const number = index === 0 ? KEPT.number : '5555555555554444';
    const place = { dealerCode: 'D1', token, version: 1 };
    const sealed = await sealStoredCard(place, { ...KEPT, number }, openVault());
    return storedCardItem({ ...place, ...sealed, customer: OWNER, maskedCard: '411111******1111', storedAtMs: 1 });
  });
  const schedule = scheduleOf('D1', {
    dealerSaleScheduleId: sale.dealerSaleScheduleId,
    period: 'day',
    daysOfMonth: [],
  });
  const rows = [
    { ...saleItems(sale)[1], plannedStep: 7 },
    planItem(plan),
    scheduleItem(schedule),
    ...(await Promise.all(cards)),
  ];
  await table.transact(rows.map((put) => ({ put })));
  const left = [...answers];
  const never = (): never => expect.unreachable('nobody asks that');
  const bank: BankGateway = {
    charge: async (_account, { card, payerAddress, orderId }) => {
      calls.push('bank');
      charged.push({ last: card.number.slice(-4), cvc: card.cvc, payerAddress, orderId });
      return left.shift() ?? APPROVED;
    },
    inquire: async () => ({ kind: 'unknown', cause: 'time-out' }),
    provision: never,
    start3D: never,
    startOnServer: never,
    verifyCallback: never,
    inquireHistory: never,
    followUp: never,
  };
  const charged: { last: string; cvc: string | undefined; payerAddress: string; orderId: string }[] = [];
  const paymentNames = hmacPaymentNames('test');
  const log = new FakeLog();
  const worker = (): ChargePlansDependencies => ({
    plans: dynamoPlanEngine(store),
    planCharges: dynamoPlanCharges(store),
    payments: dynamoPayments(store, paymentNames),
    paymentNames,
    bank,
    breaker: closedBreaker,
    posDirectory: { ofDealer: async () => virtualPos },
    brake: { isOn: async () => stagePaused },
    attempts: dynamoAttempts(store),
    bins: dynamoBinDirectory(store),
    customers: dynamoCustomers(store),
    subDealers: dynamoSubDealers(store),
    limitUsage: dynamoLimitUsage(store),
    identifiers: blockIdentifiers(store),
    storedCards: dynamoStoredCards(store),
    cardStoring: cardStoringOver(store),
    takesCard: () => true,
    randomness: systemRandomness,
    cards: plainHasher,
    opener: {
      open: async (sealed, context) => {
        if (vaultIsDown) throw new VaultUnavailable('TimeoutError');
        return context.purpose === 'merchant-key' ? 'key' : openVault().open(sealed, context);
      },
    },
    dealerOf: async () => dealer,
    desk: new Places(40),
    places: {
      within: (host, charge) => {
        stagePaused ||= pausedInLine === 'stage';
        dealer = { ...dealer, paused: dealer.paused || pausedInLine === 'dealer' };
        return new GatewayPlaces(1).within(host, charge);
      },
    },
    clock,
    log,
  });
  const dueIn = (of: PaymentPlan) => {
    const { dealerPaymentPlanId } = of;
    return { ...due, dealerPaymentPlanId, shard: 0, position: planItem(of).dueSk ?? '' };
  };
  const planRow = async (id = 7) => {
    const row = await table.get(planKeys.plan({ dealerCode: 'D1', dealerSaleId: 5, dealerPaymentPlanId: id }));
    return row === undefined ? undefined : readPlanItem(row);
  };
  return {
    calls,
    charged,
    clock,
    log,
    table,
    look: async (runs = 1, of = plan) => {
      const all = Array.from({ length: runs }, () =>
        chargePlans(worker())({ plans: [dueIn(of)] }, clock.now() + 120_000),
      );
      return Promise.all(all);
    },
    /** The numbers that a batch of the one plan prints. */
    numbersOfBatch: async () => {
      const printed: PlanNumbers[] = [];
      const metrics = { charged: (numbers: PlanNumbers) => void printed.push(numbers) };
      const endsAtMs = clock.now() + 120_000;
      await chargeBatch({ ...worker(), metrics })(
        { plans: [dueIn(plan)], beginUntilMs: endsAtMs, chargesAtOnce: 1 },
        endsAtMs,
      );
      return printed;
    },
    /** What the worker is composed of, and the row by which it finds the plan. */
    worker,
    due: dueIn(plan),
    dueIn,
    plan,
    planRow,
    permit: (recurring: boolean) => {
      dealer = { ...dealer, recurring };
    },
    tries: () =>
      table
        .rows()
        .filter(({ entity }) => entity === 'payment-plan-try')
        .map(readPlanTryItem),
    nextStep: async () => {
      const row = await table.get({ pk: ofDealer('D1', 'SALE#5'), sk: 'SALE' });
      return planRow(Number(row?.plannedStep));
    },
  };
};

/** Puts what nobody can read in the place of cards' sealed data. */
export const damageCards = async (table: MemoryTable, tokens: readonly string[], sealed: string): Promise<void> => {
  for (const token of tokens) {
    const key = { pk: ofDealer('D1', `CARD#${token}`), sk: 'CARD' };
    await table.transact([{ put: { ...(await table.get(key)), ...key, sealed } }]);
  }
};
