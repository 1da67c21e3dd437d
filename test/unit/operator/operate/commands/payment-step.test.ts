import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { StepCommand } from '../../../../../functions/operator/operate/command.ts';
import {
  approvePool,
  capture,
  refund,
  undoPool,
  voidCommand,
} from '../../../../../functions/operator/operate/commands/payment-step.ts';
import { PRE_AUTHORISED } from '../../../../support/desk/payment-at-desk.ts';
import { splitWith } from '../../../../support/payment/attempts.ts';
import { type Input, stepScene as scene } from './step-scene.ts';

const SPLIT = { splits: [splitWith(11), splitWith(12)] };
const SHARES = [
  { subDealerId: 11, amount: '7.00' },
  { subDealerId: 12, amount: '3.00' },
];

describe('An operator carries out a step without the permission of the dealer', () => {
  test('a void gives the whole payment back, and its step says which command asked for it', async () => {
    const { run, bank, stored, entryOf, attempt } = await scene();
    const commandId = randomUUID();
    const { orderId } = attempt;
    expect(await run(voidCommand, {}, commandId)).toMatchObject({
      applied: true,
      result: { dealerCode: 'D1', orderId, step: { kind: 'void', state: 'done', amount: 100, askedBy: commandId } },
    });
    expect(bank.followUps).toEqual([{ kind: 'void', amount: 10_000 }]);
    expect((await stored()).steps).toMatchObject([{ asker: { by: 'operator', commandId } }]);
    // The audit entry stands with the intent of the step (rule 36).
    expect(await entryOf(commandId)).toMatchObject({
      command: 'void',
      dealerCode: 'D1',
      changed: ['void'],
      result: { dealerCode: 'D1', orderId, step: 1 },
    });
  });

  test.each([
    [undefined, 10_000],
    [null, 10_000],
    ['60.00', 6000],
  ])('a capture of %s takes %d of a pre-authorisation of 100.00', async (amount, taken) => {
    const { run, bank } = await scene({ attempt: PRE_AUTHORISED });
    await run(capture, { amount });
    expect(bank.followUps).toEqual([{ kind: 'capture', amount: taken }]);
  });

  test('a capture is split as it says', async () => {
    const { run, stored } = await scene({ attempt: PRE_AUTHORISED, direct: SPLIT });
    await run(capture, { amount: '10', shares: SHARES });
    const shares = [
      { subDealerId: 11, amount: 700 },
      { subDealerId: 12, amount: 300 },
    ];
    expect((await stored()).steps).toMatchObject([{ kind: 'capture', amount: 1000, shares }]);
  });

  test.each([
    [{}, { amount: 10_000 }],
    [{ amount: null, refundCode: null, shares: null }, { amount: 10_000 }],
    [
      { amount: '12.50', refundCode: 'R-1' },
      { amount: 1250, refundCode: 'R-1' },
    ],
  ])('a refund with %j is noted as %j, and waits for the service', async (input, step) => {
    const { run, bank, stored } = await scene();
    expect(await run(refund, input)).toMatchObject({ applied: true, result: { step: { state: 'intended' } } });
    expect((await stored()).steps).toMatchObject([{ kind: 'refund', ...step }]);
    expect(bank.followUps).toEqual([]);
  });

  test('a refund is split as it says', async () => {
    const { run, stored } = await scene({ direct: SPLIT });
    await run(refund, { amount: '10.00', shares: SHARES });
    expect((await stored()).steps).toMatchObject([
      {
        shares: [
          { subDealerId: 11, amount: 700 },
          { subDealerId: 12, amount: 300 },
        ],
      },
    ]);
  });

  test('pooled money of the named sub-dealers is approved and put back, and all of it where none is named', async () => {
    const { run, bank, stored } = await scene({ direct: { ...SPLIT, pooled: true } });
    const kinds: unknown[] = [];
    for (const [command, input] of [
      [approvePool, { subDealers: [11] }],
      [undoPool, { subDealers: [11] }],
      [approvePool, {}],
      [undoPool, { subDealers: null }],
    ] as const) {
      expect(await run(command, input)).toMatchObject({ applied: true, result: { step: { state: 'done' } } });
      const { kind, shares } = (await stored()).steps.at(-1) ?? expect.unreachable();
      kinds.push([kind, ...shares.map(({ subDealerId }) => subDealerId)]);
    }
    expect(kinds).toEqual([['pool-approval', 11], ['pool-undo', 11], ['pool-approval'], ['pool-undo']]);
    expect(bank.followUps).toEqual([]);
  });
});

