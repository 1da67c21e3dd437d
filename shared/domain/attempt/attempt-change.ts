import type { CardReceipt } from '../direct-payment/direct-payment.ts';
import type { BucketTake } from '../limit/budget.ts';
import type { LinkChange, LinkCondition, LinkEffect } from '../link/link-states.ts';
import type { LinkResult } from '../link/payment-request.ts';
import { omitUndefined } from '../omit-undefined.ts';
import type { Place, PlaceRelease } from '../reusable-link/places.ts';
import {
  type Attempt,
  type AttemptBank,
  type BudgetReservation,
  callOf,
  generationOfAttempt,
  isOfLink,
  type LinkAttempt,
  placeOf,
  withCardReservation,
  withoutPlace,
} from './attempt.ts';
import type { BankCode } from './bank-codes.ts';
import { type AttemptState, keepsPendingCard } from './states.ts';

/** What a change releases of an attempt's reservations: each once, to the bucket it came from (rule 17). */
export interface Released {
  readonly reservations: readonly BudgetReservation[];
  /** Its amount in the card's day; the number of payments of that day stays as it is. */
  readonly cardDay?: CardReceipt;
  /** Its place of a reusable link. */
  readonly place?: PlaceRelease;
}

/** One move of an attempt. */
export interface AttemptChange<Of extends Attempt = Attempt> {
  /** The version that the row must still have; absent for an attempt that is written for the first time. */
  readonly fromVersion?: number;
  /** The attempt after the change, with its reported outcome, its place in the queue and its pending card. */
  readonly attempt: Of;
  /** The change of its link; absent when the link does not change. */
  readonly link?: LinkChange;
  /** What it reserves of the dealer's limits, on condition that there is room. */
  readonly takes: readonly BucketTake[];
  readonly releases: Released;
  /** The place of a reusable link that it takes, on condition that one is free; or that it has paid for. */
  readonly place?: { readonly kind: 'taken' | 'paid' } & Place;
  /** Deletes the pending card: it is stored with this change, or never (rule 27). */
  readonly dropsPendingCard?: true;
  /** The bank took the money with this change, and somebody may want to be told. */
  readonly approves?: true;
}

export const NOTHING_RELEASED: Released = { reservations: [] };

/** Only an attempt that may still be approved has a pending card: other states are written without it (rule 27). */
const withoutCard = <Of extends Attempt>(attempt: Of): Of => {
  const { pendingCard: _dropped, ...rest } = attempt;
  return rest as Of;
};

/** The next version of an attempt. */
export const nextVersion = <Of extends Attempt>(attempt: Of, changes: Partial<Omit<Attempt, 'kind'>>): Of => {
  const after: Of = { ...attempt, ...changes, version: attempt.version + 1 };
  return keepsPendingCard(after) ? after : withoutCard(after);
};

/** A change that reserves and releases nothing. */
export const changeTo = <Of extends Attempt>(before: Attempt, attempt: Of, link?: LinkChange): AttemptChange<Of> => ({
  fromVersion: before.version,
  attempt,
  takes: [],
  releases: NOTHING_RELEASED,
  ...(before.pendingCard !== undefined && attempt.pendingCard === undefined ? { dropsPendingCard: true } : {}),
  ...omitUndefined({ link }),
});

/**
 * True while the attempt is its link's active one: it may be charging, and was not reported failed. With 3D it becomes
 * active at the lock.
 */
const isActive = ({ state, reportedOutcome }: Pick<Attempt, 'state' | 'reportedOutcome'>): boolean =>
  reportedOutcome === 'nobody' && (state === 'charging' || state === 'in-doubt');

/** How an attempt ends without a charge. */
export interface EndWithoutCharge {
  readonly state: AttemptState;
  readonly bank: AttemptBank;
  readonly reportedOutcome?: 'failed';
  /** When the bank is asked once more about an end that the issuer did not confirm (rule 5). */
  readonly recheckAtMs?: number | undefined;
  readonly link: readonly LinkEffect[];
}

