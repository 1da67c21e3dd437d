import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { OperateAnswer } from '../../../functions/operator/operate/contract.ts';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import { stackOfTests } from '../../support/app/stack-of-tests.ts';
import { newBankDealer } from '../../support/bank/bank-merchants.ts';
import { newOperator, viaInvoke } from '../../support/operator/operators.ts';

const otherTrxCode = 'O-1';
type Shown = Readonly<Record<string, unknown>>;

/** A payment of a dealer whose own permissions bar every step, and the operators' function of the running app. */
const paid = async (fields: Shown = {}) => {
  const none = { captureChannels: [], voidChannels: [], refundChannels: [], poolApprovalChannels: [] };
  const barred: Partial<Dealer> = { ...none, pool: 'allowed' };
  const scene = await newBankDealer({ dealer: barred });
  const answer = await scene.payDirectly({ OtherTrxCode: otherTrxCode, ...fields });
  const { VirtualPosOrderId: orderId } = answer.Data as { VirtualPosOrderId: string };
  const { dealerCode } = scene.dealer;
  const invoke = viaInvoke(stackOfTests());
  const send = (event: Shown, input: Shown) =>
    invoke({ ...event, stage: 'local', input: { dealerCode, otherTrxCode, ...input } }) as Promise<OperateAnswer>;
  const run = (command: string, input: Shown = {}, commandId = randomUUID()) => send({ command, commandId }, input);
  /** What the command would do. */
  const tried = (command: string, input: Shown = {}) => send({ command, dryRun: true }, input);
  const shown = async () => {
    const told = await run('show-payment');
    if (!told.ok) throw new Error(told.error.message);
    return told.result as { readonly attempts: readonly Shown[]; readonly steps?: readonly Shown[] };
  };
  return { ...scene, dealerCode, orderId, run, tried, shown };
};

const step = (kind: string, more: Shown = {}) => ({ result: { step: { kind, state: 'done', ...more } } });

describe('Operators carry out steps by the same use case as dealers, without the dealer’s permission', () => {
  test('capture takes a part of a pre-authorisation, once per command id, with one audit entry (rule 36)', async () => {
    const { run, shown, store, orderId, dealerCode, charges } = await paid({ IsPreAuth: 1 });
    const commandId = randomUUID();
    const both = await Promise.all([1, 2].map(() => run('capture', { amount: '20.00' }, commandId)));
    expect(both.map(({ ok }) => ok)).toEqual([true, true]);
    expect(both.filter((answer) => answer.ok && answer.applied === true)).toHaveLength(1);
    const again = await run('capture', { amount: '20.00' }, commandId);
    expect(again).toMatchObject({ ok: true, applied: false, ...step('capture', { amount: 20, askedBy: commandId }) });
    expect((await shown()).steps).toHaveLength(1);
    expect((await charges()).map(({ capturedAmount }) => capturedAmount)).toEqual([2000]);
    expect(await store.get(keys.command(commandId))).toMatchObject({
      command: 'capture',
      dealerCode,
      changed: ['capture'],
      result: { dealerCode, orderId, step: 1 },
    });
  });

  test('void gives a payment back; the same again by another command is the same answer, and writes no audit entry', async () => {
    const { run, orderId, charges, store } = await paid();
    expect(await run('void', { otherTrxCode: undefined, orderId })).toMatchObject({ applied: true, ...step('void') });
    const commandId = randomUUID();
    expect(await run('void', {}, commandId)).toMatchObject({ ok: true, applied: false, ...step('void') });
    expect(await store.get(keys.command(commandId))).toBeUndefined();
    expect(await charges()).toEqual([]);
    expect(await run('refund')).toMatchObject({ ok: false, error: { code: 'NotPossible' } });
  });

  test('refund is a request; one command id is one refund, another input under it is refused', async () => {
    const { run, shown } = await paid();
    const commandId = randomUUID();
    const first = await run('refund', { amount: '5.00', refundCode: 'R-1' }, commandId);
    expect(first).toMatchObject({ applied: true, result: { step: { kind: 'refund', state: 'intended', amount: 5 } } });
    expect(await run('refund', { amount: '5.00', refundCode: 'R-1' }, commandId)).toMatchObject({ applied: false });
    const other = await run('refund', { amount: '6.00' }, commandId);
    expect(other).toMatchObject({ ok: false, error: { code: 'NotPossible', field: 'commandId' } });
    expect(await run('refund', { amount: '6.00' })).toMatchObject({ ok: false, error: { code: 'NotPossible' } });
    expect((await shown()).steps).toHaveLength(1);
  });

  test('approve-pool and undo-pool move pooled money out of the pool and back', async () => {
    const { run } = await paid({ IsPoolPayment: 1 });
    const approved = await run('approve-pool');
    expect(approved).toMatchObject({ applied: true, ...step('pool-approval') });
    expect(await run('undo-pool')).toMatchObject({ applied: true, ...step('pool-undo') });
    expect(await run('undo-pool')).toMatchObject({ applied: false, ...step('pool-undo') });
  });

  test('--dry-run tells the step that would begin, decided as the step itself, and neither writes nor asks the bank', async () => {
    const { run, tried, shown, orders, orderId } = await paid({ IsPreAuth: 1 });
    const before = await orders();
    const dryRun = { dryRun: true, wouldBegin: true, orderId };
    const captured = await tried('capture', { amount: '20.00' });
    expect(captured).toMatchObject({ applied: false, result: { ...dryRun, step: { kind: 'capture', amount: 20 } } });
    expect(await tried('void')).toMatchObject({ applied: false, result: { ...dryRun, step: { kind: 'void' } } });
    const refused = ['InvalidInput', 'NotPossible', 'NotPossible', 'NotFound'] as const;
    const answers = [
      await tried('capture', { amount: '27.51' }),
      await tried('refund'),
      await tried('approve-pool'),
      await tried('void', { otherTrxCode: 'nobody' }),
    ];
    expect(answers).toMatchObject(refused.map((code) => ({ ok: false, error: { code } })));
    expect((await shown()).steps).toBeUndefined();
    expect(await orders()).toEqual(before);
    expect(await run('void')).toMatchObject({ applied: true, ...step('void') });
    const again = await tried('void');
    expect(again).toMatchObject({ result: { wouldBegin: false, step: { kind: 'void', state: 'done' } } });
    expect((await shown()).steps).toHaveLength(1);
  });

  test.each([
    ['NotFound', 'capture', { otherTrxCode: 'nobody' }],
    ['InvalidInput', 'capture', { otherTrxCode: undefined }],
    ['InvalidInput', 'capture', { amount: '27.51' }],
    ['InvalidInput', 'capture', { shares: [{ subDealerId: 1, amount: 1, more: 1 }] }],
    ['InvalidInput', 'refund', { amount: '0' }],
    ['NotPossible', 'refund', {}],
    ['NotPossible', 'approve-pool', {}],
    ['NotFound', 'void', { dealerCode: 'nobody' }],
  ])('%s: %s with %o is refused, and leaves no step and no audit entry', async (code, command, input) => {
    const { run, shown, store } = await paid({ IsPreAuth: 1 });
    const commandId = randomUUID();
    expect(await run(command, input, commandId)).toMatchObject({ ok: false, error: { code } });
    expect((await shown()).steps).toBeUndefined();
    expect(await store.get(keys.command(commandId))).toBeUndefined();
  });
});

