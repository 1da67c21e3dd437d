import { type DeskCall, deskFrameOf } from '../../../shared/desk/call/desk-call.ts';
import { postedFields } from '../../../shared/desk/call/posted-fields.ts';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import type { DeskRole } from '../../../shared/domain/desk/roles.ts';
import type { Language } from '../../../shared/domain/language.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';

/** What a test says of a call at the desk. */
export interface DeskCallOptions {
  readonly dealer: Dealer;
  readonly nowMs: number;
  readonly role?: DeskRole;
  readonly language?: Language;
  readonly posted?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** When the password was given last; now where it is absent. */
  readonly passwordAtMs?: number;
  readonly sourceAddress?: string;
}

/** A call of somebody who is signed in, behind every check of the pipeline. */
export const deskCallWith = (options: DeskCallOptions): DeskCall => {
  const { dealer, nowMs, role = 'manager', language = 'en', posted, query = {}, passwordAtMs = nowMs } = options;
  const { sourceAddress = '203.0.113.7' } = options;
  const { dealerCode } = dealer;
  const fields = Object.entries(posted ?? {});
  const userId = `user-of-${role}`;
  const call = {
    page: {
      method: posted === undefined ? 'GET' : 'POST',
      parameters: {},
      query,
      frame: { language, serviceName: 'Payments', testCards: undefined },
      accepts: () => false,
      posted: fields,
      sourceAddress,
      browser: { userAgent: undefined, accept: undefined, acceptLanguage: undefined },
    },
    posted: postedFields(fields),
    nowMs,
    deskUrl: 'https://desk.example',
    session: {
      sessionId: 'session',
      userId,
      dealerCode,
      epoch: 1,
      membershipVersion: 1,
      memberSinceMs: 0,
      startedAtMs: passwordAtMs,
      lastUsedAtMs: nowMs,
      passwordAtMs,
    },
    user: {
      userId,
      version: 1,
      email: `${role}@people.example`,
      name: `Test ${role}`,
      language,
      createdAtMs: 0,
      epoch: 1,
    },
    membership: { dealerCode, userId, role, version: 1, addedAtMs: 0 },
    dealer,
    role,
    language,
    formToken: 'token-of-the-form',
  } as const;
  return { ...call, frame: deskFrameOf(call, { serviceName: 'Payments', sandbox: false }) };
};

/** The page of an answer; throws where it leads elsewhere. */
export const pageOf = (answer: PageAnswer | undefined) => {
  if (answer === undefined || !('page' in answer)) throw new Error(`no page: ${JSON.stringify(answer)}`);
  return { statusCode: answer.statusCode, markup: answer.page.markup };
};

/** Where an answer leads; undefined where it is a page. */
export const locationOf = (answer: PageAnswer | undefined): string | undefined =>
  answer !== undefined && 'location' in answer ? answer.location : undefined;

/** What the form of a page that posts holds, without its token. */
export const fieldsOfForm = (markup: string, action: string): Readonly<Record<string, string>> => {
  const [, content] = new RegExp(`<form method="post" action="${action}">([\\s\\S]*?)</form>`).exec(markup) ?? [];
  if (content === undefined) throw new Error(`no form that posts to ${action}`);
  const fields = [...content.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  return Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value]));
};
