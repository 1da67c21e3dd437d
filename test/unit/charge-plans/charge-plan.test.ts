import { describe, expect, test } from 'vitest';
import { chargePlans } from '../../../functions/charge-plans/charge-plans.ts';
import { GatewayPlaces } from '../../../functions/charge-plans/gateway-places.ts';
import { Places } from '../../../functions/charge-plans/places.ts';
import { dynamoBinDirectory } from '../../../shared/adapters/dynamodb/card/bin-directory.ts';
import { dynamoStoredCards, storedCardItem } from '../../../shared/adapters/dynamodb/card/stored-cards.ts';
import { dynamoCustomers } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import { dynamoSubDealers } from '../../../shared/adapters/dynamodb/dealer/sub-dealers.ts';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { blockIdentifiers } from '../../../shared/adapters/dynamodb/identifiers.ts';
import { ofDealer } from '../../../shared/adapters/dynamodb/keys.ts';
import { dynamoLimitUsage } from '../../../shared/adapters/dynamodb/limit/limit-usage.ts';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/payment/attempts.ts';
import { dynamoPayments } from '../../../shared/adapters/dynamodb/payment/payments.ts';
import { hmacPaymentNames } from '../../../shared/adapters/dynamodb/payment-names.ts';
import { planItem, readPlanItem, readPlanTryItem } from '../../../shared/adapters/dynamodb/sale/payment-plan-item.ts';
import { dynamoPlanCharges } from '../../../shared/adapters/dynamodb/sale/plan-charges.ts';
import { dynamoPlanEngine } from '../../../shared/adapters/dynamodb/sale/plan-engine.ts';
import { planKeys } from '../../../shared/adapters/dynamodb/sale/plan-keys.ts';
import { scheduleItem } from '../../../shared/adapters/dynamodb/sale/sale-schedules.ts';
import { saleItems } from '../../../shared/adapters/dynamodb/sale/sales.ts';
import { systemRandomness } from '../../../shared/adapters/runtime/system.ts';
import { DAY_MS, istanbulMomentOf } from '../../../shared/domain/calendar.ts';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { newPlan } from '../../../shared/domain/sale/payment-plan.ts';
import type { Sale } from '../../../shared/domain/sale/sale.ts';
import { sealStoredCard } from '../../../shared/payment-flow/kept-card.ts';
import type { BankAnswer, BankGateway } from '../../../shared/ports/bank-gateway.ts';
import { StoreUnavailable } from '../../../shared/ports/store-errors.ts';
import { closedBreaker } from '../../fakes/breaker.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeLog } from '../../fakes/log.ts';
import { cardStoringOver, openVault, plainHasher } from '../../support/card/card-storing.ts';
import { KEPT, OWNER } from '../../support/card/waiting-card.ts';
import { dealerWith } from '../../support/dealer/dealers.ts';
import { saleOf, scheduleOf } from '../../support/dealer/records.ts';
import { posWith } from '../../support/dealer/virtual-pos.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';

const IN_SLOT = istanbulMomentOf('2026-11-23 12:10') ?? Number.NaN;
const EVENING = istanbulMomentOf('2026-11-23 18:00') ?? Number.NaN;
const TOKENS = ['0f0e0d0c-0b0a-4908-8706-050403020101', '0f0e0d0c-0b0a-4908-8706-050403020102'] as const;
const references = { authCode: 'A', hostReference: 'H', transactionId: 'T' };
const APPROVED: BankAnswer = { kind: 'approved', references };
const DECLINED: BankAnswer = { kind: 'declined', code: '002', procReturnCode: '51' };
const SILENT: BankAnswer = { kind: 'unknown', cause: 'time-out' };
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

interface Options {
  readonly answers?: readonly BankAnswer[];
  readonly dealer?: Partial<Dealer>;
  readonly sale?: Partial<Sale>;
  readonly losesAnswerOf?: number;
}