describe('A step that is asked for again', () => {
  test('by the same command begins once, and answers how the step stands now', async () => {
    const { run, bank, stored } = await scene();
    const commandId = randomUUID();
    await run(voidCommand, {}, commandId);
    expect(await run(voidCommand, {}, commandId)).toMatchObject({
      applied: false,
      result: { step: { kind: 'void', state: 'done', askedBy: commandId } },
    });
    expect(bank.followUps).toHaveLength(1);
    expect((await stored()).steps).toHaveLength(1);
  });

  test('by another command is the step that stands, and the command leaves no audit entry', async () => {
    const { run, entryOf } = await scene();
    const [first, second] = [randomUUID(), randomUUID()];
    await run(voidCommand, {}, first);
    expect(await run(voidCommand, {}, second)).toMatchObject({
      applied: false,
      result: { step: { kind: 'void', askedBy: first } },
    });
    expect(await entryOf(second)).toBeUndefined();
  });

  const pooled = { direct: { ...SPLIT, pooled: true } };
  test.each<readonly [string, Parameters<typeof scene>[0], readonly (readonly [StepCommand, Input])[]]>([
    ['capture', { attempt: PRE_AUTHORISED }, [[capture, { amount: '60.00' }]]],
    ['refund', {}, [[refund, { amount: '5.00', refundCode: 'R-1' }]]],
    ['pool-approval', pooled, [[approvePool, { subDealers: [11] }]]],
    [
      'pool-undo',
      pooled,
      [
        [undoPool, { subDealers: [11] }],
        [approvePool, { subDealers: [11] }],
      ],
    ],
  ])('by another command, a %s, is told as the step of the first, whatever else was begun', async (kind, of, steps) => {
    const { run, stored } = await scene(of);
    const first = randomUUID();
    for (const [command, input] of steps.slice(1)) await run(command, input);
    const [[command, input] = expect.unreachable()] = steps;
    await run(command, input, first);
    const { number } = (await stored()).steps.at(-1) ?? expect.unreachable();
    if (kind !== 'refund') await run(refund, { amount: '1.00' });
    const step = { kind, number, askedBy: first };
    expect(await run(command, input)).toMatchObject({ applied: false, result: { step } });
  });

  test('of which a payment has two of one kind is answered to each command as its own', async () => {
    const { run, clock, stored } = await scene({ direct: { ...SPLIT, pooled: true } });
    const [first, second] = [randomUUID(), randomUUID()];
    await run(approvePool, { subDealers: [11] }, first);
    clock.advance(1000);
    await run(approvePool, { subDealers: [12] }, second);
    expect((await stored()).steps).toHaveLength(2);
    expect(await run(approvePool, { subDealers: [11] }, first)).toMatchObject({
      result: { step: { number: 1, askedBy: first } },
    });
    expect(await run(approvePool, { subDealers: [12] }, second)).toMatchObject({
      result: { step: { number: 2, askedBy: second } },
    });
  });

  test('under the id of another command, or with another input, is refused', async () => {
    const { run, stored } = await scene();
    const commandId = randomUUID();
    await run(refund, { amount: '5.00' }, commandId);
    await expect(run(refund, { amount: '6.00' }, commandId)).rejects.toMatchObject({
      code: 'NotPossible',
      field: 'commandId',
    });
    await expect(run(voidCommand, {}, commandId)).rejects.toMatchObject({ code: 'NotPossible', field: 'commandId' });
    expect((await stored()).steps).toHaveLength(1);
  });
});

