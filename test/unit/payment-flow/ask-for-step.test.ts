import { describe, expect, test } from 'vitest';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import type { StepDecision } from '../../../shared/domain/payment/begin-step.ts';
import { chargeOf } from '../../../shared/domain/payment/charge-of-attempt.ts';
import type { Payment, PaymentKind } from '../../../shared/domain/payment/payment.ts';
import type { Step, StepAsker } from '../../../shared/domain/payment/step.ts';
import {
  askedBy,
  askForStep,
  type StepCaller,
  type StepRequest,
  StepTried,
} from '../../../shared/payment-flow/ask-for-step.ts';
import { acceptRefund } from '../../../shared/payment-flow/refund-step.ts';
import type { StepOutcome } from '../../../shared/ports/payments.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakePayments } from '../../fakes/payments.ts';
import { dealerWith } from '../../support/dealer/dealers.ts';
import { directAttemptWith } from '../../support/payment/attempts.ts';
import { reversalOf } from '../../support/payment/steps.ts';
import { paymentWith } from '../../support/payment/whole-payments.ts';

const OPERATOR: StepAsker = { by: 'operator', commandId: 'C-1' };
const DEALER: StepAsker = { by: 'dealer' };

type Request = Partial<StepRequest<'CaptureNotAvailable', string>>;

const sceneWith = ({ payment = paymentWith() }: { readonly payment?: Payment } = {}) => {
  const [attempt] = payment.attempts;
  if (attempt === undefined) throw new Error('the payment has an attempt');
  const counted: string[] = [];
  const clock = new FakeClock();
  const deps = {
    payments: new FakePayments([payment]),
    steps: { apply: async (): Promise<StepOutcome> => ({ kind: 'applied' }) },
    identifiers: {
      next: async (kind: string) => {
        counted.push(kind);
        return 700 + counted.length;
      },
    },
    clock,
  };
  const begins: StepDecision<never> = { kind: 'begins', change: { step: reversalOf(attempt, { kind: 'void' }) } };
  const asked: Parameters<StepRequest<never, never>['decide']>[] = [];
  const begun: unknown[] = [];
  const ask = ({ decide = () => begins, begin = async () => 'done', ...request }: Request = {}) =>
    askForStep(deps, {
      dealerCode: payment.dealerCode,
      ids: { otherTrxCode: 'D-1' },
      asker: DEALER,
      decide: (...question) => {
        asked.push(question);
        return decide(...question);
      },
      begin: (intent) => {
        begun.push(intent);
        return begin(intent);
      },
      ...request,
    });
  return { deps, attempt, payment, clock, counted, asked, begun, begins, ask };
};

describe('a request for a step is decided on the payment as it is', () => {
  test('it begins with a number of the sequence', async () => {
    const { ask, asked, begun, counted, attempt, payment, clock, begins } = sceneWith();
    expect(await ask()).toEqual({ kind: 'begun', done: 'done' });
    expect(counted).toEqual(['transaction']);
    const charge = chargeOf(attempt, payment);
    const question = { charge, steps: [], nowMs: clock.now(), trxId: 701, asker: DEALER, dayEndedAtMs: undefined };
    expect(asked).toEqual([[question, { payment, attempt }]]);
    expect(begun).toEqual([{ payment, attempt, question, change: begins.kind === 'begins' && begins.change }]);
  });

  test.each(['same-answer', 'running'] as const)('a repeat begins nothing: %s', async (kind) => {
    const { ask, begun, attempt, payment } = sceneWith();
    const step = reversalOf(attempt);
    expect(await ask({ decide: () => ({ kind, step }) })).toEqual({ kind, under: { payment, attempt, step } });
    expect(begun).toEqual([]);
  });

  test('a payment that changed meanwhile is decided anew, five times at most', async () => {
    const { ask, asked, counted, begun } = sceneWith();
    let tries = 0;
    const later = async () => {
      tries += 1;
      return tries === 5 ? 'done' : undefined;
    };
    expect(await ask({ begin: later })).toEqual({ kind: 'begun', done: 'done' });
    expect(asked).toHaveLength(5);
    await expect(ask({ begin: async () => undefined })).rejects.toThrow('moved on each time');
    expect(begun).toHaveLength(10);
    expect(counted).toEqual(['transaction', 'transaction']);
  });

  test('a refusal names its reason', async () => {
    const { ask, begun } = sceneWith();
    const decide = () => ({ kind: 'refused', reason: 'CaptureNotAvailable', sentence: 'Why.' }) as const;
    await expect(ask({ decide })).rejects.toMatchObject({ reason: 'CaptureNotAvailable', sentence: 'Why.' });
    expect(begun).toEqual([]);
  });
});

