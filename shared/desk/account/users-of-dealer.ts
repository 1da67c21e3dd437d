import type { CodeRule } from '../../domain/desk/code-rule.ts';
import type { ShownMember } from '../../pages/desk/account/users-pages.ts';
import type { DeskInvitation, DeskUsers } from '../../ports/desk-users.ts';

/** Members of a dealer with their users, open invitations, and its wish of codes. Two trips. Throws StoreUnavailable. */
export const usersOfDealer = async (
  dealerCode: string,
  users: Pick<DeskUsers, 'ofDealer' | 'findAll'>,
): Promise<{
  readonly members: readonly ShownMember[];
  readonly invitations: readonly DeskInvitation[];
  readonly codeRule: CodeRule | undefined;
}> => {
  const { members, invitations, codeRule } = await users.ofDealer(dealerCode);
  const found = await users.findAll(members.map(({ userId }) => userId));
  const byId = new Map(found.map((user) => [user.userId, user]));
  return {
    members: members.flatMap((membership) => {
      const user = byId.get(membership.userId);
      return user === undefined ? [] : [{ membership, user }];
    }),
    invitations,
    codeRule,
  };
};
