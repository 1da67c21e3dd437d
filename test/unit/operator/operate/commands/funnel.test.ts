import { describe, expect, test } from 'vitest';
import type { CommandCall } from '../../../../../functions/operator/operate/command.ts';
import { showFunnel } from '../../../../../functions/operator/operate/commands/funnel.ts';
import { NO_REQUESTS } from '../../../../../shared/domain/funnel/funnel-counts.ts';
import type { FunnelRow } from '../../../../../shared/domain/funnel/funnel-group.ts';
import { minutesCounted } from '../../../../../shared/domain/funnel/minutes.ts';
import { minor } from '../../../../../shared/domain/money/money.ts';
import { FakeClock } from '../../../../fakes/clock.ts';
import { dealerWith } from '../../../../support/dealer/dealers.ts';

/** A day that the nights have counted for long. */
const DAY = '20250110';

const rowWith = (changes: Partial<FunnelRow>): FunnelRow => ({
  day: DAY,
  definition: 7,
  channel: 'sms',
  counts: {
    ...NO_REQUESTS,
    stages: { ...NO_REQUESTS.stages, created: 3, paid: 1 },
    paid: { TL: minor(5050) },
    toOpened: minutesCounted(4),
    toPaid: minutesCounted(9),
    declines: { '005': 2, '001': 1 },
  },
  givenBack: { count: 1, sums: { TL: minor(25) } },
  ...changes,
});

const scene = (rows: readonly FunnelRow[] | undefined, countedUntil?: string) => {
  const asked: unknown[] = [];
  const deps = {
    clock: new FakeClock(),
    dealers: { load: async (code: string) => (code === 'D1' ? { dealer: dealerWith(), credentials: [] } : undefined) },
    reusableLinks: {
      findById: async (_dealer: string, id: number) => (id === 9 ? { link: { name: 'link-name' } } : undefined),
    },
    funnels: {
      rows: async (...of: readonly unknown[]) => {
        asked.push(of);
        return rows;
      },
      rowsOfLink: async (...of: readonly unknown[]) => {
        asked.push(of);
        return rows;
      },
    },
    funnelCounting: {
      parts: async () => [],
      progress: async () => (countedUntil === undefined ? undefined : { sinceDay: '20250101', countedUntil }),
    },
  };
  const call = { deps, nowMs: deps.clock.now(), today: DAY, tomorrow: '20250111' } as unknown as CommandCall;
  return {
    asked,
    show: (input: object = {}) => showFunnel.show({ dealerCode: 'D1', from: DAY, until: DAY, ...input }, call),
  };
};

describe('show-funnel', () => {
  const numbers = { ...NO_REQUESTS.stages, givenBack: 1, paidSums: { TL: 50.5 }, givenBackSums: { TL: 0.25 } };
  const codes = [
    { code: '005', count: 2 },
    { code: '001', count: 1 },
  ];

  test('tells of each row and of all what became of the requests, in currency units', async () => {
    const { show, asked } = scene([rowWith({}), rowWith({ definition: 8 })], DAY);
    const shown = await show();
    expect(shown).toMatchObject({
      dealerCode: 'D1',
      from: DAY,
      until: DAY,
      by: 'day',
      isComplete: true,
      countedSince: '20250101',
      todayCountedAt: '',
      total: { created: 6, paid: 2, givenBack: 2, paidSums: { TL: 101 }, givenBackSums: { TL: 0.5 } },
      rows: [{ of: DAY, created: 6 }],
    });
    expect(asked).toMatchObject([['D1', { from: DAY, until: DAY }]]);
    const { rows } = await show({ by: 'definition', dealerCustomerTypeId: 8 });
    expect(rows).toMatchObject([
      { ...numbers, of: '8', created: 3, paid: 1, declineCodes: codes, openMinutesMedian: expect.any(Number) },
    ]);
    const [row] = rows as readonly Readonly<Record<string, number>>[];
    for (const [name, minutes] of [
      ['openMinutes90', 4],
      ['payMinutesMedian', 9],
      ['payMinutes90', 9],
    ] as const) {
      expect(row?.[name]).toBeGreaterThanOrEqual(minutes);
    }
    expect(row?.payMinutesMedian).toBeGreaterThan(row?.openMinutesMedian ?? Number.NaN);
  });

  test('of days without requests, before the first night, has no minutes and no beginning', async () => {
    expect(await scene([]).show({ by: null })).toEqual({
      dealerCode: 'D1',
      from: DAY,
      until: DAY,
      by: 'day',
      isComplete: false,
      countedSince: '',
      todayCountedAt: '',
      total: {
        ...NO_REQUESTS.stages,
        givenBack: 0,
        paidSums: {},
        givenBackSums: {},
        openMinutesMedian: null,
        openMinutes90: null,
        payMinutesMedian: null,
        payMinutes90: null,
        declineCodes: [],
      },
      rows: [],
    });
  });

  test('of a reusable link reads the rows of that link', async () => {
    const { show, asked } = scene([rowWith({})], DAY);
    expect(await show({ userPosLinkId: 9 })).toMatchObject({ rows: [{ created: 3 }] });
    expect(asked).toMatchObject([['link-name', { from: DAY, until: DAY }]]);
    await expect(show({ userPosLinkId: 8 })).rejects.toMatchObject({
      code: 'NotFound',
      sentence: 'There is no reusable link 8 of dealer D1.',
    });
  });

  test('is of today and the days before it where no day is named', async () => {
    const shown = await scene([], DAY).show({ from: null, until: null });
    expect(shown.until).toBe(DAY);
    expect(String(shown.from) < DAY).toBe(true);
  });

  test('refuses days the wrong way round, too many rows, and a dealer that is not there', async () => {
    await expect(scene([]).show({ from: '20250111' })).rejects.toMatchObject({
      code: 'NotPossible',
      field: 'from',
      sentence: expect.stringMatching(/"from".*"until"|"until".*"from"/),
    });
    await expect(scene(undefined).show()).rejects.toMatchObject({
      code: 'NotPossible',
      field: 'from',
      sentence: expect.stringContaining('too many rows'),
    });
    await expect(scene([]).show({ dealerCode: 'D2' })).rejects.toMatchObject({ code: 'NotFound' });
  });
});
