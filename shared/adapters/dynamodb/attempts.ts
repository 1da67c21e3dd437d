import { type Attempt, isOfLink, keepsPendingCard, mayBecome } from '../../domain/attempt/attempt.ts';
import type {
  AttemptChanges,
  AttemptCounters,
  AttemptEnd,
  Attempts,
  BeginOutcome,
  ClaimOutcome,
} from '../../ports/attempts.ts';
import { cardGivenBack, givenBack, reservationOf, taken } from './budget-writes.ts';
import type { Table, TransactOutcome } from './engine/table.ts';
import { ABSENT, atVersion, type Write } from './engine/writes.ts';
import { DUE_INDEX, DUE_SHARDS, duePartition, dueUntil, positionAt, tagOfPosition } from './index-keys.ts';
import { keys } from './keys.ts';
import {
  holdsSlot,
  linkAfterRefusal,
  linkBegun,
  linkClaimed,
  linkEnded,
  linkFreed,
  linkLeft,
} from './link-progress.ts';
import { attemptItem, readAttemptRow } from './rows/attempt-row.ts';
import { cardStored } from './stored-cards.ts';

const MAX_PER_CARD = 10;
/** Payers of a mobile network share a few addresses. */
const MAX_PER_ADDRESS = 100;
/** Counters outlive their window by a day; nothing depends on when they go. */
const COUNTER_LIFE_S = 86_400;

/** As it should be; without the link, which may be another attempt's; without damaged buckets. */
const MAX_END_TRIES = 3;

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

const failedAt = (outcome: TransactOutcome, index: number): boolean =>
  !outcome.applied && outcome.writes[index]?.conditionFailed === true;

const replaced = (before: Attempt, after: Attempt): Write => ({
  put: attemptItem(after),
  onlyIf: atVersion(before.version),
});

const withoutCard = <Of extends Attempt>(attempt: Of): Of => {
  const { pendingCard: _dropped, ...rest } = attempt;
  return rest as Of;
};

/** A card waits only in an attempt that may still be approved: every other state is written without it (rule 27). */
const next = <Of extends Attempt>(attempt: Of, changes: Partial<Attempt>): Of => {
  const after: Of = { ...attempt, ...changes, version: attempt.version + 1 };
  return keepsPendingCard(after) ? after : withoutCard(after);
};

/** An amount that was given back does not count in the card's day any more. */
const withoutCardReservation = (attempt: Attempt): Attempt => {
  if (isOfLink(attempt)) return attempt;
  const { cardReservation: _givenBack, ...direct } = attempt.direct;
  return { ...attempt, direct };
};

const ended = (attempt: Attempt, end: AttemptEnd): Attempt => {
  if (end.state === 'approved') {
    return next(attempt, { state: 'approved', told: 'paid', bank: end.bank, endedAtMs: end.atMs });
  }
  const { recheckAtMs } = end;
  return next(withoutCardReservation(attempt), {
    state: end.state,
    told: attempt.told === 'nobody' && end.state === 'declined' ? 'failed' : attempt.told,
    bank: end.bank,
    reservations: [],
    endedAtMs: end.atMs,
    ...(recheckAtMs === undefined ? {} : { recheckAtMs, dueAtMs: recheckAtMs, postponed: 0 }),
  });
};

const changed = (attempt: Attempt, { rechecked, dropsCard, ...changes }: AttemptChanges): Attempt => {
  const { recheckAtMs, ...rest } = next(dropsCard === true ? withoutCard(attempt) : attempt, changes);
  return rechecked === true || recheckAtMs === undefined ? rest : { ...rest, recheckAtMs };
};

/** Everything that an attempt took of a limit, back to where it came from. */
const allGivenBack = async (table: Table, attempt: Attempt): Promise<readonly Write[]> => [
  ...attempt.reservations.map((one) => givenBack(attempt.dealerCode, one)),
  ...(isOfLink(attempt) ? [] : await cardGivenBack(table, attempt)),
];

const REFERENCE_START = keys.attempt('').pk.length;

/** What went wrong with a transaction's conditions, by the parts it was made of. */
const conditionsFailed = (outcome: TransactOutcome): readonly number[] =>
  outcome.applied ? [] : outcome.writes.flatMap(({ conditionFailed }, index) => (conditionFailed ? [index] : []));

