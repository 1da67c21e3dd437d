import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { countsItem, partItem, progressItem } from '../../../shared/adapters/dynamodb/funnel/funnel-item.ts';
import { funnelKeys } from '../../../shared/adapters/dynamodb/funnel/funnel-keys.ts';
import { dynamoFunnelCounting, dynamoFunnels } from '../../../shared/adapters/dynamodb/funnel/funnels.ts';
import { dayBefore, istanbulDayOf } from '../../../shared/domain/calendar.ts';
import { NO_GIVEN_BACK, NO_REQUESTS } from '../../../shared/domain/funnel/funnel-counts.ts';
import type { ReusableLink } from '../../../shared/domain/reusable-link/reusable-link.ts';
import { STAGE_OWNER } from '../../../shared/ports/statements.ts';
import { type BankDealer, newBankDealer, simple } from '../../support/bank/bank-merchants.ts';
import { newDealer } from '../../support/dealer/dealers.ts';
import { ledTo, linkForm, newLinkBrowser } from '../../support/link/link-payer.ts';
import { newReusableLink } from '../../support/link/made-links.ts';
import { runOperator } from '../../support/operator/command-line.ts';
import { parseCsv } from '../../support/operator/csv.ts';
import { giveUp, openPage, payThroughBank, payWith, throughBank } from '../../support/payment/payer.ts';
import { putRows } from '../../support/store/store.ts';

type Members = Readonly<Record<string, unknown>>;
const PREFIX = 'PaymentUserPos.GetUserPosFunnel.';

interface Funnel {
  readonly Total: Members;
  readonly FunnelList: readonly Members[];
  readonly TodayCountDate: string;
  readonly IsComplete: boolean;
}

const dataDir = mkdtempSync(join(tmpdir(), 'payment-links-funnel-'));
let dealer: BankDealer;
let link: ReusableLink;
let url: string;

const wireDay = (day: string): string => `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`;
/** Today and yesterday: a test that runs over midnight has all its requests in them. */
const RECENT = { FromDate: wireDay(dayBefore(istanbulDayOf(Date.now()))) };

const ask = async (fields: object = RECENT): Promise<Funnel> => {
  const answer = await dealer.callLink('GetUserPosFunnel', { ...fields });
  expect(answer).toMatchObject({ status: 200, ResultCode: 'Success', ResultMessage: '' });
  return answer.Data as Funnel;
};

/** As if the last count were a quarter of an hour old. */
const ageCounts = async (): Promise<void> => {
  const { dealerCode } = dealer.dealer;
  const until = istanbulDayOf(Date.now());
  const parts = await dynamoFunnels(dealer.store).parts(dealerCode, { from: dayBefore(until), until });
  expect(parts.length).toBeGreaterThan(0);
  const aged = parts.map((part) => partItem(dealerCode, { ...part, countedAtMs: part.countedAtMs - 900_000 }));
  await putRows(dealer.store, aged);
};

const HOUR_MS = 3_600_000;

/** A run of the job, which finds nothing but this dealer to count: no night is left, and the dealer has many requests. */
const runJob = async (): Promise<void> => {
  const nowMs = Date.now();
  const countedUntil = istanbulDayOf(nowMs);
  const ofStage = { version: 1, sinceDay: countedUntil, countedUntil, givenBackUntil: countedUntil };
  await putRows(dealer.store, [progressItem(STAGE_OWNER, ofStage)]);
  await dynamoFunnelCounting(dealer.store).noteBusy(dealer.dealer.dealerCode, nowMs + HOUR_MS);
  const { endpoint } = inject('stack');
  const ran = await fetch(`${endpoint}/2015-03-31/functions/count-funnel/invocations`, { method: 'POST', body: '{}' });
  expect([ran.status, ran.headers.get('x-amz-function-error')]).toEqual([200, null]);
};

/** A payer makes a request of the link, and is led to its page. */
const requestOfPayer = async (): Promise<string> => {
  const browser = newLinkBrowser();
  return ledTo(await browser.post(linkForm(await browser.open(url))));
};

