import { describe, expect, test } from 'vitest';
import type { CommandError } from '../../../../functions/operator/operate/command-error.ts';
import type { Write } from '../../../../shared/adapters/dynamodb/engine/writes.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { LostOrder } from '../../../../shared/domain/payment/lost-order.ts';
import { recoveryScene as scene } from './recovery-scene.ts';

const putsEntity = (writes: readonly Write[], entity: string): boolean =>
  writes.some((write) => 'put' in write && write.put.entity === entity);

const putsOrderAs = (writes: readonly Write[], state: LostOrder['state']): boolean =>
  writes.some((write) => 'put' in write && write.put.entity === 'lost-order' && write.put.state === state);

describe('An import of lost orders and the resumption of the stage at the same moment (rule 47)', () => {
  test('an import that comes between the look and the write of a resumption wins: the stage stays paused', async () => {
    const { store, importOrder, resume, state } = await scene();
    let imported: unknown;
    store.before = async (writes) => {
      if (imported !== undefined || !putsEntity(writes, 'stage')) return;
      imported = {};
      imported = await importOrder();
    };
    await expect(resume()).rejects.toMatchObject({
      failure: { message: expect.stringContaining('The current version of the stage is 4') },
    });
    expect(imported).toMatchObject({ applied: true, result: { lost: 1, undecided: 1 } });
    expect(await state()).toMatchObject({ order: 'undecided', undecided: 1, stage: true });
  });

  test('a resumption that comes between the look and the write of an import wins: nothing is imported', async () => {
    const { store, importOrder, resume, state } = await scene();
    let resumed: unknown;
    store.before = async (writes) => {
      if (resumed !== undefined || !putsEntity(writes, 'lost-order')) return;
      resumed = {};
      resumed = await resume();
    };
    await expect(importOrder()).rejects.toMatchObject({
      failure: { message: expect.stringContaining('does not recover from a restore') },
    });
    expect(resumed).toMatchObject({ applied: true });
    expect(await state()).toMatchObject({ order: undefined, undecided: 0, stage: false });
  });
});

describe('keep and take-back of one lost order at the same moment (rule 47)', () => {
  /** Both have read the order and its open payment; then the named one writes first. */
  const decideBoth = async (first: LostOrder['state']) => {
    const { store, importOrder, decide, state } = await scene();
    await importOrder();
    const [second, other] = first === 'kept' ? (['taken-back', 'kept'] as const) : (['kept', 'taken-back'] as const);
    const reached = Promise.withResolvers<void>();
    const goesOn = Promise.withResolvers<void>();
    store.before = async (writes) => {
      if (!putsOrderAs(writes, second)) return;
      reached.resolve();
      await goesOn.promise;
    };
    const words = { kept: 'keep', 'taken-back': 'take-back' } as const;
    const isHeld = decide(words[second]).then(
      () => 'done',
      (error: CommandError) => error.failure.message,
    );
    await reached.promise;
    const winner = await decide(words[other]).then(
      () => 'done',
      (error: CommandError) => error.failure.message,
    );
    goesOn.resolve();
    return { winner, loser: await isHeld, state: await state() };
  };

  test('whoever is first decides, and the payment agrees with the list', async () => {
    expect(await decideBoth('kept')).toEqual({
      winner: 'done',
      loser: expect.stringContaining('Another command'),
      state: { order: 'kept', attempt: 'approved', undecided: 0, stage: true },
    });
    expect(await decideBoth('taken-back')).toEqual({
      winner: 'done',
      loser: expect.stringContaining('Another command'),
      state: { order: 'taken-back', attempt: 'charging', undecided: 0, stage: true },
    });
  });
});

describe('What an operator cannot decide against the bank (rule 47)', () => {
  test('an open order whose amount at the bank differs is not kept, and its payment stays as it was', async () => {
    const { importOrder, decide, state } = await scene({ atBank: minor(1) });
    await importOrder();
    const before = await state();
    await expect(decide('keep')).rejects.toMatchObject({
      failure: { code: 'NotPossible', message: expect.stringContaining('does not show this charge as ordered') },
    });
    expect(await state()).toEqual(before);
    expect(before).toMatchObject({ order: 'undecided', attempt: 'charging' });
  });

  test('an order of another dealer’s payment is not imported as lost, where both share an account at the bank', async () => {
    const { importOrder, state } = await scene({ paidTo: 'D2' });
    expect(await importOrder()).toMatchObject({ result: { known: 1, lost: 0, undecided: 0 } });
    expect(await state()).toMatchObject({ order: undefined, attempt: 'charging' });
  });

  test('the stage is not resumed while a virtual POS has no complete list', async () => {
    const { resume, state } = await scene({ complete: false });
    await expect(resume()).rejects.toMatchObject({
      failure: { code: 'NotPossible', message: expect.stringContaining('no complete list') },
    });
    expect(await state()).toMatchObject({ stage: true });
  });
});
