import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hmacPaymentNames } from '../../../../shared/adapters/dynamodb/payment/payment-names.ts';
import {
  addressOf,
  attemptOfOrder,
  attemptOfReference,
  callbackAddressOf,
  orderIdOf,
  readAddress,
  readCallbackAddress,
  referenceOf,
} from '../../../../shared/domain/payment/payment-name.ts';

const P = 'abcdefghijklmnopqrstuvw234';
const SECRET = 'AAAAAAAAAA-_0123456789';

const payment = fc.stringMatching(/^[a-z2-7]{26}$/);
const secret = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => Buffer.from(bytes).toString('base64url'));
const attempt = fc.record({ payment, number: fc.integer({ min: 1, max: 99 }) });

describe('The name of an attempt', () => {
  test('is read again from its order id, which holds letters, digits and hyphens alone, at most 64', () => {
    fc.assert(
      fc.property(attempt, (name) => {
        const orderId = orderIdOf(name);
        expect(orderId).toMatch(/^ORDER-[A-Za-z0-9-]{1,58}$/);
        expect(attemptOfOrder(orderId)).toEqual(name);
      }),
    );
    expect(orderIdOf({ payment: P, number: 7 })).toBe(`ORDER-${P}-07`);
  });

  test('is read again from its reference', () => {
    fc.assert(
      fc.property(attempt, (name) => {
        expect(attemptOfReference(referenceOf(name))).toEqual(name);
      }),
    );
    expect(referenceOf({ payment: P, number: 12 })).toBe(`${P}.12`);
  });

  test.each([
    `ORDER-${P}`,
    `ORDER-${P}-1`,
    `ORDER-${P}-001`,
    `ORDER-${P}-0x`,
    `ORDER-${P}-01\n`,
    ` ORDER-${P}-01`,
    `order-${P}-01`,
    `ORDER-${P.toUpperCase()}-01`,
    `ORDER-${P.slice(1)}-01`,
    `ORDER-${P}a-01`,
    `ORDER-${P.slice(1)}1-01`,
    `ORDER-${P}.01`,
    'ORDER-FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF',
    'ORDER-',
    'T-1',
    '',
  ])('is in no other text: the order id %j', (text) => {
    expect(attemptOfOrder(text)).toBeUndefined();
  });

  test.each([`${P}-01`, `${P}.1`, `${P}.001`, `${P}.01.${SECRET}`, `x${P}.01`, `${P}.01\n`, P, ''])(
    'is in no other text: the reference %j',
    (text) => {
      expect(attemptOfReference(text)).toBeUndefined();
    },
  );
});

describe('An address (rule 30)', () => {
  test('of a page is read again as payment and secret', () => {
    fc.assert(
      fc.property(payment, secret, (name, bits) => {
        expect(readAddress(addressOf(name, bits))).toEqual({ payment: name, secret: bits });
      }),
    );
  });

  test('of the bank’s way back is read again as attempt and secret', () => {
    fc.assert(
      fc.property(attempt, secret, (name, callbackSecret) => {
        const reference = referenceOf(name);
        const address = callbackAddressOf({ reference, callbackSecret });
        expect(readCallbackAddress(address)).toEqual({ reference, callbackSecret });
        // Neither opens what the other one opens.
        expect(readAddress(address)).toBeUndefined();
        expect(readCallbackAddress(addressOf(name.payment, callbackSecret))).toBeUndefined();
      }),
    );
  });

  test.each([
    P,
    SECRET,
    `${P}.`,
    `${P}.${SECRET.slice(1)}`,
    `${P}.${SECRET}A`,
    `${P}.${SECRET.slice(1)}/`,
    `${P}.${SECRET}\n`,
    `${P.toUpperCase()}.${SECRET}`,
    `${P}-${SECRET}`,
    `${P}.01`,
    '',
  ])('is no other text: %j', (text) => {
    expect(readAddress(text)).toBeUndefined();
    expect(readCallbackAddress(text)).toBeUndefined();
    expect(readCallbackAddress(`${P}.1.${SECRET}`)).toBeUndefined();
  });
});

describe('The name of a payment', () => {
  const names = hmacPaymentNames('test');
  const text = fc.string({ unit: 'binary', maxLength: 40 });

  test('is 26 letters and digits that every key, order id and address takes, whatever its code is', () => {
    fc.assert(
      fc.property(text, text, (dealerCode, otherTrxCode) => {
        const name = names.nameOf(dealerCode, otherTrxCode);
        expect(name).toMatch(/^[a-z2-7]{26}$/);
        expect(names.nameOf(dealerCode, otherTrxCode)).toBe(name);
      }),
    );
  });

  test('never changes for a dealer and a code: what is stored is found by it for ever (rule 47)', () => {
    expect(hmacPaymentNames('prod').nameOf('1001', 'T-1')).toBe('em45yqnae5prpnmdcd7gwj2wvk');
    expect(hmacPaymentNames('prod').nameOf('1001', 'sipariş 7 ✓')).toBe('tsuklnwibidii4h4ovqflkaeiw');
  });

  test('differs by stage, dealer and code', () => {
    const all = [
      hmacPaymentNames('other').nameOf('D1', 'T-1'),
      names.nameOf('D1', 'T-1'),
      names.nameOf('D2', 'T-1'),
      names.nameOf('D1', 'T-2'),
      names.nameOf('D1', 't-1'),
      names.nameOf('D1', ''),
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  test('is never one for two pairs of dealer and code, wherever the line between the two is drawn', () => {
    const cut = (whole: string, at: number): readonly [string, string] => [whole.slice(0, at), whole.slice(at)];
    fc.assert(
      fc.property(text, fc.nat(40), fc.nat(40), (whole, one, other) => {
        const [first, second] = [cut(whole, one), cut(whole, other)];
        expect(names.nameOf(first[0], first[1]) === names.nameOf(second[0], second[1])).toBe(first[0] === second[0]);
      }),
    );
    const all = [
      ['1', '1:a'],
      ['11', ':a'],
      ['11:', 'a'],
      ['', '2:1a'],
      ['2:1a', ''],
      ['1', '3:a'],
      ['13:1', 'a'],
    ] as const;
    expect(new Set(all.map(([dealerCode, code]) => names.nameOf(dealerCode, code))).size).toBe(all.length);
  });

  test('is fresh for a blank code, and uses all of its letters evenly', () => {
    const drawn = Array.from({ length: 4000 }, () => names.nameOf('D1', undefined));
    expect(new Set(drawn).size).toBe(drawn.length);
    const letters = Map.groupBy(drawn.join(''), (letter) => letter);
    expect(letters.size).toBe(32);
    // 3,250 of each are expected; a fair draw is never further off than a tenth.
    for (const { length } of letters.values()) expect(Math.abs(length - 3250)).toBeLessThan(325);
  });
});
