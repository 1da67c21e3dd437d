import { asSignedIn, type DeskVisit } from '../../../shared/desk/call/desk-call.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { askForReset, showReset } from './ask-for-reset.ts';
import { chooseDealer, showDealers } from './choose-dealer.ts';
import type { contract } from './contract.ts';
import { followInvitation, showInvitation } from './follow-invitation.ts';
import { giveCode, showCode } from './one-time-code.ts';
import { givePasswordAgain, showPasswordAgain } from './password-again.ts';
import { setNewPassword, showNewPassword } from './set-new-password.ts';
import { showSignIn, signIn } from './sign-in.ts';
import type { SignInDependencies } from './sign-in-dependencies.ts';
import { signOut } from './sign-out.ts';

type Route = (typeof contract.routes)[number];
type RouteKey = `${Route['method']} ${Route['path']}` & keyof ReturnType<typeof pagesOf>;
type ShowPage = (visit: DeskVisit) => Promise<PageAnswer>;

const pagesOf = (deps: SignInDependencies) =>
  ({
    'GET /desk/sign-in': showSignIn(deps),
    'POST /desk/sign-in': signIn(deps),
    'GET /desk/sign-in/code': showCode(deps),
    'POST /desk/sign-in/code': giveCode(deps),
    'POST /desk/sign-out': asSignedIn(deps, signOut(deps)),
    'GET /desk/dealer': asSignedIn(deps, showDealers(deps)),
    'POST /desk/dealer': asSignedIn(deps, chooseDealer(deps)),
    'GET /desk/password': asSignedIn(deps, showPasswordAgain),
    'POST /desk/password': asSignedIn(deps, givePasswordAgain(deps)),
    'GET /desk/reset': showReset(deps),
    'POST /desk/reset': askForReset(deps),
    'GET /desk/reset/{secret}': showNewPassword(deps),
    'POST /desk/reset/{secret}': setNewPassword(deps),
    'GET /desk/invitation/{secret}': showInvitation(deps),
    'POST /desk/invitation/{secret}': followInvitation(deps),
  }) as const satisfies Readonly<Record<string, ShowPage>>;

/** Signing in and out, and what leads to it, each page by its route (rule 53). */
export const signInAtDesk = (deps: SignInDependencies): ShowPage => {
  const pages = pagesOf(deps);
  return async (visit) => {
    const { route = '' } = visit.page;
    if (!Object.hasOwn(pages, route)) throw new Error(`no page of the sign-in has the route ${route}`);
    return pages[route as RouteKey](visit);
  };
};
