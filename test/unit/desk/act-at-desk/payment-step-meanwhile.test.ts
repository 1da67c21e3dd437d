import { describe, expect, test } from 'vitest';
import { notDoneTexts } from '../../../../shared/pages/desk/payment/not-done-texts.ts';
import { StoreUnavailable } from '../../../../shared/ports/store-errors.ts';
import { fieldsOfForm, locationOf, pageOf } from '../../../support/desk/desk-calls.ts';
import { paymentAtDesk } from '../../../support/desk/payment-at-desk.ts';
import { splitWith } from '../../../support/payment/attempts.ts';

const { reasons } = notDoneTexts.en;

type Scene = Awaited<ReturnType<typeof paymentAtDesk>>;
type FindCommand = Scene['deps']['changes']['findCommand'];

/** Lets the first look for the entry of a post find none, as where the other post is not written yet. */
const missedOnce = ({ deps }: Scene, then?: FindCommand): void => {
  let looks = 0;
  const { changes } = deps;
  const findCommand: FindCommand = async (id) => {
    looks += 1;
    if (looks === 1) return undefined;
    return then === undefined ? changes.findCommand(id) : then(id);
  };
  Object.assign(deps, { changes: { ...changes, findCommand } });
};

describe('a form of a step whose other post was not there yet at first (rule 54)', () => {
  test('is answered like the other post where that began the same step', async () => {
    const scene = await paymentAtDesk();
    const form = await scene.formOf('void');
    await scene.post('void', form);
    missedOnce(scene);
    expect(locationOf(await scene.post('void', form))).toBe(`/desk/payments/${scene.id}?done=void`);
    expect(scene.bank.followUps).toHaveLength(1);
  });

  test('is told that its value was used where that began another step', async () => {
    const scene = await paymentAtDesk();
    const form = await scene.formOf('void');
    await scene.post('void', form);
    missedOnce(scene);
    const { statusCode, markup } = pageOf(await scene.post('refund', { ...form, amount: '500' }));
    expect(statusCode).toBe(409);
    expect(markup).toContain(reasons['used-once']);
    expect((await scene.stored()).steps).toHaveLength(1);
  });

  test('is told as unknown where that cannot be read, and the form that is shown is the same', async () => {
    const scene = await paymentAtDesk();
    // The step that it names does not hold any more, unless the other post began it.
    const form = { ...(await scene.formOf('void')), shown: 'another' };
    missedOnce(scene, () => Promise.reject(new StoreUnavailable('unknown', 'TimeoutError')));
    const { statusCode, markup } = pageOf(await scene.post('void', form));
    expect(statusCode).toBe(503);
    expect(markup).not.toContain('No money moved');
    expect(fieldsOfForm(markup, `/desk/payments/${scene.id}/void`)).toMatchObject(form);
  });

  test('ends as a defect where the look for it does', async () => {
    const scene = await paymentAtDesk();
    // The step that it names does not hold any more, unless the other post began it.
    const form = { ...(await scene.formOf('void')), shown: 'another' };
    missedOnce(scene, () => Promise.reject(new Error('a defect')));
    await expect(scene.post('void', form)).rejects.toThrow('a defect');
  });
});

test('a defect behind a form of a step is no refusal', async () => {
  const scene = await paymentAtDesk();
  const form = await scene.formOf('void');
  Object.assign(scene.deps, { posVersions: { find: () => Promise.reject(new Error('a defect')) } });
  await expect(scene.post('void', form)).rejects.toThrow('a defect');
  expect(scene.bank.followUps).toEqual([]);
});

test('the entry of a refund names the shares of sub-dealers where there are any', async () => {
  const splits = [splitWith(11), splitWith(12)];
  for (const [direct, typed, shares] of [
    [{}, { amount: '10' }, undefined],
    [{ splits }, { amount: '', 'share-11': '7.00', 'share-12': '3.00' }, { 11: 700, 12: 300 }],
  ] as const) {
    const { formOf, post, entryOf } = await paymentAtDesk({ direct });
    const form = await formOf('refund', { go: 'yes', ...typed });
    await post('refund', form);
    expect((await entryOf(form.once ?? ''))?.after).toEqual({
      kind: 'refund',
      amount: 1000,
      currency: 'TL',
      ...(shares && {
        shares: Object.entries(shares).map(([id, amount]) => ({ subDealerId: Number(id), amount })),
      }),
    });
  }
});
