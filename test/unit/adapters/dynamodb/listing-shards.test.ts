import { describe, expect, test } from 'vitest';
import { MAX_ENTRIES_READ, mergedPage } from '../../../../shared/adapters/dynamodb/engine/merged-page.ts';
import { chargeIndexKeys, listingPartitions, listingRangeOf } from '../../../../shared/adapters/dynamodb/index-keys.ts';
import { hmacPaymentNames } from '../../../../shared/adapters/dynamodb/payment/payment-names.ts';
import { istanbulDayOf } from '../../../../shared/domain/calendar.ts';

const NOON = Date.UTC(2026, 10, 22, 9);
const DEALER = { dealerCode: 'D1', day: '20261122' };
const names = hmacPaymentNames('test');
const chargeAt = (startedAtMs: number, index: number, listingShards: number) => {
  const payment = names.nameOf('D1', `payment-${index}`);
  return chargeIndexKeys({ dealerCode: 'D1', startedAtMs, payment, number: 1, listingShards });
};

describe('the listing of payments', () => {
  test('of 10,000 payments of a dealer no one of its 16 shards takes a tenth', () => {
    const partitions = listingPartitions('CHARGES', { ...DEALER, listingShards: 16 });
    const counts = new Map(partitions.map((listPk) => [listPk, 0]));
    for (let index = 0; index < 10_000; index += 1) {
      const { listPk } = chargeAt(NOON, index, 16);
      counts.set(listPk, (counts.get(listPk) ?? 0) + 1);
    }
    expect(counts.size).toBe(16);
    expect(Math.max(...counts.values())).toBeLessThan(1000);
    expect(Math.min(...counts.values())).toBeGreaterThan(250);
  });

  test('a payment is listed in one of the shards that its day is read from', () => {
    for (let index = 0; index < 200; index += 1) {
      for (let shards = 1; shards <= 16; shards += 1) {
        const partitions = listingPartitions('CHARGES', { ...DEALER, listingShards: shards });
        expect(partitions).toContain(chargeAt(NOON, index, shards).listPk);
      }
    }
    expect(listingPartitions('CHARGES', { ...DEALER, listingShards: 1 })).toEqual(['CHARGES#D1#202611#0']);
  });

  test('a day of a month holds its first and its last millisecond in Istanbul, and nothing beside them', () => {
    const { from, until } = listingRangeOf('20261122');
    const first = Date.UTC(2026, 10, 21, 21);
    const isInside = (atMs: number): boolean => {
      const { listSk } = chargeAt(atMs, 1, 1);
      return listSk >= from && listSk <= until;
    };
    const moments = [first - 1, first, first + 86_400_000 - 1, first + 86_400_000];
    expect(moments.map(isInside)).toEqual([false, true, true, false]);
    expect(moments.map((atMs) => istanbulDayOf(atMs) === '20261122')).toEqual([false, true, true, false]);
    // Nothing is listed before 1970.
    expect(listingRangeOf('19000101')).toEqual({ from: '000000000000000#', until: '000000000000000#~' });
  });
});

describe('a page over several shards', () => {
  const rowsOf = (shard: number, length: number) =>
    Array.from({ length }, (_, index) => ({ position: String(index * 16 + shard).padStart(9, '0') }));

  const pageOf = async (limit: number, lengths: readonly number[]) => {
    let read = 0;
    const rows = new Map(lengths.map((length, shard) => [String(shard), rowsOf(shard, length)]));
    const page = await mergedPage({
      shards: [...rows.keys()],
      limit,
      read: async (shard, { after = '', limit: most }) => {
        const some = (rows.get(shard) ?? []).filter(({ position }) => position > after).slice(0, most);
        read += some.length;
        return some;
      },
    });
    const all = [...rows.values()].flat().toSorted((a, b) => (a.position < b.position ? -1 : 1));
    return { page, expected: all.slice(0, limit), read };
  };

  test.each([
    ['even', Array.from({ length: 16 }, () => 2000)],
    ['all in one', [30_000, ...Array.from({ length: 15 }, () => 0)]],
    ['one shard', [30_000]],
  ])('reads no more than 5,000 entries: %s', async (_name, lengths) => {
    const { page, expected, read } = await pageOf(1600, lengths);
    expect(page).toEqual(expected);
    expect(read).toBeLessThanOrEqual(MAX_ENTRIES_READ);
  });

  test('that would have to read more is refused', async () => {
    await expect(pageOf(2000, [1, 1])).rejects.toThrow(RangeError);
  });
});
