import type { BucketTake } from '../limit/budget.ts';
import type { CardDayTake } from '../limit/card-day.ts';
import { isLastAttempt } from '../link/attempt-count.ts';
import type { LinkEffect } from '../link/link-states.ts';
import type { LinkDecline, LinkResult, PaymentRequest } from '../link/payment-request.ts';
import { omitUndefined } from '../omit-undefined.ts';
import {
  type Attempt,
  type AttemptBank,
  type BudgetReservation,
  type DirectAttempt,
  isOfLink,
  type LinkAttempt,
} from './attempt.ts';
import { type AttemptChange, changeTo, endWithoutCharge, NOTHING_RELEASED, nextVersion } from './attempt-change.ts';
import type { BankCode } from './bank-codes.ts';
import { stateAfter } from './states.ts';
import { chargingTimes, RECHECK_AFTER_MS } from './timing.ts';

/*
 * Every move of an attempt up to its end, as a value: what the attempt becomes and all that changes with it. A move that is not allowed
 * is undefined. Nothing here writes; an adapter carries a change out in one transaction and decides nothing.
 */

const reservationOf = ({ share: _share, ...reservation }: BucketTake): BudgetReservation => reservation;

/** When and under which address the end of a link would be reported. */
export interface ConcludeOptions {
  readonly nowMs: number;
  /** 128 random bits: the address of the result's report, should the link be closed now. */
  readonly resultReference: string;
}

/** What closes the link with a failed attempt; undefined where the payer may try again. */
const resultOfLast = (
  attempt: Attempt,
  code: BankCode,
  { nowMs: atMs, resultReference }: ConcludeOptions,
): LinkResult | undefined =>
  isOfLink(attempt) && isLastAttempt(attempt) ? { resultReference, code, orderId: attempt.orderId, atMs } : undefined;

const counts = (attempt: LinkAttempt, { progress }: PaymentRequest): LinkEffect => ({
  kind: 'counts',
  attempt: attempt.reference,
  progress,
});

/**
 * The intent at a link that is still as it was read. Without 3D the attempt is active at once. With 3D the link takes 3D
 * only from now on: a payer who leaves the bank's page says nothing, and must not get past it by leaving (rule 20).
 */
export const begin = (
  attempt: LinkAttempt,
  link: PaymentRequest,
  takes: readonly BucketTake[],
): AttemptChange<LinkAttempt> => {
  const { token, version } = link;
  const effect: LinkEffect =
    attempt.state === 'charging' ? { kind: 'activates', attempt: attempt.reference } : { kind: 'requires-3d' };
  return {
    attempt: { ...attempt, reservations: takes.map(reservationOf) },
    link: { token, onlyIf: { kind: 'free', version }, effects: [counts(attempt, link), effect] },
    takes,
    releases: NOTHING_RELEASED,
  };
};

/** The intent of a direct payment. It holds what it took of the card's day as well. */
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

/** The lock for charge: it makes the attempt the active one. Expiry of the link was judged at the start (rules 2, 15). */
export const lockForCharge = (
  attempt: LinkAttempt,
  takes: readonly BucketTake[],
  nowMs: number,
): AttemptChange<LinkAttempt> | undefined => {
  const state = stateAfter(attempt, 'lock for charge');
  if (state === undefined) return undefined;
  const locked = nextVersion(attempt, { state, reservations: takes.map(reservationOf), ...chargingTimes(nowMs) });
  const effects: readonly LinkEffect[] = [{ kind: 'activates', attempt: attempt.reference }];
  return { ...changeTo(attempt, locked, { token: attempt.linkToken, onlyIf: { kind: 'free' }, effects }), takes };
};

/** What the bank said of a charge that went well. The link is paid, and reported under the address given. */
export const approve = (
  attempt: Attempt,
  references: AttemptBank,
  { nowMs, resultReference }: ConcludeOptions,
): AttemptChange | undefined => {
  const state = stateAfter(attempt, 'approve');
  if (state === undefined) return undefined;
  const approved = nextVersion(attempt, { state, told: 'paid', bank: { ...references }, endedAtMs: nowMs });
  if (!isOfLink(attempt)) return changeTo(attempt, approved);
  const { terms, maskedCard, orderId, linkToken: token, reference } = attempt;
  const paid = { total: terms.total, installments: terms.installments, maskedCard };
  const result: LinkResult = { resultReference, code: '', orderId, atMs: nowMs, paid };
  return changeTo(attempt, approved, {
    token,
    onlyIf: { kind: 'active', attempt: reference },
    effects: [{ kind: 'pays', result }, { kind: 'frees' }],
  });
};

