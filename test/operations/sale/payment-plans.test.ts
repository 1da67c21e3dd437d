import { describe, expect, test } from 'vitest';
import { planItem, planPointerItem, planTryItem } from '../../../shared/adapters/dynamodb/sale/payment-plan-item.ts';
import { saleItems } from '../../../shared/adapters/dynamodb/sale/sales.ts';
import { dayTextOf, istanbulDayOf, numberOfDay } from '../../../shared/domain/calendar.ts';
import type { OperationName } from '../../../shared/domain/dealer/dealer.ts';
import type { PaymentPlan } from '../../../shared/domain/sale/payment-plan.ts';
import type { Sale } from '../../../shared/domain/sale/sale.ts';
import { sentCard } from '../../../shared/openapi/customer-words.ts';
import { newDealer, type TestDealer } from '../../support/dealer/dealers.ts';
import { callOperation } from '../../support/dealer/operation-calls.ts';
import { saleOf } from '../../support/dealer/records.ts';
import { declinedTryOf, endedPlan, planOf } from '../../support/sale/payment-plans.ts';
import { putRows } from '../../support/store/store.ts';

type Members = Readonly<Record<string, unknown>>;
type Records = readonly Members[];

const DAY = '20350115';
const call = async (dealer: TestDealer, operation: OperationName, fields: Members) => {
  const { Data, ResultCode, ResultMessage, headers } = await callOperation(dealer, operation, fields);
  return { ResultCode, ResultMessage, headers, Data: (Data ?? {}) as Members };
};

/** A sale by hand of a dealer, with its rows. */
const newSale = async (dealer: TestDealer, changes: Partial<Sale> = {}): Promise<Sale> => {
  const { endDate: _end, ...sale } = saleOf(dealer.dealer.dealerCode, { planType: 2, ...changes });
  await putRows(dealer.store, saleItems(sale));
  return sale;
};

const putPlans = (dealer: TestDealer, plans: readonly PaymentPlan[]) =>
  putRows(dealer.store, [...plans.map(planItem), ...plans.map(planPointerItem)]);

const idsOf = (records: unknown): readonly unknown[] =>
  (records as Records).map(({ DealerPaymentPlanId }) => DealerPaymentPlanId);