/**
 * The link is open and has no active attempt. For shop and mobile payments the dealer may call again with the same code.
 * The attempt must belong to the latest call: one of an earlier generation may change and charge nothing.
 */
export const whileFree = (attempt: LinkAttempt): LinkCondition => {
  const { shop, reference } = attempt;
  const condition = { kind: 'free', generation: generationOfAttempt(attempt) } as const;
  return shop === undefined ? condition : { ...condition, latest: reference };
};

/**
 * What the end of an attempt changes at its link. The active attempt frees it. An attempt that is not active never
 * charged or was reported failed. It may still record its decline or close the link, but only while no other attempt is
 * active. Otherwise it may only make the link require 3D.
 */
const linkAfterEnd = (attempt: Attempt, effects: readonly LinkEffect[]): LinkChange | undefined => {
  if (!isOfLink(attempt)) return undefined;
  const { payment, reference } = attempt;
  if (isActive(attempt)) {
    return { payment, onlyIf: { kind: 'active', attempt: reference }, effects: [...effects, { kind: 'frees' }] };
  }
  if (effects.length === 0) return undefined;
  const anyway = effects.filter(({ kind }) => kind === 'requires-3d');
  const otherwise =
    anyway.length === 0 ? 'nothing' : ({ payment, onlyIf: { kind: 'exists' }, effects: anyway } as const);
  return { payment, onlyIf: whileFree(attempt), effects, otherwise };
};

/** The code of a charge that the bank never answered. */
export const NO_ANSWER: BankCode = '021';

/**
 * Frees the link of an attempt that is reported failed without an answer of the bank; undefined when the attempt is not
 * the active one. A shop's 3D payment is closed too, since its first result is final. A link stays open for another
 * card.
 */
export const freesLink = (
  attempt: Attempt,
  { nowMs, resultReference }: { readonly nowMs: number; readonly resultReference: string },
): LinkChange | undefined => {
  if (!isOfLink(attempt) || !isActive(attempt)) return undefined;
  const { payment, reference, orderId } = attempt;
  const result: LinkResult = { resultReference, code: NO_ANSWER, orderId, atMs: nowMs };
  const effects: readonly LinkEffect[] = [
    ...(attempt.shop === undefined ? [] : [{ kind: 'fails', result } as const]),
    { kind: 'declines', decline: { code: NO_ANSWER, atMs: nowMs } },
    { kind: 'frees' },
  ];
  return { payment, onlyIf: { kind: 'active', attempt: reference }, effects, otherwise: 'nothing' };
};

/** A released amount no longer counts in the card's day. */
const withoutReservations = <Of extends Attempt>(attempt: Of): Of =>
  withCardReservation({ ...withoutPlace(attempt), reservations: [] }, undefined);

/** An attempt that ends without a charge, or is given back by us, was never reported paid: its place is held until then. */
const placeHeldBy = (attempt: Attempt): PlaceRelease | undefined => {
  const place = placeOf(attempt);
  return place === undefined ? undefined : { ...place, from: 'held' };
};

const reservedBy = (attempt: Attempt): Released => ({
  reservations: attempt.reservations,
  ...omitUndefined({ cardDay: callOf(attempt)?.cardReservation, place: placeHeldBy(attempt) }),
});

/** Ends an attempt that took no money, and releases all its reservations. */
export const endWithoutCharge = <Of extends Attempt>(
  attempt: Of,
  { state, bank, reportedOutcome, recheckAtMs, link }: EndWithoutCharge,
  nowMs: number,
): AttemptChange<Of> => {
  const ended = nextVersion(withoutReservations(attempt), {
    state,
    reportedOutcome:
      attempt.reportedOutcome === 'nobody' && reportedOutcome !== undefined ? reportedOutcome : attempt.reportedOutcome,
    bank,
    endedAtMs: nowMs,
    ...(recheckAtMs === undefined ? {} : { recheckAtMs, dueAtMs: recheckAtMs, postponed: 0 }),
  });
  return { ...changeTo(attempt, ended, linkAfterEnd(attempt, link)), releases: reservedBy(attempt) };
};
