import type { DeskVisit } from '../../../shared/desk/call/desk-call.ts';
import { signedIn } from '../../../shared/desk/call/desk-call.ts';
import { dropCookie, setCookie } from '../../../shared/desk/call/desk-cookies.ts';
import { returnPathOf } from '../../../shared/desk/call/return-path.ts';
import { deskUserIdOf, digestOf, newSecret } from '../../../shared/desk/call/secrets.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { signInPage } from '../../../shared/pages/desk/sign-in/sign-in-page.ts';
import type { SignInNotice } from '../../../shared/pages/desk/sign-in/sign-in-texts.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { tryPassword } from './password-try.ts';
import type { SignInDependencies } from './sign-in-dependencies.ts';
import { onward, visitorAnswer, withoutToken } from './visitor.ts';

/** What an address may say of what was before: it decides nothing but a sentence. */
const noticeOf = ({ page }: DeskVisit): SignInNotice | undefined => {
  const { ended, done } = page.query ?? {};
  if (ended === 'post') return 'ended-post';
  if (ended === 'code') return 'ended-code';
  if (done === 'password') return 'new-password';
  return done === 'out' ? 'signed-out' : undefined;
};

/** The form of a sign-in. Whoever is signed in already goes where it wanted to. */
export const showSignIn =
  (deps: SignInDependencies) =>
  async (visit: DeskVisit): Promise<PageAnswer> => {
    if ((await signedIn(visit, deps.sessions)) !== undefined) return { location: returnPathOf(visit.page.query?.from) };
    const notice = noticeOf(visit);
    return visitorAnswer(visit, deps, { statusCode: 200, page: (view) => signInPage(view, { notice }) });
  };

const REFUSED_STATUS = { wrong: 403, 'too-many': 429 } as const;

/** E-mail and password. A user with a one-time code is asked for it; any other is signed in. */
export const signIn =
  (deps: SignInDependencies) =>
  async (visit: DeskVisit): Promise<PageAnswer> => {
    const refused = withoutToken(visit);
    if (refused !== undefined) return refused;
    const { posted, nowMs, deskUrl } = visit;
    const email = posted.text('email');
    const answer = (notice: 'wrong' | 'too-many'): PageAnswer =>
      visitorAnswer(visit, deps, {
        statusCode: REFUSED_STATUS[notice],
        page: (view) => signInPage(view, { notice, email }),
      });
    const tried = await tryPassword(deps, visit, { userId: deskUserIdOf(email), password: posted.exact('password') });
    if (tried.kind !== 'right') return answer(tried.kind);
    const { user, memberships } = tried;
    if (user.code === undefined) {
      return (
        (await completeSignIn(deps, visit, { user, memberships, passwordAtMs: nowMs, change: {} })) ?? answer('wrong')
      );
    }
    const secret = newSecret();
    await deps.pendingSignIns.begin({
      pendingId: digestOf(secret),
      userId: user.userId,
      epoch: user.epoch,
      startedAtMs: nowMs,
      wrongCodes: 0,
      version: 1,
    });
    return { location: onward(visit, '/desk/sign-in/code'), cookies: [setCookie('sign-in', secret, deskUrl)] };
  };

/** A sign-in whose code was not given in time, or whose user has changed: it starts again. */
export const endedSignIn = (visit: DeskVisit): PageAnswer => ({
  location: onward(visit, '/desk/sign-in', { ended: 'code' }),
  cookies: [dropCookie('sign-in', visit.deskUrl)],
});
