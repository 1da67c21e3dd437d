import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { carryOutOnce, tried } from '../../../../../functions/operator/operate/apply-once.ts';
import { decideLostOrder } from '../../../../../functions/operator/operate/commands/decide-lost-order.ts';
import type { BankAnswer, InquiryAnswer } from '../../../../../shared/ports/bank-answers.ts';
import { recoveryScene } from '../recovery-scene.ts';

type Decision = 'keep' | 'take-back';

const VOIDED: InquiryAnswer = {
  kind: 'voided',
  references: { authCode: 'A', hostReference: 'H', transactionId: 'T' },
};
const SILENT: BankAnswer = { kind: 'unknown', cause: 'time-out' };

/** An imported order, and an operator who decides on it by the command line's way. */
const scene = async (options: Parameters<typeof recoveryScene>[0] = {}) => {
  const recovery = await recoveryScene(options);
  await recovery.importOrder();
  const { call, named } = recovery;
  const inputOf = (decision: Decision, more: object = {}) => ({ ...named, decision, ...more });
  return {
    ...recovery,
    tryOut: (decision: Decision) => tried({ command: decideLostOrder, input: inputOf(decision) }, call),
    run: (decision: Decision, more: object = {}, commandId: string = randomUUID()) =>
      carryOutOnce({ command: decideLostOrder, commandId, input: inputOf(decision, more) }, call),
  };
};

describe('decide-lost-order that is only tried', () => {
  test('tells how order, payment and bank stand, and decides nothing', async () => {
    const { tryOut, state, named } = await scene();
    const before = await state();
    expect(await tryOut('keep')).toMatchObject({
      ...named,
      dryRun: true,
      wouldBegin: true,
      state: 'undecided',
      amount: 100,
      attempt: 'charging',
      bankSays: 'captured',
    });
    expect(await state()).toEqual(before);
  });

  test('tells of no payment where the table knows none', async () => {
    const { tryOut } = await scene({ attempt: 'lost' });
    expect(await tryOut('take-back')).not.toHaveProperty('attempt');
  });

  test('would begin nothing where the order is decided on, and refuses the other decision', async () => {
    const { run, tryOut } = await scene();
    await run('keep');
    expect(await tryOut('keep')).toMatchObject({ wouldBegin: false, state: 'kept', attempt: 'approved' });
    await expect(tryOut('take-back')).rejects.toMatchObject({
      code: 'NotPossible',
      sentence: 'This order is decided on already: it is kept.',
    });
  });
});

describe('A decision on a lost order', () => {
  test.each<readonly [Decision, string, Parameters<typeof recoveryScene>[0]]>([
    ['keep', 'kept', {}],
    ['keep', 'kept', { attempt: 'lost' }],
    ['take-back', 'taken-back', {}],
    ['take-back', 'taking-back', { attempt: 'lost', bank: { followUp: async () => SILENT } }],
  ])('to %s stands in the audit as %s, once: %#', async (decision, state, options) => {
    const { run, call, named, lostOrder } = await scene(options);
    const commandId = randomUUID();
    expect(await run(decision, {}, commandId)).toMatchObject({ applied: true, result: { ...named, state } });
    const { dealerCode, orderId } = named;
    expect(await call.deps.changes.findCommand(commandId)).toMatchObject({
      command: 'decide-lost-order',
      dealerCode,
      changed: [state],
      result: { dealerCode, orderId, state },
    });
    const decided = await lostOrder();
    // Told again, it writes nothing: the bank still shows the charge, and what was sent may still arrive.
    const isOver = state !== 'taking-back';
    expect(await run(decision)).toMatchObject({ applied: !isOver, result: { ...named, state } });
    expect(await lostOrder()).toEqual(decided);
  });

  test.each<readonly [Decision, Decision, string, InquiryAnswer | undefined]>([
    ['keep', 'take-back', 'kept', undefined],
    ['take-back', 'keep', 'taken-back', VOIDED],
    ['take-back', 'keep', 'taking-back', undefined],
  ])('to %s leaves no room for the decision to %s', async (decision, other, state, shows) => {
    const bank = { followUp: async () => SILENT, ...(shows === undefined ? {} : { inquire: async () => shows }) };
    const { run, lostOrder } = await scene({ attempt: 'lost', bank });
    await run(decision);
    await expect(run(other)).rejects.toMatchObject({
      code: 'NotPossible',
      sentence: `This order is decided on already: it is ${state}.`,
    });
    await expect(run(decision)).resolves.toMatchObject({ result: { state } });
    expect(await lostOrder()).toMatchObject({ state });
  });

  test('is none on an order that was not imported', async () => {
    const { run } = await scene();
    const orderId = `ORDER-${'a'.repeat(26)}-01`;
    await expect(run('keep', { orderId })).rejects.toMatchObject({
      code: 'NotFound',
      sentence: `There is no lost order ${orderId} of this virtual POS.`,
    });
  });
});
