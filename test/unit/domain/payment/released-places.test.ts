import { describe, expect, test } from 'vitest';
import { minor } from '../../../../shared/domain/money/money.ts';
import { releaseAll, releasePlaceToo, releaseWhileItLasts } from '../../../../shared/domain/payment/released-limits.ts';

const nowMs = Date.UTC(2027, 0, 15, 9);
const place = { link: 'a'.repeat(26), shard: 5 };
const day = { kind: 'day', name: '20270115', currency: 'TL', shard: 0, amount: minor(1000) } as const;

describe('The place of a charge that gives its limits back (rule 51)', () => {
  test('stays paid by what a capture leaves out', () => {
    const { releases, kept } = releaseWhileItLasts({ reservations: [day], place }, { nowMs, amount: minor(400) });
    expect(releases).toStrictEqual({ reservations: [{ ...day, amount: 400 }] });
    expect(kept).toStrictEqual({ reservations: [{ ...day, amount: 600 }], place });
  });

  test('that was paid is given back by a void, beside the limits', () => {
    const released = releaseWhileItLasts({ reservations: [day], place }, { nowMs });
    expect(releasePlaceToo(released)).toStrictEqual({
      releases: { reservations: [day], place: { ...place, from: 'paid' } },
      kept: { reservations: [] },
    });
  });

  test('that is held is given back by a reversal of ours', () => {
    expect(releaseAll({ reservations: [day], place })).toStrictEqual({
      releases: { reservations: [day], place: { ...place, from: 'held' } },
      kept: { reservations: [] },
    });
  });

  test('is nothing where the charge has none', () => {
    const released = releaseWhileItLasts({ reservations: [day] }, { nowMs });
    expect(releasePlaceToo(released)).toStrictEqual({
      releases: { reservations: [day] },
      kept: { reservations: [] },
    });
    expect(releaseAll({ reservations: [day] }).releases).toStrictEqual({ reservations: [day] });
  });
});
