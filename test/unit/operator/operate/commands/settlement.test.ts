import { describe, expect, test } from 'vitest';
import type { CommandCall } from '../../../../../functions/operator/operate/command.ts';
import { listSettled } from '../../../../../functions/operator/operate/commands/settlement.ts';
import type { Attempt, DirectAttempt } from '../../../../../shared/domain/attempt/attempt.ts';
import { minor } from '../../../../../shared/domain/money/money.ts';
import type { Step } from '../../../../../shared/domain/payment/step.ts';
import type { ListedPayment, ListedStep } from '../../../../../shared/ports/operator-payments.ts';
import type { DayPageQuery } from '../../../../../shared/ports/operator-records.ts';
import { directAttemptWith } from '../../../../support/payment/attempts.ts';
import { reversalOf } from '../../../../support/payment/steps.ts';

const HOUR_MS = 3_600_000;
/** Noon in Istanbul of 15 January 2027; the bank of the virtual POS closes its day at 22:00. */
const NOON_MS = Date.UTC(2027, 0, 15, 9);
const ASKED = { dealerCode: 'D1', posId: 'isbank', from: '20270115' };
const PAGE = 500;

interface Listed {
  readonly charges?: readonly ListedPayment[];
  readonly steps?: readonly ListedStep[];
}

/** The lists of a dealer, which show the same on every day, and the questions that were put to them. */
const scene = ({ charges = [], steps = [] }: Listed = {}) => {
  const asked: (DayPageQuery & { readonly list: string })[] = [];
  const reached = {
    dealers: { load: async () => ({ dealer: { listingShards: 4 } }) },
    payments: {
      pageOfDay: async (query: DayPageQuery) => {
        asked.push({ list: 'charges', ...query });
        return charges;
      },
      pageOfStepsOfDay: async (query: DayPageQuery) => {
        asked.push({ list: 'steps', ...query });
        return steps;
      },
    },
  };
  const call = { deps: reached, nowMs: NOON_MS, today: '20270115', tomorrow: '20270116' } as unknown as CommandCall;
  return { call, asked };
};

const attemptWith = (changes: Partial<DirectAttempt> = {}): DirectAttempt =>
  directAttemptWith('D1', { state: 'approved', reportedOutcome: 'paid', endedAtMs: NOON_MS, ...changes });

const positionOf = ({ payment }: Attempt, end: string): string =>
  `${String(NOON_MS).padStart(15, '0')}#${payment}#${end}`;

const listedCharge = (attempt: Attempt): ListedPayment => ({
  position: positionOf(attempt, '01'),
  orderId: attempt.orderId,
  attempt,
});

const listedStep = (attempt: Attempt, step?: Step): ListedStep => ({
  position: positionOf(attempt, '001'),
  orderId: attempt.orderId,
  attempt,
  ...(step === undefined ? {} : { step }),
});

const movementsOf = async (listed: Listed, asked: object = {}): Promise<readonly unknown[]> => {
  const cursor = listed.steps === undefined ? 'charges/20270115/' : 'steps/20270115/';
  const { movements } = await listSettled.show({ ...ASKED, cursor, ...asked }, scene(listed).call);
  return movements as readonly unknown[];
};

const PRE_AUTHORISED = { ...attemptWith().terms, type: 'pre-authorisation' } as const;

