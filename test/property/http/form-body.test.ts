import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { membersOf } from '../../../infra/docs/field-schemas.ts';
import { documentedOperations } from '../../../infra/docs/operations.ts';
import { readBody } from '../../../shared/http/body.ts';
import { fieldDocuments } from '../../../shared/http/fields.ts';

type Values = Readonly<Record<string, unknown>>;

const TEXTS = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom('', ' ', '+', '100%', 'a&b=c', '%C3%A7', '[0]', 'Iğdır', '27.50', 'true', '20261122'),
);
const NUMBERS = fc.oneof(fc.integer({ min: -3, max: 2_147_483_647 }), fc.constantFrom(0.1, 27.5));
/** A JSON flag is no text, and a form has nothing else: so flags stand where numbers do. */
const scalarOf = (reader: object | undefined): fc.Arbitrary<unknown> =>
  fieldDocuments.get(reader ?? {})?.type === 'integer'
    ? fc.oneof(TEXTS, NUMBERS, fc.boolean())
    : fc.oneof(TEXTS, NUMBERS);

/** Members of a request as a program may send them: some of them, with values that fit or do not. */
const valuesOf = (schema: object): fc.Arbitrary<Values> =>
  fc.record(
    Object.fromEntries(
      Object.entries(membersOf(schema)).map(([name, reader]) => {
        const { items, properties } = fieldDocuments.get(reader) ?? {};
        if (items !== undefined) return [name, entriesOf(items)];
        return [name, properties === undefined ? scalarOf(reader) : fc.oneof(valuesOf(properties), fc.constant(''))];
      }),
    ),
    { requiredKeys: [] },
  );

/** A list whose entries have the same members, so that each of them begins with a value that repeats. */
const entriesOf = (schema: object): fc.Arbitrary<readonly Values[]> => {
  const [[first, reader] = ['', undefined]] = Object.entries(membersOf(schema));
  const entry = fc.tuple(scalarOf(reader), valuesOf(schema)).map(([value, others]) => ({ [first]: value, ...others }));
  return fc.array(entry, { minLength: 1, maxLength: 3 });
};

type Pair = readonly [name: string, value: string];

/** The pairs of a value, in order. Entries of a list have numbers, or follow each other as Ruby programs write them. */
const pairsOf = (value: unknown, name: string, isNumbered: boolean): readonly Pair[] => {
  if (Array.isArray(value)) {
    return value.flatMap((entry, index) => pairsOf(entry, `${name}[${isNumbered ? index : ''}]`, isNumbered));
  }
  if (typeof value !== 'object' || value === null) return [[name, String(value)]];
  return Object.entries(value).flatMap(([member, inner]) => pairsOf(inner, `${name}[${member}]`, isNumbered));
};

const outermost = (values: Values, isNumbered: boolean): readonly Pair[] =>
  Object.entries(values).flatMap(([name, value]) => pairsOf(value, name, isNumbered));

const formOf = (pairs: readonly Pair[]): string =>
  pairs.map((pair) => new URLSearchParams([[...pair]]).toString()).join('&');

describe.each(documentedOperations)(
  'A request of $contract.operation (decisions: tolerant reading)',
  ({ contract }) => {
    /** What the operation makes of a body: its fields, or which of them it refuses and why. */
    const readAs = (contentType: string, body: string) => {
      const { success, data, error } = z.safeParse(contract.request, readBody({ body, contentType }));
      return { success, data, issues: error?.issues.map(({ path, message }) => ({ path, message })) };
    };
    const asForm = (pairs: readonly Pair[]) => readAs('application/x-www-form-urlencoded', formOf(pairs));

    test('is the same as JSON and as a form, in every order of its numbered pairs', () => {
      const requests = fc.record({ values: valuesOf(contract.request), isReversed: fc.boolean() });
      fc.assert(
        fc.property(requests, ({ values, isReversed }) => {
          const fromJson = readAs('application/json', JSON.stringify(values));
          const numbered = outermost(values, true);
          expect(asForm(isReversed ? numbered.toReversed() : numbered)).toEqual(fromJson);
          expect(asForm(outermost(values, false))).toEqual(fromJson);
        }),
        { numRuns: 40 },
      );
    });
  },
);
