import * as fc from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { followUpRequest } from '../../shared/adapters/nestpay/request-xml.ts';
import { readXml } from '../../shared/adapters/nestpay/xml-reader.ts';
import { writeXml } from '../../shared/adapters/nestpay/xml-writer.ts';
import { MAX_AMOUNT_MINOR, minor, parseAmount } from '../../shared/domain/money/money.ts';
import { orderOf } from '../support/bank/bank-calls.ts';
import { accountAt } from '../support/bank/bank-server.ts';

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

/** What another reader makes of a document, without the texts that stand beside elements. */
const readElsewhere = (document: string): unknown => {
  if (XMLValidator.validate(document) !== true) return undefined;
  const settings = {
    ignoreAttributes: true,
    parseTagValue: false,
    processEntities: false,
    alwaysCreateTextNode: false,
  };
  return JSON.parse(
    JSON.stringify(new XMLParser(settings).parse(document), (key, value) => (key === '#text' ? undefined : value)),
  );
};

test('documents read as another reader reads them, and none that it refuses is read', () => {
  const part = fc.constantFrom(
    '<B>',
    '</B>',
    '<C>',
    '</C>',
    '<D/>',
    '< E>',
    '<B a="1" c=\'>"\'>',
    '</B >',
    '<C a>',
    ' 0',
    '1e3 ',
    'a > b',
    '\n',
  );
  let read = 0;
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const balanced = parts.flatMap((one) => (/^<[BC][ >]/.test(one) ? [one, 'x', `</${one[1]}>`] : [one]));
      for (const inner of [parts, balanced]) {
        const document = `<A>${inner.join('')}</A>`;
        const tree = readXml(document);
        if (tree === undefined) continue;
        read += 1;
        expect(tree).toEqual(readElsewhere(document));
      }
    }),
    { numRuns: 1000 },
  );
  expect(read).toBeGreaterThan(100);
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
