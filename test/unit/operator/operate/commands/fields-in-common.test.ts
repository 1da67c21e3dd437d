import { describe, expect, test } from 'vitest';
import {
  ALL_COUNTS,
  bankCode,
  cursorOf,
  dealerCodeField,
  dealersOrderId,
  orderIdKind,
  otherTrxCode,
} from '../../../../../functions/operator/operate/commands/fields-in-common.ts';
import { readInput } from '../../../../../functions/operator/operate/fields.ts';
import type { Kind } from '../../../../../functions/operator/operate/kinds.ts';

const ORDER = `ORDER-${'a'.repeat(26)}-01`;
const cursor = cursorOf(/^\d{3}$/);

test.each<readonly [string, Kind<unknown>, unknown, unknown]>([
  ['a dealer code', dealerCodeField.kind, 'Shop_1.a-b', 'Shop_1.a-b'],
  ['a transaction code', otherTrxCode, ' any text ', ' any text '],
  ['an order', orderIdKind, ORDER, ORDER],
  ['a bank without its zeros', bankCode, '0064', '64'],
  ['a cursor', cursor.kind, '123', '123'],
])('%s is taken', (_what, kind, raw, value) => {
  expect(kind.read(raw)).toEqual({ value });
  expect(kind.type).toMatch(/\w{3}/);
});

test.each<readonly [string, Kind<unknown>, unknown, RegExp]>([
  ['a dealer code', dealerCodeField.kind, 'a/b', /^must be 1 to 32 letters/],
  ['a dealer code', dealerCodeField.kind, 'x'.repeat(33), /^must be 1 to 32 letters/],
  ['a transaction code', otherTrxCode, 'x'.repeat(129), /^must be text of 1 to 128/],
  ['a transaction code', otherTrxCode, '', /^must be text of 1 to 128/],
  ['a transaction code', otherTrxCode, 7, /^must be text of 1 to 128/],
  ['an order', orderIdKind, 'SHOP-1', /begins with ORDER-/],
  ['a bank', bankCode, '9999', /known bank: .*64, /],
  ['a cursor', cursor.kind, '12', /"next" of an answer/],
])('%s is refused: %#', (_what, kind, raw, problem) => {
  expect(kind.read(raw)).toMatchObject({ problem: expect.stringMatching(problem) });
});

describe('The order of a payment', () => {
  const fields = { orderId: dealersOrderId('The order.') };

  test.each(['orderId', 'VirtualPosOrderId', 'virtualPosOrderId'])('goes by the name %s', (name) => {
    expect(readInput(fields, { [name]: ORDER })).toEqual({ orderId: ORDER });
  });

  test('is given once', () => {
    const given = { orderId: ORDER, VirtualPosOrderId: ORDER };
    expect(() => readInput(fields, given)).toThrow(expect.objectContaining({ field: 'VirtualPosOrderId' }));
  });
});

test('installments are of 2 to 12 months', () => {
  expect(ALL_COUNTS).toEqual(Array.from({ length: 11 }, (_, index) => index + 2));
});