describe('A step that is only tried', () => {
  test('is told as it would begin, without the numbers that only its beginning gives it', async () => {
    const { dryRun, bank, stored, attempt } = await scene({ attempt: PRE_AUTHORISED });
    expect(await dryRun(capture, { amount: '60.00' })).toEqual({
      dryRun: true,
      wouldBegin: true,
      dealerCode: 'D1',
      orderId: attempt.orderId,
      step: { kind: 'capture', amount: 60, shares: [], postings: expect.any(Array) },
    });
    expect(bank.followUps).toEqual([]);
    expect((await stored()).steps).toEqual([]);
  });

  test('and stands already is told as it stands', async () => {
    const { run, dryRun, stored } = await scene();
    const commandId = randomUUID();
    await run(voidCommand, {}, commandId);
    expect(await dryRun(voidCommand)).toMatchObject({
      wouldBegin: false,
      dealerCode: 'D1',
      step: { number: 1, kind: 'void', state: 'done', askedBy: commandId },
    });
    expect((await stored()).steps).toHaveLength(1);
  });

  test('and fails unexpectedly fails', async () => {
    const { dryRun, deps } = await scene();
    deps.payments.findByOrder = () => Promise.reject(new RangeError('the store is gone'));
    await expect(dryRun(voidCommand)).rejects.toThrow(RangeError);
  });
});

const REFUSED: readonly (readonly [string, StepCommand, Input, string, string])[] = [
  ['a dealer that is not there', voidCommand, { dealerCode: 'D2' }, 'NotFound', 'There is no dealer D2.'],
  [
    'a payment that is not there',
    refund,
    { orderId: undefined, otherTrxCode: 'nobody' },
    'NotFound',
    'No payment of this dealer has the given otherTrxCode or orderId.',
  ],
  ['no payment', voidCommand, { orderId: null }, 'InvalidInput', 'otherTrxCode or orderId must be given.'],
  [
    'two payments',
    voidCommand,
    { otherTrxCode: 'of-another' },
    'InvalidInput',
    'otherTrxCode and orderId do not name the same payment.',
  ],
  ['too much', refund, { amount: '100.01' }, 'InvalidInput', expect.stringMatching(/^amount must /)],
  [
    'shares of a payment without sub-dealers',
    refund,
    { shares: [{ subDealerId: 1, amount: '1.00' }] },
    'InvalidInput',
    expect.stringMatching(/^shares must be absent: /),
  ],
  ['a capture of a sale', capture, {}, 'NotPossible', expect.any(String)],
  ['money that is in no pool', approvePool, {}, 'NotPossible', expect.any(String)],
];

describe('A refusal', () => {
  test.each(REFUSED)(
    'of %s names the fields that the command has, tried or not',
    async (_what, command, input, code, sentence) => {
      const { run, dryRun, stored, bank } = await scene();
      await expect(run(command, input)).rejects.toMatchObject({ name: 'CommandError', code, sentence });
      await expect(dryRun(command, input)).rejects.toMatchObject({ name: 'CommandError', code, sentence });
      expect((await stored()).steps).toEqual([]);
      expect(bank.followUps).toEqual([]);
    },
  );

  test('of a refund whose code names another refund is one of the input', async () => {
    const { run } = await scene();
    await run(refund, { amount: '5.00', refundCode: 'R-1' });
    await expect(run(refund, { amount: '6.00', refundCode: 'R-1' })).rejects.toMatchObject({
      code: 'InvalidInput',
      sentence: expect.stringMatching(/^This refundCode was used/),
    });
  });

  test.each<readonly [StepCommand, Input, string, string]>([
    [refund, { shares: [1] }, 'shares.0', 'must be an object with subDealerId and amount'],
    [refund, { shares: [{ subDealerId: 1, amount: '1', part: 1 }] }, 'shares.0.part', 'is not a member of a share'],
    [refund, { shares: [{ subDealerId: 'x', amount: '1' }] }, 'shares.0.subDealerId', 'must be a whole number from'],
    [refund, { shares: [{ subDealerId: 1, amount: '0' }] }, 'shares.0.amount', 'must be above 0'],
    [capture, { amount: '0' }, 'amount', 'must be above 0'],
    [refund, { refundCode: 'x'.repeat(129) }, 'refundCode', 'must be at most 128 characters'],
    [approvePool, { subDealers: ['x'] }, 'subDealers.0', 'must be a whole number from'],
  ])('of a wrong input names the member: %#', async (command, input, field, problem) => {
    const { run, timesAsked } = await scene();
    await expect(run(command, input)).rejects.toMatchObject({
      code: 'InvalidInput',
      field,
      sentence: expect.stringContaining(`${field} ${problem}`),
    });
    expect(timesAsked()).toBe(0);
  });
});
