import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { readBody } from '../../../shared/http/body.ts';
import {
  amount,
  codedInteger,
  integer,
  keptText,
  list,
  nested,
  rate,
  recordId,
  text,
} from '../../../shared/http/fields.ts';

const block = z.object({
  Text: text({ max: 5 }),
  Kept: keptText(),
  Integer: integer(),
  Coded: codedInteger(),
  Id: recordId(),
  Amount: amount(),
  Rate: rate(),
  List: list(z.object({ Quantity: integer() }), { max: 2 }),
  Nested: nested(z.object({ Name: text({ max: 5 }) })),
});
type Field = keyof z.output<typeof block>;

const REFUSED = Symbol('refused');

/** What a field reads from a piece of JSON. */
const read = (field: Field, json: string): unknown => {
  const result = z.safeParse(block, readBody({ body: `{"${field}":${json}}` }));
  if (!result.success) expect(result.error.issues[0]?.path[0]).toBe(field);
  return result.success ? result.data[field] : REFUSED;
};

const FIELDS = ['Text', 'Kept', 'Integer', 'Coded', 'Id', 'Amount', 'Rate'] as const satisfies readonly Field[];

describe('not given (wire facts: null and "" mean "not given", for every optional field)', () => {
  test.each(FIELDS.flatMap((field) => ['null', '""', '" "', '"\\t"'].map((json) => [field, json] as const)))(
    '%s: %s',
    (field, json) => expect(read(field, json)).toBeUndefined(),
  );

  test('lists and objects are empty then', () => {
    for (const json of ['null', '""']) {
      expect(read('List', json)).toEqual([]);
      expect(read('Nested', json)).toEqual({});
    }
    expect(z.parse(block, {})).toEqual({ List: [], Nested: {} });
  });

  test('unknown members are ignored at every level (wire facts)', () => {
    expect(read('Nested', '{"Name":"a","Other":{"x":[1]}}')).toEqual({ Name: 'a' });
    expect(z.parse(block, { Unknown: 1 })).toEqual({ List: [], Nested: {} });
  });
});

describe('whole numbers (wire facts: numbers may be strings, flags may be booleans)', () => {
  test.each([
    ['26', 26],
    ['"26"', 26],
    ['" 26 "', 26],
    ['"0"', 0],
    ['0', 0],
    ['-1', -1],
    ['26.0', 26],
    ['2.6e1', 26],
    ['true', 1],
    ['false', 0],
    ['"true"', 1],
    ['"false"', 0],
    ['2147483647', 2_147_483_647],
  ])('%s is read', (json, value) => {
    expect(read('Integer', json)).toBe(value);
    expect(read('Coded', json)).toBe(value);
  });

  test.each([
    '1.5',
    '"1,5"',
    '"abc"',
    '"1e1"',
    '"0x10"',
    '2147483648',
    '-2147483648',
    '1e400',
    '"1e400"',
    '"NaN"',
    '[]',
    '{}',
    '[1]',
    `"${'1'.repeat(41)}"`,
  ])('%s is refused, and is NaN where the field has a code of its own', (json) => {
    expect(read('Integer', json)).toBe(REFUSED);
    expect(read('Coded', json)).toBeNaN();
  });

  test('an id of 0 means that none is given, as strongly typed clients send it', () => {
    for (const json of ['0', '"0"', '0.0']) expect(read('Id', json)).toBeUndefined();
    expect(read('Id', '"1033"')).toBe(1033);
  });

  test.each(['-1', '1.5', '2147483648', '"abc"', 'true', '"true"', '{}'])('an id is not %s', (json) => {
    expect(read('Id', json)).toBe(REFUSED);
  });
});

