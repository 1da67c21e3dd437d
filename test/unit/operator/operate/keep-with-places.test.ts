import { describe, expect, test } from 'vitest';
import { recoveryScene as scene } from './recovery-scene.ts';

describe('keep of a lost order whose payer made the request of a reusable link (rules 47, 51)', () => {
  test('takes a place, and pays it with the payment', async () => {
    const { importOrder, decide, state, storedPlaces } = await scene({
      ofLink: true,
      places: { free: 1, held: 0, paid: 4 },
    });
    await importOrder();
    expect(await decide('keep')).toMatchObject({ result: { state: 'kept' } });
    expect(await state()).toMatchObject({ order: 'kept', attempt: 'approved', undecided: 0 });
    expect(await storedPlaces()).toEqual([{ shard: 0, free: 0, held: 0, paid: 5 }]);
  });

  test.each([
    ['paid', { free: 0, held: 0, paid: 5 }],
    ['held by charges that run', { free: 0, held: 2, paid: 3 }],
  ])('is refused where every place is %s, and changes nothing; the order can be taken back', async (_how, places) => {
    const { importOrder, decide, state, storedPlaces } = await scene({ ofLink: true, places });
    await importOrder();
    const before = await state();
    await expect(decide('keep')).rejects.toMatchObject({
      failure: { code: 'NotPossible', message: expect.stringContaining('Every place of the reusable link') },
    });
    expect(await state()).toEqual(before);
    expect(before).toMatchObject({ order: 'undecided', attempt: 'authenticating' });
    expect(await storedPlaces()).toEqual([{ shard: 0, ...places }]);
  });

  test('takes one place, however often it is repeated', async () => {
    const { importOrder, decide, storedPlaces } = await scene({ ofLink: true, places: { free: 3, held: 0, paid: 0 } });
    await importOrder();
    await decide('keep');
    await decide('keep').catch(() => undefined);
    expect(await storedPlaces()).toEqual([{ shard: 0, free: 2, held: 0, paid: 1 }]);
  });
});
