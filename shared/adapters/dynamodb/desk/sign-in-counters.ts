import type { SignInCount } from '../../../domain/desk/sign-in-limits.ts';
import type { SignInCounters } from '../../../ports/desk-sessions.ts';
import type { Table } from '../engine/table.ts';
import type { Write } from '../engine/writes.ts';
import { keys } from '../keys.ts';

const windowOf = ({ windowMs }: SignInCount, nowMs: number): number => nowMs - (nowMs % windowMs);
const NAMES = { '#count': 'count', '#expiresAt': 'expiresAt' };

const counted = (count: SignInCount, nowMs: number): Write => {
  const { scope, of, windowMs, most } = count;
  const startMs = windowOf(count, nowMs);
  return {
    update: keys.counter(scope, of, startMs),
    set: {
      expression: 'SET #count = if_not_exists(#count, :zero) + :one, #expiresAt = :expiresAt',
      names: NAMES,
      // It outlives its window by one; nothing depends on when it goes.
      values: { ':zero': 0, ':one': 1, ':expiresAt': Math.ceil((startMs + 2 * windowMs) / 1000) },
    },
    onlyIf: { expression: 'attribute_not_exists(#count) OR #count < :most', values: { ':most': most } },
  };
};

const takenBack = (count: SignInCount, nowMs: number): Write => ({
  update: keys.counter(count.scope, count.of, windowOf(count, nowMs)),
  set: { expression: 'SET #count = #count - :one', names: { '#count': 'count' }, values: { ':one': 1 } },
  onlyIf: { expression: '#count > :zero', names: { '#count': 'count' }, values: { ':zero': 0 } },
  isCount: true,
});

/** All counters of a try in one transaction: what one of them refuses no other counts. */
export const dynamoSignInCounters = (table: Table): SignInCounters => ({
  count: async (counts, nowMs) => {
    const { applied } = await table.transact(counts.map((count) => counted(count, nowMs)));
    return applied ? 'counted' : 'too-many';
  },
  takeBack: async (counts, nowMs) => {
    await Promise.all(counts.map((count) => table.transact([takenBack(count, nowMs)])));
  },
});