describe('Payment plans made by hand (decisions: recurring sales)', () => {
  test('are added, read, changed, deleted and listed; nobody else finds them', async () => {
    const [dealer, other] = await Promise.all([newDealer(), newDealer()]);
    const { SaleCode, ...sale } = { SaleCode: 'GYM-1', ...(await newSale(dealer, { saleCode: 'GYM-1' })) };
    const added = await call(dealer, 'AddPaymentPlan', { SaleCode, PaymentDate: DAY, Amount: '19.90' });
    expect(added).toMatchObject({
      ResultCode: 'Success',
      Data: {
        DealerSaleId: sale.dealerSaleId,
        SaleCode,
        PaymentDate: DAY,
        Amount: 19.9,
        PlanStatus: 0,
        HistoryDate: '',
      },
    });
    const { DealerPaymentPlanId } = added.Data;
    const moved = await call(dealer, 'UpdatePaymentPlan', { DealerPaymentPlanId, PaymentDate: '20350116' });
    expect(moved.Data).toEqual({ ...added.Data, PaymentDate: '20350116' });
    expect((await call(dealer, 'GetPaymentPlan', { DealerPaymentPlanId })).Data).toEqual(moved.Data);
    const period = { PaymentPlanPaymentDateStart: DAY, PaymentPlanPaymentDateEnd: '20350131' };
    expect((await call(dealer, 'GetPaymentPlanList', period)).Data.PaymentPlanList).toEqual([moved.Data]);
    const ofOther = await Promise.all([
      call(other, 'GetPaymentPlan', { DealerPaymentPlanId }),
      call(other, 'UpdatePaymentPlan', { DealerPaymentPlanId, Amount: 1 }),
      call(other, 'DeletePaymentPlan', { DealerPaymentPlanId }),
      call(other, 'GetPaymentPlanHistoryList', { DealerPaymentPlanId }),
      call(other, 'GetPaymentPlanList', { DealerSaleId: sale.dealerSaleId }),
      call(other, 'AddPaymentPlan', { SaleCode, PaymentDate: DAY }),
    ]);
    expect(ofOther.map(({ ResultCode }) => ResultCode.split('.').at(-1))).toEqual([
      ...Array.from({ length: 4 }, () => 'PaymentPlanNotFound'),
      ...Array.from({ length: 2 }, () => 'DealerSaleNotFound'),
    ]);
    expect((await call(other, 'GetPaymentPlanReport', period)).Data).toMatchObject({ PaymentPlanListCount: 0 });
    expect((await callOperation(dealer, 'DeletePaymentPlan', { DealerPaymentPlanId })).Data).toBe(true);
    const deleted = await call(dealer, 'GetPaymentPlanReport', period);
    expect(deleted.Data).toMatchObject({
      PaymentPlanList: [{ DealerPaymentPlanId, PlanStatus: 3 }],
      PaymentPlanTotalList: [{ Currency: 'TL', PlanStatus: 3, PlanCount: 1, TotalAmount: 19.9 }],
    });
    expect((await call(dealer, 'UpdatePaymentPlan', { DealerPaymentPlanId, Amount: 1 })).ResultCode).toBe(
      'DealerSale.UpdatePaymentPlan.PaymentDatePassed',
    );
  });

  test('of equal calls at the same moment one adds a plan, and all of them are told of it', async () => {
    const dealer = await newDealer();
    const { dealerSaleId: DealerSaleId } = await newSale(dealer);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => call(dealer, 'AddPaymentPlan', { DealerSaleId, PaymentDate: DAY })),
    );
    expect(new Set(answers.map(({ Data }) => Data.DealerPaymentPlanId)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(3);
    const others = await Promise.all(
      [20, 30, 40].map((Amount) => call(dealer, 'AddPaymentPlan', { DealerSaleId, PaymentDate: DAY, Amount })),
    );
    expect(others.map(({ ResultCode }) => ResultCode)).toEqual(['Success', 'Success', 'Success']);
    expect((await call(dealer, 'GetPaymentPlanList', { DealerSaleId })).Data.PaymentPlanListCount).toBe(4);
  });

  test('a sale has a hundred open ones at the most, and a deleted sale gets none', async () => {
    const dealer = await newDealer();
    const sale = await newSale(dealer);
    const plans = Array.from({ length: 100 }, (_, index) => planOf(sale, { dealerPaymentPlanId: 400_000 + index }));
    await putPlans(dealer, plans);
    const wanted = { DealerSaleId: sale.dealerSaleId, PaymentDate: DAY };
    const refused = await call(dealer, 'AddPaymentPlan', wanted);
    expect(refused).toMatchObject({
      ResultCode: 'DealerSale.AddPaymentPlan.InvalidRequest',
      ResultMessage: 'The sale has 100 open plans made by hand, and may not have more.',
    });
    await call(dealer, 'DeletePaymentPlan', { DealerPaymentPlanId: 400_000 });
    expect((await call(dealer, 'AddPaymentPlan', wanted)).ResultCode).toBe('Success');
    await putRows(dealer.store, saleItems({ ...sale, version: 2, deletedAtMs: Date.now() }).slice(1));
    expect((await call(dealer, 'AddPaymentPlan', wanted)).ResultCode).toBe(
      'DealerSale.AddPaymentPlan.DealerSaleNotFound',
    );
    const listed = await call(dealer, 'GetPaymentPlanList', { DealerSaleId: sale.dealerSaleId });
    expect(listed.Data.PaymentPlanListCount).toBe(101);
  });

  test('charge a card of the sale’s customer, or send by a definition of the dealer', async () => {
    const [dealer, other] = await Promise.all([newDealer(), newDealer()]);
    const stored = await Promise.all(
      ['C-1', 'C-2'].map((CustomerCode) => call(dealer, 'AddCustomerWithCard', { CustomerCode, ...sentCard })),
    );
    const [own, foreign] = stored.map(({ Data }) => ({
      id: Number((Data.DealerCustomer as Members).DealerCustomerId),
      token: String((Data.CardList as Records)[0]?.CardToken),
    }));
    const { dealerSaleId: DealerSaleId } = await newSale(dealer, { dealerCustomerId: own?.id ?? 0 });
    const plan = { DealerSaleId, PaymentDate: DAY };
    const added = await call(dealer, 'AddPaymentPlan', { ...plan, CardToken: `{${own?.token.toUpperCase()}}` });
    expect(added.Data).toMatchObject({ CardToken: own?.token, DealerCustomerTypeId: 0 });
    const { DealerPaymentPlanId } = added.Data;
    for (const CardToken of [foreign?.token, crypto.randomUUID()]) {
      for (const [operation, fields] of [
        ['AddPaymentPlan', plan],
        ['UpdatePaymentPlan', { DealerPaymentPlanId }],
      ] as const) {
        const refused = await call(dealer, operation, { ...fields, CardToken });
        expect(refused.ResultMessage).toBe("CardToken names no card of the sale's customer.");
      }
    }
    const DealerCustomerTypeId = other.definition.dealerCustomerTypeId;
    const refused = await call(dealer, 'AddPaymentPlan', { ...plan, DealerCustomerTypeId });
    expect(refused.ResultMessage).toBe('DealerCustomerTypeId names no definition of the dealer.');
    const ownType = dealer.definition.dealerCustomerTypeId;
    const changed = await call(dealer, 'UpdatePaymentPlan', { DealerPaymentPlanId, DealerCustomerTypeId: ownType });
    expect(changed.Data).toMatchObject({ CardToken: '', DealerCustomerTypeId: ownType });
  });
});

