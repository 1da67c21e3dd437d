import type { Language } from '../language.ts';
import type { DeskRole } from './roles.ts';
import type { DeskUserId } from './user.ts';

const HOUR_MS = 3_600_000;

/** `invitation`: makes its reader a user of a dealer. `reset`: sets a new password. */
export type MailedLinkKind = 'invitation' | 'reset';

/** How long a mailed link is good. */
export const MAILED_LINK_LIFE_MS: Readonly<Record<MailedLinkKind, number>> = {
  invitation: 48 * HOUR_MS,
  reset: HOUR_MS / 2,
};

/** A link that was mailed to a user, found by the digest of its secret. It is used once: then its row is gone. */
export interface MailedLink {
  /** SHA-256 of the link's secret, as URL-safe text. */
  readonly linkId: string;
  readonly kind: MailedLinkKind;
  readonly userId: DeskUserId;
  readonly email: string;
  readonly language: Language;
  readonly createdAtMs: number;
  /** Of an invitation: whose desk, as what, and by which name until the user says another. */
  readonly invitation?: { readonly dealerCode: string; readonly role: DeskRole; readonly name: string };
  /** Of a reset: the user's epoch when it was asked for; another reset or a new password makes it useless. */
  readonly epoch?: number;
}

export const isGoodLink = ({ kind, createdAtMs }: Pick<MailedLink, 'kind' | 'createdAtMs'>, nowMs: number): boolean =>
  nowMs - createdAtMs < MAILED_LINK_LIFE_MS[kind];