beforeAll(async () => {
  const { endpoint, operateFunctionName: functionName } = inject('stack');
  writeFileSync(join(dataDir, 'operator-endpoint.json'), JSON.stringify({ endpoint, functionName, stage: 'local' }));
  dealer = await newBankDealer();
  const [paid, declined, cancelled] = [
    await dealer.newLink({ ...simple, OtherTrxCode: 'F-1', Email: 'payer@example.com' }),
    await dealer.newLink({ ...simple, OtherTrxCode: 'F-2' }),
    await dealer.newLink({ ...simple, OtherTrxCode: 'F-3' }),
  ];
  await throughBank(await payWith(await openPage(paid.url), 'stolen'));
  await payThroughBank(await openPage(paid.url), 'approved');
  await throughBank(await payWith(await openPage(declined.url), 'stolen'));
  await giveUp(await openPage(declined.url));
  expect(cancelled.url).not.toBe('');
  await dealer.callLink('CancelUserPosPayment', { OtherTrxCode: 'F-3' });
  ({ link, url } = await newReusableLink(dealer));
  await payThroughBank(await openPage(await requestOfPayer()), 'approved');
});

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describe('GetUserPosFunnel (decisions: funnel)', () => {
  test('counts real payments of today: opened, 3D passed, paid, declined for good and cancelled', async () => {
    const { Total, FunnelList, TodayCountDate, IsComplete } = await ask();
    expect(Total).toMatchObject({
      CreatedCount: 4,
      OpenedCount: 3,
      CardSentCount: 3,
      ThreeDPassedCount: 3,
      PaidCount: 2,
      DeclinedCount: 1,
      ExpiredCount: 0,
      CancelledCount: 1,
      GivenBackCount: 0,
      PaidList: [{ CurrencyCode: 'TL', Amount: 52.5 }],
      GivenBackList: [],
      DeclineCodeList: [{ ResultCode: '018', Count: 2 }],
    });
    // The opening of the paid one is noted, because it has a contact; all of it took less than some minutes.
    expect(Number(Total.PayMinutesMedian)).toBeLessThan(10);
    expect(FunnelList.map(({ CreatedCount }) => Number(CreatedCount)).reduce((sum, one) => sum + one, 0)).toBe(4);
    expect(FunnelList.at(-1)).toMatchObject({ DealerCustomerTypeId: 0, Channel: '' });
    expect(TodayCountDate).toMatch(/^\d{4}-\d{2}-\d{2}T/);
    expect(IsComplete).toBe(true);
  });

  test('by channel, by definition, and of one reusable link', async () => {
    const byChannel = await ask({ ...RECENT, By: 'Channel' });
    expect(byChannel.FunnelList.map(({ Channel }) => Channel)).toContain('ReusableLink');
    const { dealerCustomerTypeId } = dealer.definition;
    const byDefinition = await ask({ ...RECENT, By: 'Definition', DealerCustomerTypeId: dealerCustomerTypeId });
    expect(byDefinition.FunnelList).toMatchObject([{ DealerCustomerTypeId: dealerCustomerTypeId, CreatedCount: 4 }]);
    expect((await ask({ ...RECENT, DealerCustomerTypeId: 1 })).FunnelList).toEqual([]);
    const ofLink = await ask({ ...RECENT, UserPosLinkId: link.userPosLinkId });
    expect(ofLink.Total).toMatchObject({ CreatedCount: 1, OpenedCount: 1, PaidCount: 1, OpenMinutesMedian: null });
    expect(Number(ofLink.Total.PayMinutesMedian)).toBeLessThan(10);
  });

  test('keeps what it counted for 15 minutes, and then counts anew', async () => {
    const before = await ask();
    await requestOfPayer();
    expect(await ask()).toEqual(before);
    await ageCounts();
    const after = await ask();
    expect(after.Total.CreatedCount).toBe(Number(before.Total.CreatedCount) + 1);
    expect(after.TodayCountDate >= before.TodayCountDate).toBe(true);
  });

  test.each([
    ['a question', () => ask()],
    ['the job', runJob],
  ])('%s counts anew in place of the rows of before: one of a group without a request is gone', async (_who, count) => {
    const { dealerCode } = dealer.dealer;
    const before = await ask();
    const group = { day: istanbulDayOf(Date.now()), definition: 1, channel: 'dealer' } as const;
    const empty = { ...group, counts: NO_REQUESTS, givenBack: NO_GIVEN_BACK };
    await putRows(dealer.store, [countsItem(dealerCode, empty, Date.now() - HOUR_MS)]);
    await ageCounts();
    await count();
    expect(await dealer.store.get(funnelKeys.counts(dealerCode, group))).toBeUndefined();
    const after = await ask();
    expect(after.Total).toEqual(before.Total);
    expect(after.TodayCountDate >= before.TodayCountDate).toBe(true);
  });

  test('says of days that no night has counted that they are missing', async () => {
    const { IsComplete } = await ask({ FromDate: wireDay(dayBefore(dayBefore(dayBefore(istanbulDayOf(Date.now()))))) });
    expect(IsComplete).toBe(false);
  });

  test("refuses another dealer's reusable link, other groupings and too many days, and shows another dealer nothing", async () => {
    const other = await newDealer();
    const foreign = await other.callLink('GetUserPosFunnel', { UserPosLinkId: link.userPosLinkId });
    expect(foreign).toMatchObject({ Data: null, ResultCode: `${PREFIX}UserPosLinkNotFound` });
    expect((await other.callLink('GetUserPosFunnel', {})).Data).toMatchObject({ Total: { CreatedCount: 0 } });
    for (const fields of [
      { By: 'Week' },
      { FromDate: '22.11.2026' },
      { FromDate: '2026-11-22', ToDate: '2026-11-21' },
      { FromDate: '2026-01-01', ToDate: '2026-04-04' },
    ]) {
      const refused = await dealer.callLink('GetUserPosFunnel', fields);
      expect(refused, JSON.stringify(fields)).toMatchObject({ Data: null, ResultCode: `${PREFIX}InvalidRequest` });
    }
    expect((await ask({ FromDate: '2026-01-01', ToDate: '2026-04-03' })).FunnelList).toEqual([]);
  });
});

