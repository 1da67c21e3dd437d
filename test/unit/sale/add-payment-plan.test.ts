import { describe, expect, test } from 'vitest';
import {
  type AddPaymentPlanDependencies,
  addPaymentPlan,
} from '../../../functions/sale/add-payment-plan/add-payment-plan.ts';
import type { PaymentPlan } from '../../../shared/domain/sale/payment-plan.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { dealerWith } from '../../support/dealer/dealers.ts';
import { saleOf } from '../../support/dealer/records.ts';

const dealer = dealerWith();
const sale = saleOf(dealer.dealerCode, { planType: 2, dealerSaleScheduleId: 0 });
const BY_ID = { DealerSaleId: sale.dealerSaleId };

type Outcome = Awaited<ReturnType<AddPaymentPlanDependencies['plans']['add']>>;

const adding = async (names: object, outcomes: readonly Outcome[]) => {
  const written: PaymentPlan[] = [];
  let lookedUp = 0;
  const deps = {
    sales: {
      find: async () => {
        lookedUp += 1;
        return { byId: sale, byCode: sale };
      },
    },
    plans: {
      ofSale: async () => ({ sale, plans: [] }),
      add: async (plan: PaymentPlan) => {
        written.push(plan);
        return outcomes[written.length - 1] ?? 'sale-changed';
      },
    },
    identifiers: { next: async (sequence: string) => (sequence === 'plan' ? 100_000 + written.length : 0) },
    clock: new FakeClock(Date.UTC(2026, 11, 1, 9)),
  } as unknown as AddPaymentPlanDependencies;
  const value = { ...names, PaymentDate: '20261215' } as never;
  const call = { dealer, operation: 'AddPaymentPlan', sourceAddress: '192.0.2.1', read: { ok: true, value } } as const;
  const [settled] = await Promise.allSettled([addPaymentPlan(deps)(call)]);
  return { ids: written.map((one) => one.dealerPaymentPlanId), lookedUp, settled };
};

describe('AddPaymentPlan (decisions: recurring sales)', () => {
  test('adds a plan under a new id, and looks a sale up by its code alone', async () => {
    const byId = await adding(BY_ID, ['added']);
    expect(byId).toMatchObject({ ids: [100_000], lookedUp: 0 });
    expect(byId.settled).toMatchObject({ status: 'fulfilled', value: { data: { DealerPaymentPlanId: 100_000 } } });
    expect(await adding({ SaleCode: sale.saleCode }, ['added'])).toMatchObject({ ids: [100_000], lookedUp: 1 });
    expect(await adding({ ...BY_ID, SaleCode: sale.saleCode }, ['added'])).toMatchObject({ lookedUp: 1 });
  });

  test('is tried again under another id where the sale has changed or the id is in use, eight times at most', async () => {
    const late = await adding(BY_ID, ['sale-changed', 'id-taken', 'added']);
    expect(late.settled).toMatchObject({ value: { data: { DealerPaymentPlanId: 100_002 } } });
    const never = await adding(BY_ID, []);
    expect(never.ids).toHaveLength(8);
    expect(never.settled).toMatchObject({ reason: { message: expect.stringMatching('again and again') } });
  });
});
