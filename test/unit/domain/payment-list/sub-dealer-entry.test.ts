import { describe, expect, test } from 'vitest';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { StepKind } from '../../../../shared/domain/payment/step.ts';
import { subDealerEntries } from '../../../../shared/domain/payment-list/sub-dealer-entry.ts';
import { splitWith } from '../../../support/payment/attempts.ts';
import { reversalOf } from '../../../support/payment/steps.ts';
import { paymentWith } from '../../../support/payment/whole-payments.ts';

const SPLITS = [splitWith(11, { amount: minor(6000) }), splitWith(12, { amount: minor(4000) })];

/** A paid payment of two sub-dealers, and a step of it. */
const withStep = (changes: Parameters<typeof reversalOf>[1] = {}, splits = SPLITS) => {
  const payment = paymentWith({}, {}, { splits });
  const [attempt] = payment.attempts;
  if (attempt === undefined) throw new Error('the payment has an attempt');
  return { payment: { ...payment, steps: [reversalOf(attempt, changes)] }, attempt };
};

const partsOf = (payment: ReturnType<typeof withStep>['payment'], kind: 'attempt' | 'step', number = 1) =>
  subDealerEntries(payment, { payment: payment.name, kind, number }).map(({ subDealerId, part }) => [
    subDealerId,
    part,
  ]);

describe('What the lists of sub-dealers get (decisions: lists of payments)', () => {
  test('an attempt stands in the list of each sub-dealer with its part', () => {
    const { payment, attempt } = withStep();
    const [entry] = subDealerEntries(payment, { payment: payment.name, kind: 'attempt', number: 1 });
    expect(entry).toEqual({
      payment: payment.name,
      kind: 'attempt',
      number: 1,
      dealerCode: 'D1',
      subDealerId: 11,
      atMs: attempt.startedAtMs,
      part: 6000,
    });
    expect(partsOf(payment, 'attempt')).toEqual([
      [11, 6000],
      [12, 4000],
    ]);
  });

  test('a step that names no shares is about what is left of all of them', () => {
    const { payment } = withStep({ kind: 'void' });
    expect(partsOf(payment, 'step')).toEqual([
      [11, 6000],
      [12, 4000],
    ]);
  });

  test('a step that names shares is about those, and not about the dealer’s own', () => {
    const shares = [{ subDealerId: 12, amount: minor(500) }];
    const { payment, attempt } = withStep({ kind: 'refund', shares });
    expect(subDealerEntries(payment, { payment: payment.name, kind: 'step', number: 1 })).toEqual([
      {
        payment: payment.name,
        kind: 'step',
        number: 1,
        dealerCode: 'D1',
        subDealerId: 12,
        atMs: attempt.startedAtMs,
        part: 500,
      },
    ]);
  });

  test('a share of nothing is in no list', () => {
    const shares = [
      { subDealerId: 11, amount: minor(0) },
      { subDealerId: 12, amount: minor(1) },
    ];
    expect(partsOf(withStep({ kind: 'refund', shares }).payment, 'step')).toEqual([[12, 1]]);
  });

  test.each<StepKind>(['pool-approval', 'pool-undo', 'share-change'])('a %s moves no money of the card', (kind) => {
    expect(partsOf(withStep({ kind }).payment, 'step')).toEqual([]);
  });

  test('a payment without sub-dealers is in no list of one', () => {
    const { payment } = withStep({}, []);
    expect([partsOf(payment, 'attempt'), partsOf(payment, 'step')]).toEqual([[], []]);
  });

  test('a part that is not there has no entries', () => {
    const { payment } = withStep();
    expect([partsOf(payment, 'attempt', 2), partsOf(payment, 'step', 2)]).toEqual([[], []]);
    expect(partsOf({ ...payment, attempts: [] }, 'step')).toEqual([]);
  });

  test('a step belongs to its own attempt alone', () => {
    const { payment } = withStep({ attempt: 2 });
    expect(partsOf(payment, 'step')).toEqual([]);
  });
});
