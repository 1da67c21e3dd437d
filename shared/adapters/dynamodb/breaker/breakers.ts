import * as z from 'zod/mini';
import type { Breaker } from '../../../domain/breaker/breaker.ts';
import { addCounts, countedMinutes, minuteOf, type PosCounts } from '../../../domain/breaker/breaker-counts.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import type { Breakers } from '../../../ports/breakers.ts';
import type { Clock } from '../../../ports/clock.ts';
import { objectRow, optionalText, optionalWhole, storedText, storedWhole } from '../engine/row.ts';
import type { Table } from '../engine/table.ts';
import { ABSENT, atVersion, type Row, type Write } from '../engine/writes.ts';
import { ALL_BREAKERS, breakerCountsPartition, breakerCountsPrefix, keys } from '../keys.ts';

const breakerRow = objectRow(() => ({
  host: storedText,
  dealerCode: optionalText,
  posId: optionalText,
  state: z.enum(['open', 'closed']),
  version: storedWhole,
  openedAtMs: storedWhole,
  retryAtMs: storedWhole,
  closedAtMs: optionalWhole,
}));

const countsRow = objectRow(() => ({
  dealerCode: storedText,
  posId: storedText,
  failures: storedWhole,
  answers: storedWhole,
}));

const MOST_ROWS = 200;
const HOUR_S = 3600;
/** Counts outlive the minutes that a breaker looks at; nothing depends on when they go. */
const COUNTS_LIFE_S = HOUR_S;
/** So long operators see when a breaker was open. One that no charge probes for a week is forgotten. */
const BREAKER_LIFE_S = 7 * 24 * HOUR_S;

const secondsOf = (ms: number): number => Math.floor(ms / 1000);

const breakerItem = ({ pos, ...breaker }: Breaker) => ({
  ...keys.breaker({ ...breaker, pos }),
  entity: 'breaker',
  ...omitUndefined({ ...breaker, ...pos }),
  expiresAt: secondsOf(breaker.closedAtMs ?? breaker.retryAtMs) + BREAKER_LIFE_S,
});

/** A breaker only protects: one whose row cannot be read must not stop charges. */
const readBreaker = (row: Row): readonly Breaker[] => {
  const read = breakerRow().safeParse(row);
  if (!read.success) return [];
  const { dealerCode, posId, closedAtMs, ...breaker } = read.data;
  const pos = dealerCode === undefined || posId === undefined ? undefined : { dealerCode, posId };
  return [{ ...breaker, ...omitUndefined({ pos, closedAtMs }) }];
};

const readCounts = (row: Row): readonly PosCounts[] => {
  const read = countsRow().safeParse(row);
  return read.success ? [read.data] : [];
};

const ADDED = [
  'SET #failures = if_not_exists(#failures, :zero) + :failures',
  '#answers = if_not_exists(#answers, :zero) + :answers',
  '#dealerCode = :dealerCode',
  '#posId = :posId',
  '#expiresAt = :expiresAt',
].join(', ');
const NAMES = Object.fromEntries(
  ['failures', 'answers', 'dealerCode', 'posId', 'expiresAt'].map((name) => [`#${name}`, name]),
);

/** A row for each virtual POS and minute: no item counts for all of a gateway. */
const added = (host: string, { dealerCode, posId, failures, answers }: PosCounts, minuteMs: number): Write => ({
  update: keys.breakerCounts(host, minuteMs, { dealerCode, posId }),
  set: {
    expression: ADDED,
    names: NAMES,
    values: {
      ':zero': 0,
      ':failures': failures,
      ':answers': answers,
      ':dealerCode': dealerCode,
      ':posId': posId,
      ':expiresAt': secondsOf(minuteMs) + COUNTS_LIFE_S,
    },
  },
});

export interface DynamoBreakersOptions {
  readonly store: Table;
  readonly clock: Clock;
  /** Life of the cached breakers. */
  readonly lifeMs: number;
}

export const dynamoBreakers = ({ store, clock, lifeMs }: DynamoBreakersOptions): Breakers => {
  let kept: { readonly breakers: readonly Breaker[]; readonly readAtMs: number } | undefined;
  return {
    all: async () => {
      const readAtMs = clock.now();
      if (kept !== undefined && readAtMs - kept.readAtMs < lifeMs) return kept.breakers;
      const rows = await store.query({ pk: ALL_BREAKERS, limit: MOST_ROWS });
      kept = { breakers: rows.flatMap(readBreaker), readAtMs };
      return kept.breakers;
    },

    count: async (host, counts, nowMs) => {
      await Promise.all(counts.map((one) => store.transact([added(host, one, minuteOf(nowMs))])));
      const pages = await Promise.all(
        countedMinutes(nowMs).map((minuteMs) =>
          store.query({ pk: breakerCountsPartition(host), skPrefix: breakerCountsPrefix(minuteMs), limit: MOST_ROWS }),
        ),
      );
      return addCounts(pages.flat().flatMap(readCounts));
    },

    write: async (breaker) => {
      const onlyIf = breaker.version === 1 ? ABSENT : atVersion(breaker.version - 1);
      const { applied } = await store.transact([{ put: breakerItem(breaker), onlyIf }]);
      // What this instance knows is out of date, whoever was first.
      kept = undefined;
      return applied;
    },
  };
};