/** A sale with two cards and one due plan, a bank with prepared answers, and the worker that charges it. */
const scene = async ({ answers = [APPROVED], dealer: changes, sale: ofSale, losesAnswerOf }: Options = {}) => {
  const table = new MemoryTable();
  const clock = new FakeClock(IN_SLOT);
  const calls: string[] = [];
  const store = noted(table, calls, (call) => call === losesAnswerOf);
  const dealer = dealerWith({ dealerCode: 'D1', ...changes });
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
    verifyCallback: never,
    inquireHistory: never,
    followUp: never,
  };
  const charged: { last: string; cvc: string | undefined; payerAddress: string; orderId: string }[] = [];
  const paymentNames = hmacPaymentNames('test');
  const log = new FakeLog();
  const worker = () =>
    chargePlans({
      plans: dynamoPlanEngine(store),
      planCharges: dynamoPlanCharges(store),
      payments: dynamoPayments(store, paymentNames),
      paymentNames,
      bank,
      breaker: closedBreaker,
      posDirectory: { ofDealer: async () => [posWith()] },
      brake: { isOn: async () => false },
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
        open: async (sealed, context) =>
          context.purpose === 'merchant-key' ? 'key' : openVault().open(sealed, context),
      },
      dealerOf: async () => dealer,
      desk: new Places(40),
      places: new GatewayPlaces(1),
      clock,
      log,
    });
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
      const { dealerPaymentPlanId } = of;
      const plans = [{ ...due, dealerPaymentPlanId, shard: 0, position: planItem(of).dueSk ?? '' }];
      const all = Array.from({ length: runs }, () => worker()({ plans }, clock.now() + 120_000));
      return Promise.all(all);
    },
    planRow,
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

