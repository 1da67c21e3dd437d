import type { CardReceipt } from '../direct-payment/direct-payment.ts';
import type { BucketTake } from '../limit/budget.ts';
import type { LinkChange, LinkEffect } from '../link/link-states.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { type Attempt, type AttemptBank, type BudgetReservation, isOfLink } from './attempt.ts';
import { type AttemptState, keepsPendingCard } from './states.ts';

/** What an attempt took of limits and gives back, once, to where it came from (rule 17). */
export interface Released {
  readonly reservations: readonly BudgetReservation[];
  /** Its amount in the card's day; the count of that day stays. */
  readonly cardDay?: CardReceipt;
}

/** One move of an attempt. */
export interface AttemptChange<Of extends Attempt = Attempt> {
  /** The version that the row must still have; absent for an attempt that is written for the first time. */
  readonly fromVersion?: number;
  /** The attempt as it is then: reported outcome, queue place and waiting card included. */
  readonly attempt: Of;
  /** What becomes of its link; absent where the link stays as it is. */
  readonly link?: LinkChange;
  /** What it takes of the dealer's limits, on condition that there is room. */
  readonly takes: readonly BucketTake[];
  readonly releases: Released;
}

export const NOTHING_RELEASED: Released = { reservations: [] };

/** A card waits only in an attempt that may still be approved: every other state is written without it (rule 27). */
const withoutCard = <Of extends Attempt>(attempt: Of): Of => {
  const { pendingCard: _dropped, ...rest } = attempt;
  return rest as Of;
};

/** The next version of an attempt. */
export const nextVersion = <Of extends Attempt>(attempt: Of, changes: Partial<Omit<Attempt, 'kind'>>): Of => {
  const after: Of = { ...attempt, ...changes, version: attempt.version + 1 };
  return keepsPendingCard(after) ? after : withoutCard(after);
};

/** A change that takes and gives back nothing. */
export const changeTo = <Of extends Attempt>(before: Attempt, attempt: Of, link?: LinkChange): AttemptChange<Of> => ({
  fromVersion: before.version,
  attempt,
  takes: [],
  releases: NOTHING_RELEASED,
  ...omitUndefined({ link }),
});

/**
 * True while the attempt is its link's active one: it may be charging, and nobody was told that it failed. With 3D it is
 * active from the lock on.
 */
const isActive = ({ state, told }: Pick<Attempt, 'state' | 'told'>): boolean =>
  told === 'nobody' && (state === 'charging' || state === 'in-doubt');

/** How an attempt ends without a charge. */
export interface EndWithoutCharge {
  readonly state: AttemptState;
  readonly bank: AttemptBank;
  readonly told?: 'failed';
  /** When the bank is asked once more about an end that rests on less than its word (rule 5). */
  readonly recheckAtMs?: number | undefined;
  readonly link: readonly LinkEffect[];
}

/**
 * What an end does to the link. The active attempt frees it. One that is not, since it never charged or its payer was told
 * "failed", may still say why it failed or close the link, but only while no other attempt is active: else the link is
 * left to that one, and at most takes 3D only.
 */
const linkAfterEnd = (attempt: Attempt, effects: readonly LinkEffect[]): LinkChange | undefined => {
  if (!isOfLink(attempt)) return undefined;
  const { linkToken: token, reference } = attempt;
  if (isActive(attempt)) {
    return { token, onlyIf: { kind: 'active', attempt: reference }, effects: [...effects, { kind: 'frees' }] };
  }
  if (effects.length === 0) return undefined;
  const anyway = effects.filter(({ kind }) => kind === 'requires-3d');
  const otherwise = anyway.length === 0 ? 'nothing' : ({ token, onlyIf: { kind: 'exists' }, effects: anyway } as const);
  return { token, onlyIf: { kind: 'free' }, effects, otherwise };
};

/** An amount that was given back does not count in the card's day any more. */
const withoutReservations = <Of extends Attempt>(attempt: Of): Of => {
  if (isOfLink(attempt)) return { ...attempt, reservations: [] };
  const { cardReservation: _givenBack, ...direct } = attempt.direct;
  return { ...attempt, reservations: [], direct };
};

const reservedBy = (attempt: Attempt): Released => ({
  reservations: attempt.reservations,
  ...(isOfLink(attempt) ? {} : omitUndefined({ cardDay: attempt.direct.cardReservation })),
});

/** An attempt that is over and took no money gives back all that it reserved. */
export const endWithoutCharge = <Of extends Attempt>(
  attempt: Of,
  { state, bank, told, recheckAtMs, link }: EndWithoutCharge,
  nowMs: number,
): AttemptChange<Of> => {
  const ended = nextVersion(withoutReservations(attempt), {
    state,
    told: attempt.told === 'nobody' && told !== undefined ? told : attempt.told,
    bank,
    endedAtMs: nowMs,
    ...(recheckAtMs === undefined ? {} : { recheckAtMs, dueAtMs: recheckAtMs, postponed: 0 }),
  });
  return { ...changeTo(attempt, ended, linkAfterEnd(attempt, link)), releases: reservedBy(attempt) };
};
