import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { contract } from '../../../../functions/reusable-link/get-link-funnel/contract.ts';
import { getLinkFunnel } from '../../../../functions/reusable-link/get-link-funnel/get-link-funnel.ts';
import { readBody } from '../../../../shared/http/body.ts';
import { reusableLinkWith } from '../../../support/link/reusable-links.ts';
import { DRAWN_LINKS, FUNNEL_DEALER, type RequestFact } from '../../../support/payment/drawn-requests.ts';
import { funnelScene } from '../../../support/payment/funnel-scene.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Noon in Istanbul. */
const NOON_MS = Date.UTC(2027, 2, 10, 9);

const paid: RequestFact = {
  madeOf: undefined,
  definition: 7,
  createdAtMs: NOON_MS,
  lifeMinutes: 600,
  openedAfterMinutes: 5,
  tries: [],
  end: 'paid',
  paidAfterMinutes: 2,
  paidWithThreeD: true,
  total: 1000,
  currency: 'TL',
  messages: [],
  givesBack: [],
};

interface Row {
  readonly Date: string;
  readonly DealerCustomerTypeId: number;
  readonly Channel: string;
  readonly CreatedCount: number;
}

interface Answered {
  readonly FunnelList: readonly Row[];
  readonly FunnelListCount: number;
  readonly Total: object;
}

/** What the operation answers over these requests, asked on the evening of their day. */
const ask = async (facts: readonly RequestFact[], fields: object = {}, nowMs = NOON_MS + 8 * 60 * MINUTE_MS) => {
  const { counting, funnels, reads, clock, dealer, run } = await funnelScene(facts, nowMs);
  if (nowMs > NOON_MS + DAY_MS) await run();
  const link = reusableLinkWith({ dealerCode: FUNNEL_DEALER, name: DRAWN_LINKS[0] ?? '' });
  const findById = async (_dealerCode: string, id: number) => (id === 1 ? { link, places: [] } : undefined);
  const use = getLinkFunnel({ counting, funnels, ...reads, clock, reusableLinks: { findById } });
  const value = z.parse(contract.request, readBody({ body: JSON.stringify(fields) }));
  const call = { dealer, operation: 'GetUserPosFunnel', sourceAddress: '203.0.113.7' } as never as Parameters<
    typeof use
  >[0];
  return (await use({ ...call, read: { ok: true, value } })).data as Answered;
};

const DAYS = { FromDate: '2027-03-09', ToDate: '2027-03-10' };
const shown = ({ FunnelList }: Answered) =>
  FunnelList.map(({ Date: day, DealerCustomerTypeId, Channel, CreatedCount }) => [
    day,
    DealerCustomerTypeId,
    Channel,
    CreatedCount,
  ]);

describe('The funnel of payment requests (decisions: funnel)', () => {
  test('tells every count of its days, and when today was counted', async () => {
    const unpaid: RequestFact = { ...paid, end: 'open' };
    const answer = await ask([paid, { ...paid, currency: 'USD', total: 500, createdAtMs: NOON_MS + 1 }, unpaid], DAYS);
    expect(answer).toMatchObject({
      FromDate: '2027-03-09',
      ToDate: '2027-03-10',
      CountedFromDate: '',
      TodayCountDate: '2027-03-10T20:00:00',
      IsComplete: true,
      Total: {
        CreatedCount: 3,
        CardSentCount: 2,
        ThreeDPassedCount: 2,
        PaidCount: 2,
        DeclinedCount: 0,
        ExpiredCount: 0,
        CancelledCount: 0,
        GivenBackCount: 0,
        PaidList: [
          { CurrencyCode: 'TL', Amount: 10 },
          { CurrencyCode: 'USD', Amount: 5 },
        ],
        GivenBackList: [],
        DeclineCodeList: [],
      },
      FunnelListCount: 1,
    });
    expect(answer.Total).toMatchObject({ PayMinutesMedian: expect.any(Number), PayMinutes90: expect.any(Number) });
    expect((await ask([], DAYS)).Total).toMatchObject({ OpenMinutesMedian: null, PayMinutes90: null });
  });

  test.each<[string | undefined, readonly (readonly [string, number, string, number])[]]>([
    [undefined, [['2027-03-10', 0, '', 3]]],
    ['Day', [['2027-03-10', 0, '', 3]]],
    [
      'Definition',
      [
        ['', 7, '', 2],
        ['', 8, '', 1],
      ],
    ],
    [
      'Channel',
      [
        ['', 0, 'Dealer', 2],
        ['', 0, 'ReusableLink', 1],
      ],
    ],
  ])('is divided by %s', async (By, rows) => {
    const facts: readonly RequestFact[] = [paid, { ...paid, definition: 8 }, { ...paid, madeOf: DRAWN_LINKS[0] }];
    expect(shown(await ask(facts, { ...DAYS, By }))).toEqual(rows);
  });

  test('of one definition or reusable link has its requests alone', async () => {
    const facts: readonly RequestFact[] = [paid, { ...paid, definition: 8 }, { ...paid, madeOf: DRAWN_LINKS[0] }];
    expect(await ask(facts, { ...DAYS, DealerCustomerTypeId: 8 })).toMatchObject({ Total: { CreatedCount: 1 } });
    expect(await ask(facts, { ...DAYS, UserPosLinkId: 1 })).toMatchObject({ Total: { CreatedCount: 1 } });
    await expect(ask(facts, { ...DAYS, UserPosLinkId: 2 })).rejects.toMatchObject({ reason: 'UserPosLinkNotFound' });
  });

  test('of days that the nights have counted says since when, and that it is complete', async () => {
    const answer = await ask([paid], DAYS, NOON_MS + DAY_MS + MINUTE_MS);
    expect(answer).toMatchObject({ IsComplete: true, CountedFromDate: '2026-12-08', TodayCountDate: '' });
  });

  test.each([
    [{ By: 'Week' }, 'By must be Day, Definition or Channel.'],
    [{ FromDate: 'soon' }, 'FromDate is not a date such as 2026-11-22.'],
    [{ ToDate: 'soon' }, 'ToDate is not a date such as 2026-11-22.'],
    [{ FromDate: '2026-01-01', ToDate: '2027-03-10' }, 'FromDate and ToDate are more than 93 days apart.'],
  ])('asked for by %j is refused', async (fields, sentence) => {
    await expect(ask([], fields)).rejects.toMatchObject({ reason: 'InvalidRequest', sentence });
  });
});
