import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { askedInstallmentCount } from '../../../shared/domain/money/asked-terms.ts';
import { MAX_AMOUNT_MINOR, minor } from '../../../shared/domain/money/money.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import type { Mobile3DFields } from '../../../shared/domain/three-d-payment/mobile-3d-fields.ts';
import { checkMobile3D, requireMobile3DPos } from '../../../shared/domain/three-d-payment/mobile-3d-rules.ts';
import { dealerWith } from '../../support/dealer/dealers.ts';
import { posWith } from '../../support/dealer/virtual-pos.ts';

const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });
const text = maybe(fc.string({ unit: 'grapheme', maxLength: 30 }));
const code = fc.stringMatching(/^[ -~]{1,20}$/).filter((one) => one.trim() !== '');
const number = maybe(fc.oneof(fc.integer({ min: -2, max: 13 }), fc.constant(Number.NaN)));

const anyFields: fc.Arbitrary<Mobile3DFields> = fc.record({
  paymentType: maybe(fc.oneof(fc.constantFrom('64', '0064', '46', '7'), fc.string({ maxLength: 5 }))),
  amount: maybe(fc.integer({ min: 0, max: MAX_AMOUNT_MINOR }).map(minor)),
  currency: maybe(fc.oneof(fc.constantFrom('TL', 'USD', 'TRY'), fc.string({ maxLength: 4 }))),
  installmentNumber: number,
  redirectUrl: maybe(fc.oneof(fc.webUrl({ withQueryParameters: true }), fc.string())),
  redirectType: number,
  otherTrxCode: maybe(code),
  isPoolPayment: number,
  description: text,
  buyer: fc.record({ fullName: text, email: text, gsmNumber: text, address: text }),
});

const context = (fields: Mobile3DFields) => ({
  fields,
  dealer: dealerWith(),
  today: '20260115',
  loopbackHttpAllowed: false,
});

describe('The rules of a mobile payment, whatever is asked for', () => {
  test('refuse by a Refusal with a sentence, or let a request pass that a virtual POS can take', () => {
    fc.assert(
      fc.property(anyFields, (fields) => {
        try {
          checkMobile3D(context(fields));
          requireMobile3DPos(fields, [posWith()]);
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal);
          expect((error as Refusal).sentence).toMatch(/^[A-Z].*\.$/);
          return;
        }
        expect([1, 2, 3, 4, 5, 6, 7, 8, 9]).toContain(askedInstallmentCount(fields));
        expect(fields.amount).toBeGreaterThan(0);
      }),
      { numRuns: 1000 },
    );
  });

  test('find every code in an address that carries it as a parameter, however it is escaped', () => {
    const escapes: fc.Arbitrary<(one: string) => string> = fc.constantFrom(
      (one: string) => encodeURIComponent(one),
      (one: string) => String(new URLSearchParams({ code: one })).slice('code='.length),
    );
    fc.assert(
      fc.property(code, escapes, (otherTrxCode, escaped) => {
        const redirectUrl = `https://shop.example/result?code=${escaped(otherTrxCode)}`;
        const fields = { paymentType: '64', amount: minor(100), otherTrxCode, redirectUrl, buyer: {} };
        expect(() => checkMobile3D(context(fields))).not.toThrow();
      }),
    );
  });
});
