import { describe, expect, test } from 'vitest';
import { minor } from '../../../shared/domain/money/money.ts';
import type { Step } from '../../../shared/domain/payment/step.ts';
import { bookedOrderOf } from '../../../shared/payment-flow/booked-order.ts';
import { chargedBy } from '../../../shared/payment-flow/step-under-way.ts';
import type { InquiryAnswer } from '../../../shared/ports/bank-answers.ts';
import { directAttemptWith } from '../../support/payment/attempts.ts';
import { referencesOf, standing, stepScene, UNHEARD } from '../../support/payment/step-at-bank.ts';
import { reversalOf } from '../../support/payment/steps.ts';

const approved = directAttemptWith('D1', { bank: referencesOf('charge') });
const unheard = directAttemptWith('D1');

const capture = (changes: Partial<Step> = {}): Step =>
  reversalOf(approved, { kind: 'capture', state: 'done', bank: referencesOf('capture'), ...changes });

describe('the order that the bank is asked about, with the references of the transaction that took its money', () => {
  test('it is the order of the attempt as it was charged', () => {
    const attempt = directAttemptWith('D1', {
      terms: { ...approved.terms, total: minor(4200), currency: 'EUR', installments: 3, type: 'pre-authorisation' },
    });
    expect(bookedOrderOf({ attempt, steps: [] })).toEqual({
      orderId: attempt.orderId,
      amount: minor(4200),
      currency: 'EUR',
      installments: 3,
      type: 'pre-authorisation',
    });
  });

  test.each(['authorised', 'captured', 'settled'] as const)(
    'an inquiry that finds the charge %s comes before the capture and the outcome',
    (kind) => {
      const charged = { attempt: approved, steps: [capture()] };
      expect(bookedOrderOf(charged, standing(kind)).references).toEqual(referencesOf('found'));
    },
  );

  const others: readonly InquiryAnswer[] = [
    { kind: 'voided', references: referencesOf('found') },
    { kind: 'credited', references: referencesOf('found') },
    { kind: 'credit-failed', references: referencesOf('found') },
    { kind: 'declined', references: referencesOf('found'), code: '009' },
    { kind: 'no-record' },
    UNHEARD,
  ];

  test.each(others)('an inquiry that finds the order $kind comes after the capture and the outcome', (found) => {
    const captured = { attempt: approved, steps: [capture()] };
    expect(bookedOrderOf(captured, found).references).toEqual(referencesOf('capture'));
    expect(bookedOrderOf({ attempt: approved, steps: [] }, found).references).toEqual(referencesOf('charge'));
  });

  test.each(others)('where nothing else has references, those of an order found $kind are taken', (found) => {
    const expected = 'references' in found ? referencesOf('found') : undefined;
    const order = bookedOrderOf({ attempt: unheard, steps: [] }, found);
    expect(order.references).toEqual(expected);
    expect('references' in order).toBe(expected !== undefined);
  });

  test('without an inquiry they are those of the capture, else those of the outcome, else none', () => {
    expect(bookedOrderOf({ attempt: approved, steps: [capture()] }).references).toEqual(referencesOf('capture'));
    expect(bookedOrderOf({ attempt: approved, steps: [] }).references).toEqual(referencesOf('charge'));
    expect(bookedOrderOf({ attempt: unheard, steps: [] })).not.toHaveProperty('references');
  });

  test.each([
    ['a refused capture', { state: 'refused' }],
    ['a capture in doubt', { state: 'in-doubt' }],
    ['a capture of another attempt', { attempt: 2 }],
    ['a void', { kind: 'void' }],
    ['a refund', { kind: 'refund' }],
    ['a capture without references', { bank: { code: '009' } }],
  ] as const)('%s gives none', (_what, changes) => {
    const steps = [capture(changes)];
    expect(bookedOrderOf({ attempt: approved, steps }).references).toEqual(referencesOf('charge'));
    expect(bookedOrderOf({ attempt: unheard, steps })).not.toHaveProperty('references');
  });

  test('the capture is found among refused ones and later steps', () => {
    const steps = [
      capture({ number: 1, state: 'refused', bank: referencesOf('refused') }),
      capture({ number: 2 }),
      capture({ number: 3, state: 'refused', bank: referencesOf('refused') }),
      capture({ number: 4, kind: 'refund', bank: referencesOf('refund') }),
    ];
    expect(bookedOrderOf({ attempt: approved, steps }).references).toEqual(referencesOf('capture'));
  });

  test.each(['authCode', 'hostReference', 'transactionId'] as const)(
    'an outcome without %s has no references',
    (missing) => {
      const { [missing]: _left, ...bank } = referencesOf('charge');
      const attempt = directAttemptWith('D1', { bank });
      expect(bookedOrderOf({ attempt, steps: [] })).not.toHaveProperty('references');
    },
  );

  test('a step is carried out on the order of its own attempt, by all steps of the payment', () => {
    const { under } = stepScene({
      before: [{ number: 1, kind: 'capture', bank: referencesOf('capture') }],
      step: { number: 2, kind: 'refund' },
    });
    expect(chargedBy(under)).toEqual({ attempt: under.attempt, steps: under.payment.steps });
    expect(bookedOrderOf(chargedBy(under)).references).toEqual(referencesOf('capture'));
  });
});
