import { describe, expect, test } from 'vitest';
import { PAYMENT_SHARDS, paymentShard } from '../../../shared/adapters/dynamodb/keys.ts';

describe('the listing of payments', () => {
  test('of 10,000 payments of a dealer on a day, no shard of the index takes one write in a hundred', () => {
    const counts = Array.from({ length: PAYMENT_SHARDS }, () => 0);
    for (let index = 0; index < 10_000; index += 1) {
      const shard = paymentShard(`ORDER-payment-${index}`);
      counts[shard] = (counts[shard] ?? 0) + 1;
    }
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(10_000);
    expect(Math.max(...counts)).toBeLessThan(100);
    expect(Math.min(...counts)).toBeGreaterThan(0);
  });
});
