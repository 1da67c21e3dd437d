import { describe, expect, test } from 'vitest';
import { judgeRoom, refusals, scoreRow, survivorLines } from '../../mutants/judge.ts';
import type { MutantRoom } from '../../mutants/rooms.ts';

const FILE = 'shared/domain/split/share.ts';
const SOURCE = ['export const isShare = (amount: number): boolean =>', '  amount > 0;', ''].join('\n');
/** `amount > 0` of the source. */
const CHANGED = { start: { line: 2, column: 3 }, end: { line: 2, column: 13 } };
const REASON = 'Amounts that come here are never zero: the request was refused before.';

const money: MutantRoom = {
  folder: 'shared/domain/split',
  group: 'shared/domain/split',
  holds: (path) => path.startsWith('shared/domain/split/'),
  mutate: ['shared/domain/split/**/*.ts'],
  least: 0.75,
  ofMoney: true,
};

const mutant = (status: string, replacement = 'amount >= 0') => ({
  mutatorName: 'EqualityOperator',
  replacement,
  status,
  location: CHANGED,
});

const entry = (changes: Readonly<{ equivalent?: boolean; replacement?: string; line?: string }> = {}) => ({
  line: 'amount > 0;',
  mutator: 'EqualityOperator',
  original: 'amount > 0',
  replacement: 'amount >= 0',
  equivalent: false,
  reason: REASON,
  ...changes,
});

type Entry = ReturnType<typeof entry>;

const judged = (
  mutants: readonly ReturnType<typeof mutant>[],
  { listed = [], room = money }: { readonly listed?: readonly Entry[]; readonly room?: MutantRoom } = {},
) =>
  judgeRoom(room, {
    report: {
      files: {
        [FILE]: { source: SOURCE, mutants: [...mutants] },
        // Another room of the same group.
        'shared/domain/money/money.ts': { source: SOURCE, mutants: [mutant('Survived')] },
      },
    },
    accepted: { [FILE]: [...listed], 'shared/domain/link/other.ts': [entry()] },
  });

const whole = { isWhole: true };

describe('The judgement of a room by its mutants', () => {
  test('a mutant is found by a test that fails and by a run that does not end; what does not run at all does not count', () => {
    const all = ['Killed', 'Timeout', 'Survived', 'NoCoverage', 'RuntimeError', 'CompileError', 'Ignored'];
    const { mutants, killed, score } = judged(all.map((status) => mutant(status)));
    expect({ mutants, killed, score }).toEqual({ mutants: 4, killed: 2, score: 0.5 });
  });

  test('a survivor that nobody accepted is told by place, change and what no test does, and ends the run red', () => {
    const found = judged([mutant('Killed'), mutant('Killed'), mutant('Killed'), mutant('Survived')]);
    expect(survivorLines(found)).toEqual([`${FILE}:2: amount > 0 -> amount >= 0 (EqualityOperator): no test fails`]);
    expect(refusals(found, whole)).toEqual([
      'shared/domain/split: 1 mutants survive that test/mutants/accepted.json does not name. ' +
        'Write a test that fails for each, remove code that makes no difference, or name it there with its reason.',
    ]);
  });

  test('one that no test reaches is told as such; one that takes text away, as nothing', () => {
    expect(survivorLines(judged([mutant('NoCoverage', '')]))).toEqual([
      `${FILE}:2: amount > 0 -> nothing (EqualityOperator): no test reaches it`,
    ]);
  });

  test('an accepted survivor passes and counts against the score; one that is equivalent does not count', () => {
    const mutants = [mutant('Killed'), mutant('Killed'), mutant('Killed'), mutant('Survived')];
    const accepted = judged(mutants, { listed: [entry()] });
    expect(accepted).toMatchObject({ score: 0.75, accepted: 1, equivalent: 0, unlisted: [] });
    expect(refusals(accepted, whole)).toEqual([]);
    const equivalent = judged(mutants, { listed: [entry({ equivalent: true })] });
    expect(equivalent).toMatchObject({ score: 1, accepted: 0, equivalent: 1, unlisted: [] });
  });

  test.each([
    ['replacement', entry({ replacement: 'amount < 0' })],
    ['line', entry({ line: 'return amount > 0;' })],
  ])('an entry with another %s accepts nothing, and is refused as out of date', (_field, other) => {
    const found = judged([mutant('Killed'), mutant('Survived')], { listed: [other], room: { ...money, least: 0 } });
    expect(found.unlisted).toHaveLength(1);
    expect(refusals(found, whole)).toHaveLength(2);
    expect(refusals(found, whole)[1]).toContain('names a survivor that is none any more');
  });

  test('an entry whose mutant a test finds by now is refused', () => {
    const found = judged([mutant('Killed')], { listed: [entry()] });
    expect(refusals(found, whole)).toEqual([
      `${FILE}: test/mutants/accepted.json names a survivor that is none any more: amount > 0; -> amount >= 0`,
    ]);
  });

  test.each([
    [3, 4, []],
    [2, 3, ['shared/domain/split: tests find 66.6 % of the mutants, and must find 75.0 %.']],
  ] as const)('%d of %d found, where 75 %% must be: %j', (killed, mutants, expected) => {
    const found = judged(
      Array.from({ length: mutants }, (_, index) => mutant(index < killed ? 'Killed' : 'Survived')),
      { room: { ...money, ofMoney: false } },
    );
    expect(refusals(found, whole)).toEqual(expected);
    expect(refusals(found, { isWhole: false })).toEqual([]);
  });

  test('a room whose mutants are all equivalent is whole', () => {
    expect(judged([mutant('Survived')], { listed: [entry({ equivalent: true })] }).score).toBe(1);
  });

  test('its row shows how many mutants there are, and what became of them', () => {
    const row = scoreRow(judged([mutant('Killed'), mutant('Killed'), mutant('Survived')], { listed: [entry()] }));
    expect(row.split(/\s{2,}/)).toEqual(['shared/domain/split', '3', '2', '0', '1', '0', '66.6 %']);
  });
});
