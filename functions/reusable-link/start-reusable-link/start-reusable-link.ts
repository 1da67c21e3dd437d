import { linkStateAt, type PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import type { PaymentName } from '../../../shared/domain/payment/payment-name.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { readTypedFields } from '../../../shared/domain/reusable-link/typed-fields.ts';
import { browserIn, browserOr, madeCookie } from '../../../shared/http/link-cookies.ts';
import { checkFormValue, codeOfPost, freshSigned } from '../../../shared/http/one-time-form.ts';
import type { PageCall } from '../../../shared/http/page-handler.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import {
  amountReadAnswer,
  type LinkAnswerContext,
  linkFormAnswer,
  linkRefusalAnswer,
  tooManyAnswer,
} from '../../../shared/http/reusable-link-answer.ts';
import { addressScopeOf } from '../../../shared/http/source-address.ts';
import type { CreateLinkDependencies } from '../../../shared/links/create-link.ts';
import { makeRequestOfLink, type PayersRequest } from '../../../shared/links/request-of-link.ts';
import type { LinkLoadMetrics, Log } from '../../../shared/observability/log.ts';
import { unknownLinkPage } from '../../../shared/pages/closed-link-page.ts';
import { linkPath } from '../../../shared/payment-flow/addresses.ts';
import { type LinkTakingDependencies, takingOfLink } from '../../../shared/payment-flow/link-taking.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { DealerLooksDirectory } from '../../../shared/ports/dealer-looks.ts';
import type { LinkRequestCounters } from '../../../shared/ports/link-request-counters.ts';
import type { PaymentRequests } from '../../../shared/ports/payment-requests.ts';
import type { ReusableLinkReads } from '../../../shared/ports/reusable-links.ts';
import { readPosted } from './read-posted.ts';

export interface StartReusableLinkDependencies extends Omit<CreateLinkDependencies, 'clock'>, LinkTakingDependencies {
  readonly reusableLinks: Pick<ReusableLinkReads, 'findByToken'>;
  readonly paymentRequests: Pick<PaymentRequests, 'create' | 'findByName'>;
  readonly counters: LinkRequestCounters;
  readonly looks: DealerLooksDirectory;
  readonly clock: Clock;
  readonly baseUrl: string;
  readonly log: Log;
  readonly load: LinkLoadMetrics;
}

/** The request that an earlier post made, while it is open; a paid or closed one is not shown to whoever posts again. */
const openRequest = async (
  payment: PaymentName,
  { link: { name } }: Pick<LinkAnswerContext, 'link'>,
  { paymentRequests, clock }: StartReusableLinkDependencies,
): Promise<PaymentRequest | undefined> => {
  const made = await paymentRequests.findByName(payment);
  return made?.madeOf?.name === name && linkStateAt(made, clock.now()) === 'open' ? made : undefined;
};

type Made = Omit<PayersRequest, 'otherTrxCode'>;

/**
 * Makes the request of a post, or finds the open one that the same post made before. `signed` is absent where the browser has
 * lost its cookie: then the post is nobody's repeat, and its request has a value of its own.
 */
const requestOf = async (
  asked: Made,
  signed: string | undefined,
  deps: StartReusableLinkDependencies,
): Promise<PaymentRequest> => {
  const { found, typed } = asked;
  const { link } = found;
  const make = (by: string) => makeRequestOfLink({ ...asked, otherTrxCode: codeOfPost(link, by, typed) }, deps);
  if (signed !== undefined) {
    const outcome = await make(signed);
    if (outcome.kind === 'created') return outcome.link;
    const repeated = await openRequest(outcome.payment, { link }, deps);
    if (repeated !== undefined) return repeated;
  }
  const outcome = await make(freshSigned(deps.clock.now()));
  if (outcome.kind === 'created') return outcome.link;
  throw new Error('a fresh value of 128 random bits names a request that exists');
};

/** Counts the request and makes it. What its dealer or definition forbids by now is told without a code of the interface. */
const made = async (
  asked: Made,
  {
    signed,
    call,
    context,
  }: { readonly signed: string | undefined; readonly call: PageCall; readonly context: LinkAnswerContext },
  deps: StartReusableLinkDependencies,
): Promise<PageAnswer> => {
  const { link, frame, nowMs } = context;
  const counted = await deps.counters.count({
    link: link.name,
    addressScope: addressScopeOf(call.sourceAddress),
    nowMs,
  });
  if (counted.kind === 'too-many') return tooManyAnswer(context, counted.untilMs);
  if (counted.isNear) {
    deps.load.linkNearLimit();
    deps.log.warn('a reusable link nears its limit', {
      dealerCode: link.dealerCode,
      userPosLinkId: link.userPosLinkId,
    });
  }
  try {
    const request = await requestOf(asked, signed, deps);
    const cookies = [...browserOr(call.cookies).cookies, madeCookie(link.token, request.token)];
    return { location: linkPath(deps.baseUrl, request.token, frame.language), cookies };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    deps.log.warn('a reusable link makes no request', {
      dealerCode: link.dealerCode,
      userPosLinkId: link.userPosLinkId,
      code: error.reason,
    });
    return linkRefusalAnswer(context, 'not-now');
  }
};

/**
 * Answers what a payer posts on the page of a reusable link: makes the payment request and leads to it, or shows the form
 * again with what is to be corrected or confirmed (rule 52). Nothing is written before both counters have let the post pass.
 */
export const startReusableLink =
  (deps: StartReusableLinkDependencies) =>
  async (call: PageCall): Promise<PageAnswer> => {
    const { reusableLinks, looks, clock } = deps;
    const found = await reusableLinks.findByToken(call.parameters.token ?? '');
    if (found === undefined) return { statusCode: 404, page: unknownLinkPage(call.frame) };
    const { link } = found;
    const { language } = call.frame;
    const [shown, taking] = await Promise.all([looks.of(link.dealerCode), takingOfLink(found, deps)]);
    const nowMs = clock.now();
    const context = { link, frame: { ...call.frame, looks: shown }, cookies: call.cookies, nowMs };
    if (taking.kind === 'stopped') return linkRefusalAnswer(context, taking.why);
    const posted = readPosted(link, call.posted, language);
    const { typed } = posted;
    if (posted.action === 'fill') return linkFormAnswer(context, { typed });
    const value = checkFormValue(link, posted.formValue, { browser: browserIn(call.cookies), nowMs });
    if (value.kind === 'bad') return linkFormAnswer(context, { typed, notice: 'old-form' });
    const read = readTypedFields(link, typed, language);
    if (read.kind === 'problems') return linkFormAnswer(context, { typed, problems: read.problems });
    // A mistyped amount costs money: what was read must be what the payer was shown.
    if (link.amount.kind === 'open' && posted.shown !== String(read.typed.amount))
      return amountReadAnswer(context, { typed, amount: read.typed.amount });
    const asked = { found, dealer: taking.dealer, typed: read.typed };
    return made(asked, { signed: value.isOfBrowser ? value.signed : undefined, call, context }, deps);
  };