describe('amounts (wire facts, "Amounts" and "Amount")', () => {
  test.each([
    ['27.5', 2750],
    ['"27.5"', 2750],
    ['27.50', 2750],
    ['27.500', 2750],
    ['2.75e1', 2750],
    ['0', 0],
    ['0.01', 1],
    ['999999999.99', 99_999_999_999],
  ])('%s is %i minor units', (json, value) => expect(read('Amount', json)).toBe(value));

  test.each([
    '-0.01',
    '27.555',
    '"27,50"',
    '"1e3"',
    '"1E3"',
    '"2.75e1"',
    '"1.000,50"',
    '1000000000',
    '999999999.991',
    '1e400',
    '"NaN"',
    '"Infinity"',
    'true',
    '"true"',
    'false',
    '"false"',
    '[]',
    '{}',
    '"abc"',
    '"0x1"',
  ])('%s is refused', (json) => expect(read('Amount', json)).toBe(REFUSED));
});

describe('texts', () => {
  test('are taken as they are, and a number is taken by its text', () => {
    expect(read('Text', '" a b "')).toBe(' a b ');
    expect(read('Text', '27.50')).toBe('27.50');
    expect(read('Text', '"a\\tb\\r\\n"')).toBe('a\tb\r\n');
  });

  test('are counted in characters, not in UTF-16 units', () => {
    expect(read('Text', '"😀😀😀😀😀"')).toBe('😀😀😀😀😀');
    expect(read('Text', '"😀😀😀😀😀😀"')).toBe(REFUSED);
    expect(read('Text', '"abcdef"')).toBe(REFUSED);
  });

  test.each([
    '"\\u0000"',
    '"a\\u0001"',
    '"a\\u001b"',
    '"a\\u007f"',
    '"a\\u0085"',
    '"\\ud800"',
    '"a\\udc00"',
    'true',
    '[]',
    '{}',
  ])('of control characters, ill-formed Unicode or another type are refused: %s', (json) =>
    expect(read('Text', json)).toBe(REFUSED),
  );
});

describe('texts that are no reason to refuse', () => {
  test.each([
    ['"+49 (0)30 901820"', '+49 (0)30 901820'],
    ['905301111111', '905301111111'],
    ['"a\\u0000b\\n"', 'a b'],
    ['"\\ud800x"', '\ufffdx'],
    ['true', undefined],
    ['{}', undefined],
    ['[]', undefined],
  ])('%s', (json, kept) => expect(read('Kept', json)).toBe(kept));

  test('are cut, however long they are', () => {
    expect(read('Kept', `"${'x'.repeat(100_000)}"`)).toBe('x'.repeat(1000));
  });
});

describe('percentages (wire facts, "Rates": at most four decimals)', () => {
  test.each([
    ['3.85', 38_500],
    ['"3.85"', 38_500],
    ['0', 0],
    ['100', 1_000_000],
    ['0.0001', 1],
    ['1e-4', 1],
    ['3.850000', 38_500],
  ])('are read from the text of the number: %s', (json, tenThousandths) =>
    expect(read('Rate', json)).toBe(tenThousandths),
  );

  test.each(['-1', '100.0001', '0.00001', '"3,85"', '"%3"', 'true', '[]', '"NaN"'])('are not %s', (json) =>
    expect(read('Rate', json)).toBe(REFUSED),
  );
});

describe('lists and objects', () => {
  test('a list has at most its number of entries, each read as such', () => {
    expect(read('List', '[{"Quantity":"2"},{}]')).toEqual([{ Quantity: 2 }, {}]);
    expect(read('List', '[{},{},{}]')).toBe(REFUSED);
  });

  test.each(['{}', '"x"', '1', '[1]', '[null]', '[[]]', '[{"Quantity":"x"}]'])('a list is not %s', (json) => {
    expect(read('List', json)).toBe(REFUSED);
  });

  test.each(['[1]', '[null]', '["x"]', '[[]]'])('the entries of a list are named as what they must be: %s', (json) => {
    const { error } = z.safeParse(block, readBody({ body: `{"List":${json}}` }));
    expect(error?.issues[0]).toMatchObject({ path: ['List'], message: 'must be a list of objects' });
  });

  test('an object is the empty list where it has no members, as PHP writes it', () => {
    expect(read('Nested', '[]')).toEqual({});
  });

  test.each(['[1]', '[{}]', '"x"', '1', 'true'])('an object is not %s', (json) =>
    expect(read('Nested', json)).toBe(REFUSED),
  );
});