export interface Decline {
  readonly code: BankCode;
  readonly references?: AttemptBank;
  /** After a failed, attempted or abandoned 3D the link accepts 3D only (rule 20). */
  readonly threeDOnly?: boolean;
  /** The end rests on less than the issuer's word: the bank is asked about it once more the next day. */
  readonly asksAgain?: true | undefined;
}

/** When the bank is asked once more about an end of this moment. */
const recheckAtMsOf = (asksAgain: true | undefined, nowMs: number): number | undefined =>
  asksAgain === undefined ? undefined : nowMs + RECHECK_AFTER_MS;

const fails = (result: LinkResult | undefined): readonly LinkEffect[] =>
  result === undefined ? [] : [{ kind: 'fails', result }];

const REQUIRES_3D: LinkEffect = { kind: 'requires-3d' };

/** What a decline says at the link; after its last attempt the link is closed with it. */
const declineEffects = (
  attempt: Attempt,
  { code, threeDOnly }: { readonly code: BankCode; readonly threeDOnly: boolean },
  options: ConcludeOptions,
): readonly LinkEffect[] => [
  ...fails(resultOfLast(attempt, code, options)),
  { kind: 'declines', decline: { code, atMs: options.nowMs } },
  ...(threeDOnly ? [REQUIRES_3D] : []),
];

/** The bank, or the service before the bank is called, refuses the charge. After its last attempt the link is closed. */
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
  return endWithoutCharge(attempt, { state, told: 'failed', bank: { code, ...references }, recheckAtMs, link }, nowMs);
};

/**
 * An attempt that is refused before anything can be charged, by the service or because its 3D could not begin: declined
 * from its first row on, counted and told like every other decline. It is never active and takes nothing.
 */
export const beginRefused = (
  attempt: LinkAttempt,
  link: PaymentRequest,
  { code, threeDOnly = false, ...options }: ConcludeOptions & Pick<Decline, 'code' | 'threeDOnly'>,
): AttemptChange<LinkAttempt> => {
  const { token, version } = link;
  const { nowMs } = options;
  const end = { state: 'declined', told: 'failed', bank: { code }, link: [] } as const;
  const { fromVersion: _isNew, ...change } = endWithoutCharge(attempt, end, nowMs);
  const effects = [counts(attempt, link), ...declineEffects(attempt, { code, threeDOnly }, options)];
  return { ...change, releases: NOTHING_RELEASED, link: { token, onlyIf: { kind: 'free', version }, effects } };
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

/** The bank gave no clear answer, and nobody waits for one any more (rule 8). */
export const doubt = <Of extends Attempt>(attempt: Of): AttemptChange<Of> | undefined => {
  const state = stateAfter(attempt, 'doubt');
  return state === undefined ? undefined : changeTo(attempt, nextVersion(attempt, { state }));
};

/** Why a charge without an answer is reported as failed. */
export type TellFailedReason =
  /** The payer asked for another try: after the last attempt the link is closed. */
  | ({ readonly kind: 'payer-asked' } & ConcludeOptions)
  /** Nobody may keep the charge. */
  | { readonly kind: 'reversal'; readonly nowMs: number };

/** The bank's code of an answer that never came. */
const NO_ANSWER: BankCode = '021';

/** Reports "failed" of a charge without an answer: from then on it can only fail, and its link is free (rules 1, 7). */
export const tellFailed = <Of extends Attempt>(
  attempt: Of,
  reason: TellFailedReason,
): AttemptChange<Of> | undefined => {
  const state = stateAfter(attempt, 'tell failed');
  if (state === undefined) return undefined;
  const told = nextVersion(attempt, { state, told: 'failed' });
  if (!isOfLink(attempt)) return changeTo(attempt, told);
  const asked = reason.kind === 'payer-asked';
  const declined: LinkDecline = { code: NO_ANSWER, atMs: reason.nowMs, ...(asked ? { unanswered: true } : {}) };
  const effects: readonly LinkEffect[] = [
    { kind: 'declines', decline: declined },
    ...fails(asked ? resultOfLast(attempt, NO_ANSWER, reason) : undefined),
    { kind: 'frees' },
  ];
  const { linkToken: token, reference } = attempt;
  return changeTo(attempt, told, { token, onlyIf: { kind: 'active', attempt: reference }, effects });
};
