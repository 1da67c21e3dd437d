import * as z from 'zod/mini';
import { type CodeRule, codeRules } from '../../../domain/desk/code-rule.ts';
import type { MailedLink } from '../../../domain/desk/mailed-link.ts';
import type { PendingSignIn } from '../../../domain/desk/pending-sign-in.ts';
import { deskRoles } from '../../../domain/desk/roles.ts';
import type { DeskSession } from '../../../domain/desk/session.ts';
import type { DeskMembership, DeskUser } from '../../../domain/desk/user.ts';
import { languages } from '../../../domain/language.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import type { DeskInvitation, DeskMail } from '../../../ports/desk-users.ts';
import { objectRow, optionalText, optionalWhole, parseRow, storedText, storedWhole } from '../engine/row.ts';
import { keys } from '../keys.ts';

/** When the store may forget a row that nothing reads any more: some time behind its own end, in seconds. */
const forgottenAfter = (endsAtMs: number): number => Math.ceil(endsAtMs / 1000) + 86_400;

const HOUR_MS = 3_600_000;
/** Longer than any session, sign-in or mailed link is good. */
const LONGEST_LIFE_MS = 48 * HOUR_MS;
const DEVICE_LIFE_MS = 180 * 24 * HOUR_MS;

const language = z.enum(languages);
const role = z.enum(deskRoles);

const userRow = objectRow(() => ({
  userId: storedText,
  version: storedWhole,
  email: storedText,
  name: storedText,
  language,
  createdAtMs: storedWhole,
  epoch: storedWhole,
  password: z.optional(
    z.object({
      algorithm: z.literal('scrypt'),
      cost: storedWhole,
      blockSize: storedWhole,
      parallelism: storedWhole,
      salt: storedText,
      hash: storedText,
    }),
  ),
  code: z.optional(
    z.object({
      sealedSecret: storedText,
      secretVersion: storedWhole,
      enrolledAtMs: storedWhole,
      lastStep: storedWhole,
      recoveryCodes: z.array(storedText),
    }),
  ),
  wrongCodes: z.optional(z.object({ day: storedText, count: storedWhole })),
}));

export const deskUserItem = (user: DeskUser) => ({ ...keys.deskUser(user.userId), entity: 'desk-user', ...user });
export const readDeskUser = (row: unknown): DeskUser => omitUndefined(parseRow('desk user', userRow, row));

const membershipRow = objectRow(() => ({
  dealerCode: storedText,
  userId: storedText,
  role,
  version: storedWhole,
  addedAtMs: storedWhole,
}));

/** The same membership as its dealer lists it, and as its user does. */
export const membershipItems = (membership: DeskMembership) => {
  const { dealerCode, userId } = membership;
  return [
    { ...keys.deskMember(dealerCode, userId), entity: 'desk-member', ...membership },
    { ...keys.dealerOfDeskUser(userId, dealerCode), entity: 'dealer-of-desk-user', ...membership },
  ] as const;
};
export const readMembership = (row: unknown): DeskMembership => parseRow('desk member', membershipRow, row);

const codeRuleRow = objectRow(() => ({
  dealerCode: storedText,
  version: storedWhole,
  codesFor: z.enum(codeRules),
}));

export const codeRuleItem = (rule: CodeRule) => ({
  ...keys.deskCodeRule(rule.dealerCode),
  entity: 'desk-code-rule',
  ...rule,
});
export const readCodeRule = (row: unknown): CodeRule => parseRow('desk code rule', codeRuleRow, row);

const invitationRow = objectRow(() => ({
  dealerCode: storedText,
  userId: storedText,
  linkId: storedText,
  email: storedText,
  name: storedText,
  role,
  createdAtMs: storedWhole,
}));

export const invitationItem = (invitation: DeskInvitation) => ({
  ...keys.deskInvitation(invitation.dealerCode, invitation.userId),
  entity: 'desk-invitation',
  ...invitation,
  expiresAt: forgottenAfter(invitation.createdAtMs + LONGEST_LIFE_MS),
});
export const readInvitation = (row: unknown): DeskInvitation => parseRow('desk invitation', invitationRow, row);

const linkRow = objectRow(() => ({
  linkId: storedText,
  kind: z.enum(['invitation', 'reset']),
  userId: storedText,
  email: storedText,
  language,
  createdAtMs: storedWhole,
  invitation: z.optional(z.object({ dealerCode: storedText, role, name: storedText })),
  epoch: optionalWhole,
}));

export const mailedLinkItem = (link: MailedLink) => ({
  ...keys.mailedLink(link.linkId),
  entity: 'desk-link',
  ...link,
  expiresAt: forgottenAfter(link.createdAtMs + LONGEST_LIFE_MS),
});
export const readMailedLink = (row: unknown): MailedLink => omitUndefined(parseRow('desk link', linkRow, row));

const mailRow = objectRow(() => ({
  mailId: storedText,
  kind: z.enum(['invitation', 'reset']),
  to: storedText,
  name: storedText,
  language,
  sealedSecret: storedText,
  createdAtMs: storedWhole,
  dealerName: optionalText,
}));

export const deskMailItem = (mail: DeskMail) => ({
  ...keys.deskMail(mail.mailId),
  entity: 'desk-mail',
  ...mail,
  expiresAt: forgottenAfter(mail.createdAtMs + LONGEST_LIFE_MS),
});
export const readDeskMail = (row: unknown): DeskMail => omitUndefined(parseRow('desk mail', mailRow, row));

const sessionRow = objectRow(() => ({
  sessionId: storedText,
  userId: storedText,
  dealerCode: storedText,
  epoch: storedWhole,
  membershipVersion: storedWhole,
  memberSinceMs: storedWhole,
  startedAtMs: storedWhole,
  lastUsedAtMs: storedWhole,
  passwordAtMs: storedWhole,
}));

export const sessionItem = (session: DeskSession) => ({
  ...keys.deskSession(session.sessionId),
  entity: 'desk-session',
  ...session,
  expiresAt: forgottenAfter(session.startedAtMs + LONGEST_LIFE_MS),
});
export const readSession = (row: unknown): DeskSession => parseRow('desk session', sessionRow, row);

const pendingRow = objectRow(() => ({
  pendingId: storedText,
  userId: storedText,
  epoch: storedWhole,
  startedAtMs: storedWhole,
  wrongCodes: storedWhole,
  version: storedWhole,
}));

export const pendingItem = (pending: PendingSignIn) => ({
  ...keys.pendingSignIn(pending.pendingId),
  entity: 'desk-sign-in',
  ...pending,
  expiresAt: forgottenAfter(pending.startedAtMs + LONGEST_LIFE_MS),
});
export const readPending = (row: unknown): PendingSignIn => parseRow('desk sign-in', pendingRow, row);

export const deviceItem = ({ userId, deviceId, atMs }: { userId: string; deviceId: string; atMs: number }) => ({
  ...keys.deskDevice(userId, deviceId),
  entity: 'desk-device',
  atMs,
  expiresAt: forgottenAfter(atMs + DEVICE_LIFE_MS),
});
