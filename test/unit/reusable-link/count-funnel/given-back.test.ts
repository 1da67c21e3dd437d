import { describe, expect, test } from 'vitest';
import { readGivenBack } from '../../../../functions/reusable-link/count-funnel/given-back.ts';
import { NO_ENTRIES } from '../../../../shared/domain/funnel/funnel-group.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { FakePayments } from '../../../fakes/payments.ts';
import { FUNNEL_DEALER, type RequestFact, requestOf } from '../../../support/payment/drawn-requests.ts';

/** Noon in Istanbul. The drawn steps follow the payment, five minutes later, by so many hours. */
const NOON_MS = Date.UTC(2027, 2, 10, 9);
const DAY_OF_REQUEST = '20270310';
/** 200 hours behind the payment. */
const DAY = '20270318';
const NEXT_DAY = '20270319';

const paid: RequestFact = {
  madeOf: undefined,
  definition: 7,
  createdAtMs: NOON_MS,
  lifeMinutes: 600,
  openedAfterMinutes: 5,
  tries: [],
  end: 'paid',
  paidAfterMinutes: 0,
  paidWithThreeD: true,
  total: 1000,
  currency: 'TL',
  messages: [],
  givesBack: [{ how: 'part', afterHours: 200 }],
};
const { link: _none, ...withoutRequest } = requestOf(paid).payment;

/** What is read of a day on which each step of these payments stands in the lists, page by page. */
const read = async (
  payments: readonly ReturnType<typeof requestOf>['payment'][],
  { day = DAY, sinceDay = DAY_OF_REQUEST, pages = 1 } = {},
) => {
  const places = payments.flatMap(({ name, steps }) =>
    steps.map(({ number }) => ({ kind: 'step' as const, payment: name, number })),
  );
  const asked: object[] = [];
  const length = Math.ceil(places.length / pages);
  const deps = {
    payments: new FakePayments(payments),
    messages: { ofPayment: async () => [] },
    clock: new FakeClock(NOON_MS),
    lists: {
      countedOn: async ({ after = '0', ...query }: { readonly after?: string | undefined }) => {
        asked.push({ after, ...query });
        const next = Number(after) + 1;
        const items = places.slice(Number(after) * length, next * length);
        return { items, ...(next < pages ? { next: String(next) } : {}) };
      },
    },
  } as unknown as Parameters<typeof readGivenBack>[0];
  const of = { dealerCode: FUNNEL_DEALER, listingShards: 3, day, sinceDay };
  let all = await readGivenBack(deps, of, { entries: NO_ENTRIES });
  while (all.after !== undefined) all = await readGivenBack(deps, of, all);
  const sums = [...all.entries.values()].map(({ day: of_, counts, givenBack }) => ({
    day: of_,
    created: counts.stages.created,
    ...givenBack,
  }));
  return { sums, asked };
};

const drawn = (changes: Partial<RequestFact> = {}) => requestOf({ ...paid, ...changes }).payment;
const twice = drawn({
  givesBack: [
    { how: 'part', afterHours: 200 },
    { how: 'rest', afterHours: 1 },
  ],
});

describe('What was given back on a day (decisions: funnel)', () => {
  test('is counted with the day of its request, which is not counted as made again', async () => {
    expect((await read([drawn()])).sums).toEqual([{ day: DAY_OF_REQUEST, created: 0, count: 0, sums: { TL: 334 } }]);
  });

  test.each([1, 2])('counts once of a payment with two steps of the day, in %d pages', async (pages) => {
    const { sums, asked } = await read([twice], { pages });
    expect(sums).toEqual([{ day: DAY_OF_REQUEST, created: 0, count: 1, sums: { TL: 1000 } }]);
    expect(asked).toHaveLength(pages);
    expect(asked[0]).toMatchObject({ dealerCode: FUNNEL_DEALER, listingShards: 3, day: DAY, stepsOnly: true });
  });

  test('adds up over payments and pages', async () => {
    const payments = Array.from({ length: 7 }, () => drawn());
    expect((await read(payments, { pages: 3 })).sums).toMatchObject([{ sums: { TL: 7 * 334 } }]);
  });

  test('is nothing of a step that ended on another day, and nothing of a payment without a request', async () => {
    expect((await read([drawn()], { day: NEXT_DAY })).sums).toEqual([]);
    expect((await read([withoutRequest])).sums).toEqual([]);
  });

  test('is counted of requests from the first counted day on, and not of older ones', async () => {
    expect((await read([drawn()], { sinceDay: DAY_OF_REQUEST })).sums).toHaveLength(1);
    expect((await read([drawn()], { sinceDay: '20270311' })).sums).toEqual([]);
  });
});
