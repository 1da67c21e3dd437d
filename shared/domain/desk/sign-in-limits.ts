import type { MailedLinkKind } from './mailed-link.ts';

const MINUTE_MS = 60_000;

/** One counter of sign-ins: whom it counts, in fixed windows of time. */
export interface SignInCount {
  readonly scope:
    | 'desk-user-address'
    | 'desk-user-strangers'
    | 'desk-device'
    | 'desk-address'
    | 'desk-mail-hour'
    | 'desk-mail-day'
    | 'desk-mail-address';
  /** What is counted, without an address or a secret that could be read. */
  readonly of: string;
  readonly windowMs: number;
  readonly most: number;
}

/** Who tries to sign in. */
export interface SignInTry {
  readonly userId: string;
  /** The caller's address; /64 for IPv6. */
  readonly addressScope: string;
  /** Digest of the device cookie of an earlier sign-in of this user; absent for a browser that never signed in. */
  readonly deviceId?: string | undefined;
}

/**
 * The counters of one try (rule 53). A browser that signed in before is counted by itself, so that no stranger's tries slow
 * it down.
 */
export const countsOfTry = ({ userId, addressScope, deviceId }: SignInTry): readonly SignInCount[] =>
  deviceId === undefined
    ? [
        { scope: 'desk-user-address', of: `${userId}#${addressScope}`, windowMs: 15 * MINUTE_MS, most: 10 },
        { scope: 'desk-user-strangers', of: userId, windowMs: 60 * MINUTE_MS, most: 30 },
        { scope: 'desk-address', of: addressScope, windowMs: 60 * MINUTE_MS, most: 100 },
      ]
    : [{ scope: 'desk-device', of: deviceId, windowMs: 15 * MINUTE_MS, most: 10 }];

/**
 * The counters of one mail that somebody asks for. Each kind has counters of its own: anybody can ask for resets of an
 * address, and must keep no dealer from inviting it.
 */
export const countsOfMail = (
  kind: MailedLinkKind,
  { userId, addressScope }: Omit<SignInTry, 'deviceId'>,
): readonly SignInCount[] => [
  { scope: 'desk-mail-hour', of: `${kind}#${userId}`, windowMs: 60 * MINUTE_MS, most: 3 },
  { scope: 'desk-mail-day', of: `${kind}#${userId}`, windowMs: 24 * 60 * MINUTE_MS, most: 10 },
  { scope: 'desk-mail-address', of: addressScope, windowMs: 60 * MINUTE_MS, most: 20 },
];