export const dynamoAttempts = (table: Table): Attempts => ({
  begin: async (attempt, link, counters, takes): Promise<BeginOutcome> => {
    const begun = { ...attempt, reservations: takes.map(reservationOf) };
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

  beginRefused: async (attempt, link, counters, end) => {
    const outcome = await table.transact([
      { put: attemptItem(ended(attempt, end)), onlyIf: ABSENT },
      counted('card', counters),
      counted('address', counters),
      ...linkAfterRefusal(link, attempt, end),
    ]);
    if (outcome.applied) return { kind: 'begun' };
    if (failedAt(outcome, 1)) return { kind: 'too-many', of: 'card' };
    return failedAt(outcome, 2) ? { kind: 'too-many', of: 'address' } : { kind: 'link-changed' };
  },

  find: async (reference) => {
    const row = await table.get(keys.attempt(reference));
    return row === undefined ? undefined : readAttemptRow(row);
  },

  claim: async (attempt, takes, { nowMs, answerByMs, dueAtMs }): Promise<ClaimOutcome> => {
    if (!mayBecome(attempt.state, 'charging', attempt.told)) return { kind: 'not-claimable' };
    const reservations = takes.map(reservationOf);
    const charging = next(attempt, { state: 'charging', reservations, answerByMs, dueAtMs, lastCallAtMs: nowMs });
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
    const row = replaced(attempt, ended(attempt, end));
    let link = isOfLink(attempt) ? linkEnded(attempt, end) : [];
    let giveBack = end.state === 'approved' ? [] : await allGivenBack(table, attempt);
    for (let tries = 0; tries < MAX_END_TRIES; tries += 1) {
      const outcome = await table.transact([row, ...link, ...giveBack]);
      if (outcome.applied) return true;
      const failed = conditionsFailed(outcome);
      const linkRefused = failed.some((index) => index > 0 && index <= link.length);
      if (failed.includes(0)) return false;
      // A bucket that does not hold what was taken from it is damage; it must not keep money from being settled.
      giveBack = giveBack.filter((_write, index) => !failed.includes(index + 1 + link.length));
      if (linkRefused && isOfLink(attempt)) {
        if (holdsSlot(attempt)) return false;
        // The link is another attempt's, or closed: this one's end leaves it as it is.
        link = linkLeft(attempt, end);
      }
    }
    return false;
  },

  approveStoring: async (attempt, end, card) => {
    if (!mayBecome(attempt.state, end.state, attempt.told)) return 'not-ended';
    const ending = [replaced(attempt, ended(attempt, end)), ...(isOfLink(attempt) ? linkEnded(attempt, end) : [])];
    const outcome = await table.transact([...ending, ...cardStored(card)]);
    if (outcome.applied) return 'ended';
    return conditionsFailed(outcome).some((index) => index < ending.length) ? 'not-ended' : 'card-changed';
  },

  update: async (attempt, changes) => {
    if (changes.state !== undefined && changes.state !== attempt.state) {
      if (!mayBecome(attempt.state, changes.state, changes.told ?? attempt.told)) return undefined;
    }
    const after = changed(attempt, changes);
    return (await table.transact([replaced(attempt, after)])).applied ? after : undefined;
  },

  tellFailed: async (attempt, decline, result) => {
    if (attempt.told !== 'nobody' || (attempt.state !== 'charging' && attempt.state !== 'in-doubt')) {
      return undefined;
    }
    const told = next(attempt, { told: 'failed' });
    const link = isOfLink(attempt) ? linkFreed(attempt, decline, result) : [];
    const outcome = await table.transact([replaced(attempt, told), ...link]);
    return outcome.applied ? told : undefined;
  },

  dueShards: DUE_SHARDS,

  due: async (shard, { nowMs, limit, after }) => {
    const duePk = duePartition(shard);
    const entries = await table.due({ index: DUE_INDEX, duePk, after, until: dueUntil(nowMs), limit });
    return entries.map(({ pk, dueSk }) => ({
      reference: String(pk).slice(REFERENCE_START),
      position: String(dueSk),
      gatewayTag: tagOfPosition(String(dueSk)),
    }));
  },

  rescheduleUnread: async ({ reference, position }, dueAtMsAfter) => {
    const row = await table.get(keys.attempt(reference));
    const putOffs = typeof row?.putOffs === 'number' ? row.putOffs : 0;
    const dueSk = positionAt(position, dueAtMsAfter(putOffs));
    const set = {
      expression: 'SET #dueSk = :dueSk, #putOffs = :putOffs',
      names: { '#dueSk': 'dueSk', '#putOffs': 'putOffs' },
      values: { ':dueSk': dueSk, ':putOffs': putOffs + 1 },
    };
    const onlyIf = { expression: '#dueSk = :position', values: { ':position': position } };
    await table.transact([{ update: keys.attempt(reference), set, onlyIf }]);
  },
});
