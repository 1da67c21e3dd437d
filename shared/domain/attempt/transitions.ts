import type { BucketTake } from '../limit/budget.ts';
import type { CardDayTake } from '../limit/card-day.ts';
import { isLastAttempt } from '../link/attempt-count.ts';
import type { LinkChange, LinkEffect } from '../link/link-states.ts';
import type { LinkResult, PaymentRequest } from '../link/payment-request.ts';
import { omitUndefined } from '../omit-undefined.ts';
import type { Place } from '../reusable-link/places.ts';
import {
  type Attempt,
  type AttemptBank,
  type BudgetReservation,
  type DirectAttempt,
  generationOfAttempt,
  isOfLink,
  type LinkAttempt,
} from './attempt.ts';
import {
  type AttemptChange,
  changeTo,
  endWithoutCharge,
  NO_ANSWER,
  NOTHING_RELEASED,
  nextVersion,
  whileFree,
} from './attempt-change.ts';
import type { BankCode } from './bank-codes.ts';
import { stateAfter } from './states.ts';
import { chargingTimes, RECHECK_AFTER_MS } from './timing.ts';

/*
 * Every change of an attempt up to its end, as a value: the attempt after it and all that changes with it. Undefined
 * when the change is not allowed. Nothing here writes; an adapter carries a change out in one transaction and decides
 * nothing.
 */

const reservationOf = ({ share: _share, ...reservation }: BucketTake): BudgetReservation => reservation;

/** When and under which address the end of a link would be reported. */
export interface ConcludeOptions {
  readonly nowMs: number;
  /** Address of the result report, 128 random bits; used when this change closes the link. */
  readonly resultReference: string;
}

/** The result that closes the link after a failed attempt; undefined when the payer may try again. */
const resultOfLast = (
  attempt: Attempt,
  code: BankCode,
  { nowMs: atMs, resultReference }: ConcludeOptions,
): LinkResult | undefined =>
  isOfLink(attempt) && isLastAttempt(attempt) ? { resultReference, code, orderId: attempt.orderId, atMs } : undefined;

/** What a charge reserves: of its dealer's limits, and a place of the reusable link that its request was made of. */
const reserving = (takes: readonly BucketTake[], place: Place | undefined) => ({
  ofAttempt: { reservations: takes.map(reservationOf), ...omitUndefined({ place }) },
  ofChange: { takes, ...(place === undefined ? {} : { place: { kind: 'taken', ...place } as const }) },
});

const counts = (attempt: LinkAttempt, { progress }: PaymentRequest): LinkEffect => ({
  kind: 'counts',
  attempt: attempt.reference,
  progress,
});

/**
 * The intent at a link that is still as it was read. Without 3D the attempt is active at once. With 3D the link
 * requires 3D from now on: nobody tells us when a payer leaves the bank's page, and leaving must not avoid the
 * challenge (rule 20).
 */
export const begin = (
  attempt: LinkAttempt,
  link: PaymentRequest,
  takes: readonly BucketTake[],
  place?: Place,
): AttemptChange<LinkAttempt> => {
  const { payment, version } = link;
  const { ofAttempt, ofChange } = reserving(takes, place);
  const onlyIf = { kind: 'free', version, generation: generationOfAttempt(attempt) } as const;
  const threeD = attempt.state === 'authenticating';
  const effect: LinkEffect = threeD ? { kind: 'requires-3d' } : { kind: 'activates', attempt: attempt.reference };
  return {
    attempt: { ...attempt, ...ofAttempt, ...(threeD ? { threeD } : {}) },
    link: { payment, onlyIf, effects: [counts(attempt, link), effect] },
    ...ofChange,
    releases: NOTHING_RELEASED,
  };
};

/** The intent of a direct payment, with its reservation of the card's day. */
export const beginDirect = (
  attempt: DirectAttempt,
  takes: readonly BucketTake[],
  card?: CardDayTake,
): AttemptChange<DirectAttempt> => {
  const cardReservation =
    card === undefined ? undefined : { day: card.day, currency: card.currency, amount: card.amount };
  return {
    attempt: {
      ...attempt,
      reservations: takes.map(reservationOf),
      direct: { ...attempt.direct, ...omitUndefined({ cardReservation }) },
    },
    takes,
    releases: NOTHING_RELEASED,
  };
};

