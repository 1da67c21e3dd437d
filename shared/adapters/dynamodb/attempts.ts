import { type Attempt, type BudgetReceipt, mayBecome } from '../../domain/attempt.ts';
import type { BucketTake } from '../../domain/budget.ts';
import type { AttemptCounters, AttemptEnd, Attempts, BeginOutcome, ClaimOutcome } from '../../ports/attempts.ts';
import { DUE_INDEX, duePartition, dueUntil, keys } from './keys.ts';
import { linkBegun, linkClaimed, linkEnded, linkFreed } from './link-progress.ts';
import { attemptItem, readAttemptRow } from './rows/attempt-row.ts';
import type { Table, TransactOutcome } from './table.ts';
import { ABSENT, atVersion, type Write } from './writes.ts';

const MAX_PER_CARD = 10;
const MAX_PER_ADDRESS = 30;
/** Counters outlive their window by a day; nothing depends on when they go. */
const COUNTER_LIFE_S = 86_400;

const MAX_PER: Readonly<Record<'card' | 'address', number>> = { card: MAX_PER_CARD, address: MAX_PER_ADDRESS };

const counted = (scope: 'card' | 'address', { windowStartMs, cardHash, address }: AttemptCounters): Write => ({
  update: keys.counter(scope, scope === 'card' ? cardHash : address, windowStartMs),
  set: {
    expression: 'SET #count = if_not_exists(#count, :zero) + :one, #expiresAt = :expiresAt',
    names: { '#count': 'count', '#expiresAt': 'expiresAt' },
    values: { ':zero': 0, ':one': 1, ':expiresAt': Math.floor(windowStartMs / 1000) + COUNTER_LIFE_S },
  },
  onlyIf: { expression: 'attribute_not_exists(#count) OR #count < :most', values: { ':most': MAX_PER[scope] } },
});

/** A first payment above the whole share must not pass: the plan never takes more than a share (rule 17). */
const taken = (dealerCode: string, { share, amount, ...bucket }: BucketTake): Write => ({
  update: keys.limitBucket(dealerCode, bucket),
  set: {
    expression: 'SET #used = if_not_exists(#used, :zero) + :amount, #kind = :kind',
    names: { '#used': 'usedMinor', '#kind': 'kind' },
    values: { ':zero': 0, ':amount': amount, ':kind': bucket.kind },
  },
  onlyIf: { expression: 'attribute_not_exists(#used) OR #used <= :room', values: { ':room': share - amount } },
});

/** Given back once, to the very bucket it came from; a bucket that is not there is not made (rule 17). */
const givenBack = (dealerCode: string, { amount, ...bucket }: BudgetReceipt): Write => ({
  update: keys.limitBucket(dealerCode, bucket),
  set: { expression: 'SET #used = #used - :amount', names: { '#used': 'usedMinor' }, values: { ':amount': amount } },
  onlyIf: { expression: '#used >= :amount' },
});

const receiptOf = ({ share: _share, ...receipt }: BucketTake): BudgetReceipt => receipt;

const failedAt = (outcome: TransactOutcome, index: number): boolean =>
  !outcome.applied && outcome.writes[index]?.conditionFailed === true;

const replaced = (before: Attempt, after: Attempt): Write => ({
  put: attemptItem(after),
  onlyIf: atVersion(before.version),
});

const next = (attempt: Attempt, changes: Partial<Attempt>): Attempt => ({
  ...attempt,
  ...changes,
  version: attempt.version + 1,
});

const ended = (attempt: Attempt, end: AttemptEnd): Attempt =>
  next(attempt, {
    state: end.state,
    told:
      end.state === 'approved'
        ? 'paid'
        : attempt.told === 'nobody' && end.state === 'declined'
          ? 'failed'
          : attempt.told,
    bank: end.bank,
    receipts: end.state === 'approved' ? attempt.receipts : [],
  });

export const dynamoAttempts = (table: Table): Attempts => ({
  begin: async (attempt, link, counters, takes): Promise<BeginOutcome> => {
    const begun: Attempt = { ...attempt, receipts: takes.map(receiptOf) };
    const writes: readonly Write[] = [
      { put: attemptItem(begun), onlyIf: ABSENT },
      linkBegun(link, begun),
      counted('card', counters),
      counted('address', counters),
      ...takes.map((take) => taken(attempt.dealerCode, take)),
    ];
    const outcome = await table.transact(writes);
    if (outcome.applied) return { kind: 'begun' };
    if (failedAt(outcome, 2)) return { kind: 'too-many', of: 'card' };
    if (failedAt(outcome, 3)) return { kind: 'too-many', of: 'address' };
    return failedAt(outcome, 0) || failedAt(outcome, 1) ? { kind: 'link-changed' } : { kind: 'budget-changed' };
  },

  find: async (reference) => {
    const row = await table.get(keys.attempt(reference));
    return row === undefined ? undefined : readAttemptRow(row);
  },

  claim: async (attempt, takes, { nowMs, answerByMs, dueAtMs }): Promise<ClaimOutcome> => {
    const receipts = takes.map(receiptOf);
    const charging = next(attempt, { state: 'charging', receipts, answerByMs, dueAtMs, lastCallAtMs: nowMs });
    const outcome = await table.transact([
      replaced(attempt, charging),
      linkClaimed(attempt),
      ...takes.map((take) => taken(attempt.dealerCode, take)),
    ]);
    if (outcome.applied) return { kind: 'claimed', attempt: charging };
    return failedAt(outcome, 0) || failedAt(outcome, 1) ? { kind: 'not-claimable' } : { kind: 'budget-changed' };
  },

  end: async (attempt, end) => {
    if (!mayBecome(attempt.state, end.state, attempt.told)) return false;
    const giveBack = end.state === 'approved' ? [] : attempt.receipts;
    const outcome = await table.transact([
      replaced(attempt, ended(attempt, end)),
      ...linkEnded(attempt, end),
      ...giveBack.map((receipt) => givenBack(attempt.dealerCode, receipt)),
    ]);
    return outcome.applied;
  },

  update: async (attempt, changes) => {
    if (changes.state !== undefined && changes.state !== attempt.state) {
      if (!mayBecome(attempt.state, changes.state, changes.told ?? attempt.told)) return false;
    }
    const outcome = await table.transact([replaced(attempt, next(attempt, changes))]);
    return outcome.applied;
  },

  tellFailed: async (attempt, decline) => {
    if (attempt.told !== 'nobody' || (attempt.state !== 'charging' && attempt.state !== 'in-doubt')) return false;
    const told = next(attempt, { told: 'failed' });
    const outcome = await table.transact([replaced(attempt, told), linkFreed(attempt, decline)]);
    return outcome.applied;
  },

  due: async (shard, { nowMs, limit }) => {
    const rows = await table.due({ index: DUE_INDEX, duePk: duePartition(shard), until: dueUntil(nowMs), limit });
    return rows.flatMap(({ reference }) => (typeof reference === 'string' ? [reference] : []));
  },
});