describe('list-settled: the charges that a bank settled by our records', () => {
  test.each([
    ['is counted with what the card was charged', 'approved'],
    ['was settled before it was given back', 'refunded'],
  ] as const)('a sale %s: %s', async (_what, state) => {
    const attempt = attemptWith({ state });
    const { orderId } = attempt;
    expect(await movementsOf({ charges: [listedCharge(attempt)] })).toEqual([
      { orderId, currency: 'TL', taken: 10_000, refunded: 0 },
    ]);
  });

  test.each<readonly [string, Partial<DirectAttempt>]>([
    ['of another virtual POS', { pos: { ...attemptWith().pos, posId: 'other' } }],
    ['that is a pre-authorisation', { terms: PRE_AUTHORISED }],
    ['that was declined', { state: 'declined' }],
    ['that was voided', { state: 'voided' }],
    ['that is in doubt', { state: 'in-doubt' }],
  ])('a charge %s was not settled', async (_what, changes) => {
    expect(await movementsOf({ charges: [listedCharge(attemptWith(changes))] })).toEqual([]);
  });

  test('a charge whose row cannot be read is in no sum', async () => {
    expect(await movementsOf({ charges: [{ position: 'x', orderId: 'ORDER-x' }] })).toEqual([]);
  });

  test.each([
    ['bank days', -15, '20270114', 'before the bank closed its day of the 14th'],
    ['bank days', -14, '20270115', 'after the bank closed its day of the 14th'],
    ['bank days', 9, '20270115', 'before the bank closes its day'],
    ['bank days', 10, '20270116', 'once the bank has closed its day'],
    ['calendar days', 10, '20270115', 'in the evening'],
    ['calendar days', 12, '20270116', 'at midnight'],
    ['calendar days', -13, '20270114', 'the evening before'],
  ])('by %s a call %d hours from noon is of the file of %s: %s', async (days, hours, of) => {
    const charges = [listedCharge(attemptWith({ lastCallAtMs: NOON_MS + hours * HOUR_MS }))];
    const found = await Promise.all(
      ['20270114', '20270115', '20270116'].map(async (day) => ({
        day,
        count: (await movementsOf({ charges }, { from: day, days })).length,
      })),
    );
    expect(found.filter(({ count }) => count === 1).map(({ day }) => day)).toEqual([of]);
  });

  test('the call to the bank decides on the day, and the end of the attempt where no call is noted', async () => {
    const { lastCallAtMs: _none, ...attempt } = attemptWith({ endedAtMs: NOON_MS + 24 * HOUR_MS });
    const charges = [listedCharge(attempt)];
    expect(await movementsOf({ charges })).toEqual([]);
    expect(await movementsOf({ charges }, { from: '20270116' })).toHaveLength(1);
    const called = [listedCharge({ ...attempt, lastCallAtMs: NOON_MS })];
    expect(await movementsOf({ charges: called })).toHaveLength(1);
  });

  test('a file of several days has the charges of all of them', async () => {
    const charges = [listedCharge(attemptWith())];
    expect(await movementsOf({ charges }, { from: '20270113', until: '20270115' })).toHaveLength(1);
    expect(await movementsOf({ charges }, { from: '20270115', until: '20270117' })).toHaveLength(1);
    expect(await movementsOf({ charges }, { from: '20270113', until: '20270114' })).toEqual([]);
  });
});

describe('list-settled: the steps that a bank settled by our records', () => {
  const held = attemptWith({ terms: PRE_AUTHORISED, captured: minor(6000) });
  const captureOf = (changes: Partial<Step> = {}) =>
    reversalOf(held, { kind: 'capture', state: 'done', amount: minor(6000), endedAtMs: NOON_MS, ...changes });
  const sold = attemptWith({ state: 'refunded' });
  const refundOf = (changes: Partial<Step> = {}) =>
    reversalOf(sold, {
      kind: 'refund',
      state: 'done',
      doneBy: 'credit',
      amount: minor(2500),
      endedAtMs: NOON_MS,
      sent: { credit: { atMs: NOON_MS, amount: minor(2400), doneBefore: minor(0) } },
      ...changes,
    });

  test('a capture is taken with its amount', async () => {
    expect(await movementsOf({ steps: [listedStep(held, captureOf())] })).toEqual([
      { orderId: held.orderId, currency: 'TL', taken: 6000, refunded: 0 },
    ]);
  });

  test('a refund that the bank carried out as a Credit is given back with what was sent', async () => {
    expect(await movementsOf({ steps: [listedStep(sold, refundOf())] })).toEqual([
      { orderId: sold.orderId, currency: 'TL', taken: 0, refunded: 2400 },
    ]);
    expect(await movementsOf({ steps: [listedStep(sold, refundOf({ sent: {} }))] })).toMatchObject([
      { refunded: 2500 },
    ]);
  });

  test.each<readonly [string, Attempt, Step | undefined]>([
    ['a capture of a charge that was voided', { ...held, state: 'voided' }, captureOf()],
    ['a capture that the bank refused', held, captureOf({ state: 'refused' })],
    ['a refund that was carried out as a Void', sold, refundOf({ doneBy: 'void' })],
    ['a refund whose answer is unknown', sold, refundOf({ state: 'in-doubt' })],
    ['a refund at another virtual POS', { ...sold, pos: { ...sold.pos, posId: 'other' } }, refundOf()],
    ['a step whose row cannot be read', sold, undefined],
  ])('%s was not settled', async (_what, attempt, step) => {
    expect(await movementsOf({ steps: [listedStep(attempt, step)] })).toEqual([]);
  });

  test('a step without its charge is in no sum', async () => {
    const { attempt: _unread, ...listed } = listedStep(sold, refundOf());
    expect(await movementsOf({ steps: [listed] })).toEqual([]);
  });

  const later = NOON_MS + 24 * HOUR_MS;
  const { endedAtMs: _never, ...endless } = captureOf();
  const { endedAtMs: _neither, ...endlessRefund } = refundOf({ sent: {}, startedAtMs: later });
  test.each<readonly [string, Attempt, Step]>([
    ['the call of a capture', held, captureOf({ lastCallAtMs: later })],
    ['the end of a capture without a call', held, captureOf({ endedAtMs: later })],
    ['the beginning of a capture without an end', held, { ...endless, startedAtMs: later }],
    [
      'the Credit of a refund',
      sold,
      refundOf({ sent: { credit: { atMs: later, amount: minor(1), doneBefore: minor(0) } } }),
    ],
    ['the end of a refund without a Credit', sold, refundOf({ sent: {}, endedAtMs: later })],
    ['the beginning of a refund without an end', sold, endlessRefund],
  ])('%s says of which file it is', async (_what, attempt, step) => {
    const steps = [listedStep(attempt, step)];
    expect(await movementsOf({ steps })).toEqual([]);
    expect(await movementsOf({ steps }, { from: '20270116' })).toHaveLength(1);
  });
});

