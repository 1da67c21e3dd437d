import type { Dealer } from '../../domain/dealer/dealer.ts';
import { isOpenWithoutCode, mustEnrol } from '../../domain/desk/code-rule.ts';
import { type DeskRole, roleInForce } from '../../domain/desk/roles.ts';
import { type DeskSession, isLiveSession, writesUse } from '../../domain/desk/session.ts';
import type { DeskMembership, DeskUser } from '../../domain/desk/user.ts';
import type { Language } from '../../domain/language.ts';
import { type FileFormLimits, type FileFormProblem, readFileForm } from '../../http/file-form.ts';
import { ownOrigins } from '../../http/own-origins.ts';
import { type PageCall, type PageHandlerOptions, pageHandler } from '../../http/page-handler.ts';
import type { PageAnswer } from '../../http/page-response.ts';
import { isAddressAllowed } from '../../http/source-address.ts';
import { closedDeskPage, failedDeskPage } from '../../pages/desk/frame/closed-desk-page.ts';
import type { DeskFrame } from '../../pages/desk/frame/desk-page.ts';
import { DeskBusy } from '../../ports/desk-secrets.ts';
import type { DeskSessions } from '../../ports/desk-sessions.ts';
import type { AuditUser } from '../../ports/operator-changes.ts';
import { dropCookie, secretIn } from './desk-cookies.ts';
import { type PostedFields, postedFields } from './posted-fields.ts';
import { returnPathOf } from './return-path.ts';
import { digestOf, formTokenOf, isFormToken } from './secrets.ts';

/** Name of the field of every form that holds its token (rule 54). */
const FORM_TOKEN = 'token';

/** What every page of the desk is called with, whoever calls. */
export interface DeskVisit {
  readonly page: PageCall;
  readonly posted: PostedFields;
  /** The file of a form that takes one; undefined where none was chosen. */
  readonly file?: Buffer | undefined;
  readonly nowMs: number;
  readonly deskUrl: string;
}

/** A call of somebody who is signed in. */
export interface DeskCall extends DeskVisit {
  readonly session: DeskSession;
  readonly user: DeskUser;
  readonly membership: DeskMembership;
  readonly dealer: Dealer;
  /** The role in force: a manager without a one-time code has a cashier's (rule 53). */
  readonly role: DeskRole;
  readonly language: Language;
  readonly formToken: string;
  readonly frame: DeskFrame;
}

/** What the desk's functions know of where they run. */
export interface DeskPlace {
  /** Own address of the desk, such as `https://desk.example.com`; its pages are below `/desk`. */
  readonly deskUrl: string;
  /** Addresses and blocks that may open it. */
  readonly allowedNetworks: 'any address' | readonly string[];
}

export type DeskHandlerOptions = Omit<PageHandlerOptions, 'show' | 'failure'> & DeskPlace;

/** The one form of a function that takes a file: `multipart/form-data`, which no other form of the desk is read as. */
export interface DeskFileForm extends FileFormLimits {
  readonly isPosted: (page: PageCall) => boolean;
  /** What a form that is not read is answered. Nothing of it was begun. */
  readonly refused: (frame: DeskFrame, problem: FileFormProblem) => Promise<PageAnswer>;
}

/** Pages of refusals that need no session. */
const closed = (
  { page }: Pick<DeskVisit, 'page'>,
  statusCode: 403 | 503,
  reason: Parameters<typeof closedDeskPage>[1],
): PageAnswer => ({
  statusCode,
  page: closedDeskPage(page.frame, reason),
  ...(statusCode === 503 ? { retryAfterSeconds: 5 } : {}),
});

const isFromDesk = ({ origin }: PageCall, deskUrl: string): boolean =>
  origin !== undefined && ownOrigins(deskUrl).includes(origin);

/**
 * What is refused before anything is read or written: a call from another network, and a post from a page that is not the desk's
 * (rules 54 and 55). Undefined where the call goes on.
 */
const refusedVisit = (visit: DeskVisit, { allowedNetworks }: DeskPlace): PageAnswer | undefined => {
  const { page, deskUrl } = visit;
  if (!isAddressAllowed(page.sourceAddress, allowedNetworks)) return closed(visit, 403, 'other-network');
  if (page.method === 'POST' && !isFromDesk(page, deskUrl)) return closed(visit, 403, 'posted-elsewhere');
  return undefined;
};

/** The pipeline of the desk's pages that need no session: sign-in, invitations, resets. They check the token of their forms themselves. */
export const deskVisitHandler = (
  options: DeskHandlerOptions,
  show: (visit: DeskVisit) => Promise<PageAnswer>,
): ReturnType<typeof pageHandler> =>
  pageHandler({
    ...options,
    failure: failedDeskPage,
    show: async (page) => {
      const { deskUrl, clock } = options;
      const visit: DeskVisit = { page, posted: postedFields(page.posted), nowMs: clock.now(), deskUrl };
      const refused = refusedVisit(visit, options);
      if (refused !== undefined) return refused;
      try {
        return await show(visit);
      } catch (error) {
        if (error instanceof DeskBusy) return closed(visit, 503, 'busy');
        throw error;
      }
    },
  });

/**
 * Where somebody who is not signed in is sent: to sign in, and back to the page where it only wanted to see one. A browser that
 * follows a link of another site sends no cookie at all: its session goes on.
 */
const signInOf = ({ page, deskUrl }: DeskVisit, path: string): PageAnswer => ({
  location:
    page.method === 'POST'
      ? '/desk/sign-in?ended=post'
      : `/desk/sign-in?from=${encodeURIComponent(returnPathOf(path))}`,
  ...(secretIn(page.cookies, 'session', deskUrl) === undefined ? {} : { cookies: [dropCookie('session', deskUrl)] }),
});

