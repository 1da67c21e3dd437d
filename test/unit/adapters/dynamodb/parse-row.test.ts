import { expect, test } from 'vitest';
import { objectRow, parseRow, storedText, storedWhole } from '../../../../shared/adapters/dynamodb/engine/row.ts';
import { UnreadableRow } from '../../../../shared/ports/store-errors.ts';

const countRow = objectRow(() => ({ count: storedWhole }));
const nameRow = objectRow(() => ({ name: storedText }));

test('a row that may change is read as it is each time', () => {
  const row = { count: 1 };
  expect(parseRow('count', countRow, row)).toEqual({ count: 1 });
  row.count = 2;
  expect(parseRow('count', countRow, row)).toEqual({ count: 2 });
});

test('a frozen row is parsed once for each schema', () => {
  const row = Object.freeze({ count: 1, name: 'a' });
  expect(parseRow('count', countRow, row)).toBe(parseRow('count', countRow, row));
  expect(parseRow('name', nameRow, row)).toEqual({ name: 'a' });
  expect(parseRow('count', countRow, row)).toEqual({ count: 1 });
});

test('a frozen row that does not parse is refused each time, and by its field alone', () => {
  const damaged = Object.freeze({ count: 'one' });
  for (const row of [damaged, damaged])
    expect(() => parseRow('count', countRow, row)).toThrow(new UnreadableRow('count', 'count'));
});
