import type { DeskMembership, DeskUser, DeskUserId } from './user.ts';

const MINUTE_MS = 60_000;
/** A session that is not used for so long has ended. */
const IDLE_MS = 30 * MINUTE_MS;
/** No session lasts longer, however much it is used. */
const LONGEST_SESSION_MS = 12 * 60 * MINUTE_MS;
/** The last use is written at most so often. */
export const USE_WRITTEN_EVERY_MS = 5 * MINUTE_MS;
/** A step that moves money asks for the password again when it was given longer ago. */
const PASSWORD_FRESH_MS = 10 * MINUTE_MS;

/** A browser that is signed in. The secret of its cookie is stored nowhere. */
export interface DeskSession {
  /** SHA-256 of the cookie's secret, as URL-safe text. */
  readonly sessionId: string;
  readonly userId: DeskUserId;
  readonly dealerCode: string;
  /** `epoch` of the user and `version` of the membership when it began. */
  readonly epoch: number;
  readonly membershipVersion: number;
  /** `addedAtMs` of the membership. */
  readonly memberSinceMs: number;
  readonly startedAtMs: number;
  readonly lastUsedAtMs: number;
  readonly passwordAtMs: number;
}

/** What the table says now of whom a session names. Each is absent where there is no such row. */
export interface SessionOwners {
  readonly user: DeskUser | undefined;
  readonly membership: DeskMembership | undefined;
  readonly dealer: { readonly enabled: boolean } | undefined;
}

/** True while the session is good: not idle, not too old, and nothing of whom it names has changed (rule 53). */
export const isLiveSession = (
  session: DeskSession,
  { user, membership, dealer }: SessionOwners,
  nowMs: number,
): boolean =>
  nowMs - session.lastUsedAtMs < IDLE_MS &&
  nowMs - session.startedAtMs < LONGEST_SESSION_MS &&
  user?.epoch === session.epoch &&
  membership?.version === session.membershipVersion &&
  // Somebody who was removed and invited again has a first version again: sessions of before stay ended.
  membership.addedAtMs === session.memberSinceMs &&
  dealer?.enabled === true;

/** True where the last use is to be written: it was written long enough ago. */
export const writesUse = ({ lastUsedAtMs }: DeskSession, nowMs: number): boolean =>
  nowMs - lastUsedAtMs >= USE_WRITTEN_EVERY_MS;

/** True while the password need not be given again before money moves. */
export const hasFreshPassword = ({ passwordAtMs }: DeskSession, nowMs: number): boolean =>
  nowMs - passwordAtMs < PASSWORD_FRESH_MS;
