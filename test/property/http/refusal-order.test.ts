import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { minor } from '../../../shared/domain/money/money.ts';
import { type ContextChanges, contextWith, refusalOf } from '../../support/payment/payment-request-context.ts';

interface BrokenRule extends ContextChanges {
  readonly reason: string;
  /** The beginning of the sentence, if several rules share the reason. */
  readonly sentence?: string;
}

/**
 * One way to break each rule, in the documented order (decisions: order of refusals): shape and required fields,
 * definition, value ranges in the order of dealer interface 7.4 and then those without a code, permissions in the order
 * of dealer interface 7.4. No two of them change the same member.
 */
const RULES: readonly BrokenRule[] = [
  { reason: 'InvalidRequest', sentence: 'DealerCustomerTypeId', fields: { dealerCustomerTypeId: undefined } },
  { reason: 'InvalidRequest', sentence: 'Amount is required', fields: { amount: undefined } },
  { reason: 'EmailRequired', definition: { deliveryMode: 'email' } },
  { reason: 'InvalidGsmNumber', fields: { gsmNumber: '123' } },
  { reason: 'InvalidCustomerGsmNumber', fields: { customerGsmNumber: '123' } },
  { reason: 'InvalidCustomerEmailFormat', fields: { customerEmail: 'nobody' } },
  { reason: 'InvalidCurrencyCode', fields: { currency: 'XXX' } },
  { reason: 'InvalidTokenizationPermissionValue', fields: { isTokenized: 3 } },
  { reason: 'InvalidCommissionByDealerValue', fields: { commissionByDealer: 13 } },
  { reason: 'InvalidCommissionDiffByDealerValue', fields: { isCommissionDiffByDealer: 2 } },
  { reason: 'InvalidBirthDateFormat', fields: { birthDate: '20260115' } },
  { reason: 'InvalidRequest', sentence: 'RedirectUrl', fields: { redirectUrl: 'http://shop.example/' } },
  { reason: 'InvalidRequest', sentence: 'ReturnHash must be 1', fields: { returnHash: 2 } },
  { reason: 'InvalidRequest', sentence: 'SetInstallmentBy', fields: { setInstallmentBy: 5 } },
  { reason: 'InvalidRequest', sentence: 'IsPoolPayment must be 0 or 1', fields: { isPoolPayment: 2 } },
  { reason: 'InvalidRequest', sentence: 'Gender', fields: { gender: 9 } },
  { reason: 'InvalidRequest', sentence: 'Description', fields: { description: '4111111111111111' } },
  { reason: 'ForeignCurrencyUnavailable', dealer: { currencies: ['USD'] } },
  { reason: 'InvalidPaymentPermission', definition: { directPayment: false } },
  { reason: 'InvalidRequest', sentence: 'IsPoolPayment must be 1', dealer: { pool: 'required' } },
];

const breaking = (rules: readonly BrokenRule[]) =>
  contextWith({
    fields: { amount: minor(100), ...Object.assign({}, ...rules.map(({ fields }) => fields)) },
    definition: Object.assign({}, ...rules.map(({ definition }) => definition)),
    dealer: Object.assign({}, ...rules.map(({ dealer }) => dealer)),
  });

describe('the order of refusals (decisions: order of refusals)', () => {
  test('each way of breaking a rule is refused by that rule alone', () => {
    expect(refusalOf(breaking([]))).toBeUndefined();
    for (const rule of RULES) {
      const refusal = refusalOf(breaking([rule]));
      expect(refusal?.reason).toBe(rule.reason);
      expect(refusal?.sentence).toContain(rule.sentence ?? '');
    }
  });

  test('of any broken rules the first in the documented order answers', () => {
    fc.assert(
      fc.property(fc.subarray([...RULES], { minLength: 1 }), (broken) => {
        const refusal = refusalOf(breaking(broken));
        expect(refusal?.reason).toBe(broken[0]?.reason);
        expect(refusal?.sentence).toContain(broken[0]?.sentence ?? '');
      }),
      { numRuns: 500 },
    );
  });
});
