import { cardStored } from '../../../shared/adapters/dynamodb/card/stored-cards.ts';
import { customerItems } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import type { Write } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import { definitionItem } from '../../../shared/adapters/dynamodb/link/definitions.ts';
import { scheduleItem } from '../../../shared/adapters/dynamodb/sale/sale-schedules.ts';
import { virtualPosItems } from '../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import { DAY_MS, istanbulDayOf } from '../../../shared/domain/calendar.ts';
import { maskCard } from '../../../shared/domain/card/card-rules.ts';
import { tokenOfCustomer } from '../../../shared/domain/card/stored-card.ts';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import type { Schedule } from '../../../shared/domain/sale/schedule.ts';
import type { VirtualPos } from '../../../shared/domain/virtual-pos/virtual-pos.ts';
import { testCard } from '../../../shared/nestpay/test-cards.ts';
import { sealStoredCard } from '../../../shared/payment-flow/kept-card.ts';
import { openVault, plainHasher } from '../../support/card/card-storing.ts';
import { KEPT, OWNER } from '../../support/card/waiting-card.ts';
import { dealerWith, definitionWith } from '../../support/dealer/dealers.ts';
import { customerOf, scheduleOf } from '../../support/dealer/records.ts';
import { topDealer } from '../../support/payment/splits.ts';
import { runPosOf } from '../run-account.ts';
import type { World } from '../world.ts';
import { type PlanAnswer, planOperations } from './plan-operations.ts';

const DEALER = 'D1';
/** The definition of the payment requests that plans without a card send. */
export const DEFINITION_ID = 7;
const LINK_LIVES_MINUTES = [3 * 60, 24 * 60, 10 * 24 * 60];
const TOLD = ['plan.upcoming', 'plan.paid', 'plan.failed', 'sale.ended', 'card.expiring'] as const;
const APPROVED = ['approved', 'approved-mastercard', 'sample-2', 'sample-3', 'sample-4', 'sample-5'];
const DECLINED = ['insufficient-funds', 'do-not-honour', 'over-limit'];
const MOST_CARDS = 7;
/** Istanbul is three hours ahead of UTC all year. */
const ISTANBUL_MS = 3 * 3_600_000;
const MOST_SALES = 5;
/** In a run of a month or less sales are charged daily. */
export const LONG_DAYS = 60;
/** So often a run over more than a year has hundreds of sales. */
const CROWDED = 0.01;

const DAILY = { period: 'day', every: 1, daysOfWeek: [], daysOfMonth: [] } as const satisfies Schedule;
const SCHEDULES: readonly Schedule[] = [
  DAILY,
  { ...DAILY, every: 3 },
  { ...DAILY, period: 'week' },
  { ...DAILY, period: 'week', daysOfWeek: [2, 5] },
  { ...DAILY, period: 'month', daysOfMonth: [1, 15, 31] },
  { ...DAILY, period: 'month', daysOfMonth: [30] },
  { ...DAILY, period: 'month', every: 2 },
  { ...DAILY, period: 'week', every: 4 },
];
/** The last ones, which charge a sale once or less in a month. */
const SPARSE = 3;

/** A stored card of a run. */
interface SceneCard {
  readonly token: string;
  readonly number: string;
  /** The first moment behind its last month, on clocks in Istanbul. */
  readonly endsAtMs: number;
}

export interface PlanScene {
  readonly dealer: Dealer;
  readonly pos: VirtualPos;
  readonly cards: readonly SceneCard[];
  readonly beginsAtMs: number;
  readonly endsAtMs: number;
  /** How many sales it begins with. */
  readonly sales: number;
  /** Sales whose due days were changed: what falls due on them is not known beforehand. */
  readonly moved: Set<number>;
  /** Schedules whose days were changed. */
  readonly movedSchedules: Set<number>;
  /** The most days of trials that were ever asked for, by sale. */
  readonly mostTrials: Map<number, number>;
}

/** Every other token names the customer, in its last eight digits. Tokens differ in all parts, as random ones do. */
const tokenOf = (index: number): string => {
  const digits = String(index).padStart(2, '0');
  const token = `0f0e0d${digits}-0b0a-4908-87${digits}-0504030201${digits}`;
  return index % 2 === 0 ? token : tokenOfCustomer(token, OWNER.dealerCustomerId);
};

