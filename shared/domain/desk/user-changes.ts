import type { DeskRole } from './roles.ts';
import { type DeskMembership, type DeskUserId, MAX_DESK_USERS } from './user.ts';

/**
 * Why a manager may not change a membership. `yourself`: nobody gives or takes its own rights. `no-member`: there is none any more.
 * `last-manager`: nobody would be left who can manage users.
 */
export type MemberProblem = 'yourself' | 'no-member' | 'last-manager';

/** Why somebody is not invited. */
export type InvitationProblem = 'known-member' | 'too-many-users';

/** A membership with whether its user has a one-time code: without one a manager has no rights as a manager. */
export interface MemberWithCode {
  readonly membership: DeskMembership;
  readonly hasCode: boolean;
}

interface MemberChange {
  readonly by: DeskUserId;
  readonly of: DeskUserId;
  /** Absent of a removal. */
  readonly role?: DeskRole;
}

const isManager = ({ membership, hasCode }: MemberWithCode): boolean => membership.role === 'manager' && hasCode;

/** Why a change of a member is refused; undefined where it may be made (rule 53). */
export const memberProblem = (
  members: readonly MemberWithCode[],
  { by, of, role }: MemberChange,
): MemberProblem | undefined => {
  if (by === of) return 'yourself';
  const member = members.find(({ membership }) => membership.userId === of);
  if (member === undefined) return 'no-member';
  const takesRights = isManager(member) && role !== 'manager';
  const others = members.filter((one) => one !== member && isManager(one));
  return takesRights && others.length === 0 ? 'last-manager' : undefined;
};

interface Invited {
  readonly userId: DeskUserId;
  readonly members: readonly Pick<DeskMembership, 'userId'>[];
  readonly invitations: readonly { readonly userId: DeskUserId }[];
}

/** Why an invitation is refused; undefined where it may be sent. A later one takes the place of an earlier one. */
export const invitationProblem = ({ userId, members, invitations }: Invited): InvitationProblem | undefined => {
  if (members.some((one) => one.userId === userId)) return 'known-member';
  const others = invitations.filter((one) => one.userId !== userId);
  return members.length + others.length >= MAX_DESK_USERS ? 'too-many-users' : undefined;
};
