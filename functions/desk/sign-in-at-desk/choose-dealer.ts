import type { DeskCall } from '../../../shared/desk/call/desk-call.ts';
import { returnPathOf } from '../../../shared/desk/call/return-path.ts';
import { roleInForce } from '../../../shared/domain/desk/roles.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { notFoundDeskPage } from '../../../shared/pages/desk/frame/closed-desk-page.ts';
import { dealerPage } from '../../../shared/pages/desk/sign-in/dealer-page.ts';
import { newSession, type OpenDealer, openDealersOf } from './begin-session.ts';
import { applyEntered } from './desk-entry.ts';
import type { SignInDependencies } from './sign-in-dependencies.ts';

type ChoiceDependencies = Pick<SignInDependencies, 'users' | 'dealers' | 'changes'>;

const openOf = async (deps: ChoiceDependencies, { user }: DeskCall): Promise<readonly OpenDealer[]> =>
  openDealersOf(await deps.users.membershipsOf(user.userId), deps);

const choicePage = (
  call: DeskCall,
  open: readonly OpenDealer[],
  { statusCode, failed }: { readonly statusCode: number; readonly failed: boolean },
): PageAnswer => {
  const { user, session, frame, page } = call;
  const choices = open.map(({ dealer, membership }) => ({
    dealerCode: dealer.dealerCode,
    name: dealer.name,
    role: roleInForce(membership.role, user.code !== undefined),
    isOpen: dealer.dealerCode === session.dealerCode,
  }));
  return { statusCode, page: dealerPage(frame, { choices, from: returnPathOf(page.query?.from), failed }) };
};

/** The enabled dealers of the user. */
export const showDealers =
  (deps: ChoiceDependencies) =>
  async (call: DeskCall): Promise<PageAnswer> =>
    choicePage(call, await openOf(deps, call), { statusCode: 200, failed: false });

/**
 * Opens the desk of another dealer of the user: a session under a new secret takes the place of this one, and ends when it would
 * have. A dealer that is disabled, or not the user's, is answered like one that does not exist.
 */
export const chooseDealer =
  (deps: ChoiceDependencies) =>
  async (call: DeskCall): Promise<PageAnswer> => {
    const { user, session, posted, page, frame } = call;
    const location = returnPathOf(page.query?.from);
    const wanted = posted.text('dealer');
    if (wanted === session.dealerCode) return { location };
    const open = await openOf(deps, call);
    const chosen = open.find(({ dealer }) => dealer.dealerCode === wanted);
    if (chosen === undefined) return { statusCode: 404, page: notFoundDeskPage(frame) };
    const { membership } = chosen;
    const { passwordAtMs, startedAtMs } = session;
    const next = newSession(call, { user, membership, passwordAtMs, startedAtMs });
    const applied = await applyEntered(
      deps.changes,
      call,
      {
        command: 'desk-choose-dealer',
        user,
        dealerCode: membership.dealerCode,
        before: { dealerCode: session.dealerCode },
        after: { dealerCode: membership.dealerCode },
      },
      next.change,
    );
    return applied ? { location, cookies: next.cookies } : choicePage(call, open, { statusCode: 409, failed: true });
  };
