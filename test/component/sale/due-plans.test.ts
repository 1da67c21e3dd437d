import { beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { storedCardItem } from '../../../shared/adapters/dynamodb/card/stored-cards.ts';
import { planItem, planPointerItem, readPlanItem } from '../../../shared/adapters/dynamodb/sale/payment-plan-item.ts';
import { planKeys } from '../../../shared/adapters/dynamodb/sale/plan-keys.ts';
import { saleItems } from '../../../shared/adapters/dynamodb/sale/sales.ts';
import { istanbulDayOf } from '../../../shared/domain/calendar.ts';
import { maskCard } from '../../../shared/domain/card/card-rules.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { newPlan, type PaymentPlan } from '../../../shared/domain/sale/payment-plan.ts';
import type { Sale } from '../../../shared/domain/sale/sale.ts';
import { slotAfter, slotAt } from '../../../shared/domain/sale/slots.ts';
import { sealStoredCard } from '../../../shared/payment-flow/kept-card.ts';
import { PATIENCE_MS } from '../../support/app/patience.ts';
import { type CardDealer, newCardDealer } from '../../support/card/stored-cards.ts';
import { vaultOf } from '../../support/card/vault.ts';
import { KEPT } from '../../support/card/waiting-card.ts';
import { putRows } from '../../support/store/store.ts';

const TOKEN = '0f0e0d0c-0b0a-4908-8706-050403020100';
const MINUTE_MS = 60_000;
const ID = 77;

let dealer: CardDealer;
let dealerCode: string;

beforeAll(async () => {
  // For plans a dealer who must use 3D needs this permission alone.
  dealer = await newCardDealer({ dealer: { threeDRequired: true, tokenWithoutThreeD: false, recurring: true } });
  ({ dealerCode } = dealer.dealer);
});

/** One run of the lead, which comes each minute in a deployed stage. */
const handOut = async (): Promise<void> => {
  const { endpoint } = inject('stack');
  await fetch(`${endpoint}/2015-03-31/functions/hand-out-plans/invocations`, { method: 'POST', body: '{}' });
};

/** A sale without a schedule, with one plan that is due since a minute, and the card that it is charged with. */
const putDuePlan = async (): Promise<PaymentPlan> => {
  const nowMs = Date.now();
  const { dealerCustomerId, customerCode } = dealer.customer;
  const terms = { amount: minor(2750), currency: 'TL', installmentNumber: 1 } as const;
  const sale: Sale = {
    dealerCode,
    version: 1,
    dealerSaleId: ID,
    saleCode: 'due',
    dealerCustomerId,
    customerCode,
    ...terms,
    dealerSaleScheduleId: 0,
    howManyTrial: 1,
    planType: 2,
    defaultCard1Token: TOKEN,
  };
  const names = { dealerCode, dealerSaleId: ID, dealerPaymentPlanId: ID, madeBy: 'hand', listingShards: 1 } as const;
  const plan = newPlan(
    { ...names, dueDay: istanbulDayOf(nowMs), terms },
    { slotMs: nowMs - MINUTE_MS, nowMs: nowMs - MINUTE_MS },
  );
  const place = { dealerCode, token: TOKEN, version: 1 };
  const sealed = await sealStoredCard(place, KEPT, vaultOf(dealer.stack));
  const customer = { dealerCustomerId, customerCode };
  const card = { ...place, ...sealed, customer, maskedCard: maskCard(KEPT.number), storedAtMs: nowMs };
  await putRows(dealer.store, [...saleItems(sale), storedCardItem(card), planItem(plan), planPointerItem(plan)]);
  return plan;
};

const planNow = async (plan: PaymentPlan): Promise<PaymentPlan> =>
  readPlanItem(await dealer.store.get(planKeys.plan(plan)));

describe('A due payment plan in a running service (decisions: recurring sales)', () => {
  test('is handed to a worker, which charges its card within a slot and puts it off to the next one outside', async () => {
    const plan = await putDuePlan();
    const beganAtMs = Date.now();
    const before = slotAt(beganAtMs);
    const after = await vi.waitFor(
      async () => {
        await handOut();
        const now = await planNow(plan);
        expect(['paid', 'planned']).toContain(now.state);
        expect(now.version).toBeGreaterThan(1);
        return now;
      },
      { timeout: PATIENCE_MS, interval: 200 },
    );
    const charges = await dealer.charges();
    // The service's clock is the machine's: the test runs at any time of the day, and a slot may begin or end meanwhile.
    if (before !== undefined && slotAt(Date.now()) === before) expect(after.state).toBe('paid');
    if (after.state === 'paid') {
      expect(charges).toMatchObject([{ amount: 2750 }]);
      expect(after.dealerPaymentId).toBeGreaterThan(0);
    } else {
      expect(charges).toEqual([]);
      expect(after.historyCount).toBe(0);
      expect([slotAfter(beganAtMs), slotAfter(Date.now())]).toContain(after.dueAtMs);
    }
  });
});
