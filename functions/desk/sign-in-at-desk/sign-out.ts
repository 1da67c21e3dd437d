import type { DeskCall } from '../../../shared/desk/call/desk-call.ts';
import { dropCookie } from '../../../shared/desk/call/desk-cookies.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { applyEntered } from './desk-entry.ts';
import type { SignInDependencies } from './sign-in-dependencies.ts';

/** Ends the session of this browser. */
export const signOut =
  ({ changes }: Pick<SignInDependencies, 'changes'>) =>
  async (call: DeskCall): Promise<PageAnswer> => {
    const { session, user, deskUrl } = call;
    const { dealerCode, sessionId } = session;
    await applyEntered(changes, call, { command: 'desk-sign-out', user, dealerCode }, { ends: { sessionId } });
    return { location: '/desk/sign-in?done=out', cookies: [dropCookie('session', deskUrl)] };
  };