/**
 * The lock for charge: it makes the attempt the active one. The link's expiry was checked at the start (rules 2, 15).
 */
export const lockForCharge = (
  attempt: LinkAttempt,
  takes: readonly BucketTake[],
  nowMs: number,
  place?: Place,
): AttemptChange<LinkAttempt> | undefined => {
  const state = stateAfter(attempt, 'lock for charge');
  if (state === undefined) return undefined;
  const { ofAttempt, ofChange } = reserving(takes, place);
  const locked = nextVersion(attempt, { state, ...ofAttempt, ...chargingTimes(nowMs) });
  const effects: readonly LinkEffect[] = [{ kind: 'activates', attempt: attempt.reference }];
  const link: LinkChange = { payment: attempt.payment, onlyIf: whileFree(attempt), effects };
  return { ...changeTo(attempt, locked, link), ...ofChange };
};

/** The bank approved the charge. The link becomes paid, and is reported under the given address. */
export const approve = (
  attempt: Attempt,
  references: AttemptBank,
  { nowMs, resultReference }: ConcludeOptions,
): AttemptChange | undefined => {
  const state = stateAfter(attempt, 'approve');
  if (state === undefined) return undefined;
  const { closesAtMs } = attempt;
  const queue = closesAtMs === undefined ? {} : { dueAtMs: closesAtMs, postponed: 0 };
  const approved = nextVersion(attempt, {
    state,
    reportedOutcome: 'paid',
    bank: { ...references },
    endedAtMs: nowMs,
    ...queue,
  });
  if (!isOfLink(attempt)) return { ...changeTo(attempt, approved), approves: true };
  const { terms, maskedCard, orderId, payment, reference } = attempt;
  const paid = { total: terms.total, installments: terms.installments, maskedCard };
  const result: LinkResult = { resultReference, code: '', orderId, atMs: nowMs, paid };
  const link: LinkChange = {
    payment,
    onlyIf: { kind: 'active', attempt: reference },
    effects: [{ kind: 'pays', result }, { kind: 'frees' }],
  };
  const { place } = attempt;
  const paidPlace = place === undefined ? {} : { place: { kind: 'paid', ...place } as const };
  return { ...changeTo(attempt, approved, link), ...paidPlace, approves: true };
};

export interface Decline {
  readonly code: BankCode;
  readonly references?: AttemptBank;
  /** After a failed, attempted or abandoned 3D the link accepts 3D only (rule 20). */
  readonly threeDOnly?: boolean;
  /** The issuer did not confirm this end: the bank is asked about it once more the next day. */
  readonly asksAgain?: true | undefined;
}

/** When the bank is asked once more about an end of this moment. */
const recheckAtMsOf = (asksAgain: true | undefined, nowMs: number): number | undefined =>
  asksAgain === undefined ? undefined : nowMs + RECHECK_AFTER_MS;

const fails = (result: LinkResult | undefined): readonly LinkEffect[] =>
  result === undefined ? [] : [{ kind: 'fails', result }];

const REQUIRES_3D: LinkEffect = { kind: 'requires-3d' };

/** What a decline changes at the link. The decline of the last attempt closes it. */
const declineEffects = (
  attempt: Attempt,
  { code, threeDOnly }: { readonly code: BankCode; readonly threeDOnly: boolean },
  options: ConcludeOptions,
): readonly LinkEffect[] => [
  ...fails(resultOfLast(attempt, code, options)),
  { kind: 'declines', decline: { code, atMs: options.nowMs } },
  ...(threeDOnly ? [REQUIRES_3D] : []),
];

/** The bank declines the charge, or the service refuses it before. After its last attempt the link is closed. */
export const decline = <Of extends Attempt>(
  attempt: Of,
  { code, references, threeDOnly = false, asksAgain }: Decline,
  options: ConcludeOptions,
): AttemptChange<Of> | undefined => {
  const state = stateAfter(attempt, 'decline');
  if (state === undefined) return undefined;
  const { nowMs } = options;
  const link = declineEffects(attempt, { code, threeDOnly }, options);
  const recheckAtMs = recheckAtMsOf(asksAgain, nowMs);
  return endWithoutCharge(
    attempt,
    { state, reportedOutcome: 'failed', bank: { code, ...references }, recheckAtMs, link },
    nowMs,
  );
};