describe('A step that is refused', () => {
  test.each([
    ['void', { otherTrxCode: undefined }, 'otherTrxCode or orderId must be given.'],
    ['refund', { otherTrxCode: 'nobody' }, 'No payment of this dealer has the given otherTrxCode or orderId.'],
    ['refund', { amount: '100000.00' }, /^amount must not exceed what is left, /],
    ['refund', { shares: [{ subDealerId: 1, amount: '1.00' }] }, /^shares must be absent: /],
  ] as const)('%s of %j: the sentence names fields that the command has', async (command, input, sentence) => {
    const { run } = await paid();
    const answer = await run(command, input);
    expect(answer).toMatchObject({ ok: false });
    if (!answer.ok) expect(answer.error.message).toMatch(sentence);
  });
});

describe('A command whose function dies', () => {
  test('after the intent: the same id finds its step and learns from the bank what became of it', async () => {
    const { dealerCode, run, shown, charges } = await paid({ IsPreAuth: 1 });
    let writes = 0;
    const dies = (store: Table): Table => ({
      ...store,
      transact: async (parts) => {
        writes += 1;
        if (writes > 1) throw new Error('the instance is gone');
        return store.transact(parts);
      },
    });
    const broken = newOperator({ through: dies });
    const commandId = randomUUID();
    const input = { dealerCode, otherTrxCode };
    expect(await broken.run('capture', input, commandId)).toMatchObject({ ok: false, error: { code: 'Unexpected' } });
    expect((await shown()).steps).toMatchObject([{ kind: 'capture', state: 'intended' }]);
    expect(await charges()).toHaveLength(1);
    // Past its answer time the command asks the bank, which sends nothing again.
    const later = newOperator({ nowMs: Date.now() + 60_000 });
    expect(await later.run('capture', input, commandId)).toMatchObject({ applied: false, ...step('capture') });
    expect(await run('capture', {}, commandId)).toMatchObject({ applied: false, ...step('capture') });
    expect((await shown()).steps).toHaveLength(1);
  });
});
