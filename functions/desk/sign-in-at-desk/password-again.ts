import type { DeskCall } from '../../../shared/desk/call/desk-call.ts';
import { returnPathOf } from '../../../shared/desk/call/return-path.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { passwordPage } from '../../../shared/pages/desk/sign-in/password-page.ts';
import { tryPassword } from './password-try.ts';
import type { SignInDependencies } from './sign-in-dependencies.ts';

const STATUS = { wrong: 403, 'too-many': 429 } as const;

export const showPasswordAgain = async ({ frame, user: { email }, page }: DeskCall): Promise<PageAnswer> => ({
  statusCode: 200,
  page: passwordPage(frame, { email, from: returnPathOf(page.query?.from) }),
});

/** Takes the password again, for ten minutes of steps that move money (rule 54). It is counted like a sign-in. */
export const givePasswordAgain =
  (deps: SignInDependencies) =>
  async (call: DeskCall): Promise<PageAnswer> => {
    const { user, session, posted, page, frame, nowMs } = call;
    const from = returnPathOf(page.query?.from);
    const tried = await tryPassword(deps, call, { userId: user.userId, password: posted.exact('password') });
    if (tried.kind !== 'right') {
      const options = { email: user.email, from, problem: tried.kind };
      return { statusCode: STATUS[tried.kind], page: passwordPage(frame, options) };
    }
    await deps.sessions.note(session, { lastUsedAtMs: nowMs, passwordAtMs: nowMs });
    return { location: from };
  };
