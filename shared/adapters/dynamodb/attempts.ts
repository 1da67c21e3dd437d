import type { AttemptChange } from '../../domain/attempt/attempt-change.ts';
import type { LinkChange } from '../../domain/link/link-states.ts';
import type { AttemptCounters, Attempts, BeginOutcome } from '../../ports/attempts.ts';
import { cardGivenBack, givenBack, taken } from './budget-writes.ts';
import { type PlannedWrite, plannedFor, transactPlanned } from './engine/planned-writes.ts';
import type { Table } from './engine/table.ts';
import { ABSENT, atVersion, type Write } from './engine/writes.ts';
import { DUE_INDEX, DUE_SHARDS, duePartition, dueUntil, positionAt, tagOfPosition } from './index-keys.ts';
import { keys } from './keys.ts';
import { linkWrites } from './link-progress.ts';
import { attemptItem, readAttemptRow } from './rows/attempt-row.ts';
import { cardStored } from './stored-cards.ts';

const MAX_PER_CARD = 10;
/** Payers of a mobile network share a few addresses. */
const MAX_PER_ADDRESS = 100;
/** Counters outlive their window by a day; nothing depends on when they go. */
const COUNTER_LIFE_S = 86_400;

/** As it should be; with what the link's change says in its place; without damaged buckets. */
const MAX_TRIES = 3;

const MAX_PER: Readonly<Record<'card' | 'address', number>> = { card: MAX_PER_CARD, address: MAX_PER_ADDRESS };

type Purpose = 'attempt' | 'link' | 'card' | 'address' | 'budget' | 'release' | 'stored-card';
type Planned = readonly PlannedWrite<Purpose>[];

const counted = (scope: 'card' | 'address', { windowStartMs, cardHash, address }: AttemptCounters): Write => ({
  update: keys.counter(scope, scope === 'card' ? cardHash : address, windowStartMs),
  set: {
    expression: 'SET #count = if_not_exists(#count, :zero) + :one, #expiresAt = :expiresAt',
    names: { '#count': 'count', '#expiresAt': 'expiresAt' },
    values: { ':zero': 0, ':one': 1, ':expiresAt': Math.floor(windowStartMs / 1000) + COUNTER_LIFE_S },
  },
  onlyIf: { expression: 'attribute_not_exists(#count) OR #count < :most', values: { ':most': MAX_PER[scope] } },
});

/** The attempt's own row: new, or in place of the version that was read. */
const attemptWrite = ({ attempt, fromVersion }: AttemptChange): Planned =>
  plannedFor('attempt', [
    { put: attemptItem(attempt), onlyIf: fromVersion === undefined ? ABSENT : atVersion(fromVersion) },
  ]);

const linkPlanned = (link: LinkChange | undefined): Planned =>
  link === undefined ? [] : plannedFor('link', linkWrites(link));

const budgetTaken = ({ attempt, takes }: AttemptChange): Planned =>
  plannedFor(
    'budget',
    takes.map((take) => taken(attempt.dealerCode, take)),
  );

/** Everything that an attempt reserved, back to where it came from. */
const released = async (table: Table, { attempt, releases }: AttemptChange): Promise<Planned> =>
  plannedFor('release', [
    ...releases.reservations.map((one) => givenBack(attempt.dealerCode, one)),
    ...(releases.cardDay === undefined ? [] : await cardGivenBack(table, attempt, releases.cardDay)),
  ]);

const begin = async (table: Table, change: AttemptChange, counters: AttemptCounters): Promise<BeginOutcome> => {
  const outcome = await transactPlanned<Purpose>(table, [
    ...attemptWrite(change),
    ...linkPlanned(change.link),
    ...plannedFor('card', [counted('card', counters)]),
    ...plannedFor('address', [counted('address', counters)]),
    ...budgetTaken(change),
  ]);
  if (outcome.applied) return { kind: 'begun' };
  if (outcome.refusalOf('card') !== undefined) return { kind: 'too-many', of: 'card' };
  if (outcome.refusalOf('address') !== undefined) return { kind: 'too-many', of: 'address' };
  const changed = outcome.refusalOf('attempt') ?? outcome.refusalOf('link');
  return { kind: changed === undefined ? 'budget-changed' : 'link-changed' };
};

const apply = async (table: Table, change: AttemptChange): Promise<boolean> => {
  const row = attemptWrite(change);
  let link = change.link;
  let releases = await released(table, change);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const outcome = await transactPlanned<Purpose>(table, [...row, ...linkPlanned(link), ...releases]);
    if (outcome.applied) return true;
    if (outcome.refusalOf('attempt') !== undefined) return false;
    // A bucket that does not hold what was taken from it is damage; it must not keep money from being reconciled.
    releases = releases.filter((one) => !outcome.isRefused(one));
    if (outcome.refusalOf('link') === undefined) continue;
    if (link?.otherwise === undefined) return false;
    link = link.otherwise === 'nothing' ? undefined : link.otherwise;
  }
  return false;
};

const REFERENCE_START = keys.attempt('').pk.length;

const dueOf =
  (table: Table): Attempts['due'] =>
  async (shard, { nowMs, limit, after }) => {
    const duePk = duePartition(shard);
    const entries = await table.due({ index: DUE_INDEX, duePk, after, until: dueUntil(nowMs), limit });
    return entries.map(({ pk, dueSk }) => ({
      reference: String(pk).slice(REFERENCE_START),
      position: String(dueSk),
      gatewayTag: tagOfPosition(String(dueSk)),
    }));
  };

/** Turns each change into one transaction. What changes, and whether it may, is decided in the domain. */
export const dynamoAttempts = (table: Table): Attempts => ({
  find: async (reference) => {
    const row = await table.get(keys.attempt(reference));
    return row === undefined ? undefined : readAttemptRow(row);
  },

  begin: (change, counters) => begin(table, change, counters),

  lockForCharge: async (change) => {
    const planned = [...attemptWrite(change), ...linkPlanned(change.link), ...budgetTaken(change)];
    const outcome = await transactPlanned<Purpose>(table, planned);
    if (outcome.applied) return { kind: 'locked' };
    const changed = outcome.refusalOf('attempt') ?? outcome.refusalOf('link');
    return { kind: changed === undefined ? 'budget-changed' : 'not-lockable' };
  },

  apply: (change) => apply(table, change),

  approveStoring: async (change, card) => {
    const ending = [...attemptWrite(change), ...linkPlanned(change.link)];
    const outcome = await transactPlanned<Purpose>(table, [...ending, ...plannedFor('stored-card', cardStored(card))]);
    if (outcome.applied) return 'ended';
    return ending.some(outcome.isRefused) ? 'not-ended' : 'card-changed';
  },

  dueShards: DUE_SHARDS,

  due: dueOf(table),

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
