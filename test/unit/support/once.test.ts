import { expect, test } from 'vitest';
import { onceAList, onceBeside, rowsOfKind } from '../../faults/once.ts';

test('a list is worked out once, and another list with the same rows anew', () => {
  let times = 0;
  const count = onceAList((rows) => {
    times += 1;
    return rows.length;
  });
  const rows = [{ entity: 'a' }];
  expect([count(rows), count(rows), count([...rows])]).toEqual([1, 1, 1]);
  expect(times).toBe(2);
});

test('rows of a kind keep their order', () => {
  const rows = [{ entity: 'a', at: 1 }, { entity: 'b' }, { entity: 'a', at: 0 }];
  expect(rowsOfKind(rows, 'a')).toEqual([rows[0], rows[2]]);
  expect(rowsOfKind(rows, 'c')).toEqual([]);
});

test('a check that passed is made again where something else stands beside, and one that failed always', () => {
  const seen: unknown[] = [];
  const check = onceBeside((subject: { readonly name: string }, beside: readonly object[]) => {
    seen.push([subject.name, beside.length]);
    if (beside.length > 1) throw new Error('too many');
  });
  const [subject, step, other] = [{ name: 'one' }, {}, {}];
  for (const beside of [[], [], [step], [step], [other], []]) check(subject, beside, undefined);
  for (const beside of [
    [step, other],
    [step, other],
  ]) {
    expect(() => check(subject, beside, undefined)).toThrow('too many');
  }
  expect(seen).toEqual([
    ['one', 0],
    ['one', 1],
    ['one', 1],
    ['one', 0],
    ['one', 2],
    ['one', 2],
  ]);
});
