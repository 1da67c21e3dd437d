import type { DeskUserId } from './user.ts';

/** A sign-in whose password was right and whose one-time code is asked for. The secret of its cookie is stored nowhere. */
export interface PendingSignIn {
  /** SHA-256 of the cookie's secret, as URL-safe text. */
  readonly pendingId: string;
  readonly userId: DeskUserId;
  /** `epoch` of the user when the password was right. */
  readonly epoch: number;
  readonly startedAtMs: number;
  /** Codes that were tried: each counts as wrong before it is looked at. */
  readonly wrongCodes: number;
  readonly version: number;
}

/** A code is asked for so long. */
const PENDING_LIFE_MS = 5 * 60_000;
/** Wrong codes that end a sign-in. */
export const WRONG_CODES_A_SIGN_IN = 5;

/** True while a code may be given. */
export const isOpenSignIn = (pending: PendingSignIn, epoch: number, nowMs: number): boolean =>
  pending.epoch === epoch &&
  pending.wrongCodes < WRONG_CODES_A_SIGN_IN &&
  nowMs - pending.startedAtMs < PENDING_LIFE_MS;