describe('Lists of payment plans (decisions: recurring sales)', () => {
  test('a day with more than 500 is cut within the day; whoever asks on is told everything once', async () => {
    const dealer = await newDealer({ dealer: { listingShards: 2 } });
    const sale = await newSale(dealer);
    const plans = Array.from({ length: 520 }, (_, index) =>
      planOf(sale, {
        dueDay: index < 10 ? '20270116' : '20270115',
        dealerPaymentPlanId: 600_000 + index,
        listingShards: (index % 2) + 1,
      }),
    );
    await putPlans(dealer, plans);
    const expected = [...plans.slice(0, 10).toReversed(), ...plans.slice(10).toReversed()];
    const bounds = { PaymentPlanPaymentDateStart: '20270101', PaymentPlanPaymentDateEnd: '20270131' };
    for (const ofSale of [{}, { DealerSaleId: sale.dealerSaleId }]) {
      const asked = { ...bounds, ...ofSale };
      const first = (await call(dealer, 'GetPaymentPlanList', asked)).Data;
      expect(first.PaymentPlanListCount).toBe(500);
      const [, end, before] =
        /Ask on with PaymentPlanPaymentDateStart 20270101, PaymentPlanPaymentDateEnd (\d{8}) and BeforeDealerPaymentPlanId (\d+)/.exec(
          String(first.ResultMessage),
        ) ?? [];
      const rest = { PaymentPlanPaymentDateEnd: end, BeforeDealerPaymentPlanId: before };
      const second = (await call(dealer, 'GetPaymentPlanList', { ...asked, ...rest })).Data;
      expect(second).toMatchObject({ PaymentPlanListCount: 20, ResultMessage: '' });
      expect([...idsOf(first.PaymentPlanList), ...idsOf(second.PaymentPlanList)]).toEqual(
        expected.map(({ dealerPaymentPlanId }) => dealerPaymentPlanId),
      );
    }
    const report = (await call(dealer, 'GetPaymentPlanReport', bounds)).Data;
    expect(report).toMatchObject({
      PaymentPlanListCount: 500,
      PaymentPlanTotalList: [{ Currency: 'TL', PlanStatus: 0, PlanCount: 520, TotalAmount: 14_300 }],
    });
    const lone = await call(dealer, 'GetPaymentPlanList', { BeforeDealerPaymentPlanId: 600_000 });
    expect(lone.ResultMessage).toBe('PaymentPlanPaymentDateEnd must be given with BeforeDealerPaymentPlanId.');
  });

  test('DeleteSale ends its open plans by hand: one that waits is withdrawn, one with a payment request is due now', async () => {
    const dealer = await newDealer();
    const sale = await newSale(dealer);
    const states = [
      { state: 'planned' },
      { state: 'requested', userPosPaymentId: 720_000 },
      { state: 'charging' },
    ] as const;
    const tomorrowMs = Date.now() + 86_400_000;
    await putPlans(
      dealer,
      states.map((of, index) => planOf(sale, { ...of, dealerPaymentPlanId: 710_000 + index, dueAtMs: tomorrowMs })),
    );
    expect((await callOperation(dealer, 'DeleteSale', { DealerSaleId: sale.dealerSaleId })).Data).toBe(true);
    const { PaymentPlanList } = (await call(dealer, 'GetPaymentPlanList', { DealerSaleId: sale.dealerSaleId })).Data;
    expect((PaymentPlanList as Records).map(({ PlanStatus }) => PlanStatus)).toEqual([0, 4, 3]);
    const rows = await dealer.store.query({ pk: planItem(planOf(sale)).pk, skPrefix: 'PLAN#', limit: 3 });
    const isDue = ({ dueAtMs }: (typeof rows)[number]) => Number(dueAtMs) <= Date.now();
    expect(rows.map((row) => [row.state, isDue(row)])).toEqual([
      ['withdrawn', false],
      ['requested', true],
      ['charging', false],
    ]);
  });

  test('an update that gives nothing to change answers the record as it is (decisions: customers and cards)', async () => {
    const dealer = await newDealer();
    const sale = await newSale(dealer);
    const { Data: plan } = await call(dealer, 'AddPaymentPlan', { DealerSaleId: sale.dealerSaleId, PaymentDate: DAY });
    const schedule = await call(dealer, 'AddSchedule', { ScheduleName: 'Daily', DailyWeeklyMonthly: 1 });
    const { DealerSaleScheduleId } = schedule.Data;
    const { DealerPaymentPlanId } = plan;
    const unchanged = [
      await call(dealer, 'UpdatePaymentPlan', { DealerPaymentPlanId }),
      await call(dealer, 'UpdateSchedule', { DealerSaleScheduleId }),
    ];
    expect(unchanged).toMatchObject([
      { ResultCode: 'Success', Data: plan },
      { ResultCode: 'Success', Data: schedule.Data },
    ]);
  });

  test('without days a list and a report have the 31 days on either side of today: the steps ahead too', async () => {
    const dealer = await newDealer();
    const sale = await newSale(dealer);
    const today = numberOfDay(istanbulDayOf(Date.now()));
    const ofDay = (days: number) =>
      planOf(sale, { dueDay: dayTextOf(today + days), dealerPaymentPlanId: 700_000 + days });
    await putPlans(dealer, [-33, -30, 0, 30, 33].map(ofDay));
    for (const operation of ['GetPaymentPlanList', 'GetPaymentPlanReport'] as const) {
      const { PaymentPlanList } = (await call(dealer, operation, {})).Data;
      expect(idsOf(PaymentPlanList)).toEqual([700_030, 700_000, 699_970]);
    }
  });

  test('a report adds up every status, and a list of tries is cut between two moments', async () => {
    const dealer = await newDealer();
    const sale = await newSale(dealer);
    const states = ['planned', 'charging', 'requested', 'paid', 'failed', 'withdrawn'] as const;
    const plans = states.map((state) => planOf(sale, { state }));
    const [tried] = plans;
    const endMs = Date.UTC(2026, 10, 20, 9);
    const tries = Array.from({ length: 510 }, (_, index) =>
      declinedTryOf(tried ?? expect.unreachable(), { number: 510 - index, atMs: endMs - index * 1000 }),
    );
    await putPlans(dealer, plans);
    await putRows(dealer.store, tries.map(planTryItem));
    const period = { PaymentPlanPaymentDateStart: '20270115', PaymentPlanPaymentDateEnd: '20270115' };
    const { PaymentPlanTotalList } = (await call(dealer, 'GetPaymentPlanReport', period)).Data;
    expect((PaymentPlanTotalList as Records).map(({ PlanStatus, PlanCount }) => [PlanStatus, PlanCount])).toEqual([
      [0, 2],
      [1, 1],
      [2, 1],
      [3, 1],
      [4, 1],
    ]);
    for (const ofPlan of [{}, { DealerPaymentPlanId: tried?.dealerPaymentPlanId }]) {
      const asked = { HistoryDateEnd: '2026-11-20 12:00', ...ofPlan };
      const first = (await call(dealer, 'GetPaymentPlanHistoryList', asked)).Data;
      expect(first.PaymentPlanHistoryListCount).toBe(500);
      const [HistoryDateEnd] = /\d{4}-\d{2}-\d{2} [\d:.]+/.exec(String(first.ResultMessage)) ?? [];
      const second = (await call(dealer, 'GetPaymentPlanHistoryList', { ...asked, HistoryDateEnd })).Data;
      expect(second).toMatchObject({ PaymentPlanHistoryListCount: 10, ResultMessage: '' });
      const listed = [first, second].flatMap(({ PaymentPlanHistoryList }) => PaymentPlanHistoryList as Records);
      expect(listed.map(({ DealerPaymentPlanHistoryId }) => DealerPaymentPlanHistoryId)).toEqual(
        tries.map(({ dealerPaymentPlanHistoryId }) => dealerPaymentPlanHistoryId),
      );
    }
  });

  test('a failed plan of the schedule is sent as a payment request once more, and keeps its tries', async () => {
    const dealer = await newDealer();
    const sale = await newSale(dealer, { planType: 1 });
    const failed = endedPlan(sale, { madeBy: 'schedule', state: 'failed', historyCount: 1 });
    await putPlans(dealer, [failed]);
    await putRows(dealer.store, [
      planTryItem(declinedTryOf(failed, { result: { kind: 'not-charged', because: 'no-card' } })),
    ]);
    const { dealerPaymentPlanId: DealerPaymentPlanId } = failed;
    const DealerCustomerTypeId = dealer.definition.dealerCustomerTypeId;
    const sent = await call(dealer, 'UpdatePaymentPlan', { DealerPaymentPlanId, DealerCustomerTypeId });
    expect(sent.Data).toMatchObject({ DealerCustomerTypeId, PlanStatus: 0, ResultCode: 'NoCard' });
    const repeat = await call(dealer, 'UpdatePaymentPlan', { DealerPaymentPlanId, DealerCustomerTypeId });
    expect(repeat).toMatchObject({ ResultCode: 'Success', Data: sent.Data });
    expect(repeat.headers.get('idempotent-replayed')).toBe('true');
    const [due] = await dealer.store
      .query({ pk: planItem(failed).pk, skPrefix: 'PLAN#', limit: 1 })
      .then((rows) => rows.map(({ dueAtMs, duePk }) => ({ isDue: Number(dueAtMs) <= Date.now(), duePk })));
    expect(due).toEqual({ isDue: true, duePk: expect.stringMatching(/^DUE#PLAN#/) });
    const history = await call(dealer, 'GetPaymentPlanHistoryList', { DealerPaymentPlanId });
    expect(history.Data.PaymentPlanHistoryList).toMatchObject([
      { ResultCode: 'NoCard', IsSuccessful: false, HistoryStatus: 0, DealerPaymentId: 0, DealerCustomerTypeId: 0 },
    ]);
  });
});
