import { usersOfDealer } from '../../../shared/desk/account/users-of-dealer.ts';
import { mayDo } from '../../../shared/domain/desk/roles.ts';
import { memberPage, usersPage } from '../../../shared/pages/desk/account/users-pages.ts';
import type { UsersNotice } from '../../../shared/pages/desk/account/users-texts.ts';
import { notAllowedDeskPage } from '../../../shared/pages/desk/frame/closed-desk-page.ts';
import type { DeskUsers } from '../../../shared/ports/desk-users.ts';
import type { Randomness } from '../../../shared/ports/identifiers.ts';
import type { ShowDeskPage } from './desk-pages.ts';

interface ShowUsersDependencies {
  readonly users: DeskUsers;
  readonly randomness: Pick<Randomness, 'guid'>;
}

const DONE: readonly UsersNotice[] = ['invited', 'role', 'removed', 'withdrawn', 'codes'];

/** The users of the dealer, and one of them by the digest of its e-mail. A user of another dealer is answered like none. */
export const showUsers =
  ({ users, randomness }: ShowUsersDependencies): ShowDeskPage =>
  async ({ frame, user, role, dealer, page, nowMs }, { id, view }) => {
    if (view !== undefined) return undefined;
    if (!mayDo(role, 'manage-users')) return { statusCode: 403, page: notAllowedDeskPage(frame) };
    const found = await usersOfDealer(dealer.dealerCode, users);
    const newOnce = () => randomness.guid();
    if (id !== undefined) {
      const member = found.members.find((one) => one.user.userId === id);
      if (member === undefined) return undefined;
      return { statusCode: 200, page: memberPage({ frame, member, isSelf: id === user.userId, newOnce }) };
    }
    const notice = DONE.find((one) => one === page.query?.done);
    return { statusCode: 200, page: usersPage({ frame, self: user.userId, ...found, newOnce, nowMs, notice }) };
  };