describe('charge-plans and a due plan (decisions: recurring sales)', () => {
  test('charges the first card without CVC and without an address, and plans the next step', async () => {
    const { look, charged, planRow, tries, nextStep } = await scene();
    expect(await look()).toEqual([{ paid: 1 }]);
    expect(charged).toMatchObject([{ last: '1111', cvc: undefined, payerAddress: '' }]);
    expect(await planRow()).toMatchObject({ state: 'paid', lastResult: { kind: 'paid' }, historyCount: 1 });
    expect(tries()).toMatchObject([
      { number: 1, cardToken: TOKENS[0], result: { kind: 'paid' }, orderId: charged[0]?.orderId },
    ]);
    expect(await nextStep()).toMatchObject({ dueDay: '20261124', state: 'planned', madeBy: 'schedule' });
  });

  test('writes three times around the bank: the intent with the taken card, the outcome, the conclusion', async () => {
    const { look, calls } = await scene();
    await look();
    const [before, after] = [calls.slice(0, calls.indexOf('bank')), calls.slice(calls.indexOf('bank') + 1)];
    // One read opens the plan, one finds its card, one the card's bank, one the card's tries.
    expect(before).toEqual(['read', 'read', 'read', 'read', 'write']);
    // The schedule is read where the step has ended.
    expect(after).toEqual(['write', 'read', 'write']);
  });

  test('tries the second card behind a decline, as the next attempt of the same payment', async () => {
    const { look, charged, planRow, tries } = await scene({ answers: [DECLINED, APPROVED] });
    expect(await look()).toEqual([{ paid: 1 }]);
    expect(charged.map(({ last }) => last)).toEqual(['1111', '4444']);
    expect(charged.map(({ orderId }) => orderId.slice(-2))).toEqual(['01', '02']);
    expect(new Set(charged.map(({ orderId }) => orderId.slice(0, -2))).size).toBe(1);
    expect(await planRow()).toMatchObject({ state: 'paid', historyCount: 2 });
    expect(tries().map(({ result }) => result.kind)).toEqual(['declined', 'paid']);
  });

  test('a card that pays goes on every day; one that is declined is tried 15 times in 30 days', async () => {
    const paying = await scene();
    for (let day = 0; day < 20; day += 1) {
      expect(await paying.look(1, await paying.nextStep())).toEqual([{ paid: 1 }]);
      paying.clock.advance(DAY_MS);
    }
    expect(paying.charged).toHaveLength(20);
    const declined = await scene({ sale: { howManyTrial: 60 }, answers: Array.from({ length: 40 }, () => DECLINED) });
    for (let day = 0; day < 20; day += 1) {
      await declined.look();
      declined.clock.advance(DAY_MS);
    }
    expect(declined.charged.filter(({ last }) => last === '1111')).toHaveLength(15);
    expect(declined.charged).toHaveLength(30);
    expect(declined.tries().at(-1)).toMatchObject({ result: { kind: 'not-charged', because: 'card-used-up' } });
  });

  test('while a charge is reversed that the bank had declined, not even a refusal is a try', async () => {
    const { look, charged, planRow, clock, table } = await scene({ answers: [DECLINED, DECLINED] });
    await look();
    const first = table.rows().find(({ entity, sk }) => entity === 'attempt' && String(sk).endsWith('#01'));
    const ofCards = table.rows().filter(({ entity }) => entity === 'stored-card');
    expect([first?.state, ofCards.length]).toEqual(['declined', 2]);
    const rowKey = ({ pk, sk }: Readonly<Record<string, unknown>>) => ({ pk: String(pk), sk: String(sk) });
    const reversing = { ...first, ...rowKey(first ?? {}), state: 'reversing', activeStep: 1, lastStep: 1 };
    await table.transact([{ put: reversing }, ...ofCards.map((card) => ({ remove: rowKey(card) }))]);
    clock.advance(6 * 3_600_000);
    await look();
    expect(await planRow()).toMatchObject({ historyCount: 2, progress: { tries: 1 } });
    expect(charged).toHaveLength(2);
  });

  test('an unknown outcome stops the chain: the plan stays with its card until it is settled', async () => {
    const { look, charged, planRow, clock } = await scene({ answers: [SILENT] });
    expect(await look()).toEqual([{ charging: 1 }]);
    clock.advance(3_600_000);
    expect(await look()).toEqual([{ charging: 1 }]);
    expect(charged).toHaveLength(1);
    expect(await planRow()).toMatchObject({ state: 'charging', taken: { place: 1, attempt: 1 }, historyCount: 0 });
  });

  test.each([1, 2, 3])(
    'a lost answer of write %i is made good by the next look: charged once',
    async (losesAnswerOf) => {
      const { look, charged, planRow, clock, tries } = await scene({ losesAnswerOf });
      await look();
      clock.advance(200_000);
      await look();
      expect(charged).toHaveLength(1);
      expect(await planRow()).toMatchObject({ state: 'paid', historyCount: 1 });
      expect(tries()).toHaveLength(1);
    },
  );

  test('of two workers at once only one charges', async () => {
    const { look, charged, planRow } = await scene();
    const reports = await look(2);
    expect(charged).toHaveLength(1);
    expect(reports.map((report) => report['left-alone'] ?? 0).toSorted((one, other) => one - other)).toEqual([0, 1]);
    expect(await planRow()).toMatchObject({ state: 'paid', historyCount: 1 });
  });

  test.each<readonly [string, Options, object]>([
    ['permission', { dealer: { recurring: false } }, { lastResult: { because: 'permission' }, progress: { tries: 1 } }],
    ['currency', { dealer: { currencies: ['USD'] } }, { lastResult: { because: 'permission' } }],
    ['limit', { dealer: { limits: {} } }, { lastResult: { because: 'limit' }, progress: { tries: 1 } }],
    ['a pause of the dealer is no try', { dealer: { paused: true } }, { historyCount: 0, progress: { tries: 0 } }],
    ['a pause of the sale is no try', { sale: { pausedSinceMs: 1 } }, { historyCount: 0, progress: { tries: 0 } }],
  ])('%s: nothing is charged, and the same card waits for the next slot', async (_case, options, plan) => {
    const { look, charged, planRow } = await scene(options);
    expect(await look()).toEqual([{ planned: 1 }]);
    expect(charged).toEqual([]);
    expect(await planRow()).toMatchObject({ state: 'planned', dueAtMs: EVENING, ...plan });
  });

  test('the plan of a deleted sale is withdrawn', async () => {
    const { look, charged, planRow } = await scene({ sale: { deletedAtMs: 1 } });
    expect(await look()).toEqual([{ withdrawn: 1 }]);
    expect(charged).toEqual([]);
    expect((await planRow())?.dueAtMs).toBeUndefined();
  });

  test('the card of a customer who is not that of the sale any more is not charged', async () => {
    const { look, charged, planRow } = await scene({ sale: { dealerCustomerId: 8, customerCode: 'C-8' } });
    expect(await look()).toEqual([{ failed: 1 }]);
    expect(charged).toEqual([]);
    expect(await planRow()).toMatchObject({ lastResult: { because: 'no-card' }, historyCount: 2 });
  });

  test('a removed card is passed over, and the next one is the first attempt', async () => {
    const { look, charged, table, tries } = await scene();
    await table.transact([{ remove: { pk: ofDealer('D1', `CARD#${TOKENS[0]}`), sk: 'CARD' } }]);
    expect(await look()).toEqual([{ paid: 1 }]);
    expect(charged).toMatchObject([{ last: '4444' }]);
    expect(charged[0]?.orderId.slice(-2)).toBe('01');
    expect(tries().map(({ result }) => result)).toEqual([
      { kind: 'not-charged', because: 'no-card' },
      { kind: 'paid' },
    ]);
  });
});

describe('charge-plans and rows that it cannot read', () => {
  test('puts a damaged plan off and charges the others', async () => {
    const { look, table, planRow, log } = await scene();
    const planKey = planKeys.plan({ dealerCode: 'D1', dealerSaleId: 5, dealerPaymentPlanId: 7 });
    const row = await table.get(planKey);
    await table.transact([{ put: { ...row, ...planKey, state: 'lost' } }]);
    expect(await look()).toEqual([{ unread: 1 }]);
    await expect(planRow()).rejects.toThrow('payment plan');
    expect((await table.get(planKey))?.unreadTimes).toBe(1);
    expect(log.lines.map(({ event }) => event)).toEqual(['payment plan not charged']);
  });
});