/** How many cards expire during a run, and in which months of its year. In a long one plans wait for months meanwhile. */
const EXPIRING = {
  short: { chance: 0.15, months: ['01', '06'] },
  long: { chance: 0.3, months: ['04', '06', '08', '10'] },
};

const cardOf = async (number: string, index: number, { world, days }: { world: World; days: number }) => {
  const { seeded, clock } = world;
  const place = { dealerCode: DEALER, token: tokenOf(index), version: 1 };
  const { chance, months } = EXPIRING[days > LONG_DAYS ? 'long' : 'short'];
  const expiry = seeded.chance(chance) ? { expiryMonth: seeded.pick(months), expiryYear: '2026' } : {};
  const kept = { ...KEPT, ...expiry, number };
  const sealed = await sealStoredCard(place, kept, openVault());
  const card = { ...place, ...sealed, customer: OWNER, maskedCard: maskCard(number), storedAtMs: clock.now() };
  const hash = await plainHasher.hash({
    dealerCode: DEALER,
    scope: `stored-card:${OWNER.dealerCustomerId}` as const,
    number,
  });
  const endsAtMs = Date.UTC(Number(kept.expiryYear), Number(kept.expiryMonth), 1) - ISTANBUL_MS;
  return { card: { token: place.token, number, endsAtMs }, writes: cardStored({ kind: 'new', card, hash }) };
};

/** Card numbers of a run: in some runs nearly all are declined, and in some a few cards pay for all sales. */
const numbersOf = ({ seeded, bank }: World): readonly string[] => {
  const from = seeded.pick([APPROVED, [...APPROVED, ...DECLINED], [...DECLINED, 'approved', 'sample-2']]);
  const count = seeded.chance(0.4) ? 3 : 3 + seeded.below(MOST_CARDS - 2);
  const numbers = from.map((id) => testCard(id).number).toSorted(() => seeded.next() - 0.5);
  const picked = [bank.pickCard(), bank.pickCard()].filter((number) => number.length === 16);
  return [...new Set([...numbers.slice(0, count), ...picked])];
};

const sparseSchedule = (seeded: World['seeded']): number => SCHEDULES.length - seeded.below(SPARSE);

/** How many sales a run begins with. */
const salesOf = ({ seeded }: World, days: number): number =>
  days > LONG_DAYS && seeded.chance(CROWDED) ? 100 + seeded.below(100) : 1 + seeded.below(MOST_SALES);

/** The fields of a new sale. */
export const newSale = ({ seeded, clock }: World, { cards, endsAtMs }: PlanScene) => {
  const nowMs = clock.now();
  const [one, two, three] = cards.toSorted(() => seeded.next() - 0.5).map(({ token }) => token);
  const beginMs = nowMs + seeded.below(3) * DAY_MS;
  const long = endsAtMs - nowMs > LONG_DAYS * DAY_MS;
  const lastsDays = Math.floor(((endsAtMs - beginMs) / DAY_MS) * (seeded.chance(0.6) ? 1 : seeded.next()));
  return {
    DealerCustomerId: OWNER.dealerCustomerId,
    Amount: 10 + seeded.below(90),
    Currency: 'TL',
    // Daily charges of more than a year would prove the same again and again.
    DealerSaleScheduleId: long && seeded.chance(0.8) ? sparseSchedule(seeded) : 1 + seeded.below(SCHEDULES.length),
    BeginDate: istanbulDayOf(beginMs),
    EndDate: istanbulDayOf(beginMs + Math.max(1, lastsDays) * DAY_MS),
    HowManyTrial: seeded.below(4),
    PlanType: seeded.chance(0.85) ? 3 : 1,
    ...(seeded.chance(0.2)
      ? { DealerCustomerTypeId: DEFINITION_ID }
      : {
          DefaultCard1Token: one,
          ...(seeded.chance(0.7) ? { DefaultCard2Token: two } : {}),
          ...(seeded.chance(0.5) ? { DefaultCard3Token: three } : {}),
        }),
  };
};

/** A day of another end of a sale. */
export const anyEnd = ({ seeded, clock }: World, { endsAtMs }: PlanScene) =>
  istanbulDayOf(clock.now() + seeded.below(Math.max(1, endsAtMs - clock.now())));

