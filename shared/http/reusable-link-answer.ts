import { istanbulClockOf } from '../domain/calendar.ts';
import type { MinorUnits } from '../domain/money/money.ts';
import type { ReusableLink } from '../domain/reusable-link/reusable-link.ts';
import type { LinkFieldProblem, TypedFields } from '../domain/reusable-link/typed-fields.ts';
import type { PageFrame } from '../pages/document.ts';
import { amountReadPage, type LinkRefusal, linkRefusalPage, reusableLinkPage } from '../pages/reusable-link-page.ts';
import { browserOr } from './link-cookies.ts';
import { newFormValue } from './one-time-form.ts';
import type { PageAnswer } from './page-response.ts';

/** What every answer about a reusable link is made with. */
export interface LinkAnswerContext {
  readonly link: ReusableLink;
  readonly frame: PageFrame;
  readonly cookies: readonly string[] | undefined;
  readonly nowMs: number;
}

/** A fresh value for a form, with the cookie that it is bound to, where the browser has none. */
const fresh = ({ link, cookies, nowMs }: LinkAnswerContext) => {
  const { browser, cookies: set } = browserOr(cookies);
  return { formValue: newFormValue(link, { browser, nowMs }), cookies: set };
};

export interface LinkFormAnswer {
  readonly typed?: TypedFields;
  readonly problems?: readonly LinkFieldProblem[];
  readonly notice?: 'old-form' | 'paid-before' | undefined;
}

/** The form of a link, with a value that was never posted. Nothing is written. */
export const linkFormAnswer = (context: LinkAnswerContext, shown: LinkFormAnswer = {}): PageAnswer => {
  const { link, frame } = context;
  const { formValue, cookies } = fresh(context);
  return { statusCode: 200, page: reusableLinkPage({ link, frame, formValue, ...shown }), cookies };
};

/** The amount as it was read, for a payer who was not shown it yet. Nothing is written. */
export const amountReadAnswer = (
  context: LinkAnswerContext,
  read: { readonly typed: TypedFields; readonly amount: MinorUnits },
): PageAnswer => {
  const { link, frame } = context;
  const { formValue, cookies } = fresh(context);
  return { statusCode: 200, page: amountReadPage({ link, frame, formValue, ...read }), cookies };
};

const GONE: ReadonlySet<LinkRefusal['kind']> = new Set(['expired', 'sold-out']);

/** A link that takes no payment now. What may change by itself is no error of the address. */
export const linkRefusalAnswer = (
  { link, frame }: Pick<LinkAnswerContext, 'link' | 'frame'>,
  kind: Exclude<LinkRefusal['kind'], 'too-many'>,
): PageAnswer => ({
  statusCode: GONE.has(kind) ? 410 : 200,
  page: linkRefusalPage({ link, frame, refusal: { kind } }),
});

/** Too many requests: 429, and when to come back, for the payer and for programs. */
export const tooManyAnswer = (
  { link, frame, nowMs }: Omit<LinkAnswerContext, 'cookies'>,
  untilMs: number,
): PageAnswer => ({
  statusCode: 429,
  page: linkRefusalPage({ link, frame, refusal: { kind: 'too-many', atText: istanbulClockOf(untilMs).slice(11, 16) } }),
  retryAfterSeconds: Math.max(1, Math.ceil((untilMs - nowMs) / 1000)),
});
