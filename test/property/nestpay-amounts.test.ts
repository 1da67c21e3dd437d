import * as fc from 'fast-check';
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
