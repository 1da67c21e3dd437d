import { describe, expect, test } from 'vitest';
import {
  type CountedPart,
  firstReach,
  funnelTasks,
  isStale,
  liveDays,
  oldestOpenDay,
  reachAfter,
} from '../../../../shared/domain/funnel/funnel-days.ts';
import { closedFromMs } from '../../../../shared/domain/statement/statement-days.ts';

const UNTIL = '20270310';
const reach = { sinceDay: '20270101', countedUntil: '20270309', givenBackUntil: '20270309' };
/** A part that was counted long before the night of `UNTIL`. */
const partOf = (day: string, changes: Partial<CountedPart> = {}): CountedPart => ({
  day,
  part: 'links',
  requests: 3,
  isFinal: false,
  countedAtMs: closedFromMs('20270305'),
  ...changes,
});

const shown = (...of: Parameters<typeof funnelTasks>): readonly string[] =>
  funnelTasks(...of).map(({ task, day }) => `${day} ${task}`);

const NIGHT = ['20270310 given-back', '20270310 links', '20270310 requests'];

describe('What a night has to do (decisions: funnel)', () => {
  test.each<[string, readonly CountedPart[], readonly string[]]>([
    ['what was given back, then the new day', [], NIGHT],
    ['an open day again', [partOf('20270308')], [...NIGHT, '20270308 links']],
    ['no final day', [partOf('20270308', { isFinal: true })], NIGHT],
    ['an open day each night for 35 days', [partOf('20270203')], [...NIGHT, '20270203 links']],
    ['behind them no day between the weeks', [partOf('20270201')], NIGHT],
    ['and each day once a week', [partOf('20270127')], [...NIGHT, '20270127 links']],
    [
      'nothing that this night has counted, whoever did',
      [partOf('20270308', { countedAtMs: closedFromMs(UNTIL) }), partOf(UNTIL, { countedAtMs: closedFromMs(UNTIL) })],
      ['20270310 given-back', '20270310 requests'],
    ],
    [
      'a day anew that a question counted before its end',
      [partOf(UNTIL, { countedAtMs: closedFromMs(UNTIL) - 1 })],
      NIGHT,
    ],
  ])('is %s', (_what, parts, tasks) => {
    expect(shown(reach, parts, UNTIL)).toEqual(tasks);
  });

  test('begins with 93 days, and makes up nights that it missed in their order', () => {
    const first = firstReach(UNTIL);
    expect(first).toEqual({ sinceDay: '20261208', countedUntil: '20261207', givenBackUntil: '20261207' });
    expect(shown(first, [], UNTIL)).toHaveLength(93 * 3);
    expect(shown({ ...reach, countedUntil: '20270308' }, [], UNTIL)).toEqual([
      '20270310 given-back',
      '20270309 links',
      '20270309 requests',
      '20270310 links',
      '20270310 requests',
    ]);
  });

  test('a day is counted once its last part is, and an open day moves nothing', () => {
    expect(reachAfter(reach, { task: 'given-back', day: UNTIL }).givenBackUntil).toBe(UNTIL);
    expect(reachAfter(reach, { task: 'links', day: UNTIL }).countedUntil).toBe('20270309');
    expect(reachAfter(reach, { task: 'requests', day: UNTIL }).countedUntil).toBe(UNTIL);
    expect(reachAfter(reach, { task: 'requests', day: '20270101' })).toEqual(reach);
    expect(oldestOpenDay(UNTIL)).toBe('20260203');
  });
});

describe('What a question counts itself', () => {
  const noon = Date.UTC(2027, 2, 11, 9);

  test.each([
    ['20270310', ['20270311']],
    ['20270309', ['20270310', '20270311']],
    ['20270311', []],
    [undefined, ['20270310', '20270311']],
  ])('after nights up to %s is %j', (countedUntil, days) => {
    expect(liveDays(noon, countedUntil)).toEqual(days);
  });

  test('is counted anew after 15 minutes', () => {
    const part = partOf('20270311', { countedAtMs: noon });
    expect([isStale(undefined, noon), isStale(part, noon + 899_999), isStale(part, noon + 900_000)]).toEqual([
      true,
      false,
      true,
    ]);
  });
});
