import { describe, expect, test } from 'vitest';
import { checkLedger } from '../../../../shared/domain/ledger/check-ledger.ts';
import { movementOf, sumOfPostings } from '../../../../shared/domain/ledger/posting.ts';
import { chargeMovement } from '../../../../shared/domain/ledger/share.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { beginVoid } from '../../../../shared/domain/payment/void-rules.ts';
import { begun, paid, refund } from '../../../support/payment/ledger-payments.ts';
import { type PaymentAfter, questionOf, withDone } from '../../../support/payment/steps.ts';

describe('The check of a payment against its ledger', () => {
  const refunded = refund(paid(), 2500);

  test('finds nothing where they agree', () => {
    expect(checkLedger(refunded.charge, refunded.steps)).toEqual([]);
  });

  const [step] = refunded.steps;
  if (step === undefined) throw new Error('a refund is a step');
  const whole = paid();
  const voided = withDone(begun(whole, beginVoid(questionOf(whole))), 'void');
  const [first, ...others] = step.postings;
  if (first === undefined) throw new Error('a refund has postings');

  test.each<readonly [string, PaymentAfter, readonly string[]]>([
    [
      'a posting that is missing',
      { ...refunded, steps: [{ ...step, postings: others }] },
      ['unbalanced', 'other-postings'],
    ],
    [
      'postings on another account',
      { ...refunded, steps: [{ ...step, postings: [{ ...first, account: 'bank' }, ...others] }] },
      ['other-postings'],
    ],
    [
      'a sum that is not that of the steps',
      { ...refunded, charge: { ...refunded.charge, refunded: minor(1) } },
      ['refunded-differs'],
    ],
    [
      'a sum that is not that of the steps, whatever the state is',
      { ...refunded, charge: { ...refunded.charge, refunded: minor(1), state: 'voided' } },
      ['refunded-differs', 'state-differs', 'not-zero'],
    ],
    [
      'a void that the state does not show',
      { ...voided, charge: { ...voided.charge, state: 'approved' } },
      ['refunded-differs', 'state-differs'],
    ],
    ['a step that the sum forgot', { ...refunded, steps: [] }, ['refunded-differs']],
    ['a capture that no step made', paid({ type: 'pre-authorisation', captured: minor(5) }), ['captured-differs']],
    ['a state that no step made', paid({ state: 'voided' }), ['state-differs', 'not-zero']],
    [
      'a refund that the bank carried out twice',
      { ...refunded, steps: [{ ...step, excessCredit: minor(2500) }] },
      ['excess-credit'],
    ],
    ['a slot that no step holds', paid({ activeStep: 1 }), ['slot-differs']],
    [
      'a step that runs without the slot',
      { ...refunded, steps: [step, { ...step, number: 2, state: 'in-doubt' }] },
      ['slot-differs'],
    ],
    [
      'two steps that run',
      {
        charge: { ...refunded.charge, activeStep: 2 },
        steps: [step, { ...step, number: 2, state: 'in-doubt' }, { ...step, number: 3, state: 'intended' }],
      },
      ['slot-differs'],
    ],
  ])('finds %s', (_what, { charge, steps }, kinds) => {
    expect(checkLedger(charge, steps).map(({ kind }) => kind)).toEqual(kinds);
  });

  test.each<readonly [string, PaymentAfter]>([
    ['a step of another attempt that runs', { ...refunded, steps: [step, { ...step, attempt: 2, state: 'in-doubt' }] }],
    ['a charge that nobody was told of', paid({ reportedOutcome: 'nobody', state: 'in-doubt' })],
    [
      'a Credit too much of another attempt',
      { ...refunded, steps: [step, { ...step, attempt: 2, excessCredit: minor(5) }] },
    ],
  ])('finds nothing wrong with %s', (_what, { charge, steps }) => {
    expect(checkLedger(charge, steps)).toEqual([]);
  });

  test('a movement that does not sum to zero is a defect', () => {
    expect(() => movementOf([{ account: 'payer', amount: minor(1) }])).toThrow(
      'the postings of a movement sum to zero',
    );
    const apart = [
      { account: 'payer', amount: minor(5) },
      { account: 'dealer', amount: minor(5) },
    ] as const;
    expect(() => movementOf(apart)).toThrow(RangeError);
    expect(sumOfPostings(apart)).toBe(10);
    expect(movementOf(chargeMovement([]))).toEqual([]);
  });
});
