import { describe, expect, test } from 'vitest';
import { getReusableLink } from '../../../../functions/reusable-link/get-reusable-link/get-reusable-link.ts';
import type { FunnelRow } from '../../../../shared/domain/funnel/funnel-group.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { FunnelProgress } from '../../../../shared/ports/funnels.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';
import { reusableLinkWith } from '../../../support/link/reusable-links.ts';

const stages = {
  created: 3000,
  sent: 0,
  delivered: 0,
  opened: 3000,
  cardSent: 2500,
  threeDPassed: 2400,
  paid: 2300,
  declined: 0,
  expired: 700,
  cancelled: 0,
};

const rowOf = (day: string): FunnelRow => ({
  day,
  definition: 7,
  channel: 'reusable-link',
  counts: {
    stages,
    paid: { TL: minor(5_750_000) },
    toOpened: new Map(),
    toPaid: new Map([[2, 2300]]),
    declines: { '002': 20 },
  },
  givenBack: { count: 1, sums: { TL: minor(2500) } },
});

const dealer = dealerWith({ dealerCode: 'D1' });
const link = reusableLinkWith({ dealerCode: 'D1', createdAtMs: Date.UTC(2027, 2, 8, 9) });
const NOON_MS = Date.UTC(2027, 2, 10, 9);

/** What the operation tells of a link with so many requests. */
const countsOf = async (isWhole: boolean, progress?: FunnelProgress): Promise<unknown> => {
  const asked: unknown[] = [];
  const useCase = getReusableLink({
    reusableLinks: {
      findByCode: async () => undefined,
      findById: async () => ({ link, places: [] }),
    },
    linkRequests: { livesOf: async () => ({ lives: [{ attempts: 1 }], isWhole }) },
    funnels: {
      progress: async () => progress,
      rowsOfLink: async (...of) => {
        asked.push(of);
        return [rowOf('20270308'), rowOf('20270309')];
      },
    },
    clock: new FakeClock(NOON_MS),
    baseUrl: 'https://pay.example',
  });
  const answer = await useCase({
    dealer,
    operation: 'GetUserPosLink',
    sourceAddress: '203.0.113.7',
    read: { ok: true, value: { UserPosLinkId: link.userPosLinkId, LinkCode: undefined } },
  });
  return { ...(answer.data as { readonly Counts: object }).Counts, asked };
};

const night = (countedUntil: string): FunnelProgress => ({
  version: 1,
  sinceDay: '20261208',
  countedUntil,
  givenBackUntil: countedUntil,
});

describe('Counts of a reusable link (decisions: funnel)', () => {
  test('are those of now, up to 2,000 requests', async () => {
    expect(await countsOf(true, night('20270309'))).toMatchObject({ Opened: 1, IsWhole: true, asked: [] });
  });

  test('of one with more are those of the nights, with the moment up to which they are', async () => {
    expect(await countsOf(false, night('20270309'))).toEqual({
      Opened: 6000,
      Started: 5000,
      Paid: 4600,
      GivenBack: 2,
      SumList: [{ CurrencyCode: 'TL', PaidAmount: 115_000, GivenBackAmount: 50 }],
      CountedAt: '2027-03-09T23:59:59.999',
      IsWhole: true,
      asked: [[link.name, { from: '20270308', until: '20270309' }]],
    });
  });

  test('are of the newest alone while no night has counted the link', async () => {
    for (const progress of [undefined, night('20270307')]) {
      expect(await countsOf(false, progress)).toMatchObject({ Opened: 1, IsWhole: false, asked: [] });
    }
  });
});
