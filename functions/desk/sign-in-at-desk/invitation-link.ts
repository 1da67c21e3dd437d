import type { DeskVisit } from '../../../shared/desk/call/desk-call.ts';
import { digestOf, isSecret } from '../../../shared/desk/call/secrets.ts';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import { isGoodLink, type MailedLink, type MailedLinkKind } from '../../../shared/domain/desk/mailed-link.ts';
import type { DeskMembership, DeskUser } from '../../../shared/domain/desk/user.ts';
import type { DeskChange } from '../../../shared/ports/desk-users.ts';
import type { SignInDependencies } from './sign-in-dependencies.ts';

/** A mailed link by its secret; undefined where it is none of that kind, or is good no more. */
export const goodLink = async (
  { users }: Pick<SignInDependencies, 'users'>,
  kind: MailedLinkKind,
  { secret = '', nowMs }: { readonly secret: string | undefined; readonly nowMs: number },
): Promise<MailedLink | undefined> => {
  if (!isSecret(secret)) return undefined;
  const link = await users.mailedLink(digestOf(secret));
  return link?.kind === kind && isGoodLink(link, nowMs) ? link : undefined;
};

/** An invitation that can be followed now, with its dealer. */
export interface GoodInvitation {
  readonly link: MailedLink & { readonly invitation: NonNullable<MailedLink['invitation']> };
  readonly dealer: Dealer;
}

/** The invitation of a secret; undefined where it is good no more, or its dealer is disabled. */
export const goodInvitation = async (
  deps: Pick<SignInDependencies, 'users' | 'dealers'>,
  { secret, nowMs }: { readonly secret: string | undefined; readonly nowMs: number },
): Promise<GoodInvitation | undefined> => {
  const link = await goodLink(deps, 'invitation', { secret, nowMs });
  const { invitation } = link ?? {};
  if (link === undefined || invitation === undefined) return undefined;
  const dealer = (await deps.dealers.load(invitation.dealerCode))?.dealer;
  return dealer?.enabled === true ? { link: { ...link, invitation }, dealer } : undefined;
};

/** The membership that an invitation gives, in place of one that the user has with this dealer. */
export const invitedMembership = (
  { link: { userId, invitation } }: GoodInvitation,
  known: DeskMembership | undefined,
  nowMs: number,
): DeskMembership => ({
  dealerCode: invitation.dealerCode,
  userId,
  role: invitation.role,
  version: (known?.version ?? 0) + 1,
  addedAtMs: known?.addedAtMs ?? nowMs,
});

const INVITATION_PATH = /^\/desk\/invitation\/([\w-]+)(?:\?|$)/;

/**
 * What a sign-in that leads back to an invitation accepts, for a user who could be signed in nowhere else; undefined where there
 * is no such invitation of this user.
 */
export const acceptedBySignIn = async (
  deps: Pick<SignInDependencies, 'users' | 'dealers'>,
  { nowMs }: DeskVisit,
  { user, from }: { readonly user: Pick<DeskUser, 'userId'>; readonly from: string },
): Promise<{ readonly membership: DeskMembership; readonly change: DeskChange } | undefined> => {
  const secret = INVITATION_PATH.exec(from)?.[1];
  if (secret === undefined) return undefined;
  const good = await goodInvitation(deps, { secret, nowMs });
  if (good === undefined || good.link.userId !== user.userId) return undefined;
  const known = await deps.users.membership(good.link.invitation.dealerCode, user.userId);
  const membership = invitedMembership(good, known, nowMs);
  return { membership, change: { membership, uses: good.link } };
};