export const anySchedule = ({ seeded }: World): number => 1 + seeded.below(SCHEDULES.length);

/** Other days of a schedule. In a longer run none falls due on every day. */
export const anyDays = ({ seeded }: World, { beginsAtMs, endsAtMs }: PlanScene) => {
  const long = endsAtMs - beginsAtMs > LONG_DAYS * DAY_MS;
  return seeded.pick([
    { DailyWeeklyMonthly: 1, EveryX: long ? 9 : 2 },
    { DailyWeeklyMonthly: 2, EveryX: 1, DaysOfWeek: seeded.pick(['1', '3,6', '7']) },
    { DailyWeeklyMonthly: 3, EveryX: 1, DaysOfMonth: seeded.pick(['10,20', '28,29,30', '5']) },
  ]);
};

/** A customer, now and then one whom no payment request can reach. */
const customerOfScene = ({ seeded }: World) => {
  const customer = customerOf(DEALER, OWNER);
  if (seeded.chance(0.9)) return customer;
  const { email: _email, gsmNumber: _gsm, ...unreachable } = customer;
  return unreachable;
};

const definitionOfScene = ({ seeded }: World) =>
  definitionItem(
    definitionWith(DEALER, {
      dealerCustomerTypeId: DEFINITION_ID,
      deliveryMode: 'smsOrEmail',
      linkLifeMinutes: seeded.pick(LINK_LIVES_MINUTES),
    }),
  );

/** Adds a sale. One whose schedule has no due day before its end is refused, and another one is made. */
const addOne = async (add: () => Promise<PlanAnswer>): Promise<void> => {
  for (let tries = 0; tries < 50; tries += 1) {
    const answer = await add();
    if (answer === 'done') return;
    if (answer !== 'InvalidRequest') throw new Error(`a sale of the scene is refused: ${answer}`);
  }
  throw new Error('no sale of the scene has a due day');
};

/** Writes the scene of a seed: a dealer with limits, its virtual POS, stored cards, schedules, and sales with first steps. */
export const setPlanScene = async (world: World, days: number): Promise<PlanScene> => {
  const { seeded, clock, bank, store, circumstances } = world;
  const shards = seeded.pick([1, 8]);
  const sales = salesOf(world, days);
  const daily = seeded.chance(0.7)
    ? ('unlimited' as const)
    : minor((8000 + seeded.below(20_000)) * Math.ceil(sales / 5));
  const dealer = dealerWith({
    dealerCode: DEALER,
    ...topDealer,
    recurring: true,
    wantedEvents: { webhooks: TOLD },
    limits: { TL: { values: { daily, monthly: 'unlimited', shards } } },
  });
  const { gateway, horizonHours } = circumstances;
  // Where the bank needs a CVC no plan is charged by card: each waits for its request.
  const withoutCvc = gateway !== 'garanti' || seeded.aside('charges without CVC').chance(0.7);
  if (!withoutCvc) circumstances.met.add('seed whose plans are not charged by card');
  const pos = runPosOf(bank.account, { noRecordHorizonHours: horizonHours, withoutCvc });
  const { current, version } = virtualPosItems(pos);
  const made = await Promise.all(numbersOf(world).map((number, index) => cardOf(number, index, { world, days })));
  const schedules = SCHEDULES.map((schedule, index) =>
    scheduleItem(scheduleOf(DEALER, { dealerSaleScheduleId: index + 1, ...schedule })),
  );
  const writes: Write[] = [
    current,
    version,
    definitionOfScene(world),
    ...customerItems(customerOfScene(world)),
    ...schedules,
  ].map((put) => ({ put }));
  for (const { writes: ofCard } of made) writes.push(...ofCard);
  for (let first = 0; first < writes.length; first += 20) await store.direct.transact(writes.slice(first, first + 20));
  const cards = made.map(({ card }) => card);
  const nowMs = clock.now();
  const scene: PlanScene = {
    dealer,
    pos,
    cards,
    beginsAtMs: nowMs,
    endsAtMs: nowMs + days * DAY_MS,
    sales,
    moved: new Set(),
    movedSchedules: new Set(),
    mostTrials: new Map(),
  };
  const { addSale } = planOperations(world, store.direct, dealer);
  for (let left = sales; left > 0; left -= 1) await addOne(() => addSale(newSale(world, scene)));
  return scene;
};