describe('list-settled: the walk through the lists', () => {
  test('reads five days before the file and one behind it, the charges and then the steps', async () => {
    const { call, asked } = scene();
    let cursor: unknown;
    for (let calls = 0; calls < 30; calls += 1) {
      const answer = await listSettled.show(
        { ...ASKED, until: '20270116', ...(cursor === undefined ? {} : { cursor }) },
        call,
      );
      cursor = answer.next;
      if (cursor === undefined) break;
    }
    const days = ['10', '11', '12', '13', '14', '15', '16', '17'].map((day) => `202701${day}`);
    expect(asked.map(({ list, day }) => [list, day])).toEqual([
      ...days.map((day) => ['charges', day]),
      ...days.map((day) => ['steps', day]),
    ]);
    expect(asked[0]).toEqual({ list: 'charges', dealerCode: 'D1', day: '20270110', listingShards: 4, limit: PAGE });
  });

  test('a full page goes on behind its last entry, in the same day', async () => {
    const attempt = attemptWith();
    const charges = Array.from({ length: PAGE }, () => listedCharge(attempt));
    const { call, asked } = scene({ charges });
    const { next } = await listSettled.show({ ...ASKED, cursor: 'charges/20270116/' }, call);
    expect(next).toBe(`charges/20270116/${positionOf(attempt, '01')}`);
    expect(asked[0]?.after).toBeUndefined();
    await listSettled.show({ ...ASKED, cursor: next }, call);
    expect(asked.at(-1)).toMatchObject({ list: 'charges', day: '20270116', after: positionOf(attempt, '01') });
  });

  test('steps go on behind a position of their own', async () => {
    const { call, asked } = scene();
    const after = positionOf(attemptWith(), '001');
    const answer = await listSettled.show({ ...ASKED, cursor: `steps/20270116/${after}` }, call);
    expect(asked).toMatchObject([{ list: 'steps', day: '20270116', after }]);
    expect(answer).toEqual({ movements: [] });
  });

  test.each([
    'refunds/20270115/',
    'charges/2027/',
    'charges/20270115',
    'charges/20270115/x',
    ' steps/20270115/',
    'steps/20270115/ ',
  ])('the cursor "%s" is none', async (cursor) => {
    await expect(listSettled.show({ ...ASKED, cursor }, scene().call)).rejects.toMatchObject({
      code: 'InvalidInput',
      field: 'cursor',
    });
  });

  test.each([
    ['20270114', 'must not be before from'],
    ['20270216', 'must be less than 31 days behind from'],
  ])('a file from 15 January until %s is refused', async (until, problem) => {
    await expect(listSettled.show({ ...ASKED, until }, scene().call)).rejects.toMatchObject({
      code: 'InvalidInput',
      field: 'until',
      sentence: `until ${problem}.`,
    });
  });

  test('a file of a month is taken', async () => {
    await expect(listSettled.show({ ...ASKED, until: '20270214' }, scene().call)).resolves.toMatchObject({
      movements: [],
    });
  });
});
