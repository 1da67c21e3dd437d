import { describe, expect, test } from 'vitest';
import { fillSubDealerLists } from '../../../../functions/payment-list/fill-sub-dealer-lists/fill-sub-dealer-lists.ts';
import { type MinorUnits, minor } from '../../../../shared/domain/money/money.ts';
import type { Payment } from '../../../../shared/domain/payment/payment.ts';
import type { Step } from '../../../../shared/domain/payment/step.ts';
import type { SubDealerEntry } from '../../../../shared/domain/payment-list/sub-dealer-entry.ts';
import { StoreUnavailable, UnreadableRow } from '../../../../shared/ports/store-errors.ts';
import { FakeLog } from '../../../fakes/log.ts';
import { directAttemptWith, splitWith } from '../../../support/payment/attempts.ts';
import { reversalOf } from '../../../support/payment/steps.ts';
import { paymentWith } from '../../../support/payment/whole-payments.ts';

const SPLITS = [splitWith(11, { amount: minor(6000) }), splitWith(12, { amount: minor(4000) })];

const splitPayment = (steps: readonly Partial<Step>[] = []): Payment => {
  const payment = paymentWith({}, {}, { splits: SPLITS });
  const [attempt = directAttemptWith('D1')] = payment.attempts;
  return { ...payment, steps: steps.map((step, index) => reversalOf(attempt, { number: index + 1, ...step })) };
};

const recordOf = ({ name }: Pick<Payment, 'name'>, sk: string) => ({
  dynamodb: { Keys: { pk: { S: `PAY#${name}` }, sk: { S: sk } } },
});

/** Fills lists from payments that are there, or from a store that fails. */
const scene = (find: (name: string) => Promise<Payment | undefined>) => {
  const [added, log]: [SubDealerEntry[], FakeLog] = [[], new FakeLog()];
  const add = async (entries: readonly SubDealerEntry[]): Promise<void> => {
    added.push(...entries);
  };
  return { added, log, fill: fillSubDealerLists({ payments: { find }, lists: { add }, log }) };
};

const shares = (...amounts: readonly number[]) =>
  amounts.map((amount, index) => ({ subDealerId: 11 + index, amount: minor(amount) }));
const partsOf = (entries: readonly SubDealerEntry[]): readonly (readonly [number, MinorUnits])[] =>
  entries.map(({ subDealerId, part }) => [subDealerId, part]);

describe('The lists of sub-dealers (decisions: lists of payments)', () => {
  test.each([
    [
      'the charge',
      '6#SUB-DEALERS#01',
      [],
      [
        [11, 6000],
        [12, 4000],
      ],
    ],
    [
      'a void of all',
      '5#STEP#001',
      [{ kind: 'void' }],
      [
        [11, 6000],
        [12, 4000],
      ],
    ],
    ['a refund of some', '5#STEP#001', [{ kind: 'refund', shares: shares(100, 0) }], [[11, 100]]],
    [
      'a reversal of what a refund left',
      '5#STEP#002',
      [{ kind: 'refund', state: 'done', amount: minor(1000), shares: shares(1000, 0) }, { kind: 'reversal' }],
      [
        [11, 5000],
        [12, 4000],
      ],
    ],
    [
      'a void, though a later step was done by now',
      '5#STEP#001',
      [
        { kind: 'void', state: 'refused' },
        { kind: 'refund', state: 'done', amount: minor(1000), shares: shares(1000) },
      ],
      [
        [11, 6000],
        [12, 4000],
      ],
    ],
    ['a pool step, which moves nothing at the bank', '5#STEP#001', [{ kind: 'pool-approval' }], []],
    ['shares of a step', '6#SUB-DEALERS#S#001', [{ kind: 'refund', shares: shares(100) }], []],
    ['a step that is not there', '5#STEP#007', [], []],
  ] as const)('get the parts in %s', async (_what, sk, steps, parts) => {
    const payment = splitPayment(steps);
    const { added, fill } = scene(async () => payment);
    await fill({ Records: [recordOf(payment, sk)] });
    expect(partsOf(added)).toEqual(parts);
  });

  test('a pre-authorisation that is voided gives back the shares that were agreed', async () => {
    const { attempts, ...payment } = splitPayment([{ kind: 'void' }]);
    const held = attempts.map((attempt) => ({
      ...attempt,
      terms: { ...attempt.terms, type: 'pre-authorisation' as const },
    }));
    const { added, fill } = scene(async () => ({ ...payment, attempts: held }));
    await fill({ Records: [recordOf(payment, '5#STEP#001')] });
    expect(partsOf(added)).toEqual([
      [11, 6000],
      [12, 4000],
    ]);
  });

  test('a payment without sub-dealers has none, and one payment is read once for all its records', async () => {
    const payment = paymentWith();
    let reads = 0;
    const { added, fill } = scene(async () => {
      reads += 1;
      return payment;
    });
    await fill({ Records: [recordOf(payment, '5#STEP#001'), recordOf(payment, '5#STEP#002')] });
    expect([added, reads]).toEqual([[], 1]);
  });

  test('a store that fails throws, so that the stream brings the batch again', async () => {
    const { fill } = scene(() => Promise.reject(new StoreUnavailable('unknown', 'TimeoutError')));
    await expect(fill({ Records: [recordOf(splitPayment(), '6#SUB-DEALERS#01')] })).rejects.toThrow(StoreUnavailable);
  });

  test('a row that cannot be read is an error in the log, and holds up no other', async () => {
    const [damaged, payment] = [splitPayment(), splitPayment()];
    const { added, log, fill } = scene((name) =>
      name === damaged.name ? Promise.reject(new UnreadableRow('attempt', 'state')) : Promise.resolve(payment),
    );
    const report = await fill({ Records: [damaged, payment].map((one) => recordOf(one, '6#SUB-DEALERS#01')) });
    expect(report).toEqual({ parts: 2, entries: 2, failed: 1 });
    expect(added).toHaveLength(2);
    expect(log.lines).toMatchObject([{ level: 'error', fields: { errorName: 'UnreadableRow' } }]);
  });
});
