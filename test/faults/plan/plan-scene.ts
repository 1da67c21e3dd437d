import { storedCardItem } from '../../../shared/adapters/dynamodb/card/stored-cards.ts';
import { saleItems } from '../../../shared/adapters/dynamodb/customer/sales.ts';
import type { Row, Write } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import { type Key, ofDealer } from '../../../shared/adapters/dynamodb/keys.ts';
import { planItem, planPointerItem } from '../../../shared/adapters/dynamodb/sale/payment-plan-item.ts';
import { virtualPosItems } from '../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import { DAY_MS, type DayText, istanbulDayOf } from '../../../shared/domain/calendar.ts';
import { maskCard } from '../../../shared/domain/card/card-rules.ts';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import type { PaymentPlan } from '../../../shared/domain/sale/payment-plan.ts';
import { firstStepOf } from '../../../shared/domain/sale/planning.ts';
import type { OpenSale, Sale } from '../../../shared/domain/sale/sale.ts';
import type { Schedule } from '../../../shared/domain/sale/schedule.ts';
import { testCard } from '../../../shared/nestpay/test-cards.ts';
import { sealStoredCard } from '../../../shared/payment-flow/kept-card.ts';
import { openVault } from '../../support/card/card-storing.ts';
import { KEPT, OWNER } from '../../support/card/waiting-card.ts';
import { dealerWith } from '../../support/dealer/dealers.ts';
import { posWith } from '../../support/dealer/virtual-pos.ts';
import { topDealer } from '../../support/payment/splits.ts';
import type { Seeded } from '../seeded.ts';
import type { World } from '../world.ts';

export const DEALER = 'D1';
/** Two of them are declined whatever the bank says of others. */
const APPROVED = ['approved', 'approved-mastercard', 'sample-2', 'sample-3', 'sample-4', 'sample-5'];
const CARD_IDS = [...APPROVED, 'insufficient-funds', 'do-not-honour'];
const MOST_SALES = 6;

/** A stored card of a run. */
interface SceneCard {
  readonly token: string;
  readonly number: string;
}

/** A sale as the scene made it, with its schedule. */
export interface SceneSale {
  readonly dealerSaleId: number;
  readonly begin: DayText;
  readonly end: DayText;
  readonly schedule: Schedule;
}

export interface PlanScene {
  readonly dealer: Dealer;
  readonly cards: readonly SceneCard[];
  readonly sales: readonly SceneSale[];
  readonly endsAtMs: number;
}

const tokenOf = (index: number): string => `0f0e0d0c-0b0a-4908-8706-0504030201${String(index).padStart(2, '0')}`;

const cardOf = async (id: string, index: number, world: World): Promise<{ card: SceneCard; row: Row & Key }> => {
  const { seeded, clock } = world;
  const { number } = testCard(id);
  const place = { dealerCode: DEALER, token: tokenOf(index), version: 1 };
  // Some cards expire during the run.
  const expiry = seeded.chance(0.15) ? { expiryMonth: '01', expiryYear: '2026' } : {};
  const sealed = await sealStoredCard(place, { ...KEPT, ...expiry, number }, openVault());
  const stored = { ...place, ...sealed, customer: OWNER, maskedCard: maskCard(number), storedAtMs: clock.now() };
  return { card: { token: place.token, number }, row: storedCardItem(stored) };
};

const scheduleOf = (seeded: Seeded): Schedule =>
  seeded.pick<Schedule>([
    { period: 'day', every: 1, daysOfWeek: [], daysOfMonth: [] },
    { period: 'day', every: 3, daysOfWeek: [], daysOfMonth: [] },
    { period: 'week', every: 1, daysOfWeek: [], daysOfMonth: [] },
    { period: 'week', every: 1, daysOfWeek: [2, 5], daysOfMonth: [] },
    { period: 'month', every: 1, daysOfWeek: [], daysOfMonth: [1, 15, 31] },
  ]);

const saleOf = (id: number, cards: readonly SceneCard[], { seeded, clock }: World, days: number): Sale => {
  const nowMs = clock.now();
  const picked = cards.toSorted(() => seeded.next() - 0.5).slice(0, 1 + seeded.below(3));
  const [one, two, three] = picked.map(({ token }) => token);
  return {
    dealerCode: DEALER,
    version: 1,
    dealerSaleId: id,
    saleCode: `S-${id}`,
    ...OWNER,
    amount: minor(1000 + seeded.below(9000)),
    currency: 'TL',
    installmentNumber: 1,
    dealerSaleScheduleId: id,
    beginDate: istanbulDayOf(nowMs),
    endDate: istanbulDayOf(nowMs + days * DAY_MS),
    howManyTrial: seeded.below(4),
    planType: 1,
    ...(one === undefined ? {} : { defaultCard1Token: one }),
    ...(two === undefined ? {} : { defaultCard2Token: two }),
    ...(three === undefined ? {} : { defaultCard3Token: three }),
  };
};

/** The row of a sale by its id, with the step that its schedule has ahead. */
export const saleRow = ({ sale, plannedStep }: OpenSale): Row & Key => ({
  ...saleItems(sale)[1],
  ...(plannedStep === undefined ? {} : { plannedStep }),
});

export const planRows = (plan: PaymentPlan): readonly (Row & Key)[] => [planItem(plan), planPointerItem(plan)];

/** Writes the scene of a seed: a dealer with limits, its virtual POS, stored cards, and sales with their first steps. */
export const setPlanScene = async (world: World, days: number): Promise<PlanScene> => {
  const { seeded, clock, bank, store, circumstances } = world;
  const shards = seeded.pick([1, 8]);
  const daily = seeded.chance(0.6) ? ('unlimited' as const) : minor(8000 + seeded.below(20_000));
  const dealer = dealerWith({
    dealerCode: DEALER,
    ...topDealer,
    limits: { TL: { values: { daily, monthly: 'unlimited', shards } } },
  });
  const { gateway, clientId, apiUser } = bank.account;
  const { merchant, ...pos } = posWith({ gateway, noRecordHorizonHours: circumstances.horizonHours });
  const { current, version } = virtualPosItems({ ...pos, merchant: { ...merchant, clientId, apiUser } });
  const made = await Promise.all(CARD_IDS.map((id, index) => cardOf(id, index, world)));
  const cards = made.map(({ card }) => card);
  const rows: (Row & Key)[] = [current, version, ...made.map(({ row }) => row)];
  const sales: SceneSale[] = [];
  for (let id = 1; id <= 1 + seeded.below(MOST_SALES); id += 1) {
    const sale = saleOf(id, cards, world, 1 + seeded.below(days));
    const schedule = scheduleOf(seeded);
    const names = { dealerPaymentPlanId: id, listingShards: 1 };
    const step = firstStepOf({ sale, schedule, nowMs: clock.now() }, names);
    rows.push(saleRow({ sale, ...(step === undefined ? {} : { plannedStep: id }) }), ...(step ? planRows(step) : []));
    rows.push({ pk: ofDealer(DEALER, 'SCHEDULES'), sk: `SCHEDULE#${id}`, entity: 'schedule', ...schedule });
    sales.push({ dealerSaleId: id, begin: sale.beginDate ?? '', end: sale.endDate ?? '', schedule });
  }
  const writes: Write[] = rows.map((put) => ({ put }));
  for (let first = 0; first < writes.length; first += 20) await store.direct.transact(writes.slice(first, first + 20));
  return { dealer, cards, sales, endsAtMs: clock.now() + days * DAY_MS };
};
