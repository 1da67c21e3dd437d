import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { systemRandomness } from '../../../shared/adapters/runtime/system.ts';
import { isOrderId, orderIdOf, referenceOfOrder } from '../../../shared/domain/attempt/order-id.ts';

describe('An order id', () => {
  test('of a direct payment holds letters, digits and hyphens alone, at most 64, whatever its reference is', () => {
    const reference = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => Buffer.from(bytes));
    fc.assert(
      fc.property(reference, (bytes) => {
        const orderId = orderIdOf(bytes.toString('base64url'));
        expect(orderId).toMatch(/^ORDER-[0-9A-F]{32}$/);
        expect(isOrderId(orderId)).toBe(true);
        expect(referenceOfOrder(orderId)).toBe(bytes.toString('base64url'));
      }),
    );
    const drawn = systemRandomness.token();
    expect(referenceOfOrder(orderIdOf(drawn))).toBe(drawn);
  });

  test.each([
    [`ORDER-${systemRandomness.guid()}`, true],
    [`ORDER-${'x'.repeat(58)}`, true],
    [`ORDER-${'x'.repeat(59)}`, false],
    ['ORDER-a_b', false],
    ['ORDER-', false],
    ['ORDER-ş', false],
    ['T-1', false],
  ])('%s: %s', (text, expected) => {
    expect(isOrderId(text)).toBe(expected);
  });
});
