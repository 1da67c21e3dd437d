import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { membersOf } from '../../../infra/docs/field-schemas.ts';
import { documentedOperations } from '../../../infra/docs/operations.ts';
import { readBody } from '../../../shared/http/body.ts';
import { type FieldDocument, fieldDocuments } from '../../../shared/http/fields.ts';

/** Every field of an object of a request, those of its objects and lists too, by its path. `wrap` puts it in its place. */
interface Place {
  readonly path: string;
  readonly document: FieldDocument;
  readonly wrap: (value: unknown) => unknown;
}

const placesOf = (schema: object, path: string, wrap: Place['wrap']): readonly Place[] =>
  Object.entries(membersOf(schema)).flatMap(([name, reader]) => {
    const document = fieldDocuments.get(reader);
    if (document === undefined) throw new Error(`${name} publishes no shape`);
    const here = { path: `${path}${name}`, document, wrap: (value: unknown) => wrap({ [name]: value }) };
    const { items, properties } = document;
    if (items !== undefined) return [here, ...placesOf(items, `${here.path}[].`, (value) => here.wrap([value]))];
    if (properties !== undefined) return [here, ...placesOf(properties, `${here.path}.`, here.wrap)];
    return [here];
  });

/** Two forms of the same value: as the field's type says, and as programs that keep everything as text, or as number, send it. */
const formsOf: Readonly<Record<'string' | 'integer' | 'number', readonly [unknown, unknown]>> = {
  string: ['17', 17],
  integer: [1, ' 1 '],
  number: [12.5, '12.50'],
};

describe.each(documentedOperations)(
  'Every field of $contract.operation (decisions: tolerant reading)',
  ({ contract }) => {
    const read = (block: unknown) => z.safeParse(contract.request, readBody({ body: JSON.stringify(block) }));
    const places = placesOf(contract.request, '', (value) => value);

    test('is read the same as a number and as text', () => {
      for (const { path, document, wrap } of places) {
        if (document.type === 'array' || document.type === 'object') continue;
        const [usual, other] = formsOf[document.type].map((value) => read(wrap(value)));
        expect(usual?.success, path).toBe(true);
        expect(other, path).toEqual(usual);
        expect(usual, path).not.toEqual(read(wrap(null)));
      }
    });

    test('that is null, "" or, where it is an object or a list, [] is not given', () => {
      for (const { path, document, wrap } of places) {
        const absent = read(wrap(undefined));
        expect(absent.success, path).toBe(true);
        const blanks = document.type === 'array' || document.type === 'object' ? [null, '', []] : [null, '', ' '];
        for (const blank of blanks) expect(read(wrap(blank)).data, path).toEqual(absent.data);
      }
    });
  },
);