/**
 * An attempt that is refused before anything can be charged, by the service or because its 3D could not begin: declined
 * from its first row on, counted and reported like every other decline. It is never active and reserves nothing.
 */
export const beginRefused = (
  attempt: LinkAttempt,
  link: PaymentRequest,
  { code, threeDOnly = false, ...options }: ConcludeOptions & Pick<Decline, 'code' | 'threeDOnly'>,
): AttemptChange<LinkAttempt> => {
  const { payment, version } = link;
  const onlyIf = { kind: 'free', version, generation: generationOfAttempt(attempt) } as const;
  const { nowMs } = options;
  const end = { state: 'declined', reportedOutcome: 'failed', bank: { code }, link: [] } as const;
  const begun: LinkAttempt = threeDOnly ? { ...attempt, threeD: true } : attempt;
  const { fromVersion: _isNew, ...change } = endWithoutCharge(begun, end, nowMs);
  const effects = [counts(attempt, link), ...declineEffects(attempt, { code, threeDOnly }, options)];
  return { ...change, releases: NOTHING_RELEASED, link: { payment, onlyIf, effects } };
};

/** The payer left during 3D, so that the charge never reached the bank and the link takes 3D only (rules 7, 20, 33). */
export const close = (
  attempt: Attempt,
  asksAgain: true | undefined,
  options: ConcludeOptions,
): AttemptChange | undefined => {
  const state = stateAfter(attempt, 'close');
  if (state === undefined) return undefined;
  const { nowMs } = options;
  const link = [...fails(resultOfLast(attempt, '001', options)), REQUIRES_3D];
  return endWithoutCharge(attempt, { state, bank: {}, recheckAtMs: recheckAtMsOf(asksAgain, nowMs), link }, nowMs);
};

/**
 * Another call of the dealer takes the place of an attempt that waits for its payer. It ends as if the payer had left, and
 * is told to nobody: nothing was charged, and the new call decides about the payment. The bank is asked the next day, like
 * after every end that it did not confirm (rule 5).
 */
export const supersede = (attempt: LinkAttempt, nowMs: number): AttemptChange<LinkAttempt> | undefined => {
  const state = stateAfter(attempt, 'supersede');
  if (state === undefined) return undefined;
  const end = { state, bank: {}, recheckAtMs: nowMs + RECHECK_AFTER_MS, link: [] } as const;
  const change = endWithoutCharge(attempt, end, nowMs);
  // Who supersedes reads no cards. Only a shop's payment can have one that waits, and it is deleted unread.
  return attempt.shop === undefined ? change : { ...change, dropsPendingCard: true };
};

/** The bank gave no clear answer, and nobody waits for one any more (rule 8). */
export const doubt = <Of extends Attempt>(attempt: Of): AttemptChange<Of> | undefined => {
  const state = stateAfter(attempt, 'doubt');
  return state === undefined ? undefined : changeTo(attempt, nextVersion(attempt, { state }));
};

/**
 * The payer asked to try again while a charge has no answer. The attempt is reported failed, so it is never approved,
 * and its link is free. After the last attempt the link is closed (rules 1, 7).
 */
export const tellFailed = (attempt: LinkAttempt, options: ConcludeOptions): AttemptChange<LinkAttempt> | undefined => {
  const state = stateAfter(attempt, 'tell failed');
  if (state === undefined) return undefined;
  const reported = nextVersion(attempt, { state, reportedOutcome: 'failed' });
  const effects: readonly LinkEffect[] = [
    { kind: 'declines', decline: { code: NO_ANSWER, atMs: options.nowMs, unanswered: true } },
    ...fails(resultOfLast(attempt, NO_ANSWER, options)),
    { kind: 'frees' },
  ];
  const { payment, reference } = attempt;
  return changeTo(attempt, reported, { payment, onlyIf: { kind: 'active', attempt: reference }, effects });
};