/** The path that a call asked for, by its route. */
const pathOf = ({ route = '', parameters }: PageCall): string => {
  const [, path = '/desk'] = route.split(' ');
  return path.replaceAll(/\{([^}]+)\}/g, (_all, name: string) => encodeURIComponent(parameters[name] ?? ''));
};

/** A call of somebody who is signed in, before its page is framed. */
interface SignedInVisit extends Omit<DeskCall, 'frame'> {
  /** The dealer wants a one-time code from everybody, and this user has none yet. */
  readonly mustEnrol: boolean;
}

/** Who is signed in, and everything that is said of it; undefined where the session has ended (rule 53). */
export const signedIn = async (
  visit: DeskVisit,
  sessions: Pick<DeskSessions, 'find' | 'ownersOf'>,
): Promise<SignedInVisit | undefined> => {
  const { page, nowMs, deskUrl } = visit;
  const secret = secretIn(page.cookies, 'session', deskUrl);
  const session = secret === undefined ? undefined : await sessions.find(digestOf(secret));
  if (secret === undefined || session === undefined) return undefined;
  const owners = await sessions.ownersOf(session);
  const { user, membership, dealer } = owners;
  if (user === undefined || membership === undefined || dealer === undefined) return undefined;
  if (!isLiveSession(session, owners, nowMs)) return undefined;
  return {
    ...visit,
    session,
    user,
    membership,
    dealer,
    role: roleInForce(membership.role, user.code !== undefined),
    mustEnrol: mustEnrol(owners.codeRule, user),
    language: user.language,
    formToken: formTokenOf(secret),
  };
};

/** True for a post whose form was made for this session. */
export const hasFormToken = ({ page, posted, deskUrl }: DeskVisit, cookie: 'session' | 'visitor'): boolean => {
  const secret = secretIn(page.cookies, cookie, deskUrl);
  return secret !== undefined && isFormToken(posted.text(FORM_TOKEN), secret);
};

/** The part of a page that every signed-in page has: who is here, for which dealer, and what may be pressed. */
export const deskFrameOf = (
  call: Omit<DeskCall, 'frame'> & Partial<Pick<SignedInVisit, 'mustEnrol'>>,
  { serviceName, sandbox }: Pick<DeskHandlerOptions, 'serviceName' | 'sandbox'>,
): DeskFrame => ({
  language: call.language,
  serviceName,
  sandbox,
  signedIn: {
    userName: call.user.name,
    dealerName: call.dealer.name,
    role: call.role,
    needsCode: call.role !== call.membership.role,
    mustEnrol: call.mustEnrol === true,
    formToken: call.formToken,
  },
});

/** What the pipeline of a page for signed-in people knows. */
interface SignedInOptions extends Pick<DeskHandlerOptions, 'serviceName' | 'sandbox'> {
  readonly sessions: DeskSessions;
  readonly fileForm?: DeskFileForm;
}

/** What a form posted, its file too where the form takes one; or what a form that is not read is answered. */
const postedIn = async (
  visit: SignedInVisit,
  { fileForm, ...options }: SignedInOptions,
): Promise<Pick<DeskVisit, 'posted' | 'file'> | { readonly refused: PageAnswer }> => {
  const { page, posted } = visit;
  if (page.multipart === undefined || fileForm?.isPosted(page) !== true) return { posted };
  const read = await readFileForm(page.multipart, fileForm);
  if ('problem' in read) return { refused: await fileForm.refused(deskFrameOf(visit, options), read.problem) };
  return { posted: postedFields(read.fields), file: read.file };
};

/**
 * A visit of somebody who must be signed in: session, token, then the page. What it refuses was not begun: nothing of it was read
 * or written. The use of the session is noted at most every five minutes.
 */
export const asSignedIn =
  (options: SignedInOptions, show: (call: DeskCall) => Promise<PageAnswer>) =>
  async (visit: DeskVisit): Promise<PageAnswer> => {
    const { sessions } = options;
    const visitor = await signedIn(visit, sessions);
    if (visitor === undefined) return signInOf(visit, pathOf(visit.page));
    // The token is a field of the form. Only of somebody who is signed in is a file taken apart.
    const read = await postedIn(visitor, options);
    if ('refused' in read) return read.refused;
    const found = { ...visitor, ...read };
    if (visit.page.method === 'POST' && !hasFormToken(found, 'session')) return closed(visit, 403, 'no-token');
    if (writesUse(found.session, visit.nowMs)) await sessions.note(found.session, { lastUsedAtMs: visit.nowMs });
    // Nothing else of the dealer opens, and a post carries nothing out: the page that it leads to says so.
    if (found.mustEnrol && !isOpenWithoutCode(pathOf(visit.page))) return { location: '/desk/settings' };
    return show({ ...found, frame: deskFrameOf(found, options) });
  };

/** The pipeline of the desk's pages: network, origin, session, token, then the page. */
export const deskHandler = (
  options: DeskHandlerOptions & SignedInOptions,
  show: (call: DeskCall) => Promise<PageAnswer>,
): ReturnType<typeof pageHandler> => deskVisitHandler(options, asSignedIn(options, show));

/** What an audit entry says of who did it. */
export const auditUserOf = ({
  user: { userId, email, name },
}: {
  readonly user: Pick<DeskUser, 'userId' | 'email' | 'name'>;
}): AuditUser => ({ userId, email, name });