describe('show-funnel', () => {
  const show = (...args: readonly string[]) =>
    runOperator(['show-funnel', `dealerCode=${dealer.dealer.dealerCode}`, ...args], { dataDir });
  const from = `from=${RECENT.FromDate.replaceAll('-', '')}`;

  test('tells programs what dealers are told, draws it for people, and writes it as CSV', async () => {
    const { Total } = await ask();
    const json = await show(from);
    expect(json).toMatchObject({ code: 0, stderr: '' });
    const { total, by } = JSON.parse(json.stdout) as { readonly total: Members; readonly by: string };
    expect([by, total.created, total.paid, total.paidSums]).toEqual(['day', Total.CreatedCount, 2, { TL: 52.5 }]);
    const drawn = await show(from, '--table');
    expect(drawn.stdout).toMatch(/^paid +2 +\d+ % +█+$/m);
    const csv = await show(from, 'by=channel', '--csv');
    expect(csv.code).toBe(0);
    const [header, ...rows] = parseCsv(csv.stdout);
    expect(header?.slice(0, 3)).toEqual(['channel', 'created', 'sent']);
    expect(rows.map(([channel]) => channel)).toEqual(expect.arrayContaining(['dealer', 'reusable-link']));
  });

  test('refuses too many days, a reusable link that is not there, and --csv elsewhere', async () => {
    const long = await show('from=20260101', 'until=20260404');
    expect([long.code, long.stderr]).toEqual([1, expect.stringContaining('more than 93 days apart')]);
    const missing = await show('userPosLinkId=1');
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('There is no reusable link 1')]);
    const elsewhere = await runOperator(['list-dealers', '--csv'], { dataDir });
    expect([elsewhere.code, elsewhere.stderr]).toEqual([2, expect.stringContaining('--csv is for show-funnel')]);
  });
});
