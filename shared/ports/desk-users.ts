import type { CodeRule } from '../domain/desk/code-rule.ts';
import type { MailedLink, MailedLinkKind } from '../domain/desk/mailed-link.ts';
import type { PendingSignIn } from '../domain/desk/pending-sign-in.ts';
import type { DeskRole } from '../domain/desk/roles.ts';
import type { DeskSession } from '../domain/desk/session.ts';
import type { DeskMembership, DeskUser, DeskUserId } from '../domain/desk/user.ts';
import type { Language } from '../domain/language.ts';
import type { OutboxEvent } from '../domain/outbox/event.ts';

/** An invitation that was not followed yet, as its dealer sees it. A later one of the same user takes its place. */
export interface DeskInvitation {
  readonly dealerCode: string;
  readonly userId: DeskUserId;
  /** The mailed link that is good. */
  readonly linkId: string;
  readonly email: string;
  readonly name: string;
  readonly role: DeskRole;
  readonly createdAtMs: number;
}

/** A mail that is to leave, with the secret of its link sealed; its row goes once it is sent. The event names it alone. */
export interface DeskMail {
  readonly mailId: string;
  readonly kind: MailedLinkKind;
  readonly to: string;
  readonly name: string;
  readonly language: Language;
  readonly sealedSecret: string;
  readonly createdAtMs: number;
  /** Of an invitation. */
  readonly dealerName?: string;
}

/** A mailed link that is written with its mail and the event that makes it leave. */
export interface NewMailedLink {
  readonly link: MailedLink;
  readonly mail: DeskMail;
  readonly event: OutboxEvent;
}

/**
 * What changes of users, memberships and sessions, all or nothing. A user or membership in version n takes the place of version
 * n - 1; what is used, ended or removed must still be there, and in that version.
 */
export interface DeskChange {
  readonly user?: DeskUser;
  readonly membership?: DeskMembership;
  readonly removes?: DeskMembership;
  /** A membership that must still be as it is: that of the manager who makes the change. */
  readonly still?: DeskMembership;
  /** An invitation, which also takes the place of an earlier one of the same user and dealer. */
  readonly invites?: NewMailedLink & { readonly invitation: DeskInvitation };
  readonly withdraws?: DeskInvitation;
  readonly mails?: NewMailedLink;
  /** The link that was followed: it is good no more. */
  readonly uses?: MailedLink;
  /** Whose sign-ins at a dealer need a code, in the version behind the stored one. */
  readonly codeRule?: CodeRule;
  readonly begins?: DeskSession;
  /** The session that takes the place of another one, which ends. */
  readonly ends?: Pick<DeskSession, 'sessionId'>;
  readonly completes?: PendingSignIn;
  /** A browser that signed in: the digest of its device cookie. */
  readonly remembers?: { readonly userId: DeskUserId; readonly deviceId: string; readonly atMs: number };
}

/** Users of the desk, read strongly. What changes them is written by `OperatorChanges`, with its audit entry. Every method throws StoreUnavailable and UnreadableRow. */
export interface DeskUsers {
  find(userId: DeskUserId): Promise<DeskUser | undefined>;
  /** Users by their ids, in no order; those that are not there are left out. */
  findAll(userIds: readonly DeskUserId[]): Promise<readonly DeskUser[]>;
  membership(dealerCode: string, userId: DeskUserId): Promise<DeskMembership | undefined>;
  /** Memberships of a user, by dealer: at most MAX_DEALERS_OF_USER. */
  membershipsOf(userId: DeskUserId): Promise<readonly DeskMembership[]>;
  /** Members and open invitations of a dealer, at most MAX_DESK_USERS together, and its wish of codes. One trip. */
  ofDealer(dealerCode: string): Promise<{
    readonly members: readonly DeskMembership[];
    readonly invitations: readonly DeskInvitation[];
    readonly codeRule: CodeRule | undefined;
  }>;
  /** True for a browser that this user signed in with before. */
  knowsDevice(userId: DeskUserId, deviceId: string): Promise<boolean>;
  /** A mailed link by the digest of its secret, with its invitation where it is one; undefined once it was used or withdrawn. */
  mailedLink(linkId: string): Promise<MailedLink | undefined>;
}

/** Mails that are to leave, for the one who sends them. Both throw StoreUnavailable and UnreadableRow. */
export interface DeskMails {
  find(mailId: string): Promise<DeskMail | undefined>;
  /** Forgets a mail that was sent, and with it the secret. */
  remove(mailId: string): Promise<void>;
}
