import { storedCardItem } from '../../../shared/adapters/dynamodb/card/stored-cards.ts';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import type { Row } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import type { Key } from '../../../shared/adapters/dynamodb/keys.ts';
import { planItem, planPointerItem } from '../../../shared/adapters/dynamodb/sale/payment-plan-item.ts';
import { scheduleItem } from '../../../shared/adapters/dynamodb/sale/sale-schedules.ts';
import { saleItems } from '../../../shared/adapters/dynamodb/sale/sales.ts';
import { DAY_MS, istanbulDayOf } from '../../../shared/domain/calendar.ts';
import { maskCard } from '../../../shared/domain/card/card-rules.ts';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { newPlan } from '../../../shared/domain/sale/payment-plan.ts';
import type { Sale } from '../../../shared/domain/sale/sale.ts';
import type { VirtualPos } from '../../../shared/domain/virtual-pos/virtual-pos.ts';
import { sealStoredCard } from '../../../shared/payment-flow/kept-card.ts';
import { openVault } from '../../support/card/card-storing.ts';
import { KEPT, OWNER } from '../../support/card/waiting-card.ts';
import { dealerWith } from '../../support/dealer/dealers.ts';
import { scheduleOf } from '../../support/dealer/records.ts';
import { posAtGateway } from '../outage/outage-gateways.ts';

const TOKEN = '0f0e0d0c-0b0a-4908-8706-050403020100';
const SCHEDULE_ID = 1;
const ROWS_A_WRITE = 20;
const WRITES_AT_ONCE = 8;

/** Dealers whose sales are all due at one noon, each with one virtual POS; gateways take turns. */
export interface NoonScene {
  readonly dealers: readonly Dealer[];
  readonly posOf: (dealerCode: string) => VirtualPos;
}

export interface NoonSize {
  readonly plans: number;
  readonly dealers: number;
  readonly gateways: readonly string[];
  readonly noonMs: number;
}

const rowsOfDealer = async ({ dealerCode }: Dealer, nowMs: number): Promise<readonly (Row & Key)[]> => {
  const place = { dealerCode, token: TOKEN, version: 1 };
  const sealed = await sealStoredCard(place, KEPT, openVault());
  const card = { ...place, ...sealed, customer: OWNER, maskedCard: maskCard(KEPT.number), storedAtMs: nowMs };
  const schedule = scheduleOf(dealerCode, { dealerSaleScheduleId: SCHEDULE_ID, period: 'day', daysOfMonth: [] });
  return [storedCardItem(card), scheduleItem(schedule)];
};

const rowsOfSale = (id: number, { dealerCode }: Dealer, noonMs: number): readonly (Row & Key)[] => {
  const dueDay = istanbulDayOf(noonMs);
  const terms = { amount: minor(10_000), currency: 'TL', installmentNumber: 1 } as const;
  const sale: Sale = {
    dealerCode,
    version: 1,
    dealerSaleId: id,
    saleCode: `S-${id}`,
    ...OWNER,
    ...terms,
    howManyTrial: 2,
    dealerSaleScheduleId: SCHEDULE_ID,
    beginDate: dueDay,
    endDate: istanbulDayOf(noonMs + 30 * DAY_MS),
    planType: 1,
    defaultCard1Token: TOKEN,
  };
  const plan = newPlan(
    { dealerCode, dealerSaleId: id, dealerPaymentPlanId: id, madeBy: 'schedule', dueDay, terms, listingShards: 4 },
    { slotMs: noonMs, nowMs: noonMs - DAY_MS },
  );
  return [saleItems(sale, { plannedStep: id })[1], planItem(plan), planPointerItem(plan)];
};

/** Writes sales with one step each that is due at noon. A daily schedule plans the next step behind it. */
export const setNoonScene = async (
  table: Pick<Table, 'transact'>,
  { plans, dealers: count, gateways, noonMs }: NoonSize,
): Promise<NoonScene> => {
  const dealers = Array.from({ length: count }, (_, index) =>
    dealerWith({ dealerCode: `D${index}`, listingShards: 4 }),
  );
  const poses = dealers.map(({ dealerCode }, index) =>
    posAtGateway(gateways[index % gateways.length] ?? '', { dealerCode }),
  );
  let waiting: (Row & Key)[] = [];
  const flush = async (least: number): Promise<void> => {
    while (waiting.length > least) {
      const writes = Array.from({ length: WRITES_AT_ONCE }, (_, index) =>
        waiting.slice(index * ROWS_A_WRITE, (index + 1) * ROWS_A_WRITE).map((put) => ({ put })),
      );
      await Promise.all(writes.filter(({ length }) => length > 0).map((rows) => table.transact(rows)));
      waiting = waiting.slice(WRITES_AT_ONCE * ROWS_A_WRITE);
    }
  };
  for (const dealer of dealers) waiting.push(...(await rowsOfDealer(dealer, noonMs - DAY_MS)));
  for (let id = 1; id <= plans; id += 1) {
    const dealer = dealers[id % count];
    if (dealer === undefined) throw new Error('no dealer');
    waiting.push(...rowsOfSale(id, dealer, noonMs));
    await flush(WRITES_AT_ONCE * ROWS_A_WRITE);
  }
  await flush(0);
  const posOf = (dealerCode: string): VirtualPos => {
    const pos = poses.find((one) => one.dealerCode === dealerCode);
    if (pos === undefined) throw new Error('no such dealer');
    return pos;
  };
  return { dealers, posOf };
};
