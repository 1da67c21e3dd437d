import { type DeskCall, deskFrameOf } from '../../../shared/desk/call/desk-call.ts';
import { setCookie } from '../../../shared/desk/call/desk-cookies.ts';
import { digestOf, formTokenOf, newSecret } from '../../../shared/desk/call/secrets.ts';
import { roleInForce } from '../../../shared/domain/desk/roles.ts';
import type { DeskSession } from '../../../shared/domain/desk/session.ts';
import type { DeskUser } from '../../../shared/domain/desk/user.ts';
import type { DeskFrame } from '../../../shared/pages/desk/frame/desk-page.ts';
import type { AccountDependencies } from './account-dependencies.ts';

/** The session in which a user goes on whose other sessions have ended. */
export interface NextSession {
  readonly session: DeskSession;
  readonly cookie: string;
  /** What the page around the answer says, with the token of the new session. */
  readonly frameFor: (user: DeskUser) => DeskFrame;
}

/** A session of a new epoch in place of the caller's: a new secret, and no longer a life than the old one had (rule 53). */
export const nextSession = (
  call: DeskCall,
  epoch: number,
  deps: Pick<AccountDependencies, 'serviceName' | 'sandbox'>,
): NextSession => {
  const { session, membership, nowMs, deskUrl } = call;
  const secret = newSecret();
  return {
    session: { ...session, sessionId: digestOf(secret), epoch, lastUsedAtMs: nowMs, passwordAtMs: nowMs },
    cookie: setCookie('session', secret, deskUrl),
    frameFor: (user) =>
      deskFrameOf(
        {
          ...call,
          user,
          role: roleInForce(membership.role, user.code !== undefined),
          formToken: formTokenOf(secret),
        },
        deps,
      ),
  };
};