describe('an operator’s command applies once (rule 36)', () => {
  const withSteps = (steps: readonly Partial<Step>[]) => {
    const payment = paymentWith();
    const [attempt] = payment.attempts;
    if (attempt === undefined) throw new Error('the payment has an attempt');
    const all = steps.map((changes, index) => reversalOf(attempt, { number: index + 1, ...changes }));
    return sceneWith({ payment: { ...payment, steps: all } });
  };
  const others: readonly Partial<Step>[] = [
    { state: 'done', asker: DEALER },
    { state: 'done', asker: { by: 'operator', commandId: 'C-0' } },
  ];

  test.each([
    ['done', 'same-answer'],
    ['refused', 'same-answer'],
    ['intended', 'running'],
    ['stuck', 'running'],
  ] as const)('its step that is %s is its answer: %s', async (state, kind) => {
    const { ask, asked, begun } = withSteps([...others, { state, asker: OPERATOR }]);
    expect(await ask({ asker: OPERATOR })).toMatchObject({ kind, under: { step: { number: 3, state } } });
    expect(asked).toEqual([]);
    expect(begun).toEqual([]);
  });

  test('steps of others are not its own', async () => {
    const { ask, begun } = withSteps(others);
    expect(await ask({ asker: OPERATOR })).toMatchObject({ kind: 'begun' });
    expect(begun).toHaveLength(1);
  });

  test('a dealer has no command', async () => {
    const { ask } = withSteps([{ state: 'done', asker: OPERATOR }]);
    expect(await ask({ asker: DEALER })).toMatchObject({ kind: 'begun' });
  });
});

describe('a request that only asks what would happen', () => {
  const tried = async (decide?: Request['decide']) => {
    const scene = sceneWith();
    const error = await scene.ask({ triesOnly: true, ...(decide === undefined ? {} : { decide }) }).catch((one) => one);
    expect(scene.begun).toEqual([]);
    expect(scene.counted).toEqual([]);
    expect(scene.asked[0]?.[0].trxId).toBe(0);
    return { error, ...scene };
  };

  test('is told the step that would begin', async () => {
    const { error, attempt, begins } = await tried();
    expect(error).toBeInstanceOf(StepTried);
    expect(error).toMatchObject({
      name: 'StepTried',
      message: 'the step was only tried',
      step: begins.kind === 'begins' && begins.change.step,
      orderId: attempt.orderId,
      wouldBegin: true,
    });
  });

  test.each(['same-answer', 'running'] as const)('is told the step of the same request: %s', async (kind) => {
    const step = reversalOf(directAttemptWith('D1'));
    const { error, attempt } = await tried(() => ({ kind, step }));
    expect(error).toBeInstanceOf(StepTried);
    expect(error).toMatchObject({ step, orderId: attempt.orderId, wouldBegin: false });
  });

  test('is refused as the request would be', async () => {
    const { error } = await tried(() => ({ kind: 'refused', reason: 'CaptureNotAvailable', sentence: 'Why.' }));
    expect(error).toMatchObject({ reason: 'CaptureNotAvailable' });
  });
});

describe('dealers need a permission by channel, operators none', () => {
  const caller = (changes: Partial<Dealer>, more: Partial<StepCaller> = {}): StepCaller => ({
    dealer: dealerWith({ dealerCode: 'D1', ...changes }),
    ids: { otherTrxCode: 'D-1' },
    asker: DEALER,
    ...more,
  });
  const kinds: readonly (readonly [PaymentKind, Dealer['voidChannels'][number]])[] = [
    ['direct', 'directPayment'],
    ['three-d', 'directPayment'],
    ['mobile-3d', 'mobile3D'],
    ['link', 'paymentRequest'],
  ];

  test.each(kinds)('a payment of kind %s belongs to the channel %s', async (kind, channel) => {
    const payment = paymentWith({ kind });
    const without = dealerWith().voidChannels.filter((one) => one !== channel);
    const refused = sceneWith({ payment }).ask(askedBy(caller({ voidChannels: without }), 'voidChannels'));
    await expect(refused).rejects.toMatchObject({
      reason: 'ChannelPermissionNotAvailable',
      sentence: 'This dealer has no permission to do this with payments of this channel.',
    });
    const allowed = sceneWith({ payment }).ask(askedBy(caller({ voidChannels: [channel] }), 'voidChannels'));
    expect(await allowed).toMatchObject({ kind: 'begun' });
  });

  test('what a request begins with', () => {
    const dealer = caller({});
    expect(askedBy(dealer, 'refundChannels')).toEqual({
      dealerCode: 'D1',
      ids: { otherTrxCode: 'D-1' },
      asker: DEALER,
      needed: { dealer: dealer.dealer, permission: 'refundChannels' },
    });
    expect(askedBy(caller({}, { asker: OPERATOR, triesOnly: true }), 'refundChannels')).toEqual({
      dealerCode: 'D1',
      ids: { otherTrxCode: 'D-1' },
      asker: OPERATOR,
      triesOnly: true,
    });
  });

  test('a refund is accepted once, and its number is that of its step', async () => {
    const payment = paymentWith();
    const { deps, attempt } = sceneWith({ payment });
    const accepted = await acceptRefund(deps, caller({}), { refundCode: 'R-1' });
    expect(accepted).toMatchObject({
      orderId: attempt.orderId,
      replayed: false,
      step: { kind: 'refund', state: 'intended', trxId: 701, refundRequestId: 701, refundCode: 'R-1', amount: 10_000 },
    });
    const again = { ...deps, payments: new FakePayments([{ ...payment, steps: [accepted.step] }]) };
    expect(await acceptRefund(again, caller({}), { refundCode: 'R-1' })).toEqual({ ...accepted, replayed: true });
    await expect(acceptRefund(deps, caller({ refundChannels: [] }), {})).rejects.toMatchObject({
      reason: 'ChannelPermissionNotAvailable',
    });
  });
});
