import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readXml } from '../../../shared/adapters/bank/xml-reader.ts';
import { writeXml } from '../../../shared/adapters/bank/xml-writer.ts';
import { followUpRequest } from '../../../shared/adapters/nestpay/request-xml.ts';
import { MAX_AMOUNT_MINOR, minor, parseAmount } from '../../../shared/domain/money/money.ts';
import { orderOf } from '../../support/bank/bank-calls.ts';
import { accountAt } from '../../support/bank/bank-server.ts';

const account = accountAt('https://gateway.bank.example');
const totalOf = (amount: number): string => {
  const text = followUpRequest(account, orderOf({ amount: minor(amount) }), { kind: 'refund' });
  return /<Total>(.*)<\/Total>/.exec(text)?.[1] ?? '';
};

test('amounts on the wire have a dot and two decimals, and are the same amount when they are read', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: MAX_AMOUNT_MINOR }), (amount) => {
      const total = totalOf(amount);
      expect(total).toMatch(/^(?:0|[1-9]\d*)\.\d{2}$/);
      expect(parseAmount(total)).toBe(amount);
      expect(BigInt(total.replace('.', ''))).toBe(BigInt(amount));
    }),
  );
});

test('any text without control characters is the same text when it was written and read', () => {
  const text = fc
    .string({ unit: 'grapheme', minLength: 1 })
    .filter((one) => !/\p{Cc}|\p{Surrogate}|[\ufffe\uffff]/u.test(one) && one.trim() === one);
  fc.assert(
    fc.property(text, (one) => {
      const document = writeXml({ A: { B: one } });
      expect(document).toMatch(/^[\x20-\x7e]*$/);
      expect(readXml(document)).toEqual({ A: { B: one } });
    }),
  );
});

/** Elements in elements, a name of which may stand more than once, as a document and as the tree that it is. */
const content = fc.letrec<{ element: readonly [string, unknown] }>((tie) => ({
  element: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc
      .tuple(fc.constantFrom('B', 'C', 'D-1', 'D.2'), fc.constantFrom('', '0', '1e3', 'x y', '\u00e7'))
      .map(([name, text]) => [`<${name} a="1>" b='"'>\n ${text} </${name} >`, { [name]: text }] as const),
    fc.array(tie('element'), { minLength: 1, maxLength: 4 }).map((inner) => {
      const parts = inner as readonly (readonly [string, Readonly<Record<string, unknown>>])[];
      const children = Map.groupBy(
        parts.flatMap(([, tree]) => Object.entries(tree)),
        ([name]) => name,
      );
      const tree = [...children].map(([name, all]) => [name, all.length > 1 ? all.map(([, one]) => one) : all[0]?.[1]]);
      return [`<E>\n${parts.map(([text]) => text).join(' ')}</E>`, { E: Object.fromEntries(tree) }] as const;
    }),
  ),
})).element;

test('documents read as the elements that were written, with lists where a name is repeated', () => {
  fc.assert(
    fc.property(content, ([document, tree]) => {
      expect(readXml(document)).toEqual(tree);
      expect(readXml(`${document}<B/>`)).toBeUndefined();
      expect(readXml(document.replace(/<\/[^<]*$/, ''))).toBeUndefined();
    }),
  );
});

test('whatever the bytes say, reading an answer never throws', () => {
  const soup = fc.array(
    fc.constantFrom(
      '<A>',
      '</A>',
      '<A/>',
      '<!DOCTYPE',
      '<![CDATA[',
      ']]>',
      '&',
      '#',
      'x41;',
      '<?xml ?>',
      '"',
      'é',
      '\0',
      ' ',
    ),
  );
  fc.assert(
    fc.property(soup, (parts) => void readXml(parts.join(''))),
    { numRuns: 500 },
  );
});
