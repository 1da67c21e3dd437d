import { type DeskVisit, hasFormToken } from '../../../shared/desk/call/desk-call.ts';
import { secretIn, setCookie } from '../../../shared/desk/call/desk-cookies.ts';
import { DESK_START, returnPathOf } from '../../../shared/desk/call/return-path.ts';
import { formTokenOf, newSecret } from '../../../shared/desk/call/secrets.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { closedDeskPage } from '../../../shared/pages/desk/frame/closed-desk-page.ts';
import type { VisitorView } from '../../../shared/pages/desk/sign-in/visitor-form.ts';
import type { Page } from '../../../shared/pages/document.ts';
import type { SignInDependencies } from './sign-in-dependencies.ts';

/** A browser that is not signed in: what its pages show, and the cookie that it gets where it has none. */
interface Visitor {
  readonly view: VisitorView;
  readonly cookies: readonly string[];
}

/** The page that a sign-in leads back to; undefined where it is the first one. */
const fromOf = ({ page }: DeskVisit): string | undefined => {
  const from = returnPathOf(page.query?.from);
  return from === DESK_START ? undefined : from;
};

const visitorOf = (
  visit: DeskVisit,
  { serviceName, sandbox }: Pick<SignInDependencies, 'serviceName' | 'sandbox'>,
): Visitor => {
  const { page, deskUrl } = visit;
  const known = secretIn(page.cookies, 'visitor', deskUrl);
  const secret = known ?? newSecret();
  return {
    view: {
      frame: { language: page.frame.language, serviceName, sandbox },
      formToken: formTokenOf(secret),
      from: fromOf(visit),
    },
    cookies: known === undefined ? [setCookie('visitor', secret, deskUrl)] : [],
  };
};

/** A page before a session, with the cookie that its forms need. */
export const visitorAnswer = (
  visit: DeskVisit,
  deps: Pick<SignInDependencies, 'serviceName' | 'sandbox'>,
  answer: {
    readonly statusCode: number;
    readonly page: (view: VisitorView) => Page;
    readonly cookies?: readonly string[];
  },
): PageAnswer => {
  const { view, cookies } = visitorOf(visit, deps);
  return { statusCode: answer.statusCode, page: answer.page(view), cookies: [...cookies, ...(answer.cookies ?? [])] };
};

/** The answer to a post whose form was not made for this browser; undefined where it was. */
export const withoutToken = (visit: DeskVisit): PageAnswer | undefined =>
  hasFormToken(visit, 'visitor') ? undefined : { statusCode: 403, page: closedDeskPage(visit.page.frame, 'no-token') };

/** An address that goes on with a sign-in: where it leads back to and the chosen language stay. */
export const onward = (visit: DeskVisit, path: string, more: Readonly<Record<string, string>> = {}): string => {
  const { lang } = visit.page.query ?? {};
  const from = fromOf(visit);
  const query = new URLSearchParams({
    ...more,
    ...(from === undefined ? {} : { from }),
    ...(lang === 'tr' || lang === 'en' ? { lang } : {}),
  }).toString();
  return query === '' ? path : `${path}?${query}`;
};
