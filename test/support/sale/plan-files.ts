import { randomBytes, randomInt } from 'node:crypto';
import { eventWriter } from '../../../shared/adapters/dynamodb/outbox/event-writer.ts';
import { planItem } from '../../../shared/adapters/dynamodb/sale/payment-plan-item.ts';
import { planKeys } from '../../../shared/adapters/dynamodb/sale/plan-keys.ts';
import { saleItems } from '../../../shared/adapters/dynamodb/sale/sales.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import type { EventType } from '../../../shared/domain/outbox/event.ts';
import { newPlan, type PaymentPlan } from '../../../shared/domain/sale/payment-plan.ts';
import { saleOf } from '../dealer/records.ts';
import { putRows } from '../store/store.ts';
import type { StoreWorld } from '../store/store-world.ts';

/** The moment of these tests: a slot. */
export const NOW_MS = Date.UTC(2026, 10, 23, 9, 30);
/** An id that no other test has. */
export const newId = (): number => randomInt(1, 2_000_000_000);

/** A plan of a sale of a new dealer, and whatever the sale's row holds beside the sale. */
export const newFile = async ({ direct }: StoreWorld, ofSale: Readonly<Record<string, unknown>> = {}) => {
  const sale = saleOf(`T${randomBytes(6).toString('hex')}`);
  const plan = newPlan(
    {
      dealerCode: sale.dealerCode,
      dealerSaleId: sale.dealerSaleId,
      dealerPaymentPlanId: newId(),
      madeBy: 'schedule',
      dueDay: '20261123',
      terms: { amount: minor(2750), currency: 'TL', installmentNumber: 1 },
      listingShards: 1,
    },
    { slotMs: NOW_MS, nowMs: NOW_MS },
  );
  const plannedStep = plan.dealerPaymentPlanId;
  await putRows(direct, [{ ...saleItems(sale)[1], plannedStep, ...ofSale }, planItem(plan)]);
  return { sale, plan, plannedStep, due: { ...plan, shard: 0, position: planItem(plan).dueSk ?? '' } };
};

/** Writes the events that somebody wants. */
export const wishing = (...webhooks: readonly EventType[]) => eventWriter({ wantedBy: async () => ({ webhooks }) });

/** Where a plan stands in the queue: when the engine looks at it. */
export const lookOf = async ({ direct }: StoreWorld, plan: PaymentPlan): Promise<number> =>
  Number(String((await direct.get(planKeys.plan(plan)))?.dueSk).split('#')[0]);
