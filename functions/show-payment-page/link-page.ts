import type { PayerAdvice } from '../../shared/domain/card/card-input.ts';
import { areAttemptsUsedUp } from '../../shared/domain/link/attempt-count.ts';
import { isThreeDMandatory, type LinkState, type PaymentRequest } from '../../shared/domain/link/payment-request.ts';
import { dependsOnCard, fixedQuote } from '../../shared/domain/virtual-pos/installment-quotes.ts';
import type { PageAnswer } from '../../shared/http/page-handler.ts';
import { type CardFormView, cardFormPage } from '../../shared/pages/card-form-page.ts';
import { closedLinkPage, type PageFrame } from '../../shared/pages/closed-link-page.ts';
import { frameAncestorOf } from '../../shared/pages/document.ts';
import { pausePage } from '../../shared/pages/pause-page.ts';
import { receiptPage } from '../../shared/pages/receipt-page.ts';
import { waitingPage, waitingRefreshSeconds } from '../../shared/pages/waiting-page.ts';
import { linkUrlPassingOn, resultUrl } from '../../shared/payment-flow/addresses.ts';
import { linkViewAt } from '../../shared/payment-flow/link-view.ts';

const MINUTE_MS = 60_000;

export interface LinkPageOptions {
  readonly nowMs: number;
  readonly frame: PageFrame;
  readonly baseUrl: string;
  /** Since when the link's active attempt is asked after. */
  readonly askingSinceMs?: number | undefined;
  /** The advice after the last post, if the link does not hold it; shown above the form of a link that can be paid. */
  readonly advice?: PayerAdvice | undefined;
  /** True if the payer comes from the last attempt: then a failed link leads to the dealer by itself. */
  readonly passOn?: boolean;
}

const statusOf: Readonly<Record<LinkState, number>> = {
  open: 200,
  paid: 200,
  failed: 410,
  expired: 410,
  cancelled: 410,
};

/** The first step of an open link: the card, or its first digits if the price depends on them. */
const firstStep = (link: PaymentRequest): CardFormView['step'] => {
  if (dependsOnCard(link.terms)) return { kind: 'bin' };
  const quote = fixedQuote(link.terms);
  const { cardStorage } = link.terms;
  const threeD = isThreeDMandatory(link) ? 'mandatory' : 'choosable';
  return { kind: 'card', quotes: [quote], chosenCount: quote.count, problems: [], threeD, cardStorage };
};

const ended = (link: PaymentRequest, state: Exclude<LinkState, 'open'>, options: LinkPageOptions): PageAnswer => {
  const { nowMs, frame, baseUrl } = options;
  const { result } = link.progress;
  const statusCode = statusOf[state];
  if (state === 'expired' || state === 'cancelled') return { statusCode, page: closedLinkPage({ link, state, frame }) };
  const backHref =
    link.redirectUrl === undefined || result === undefined
      ? undefined
      : resultUrl(baseUrl, result.resultReference, frame.language);
  if (state === 'failed' && options.passOn === true && backHref !== undefined) return { location: backHref };
  return { statusCode, page: receiptPage({ link, nowMs, frame, backHref }) };
};

/**
 * The bank is being asked. For the last attempt the page reloads an address that leads to the dealer when the attempt
 * has ended.
 */
const waiting = (
  link: PaymentRequest,
  { nowMs, frame, baseUrl, askingSinceMs, passOn }: LinkPageOptions,
): PageAnswer => {
  if (passOn !== true && areAttemptsUsedUp(link.progress)) {
    return { location: linkUrlPassingOn(baseUrl, link.token, frame.language) };
  }
  const waited = { sinceMs: askingSinceMs ?? nowMs, nowMs };
  const page = waitingPage({ link, frame, ...waited });
  return { statusCode: 200, page, refreshAfterSeconds: waitingRefreshSeconds(waited) };
};

/** The page of a link in its current state: the form, the result, a pause, or "asking your bank". */
export const linkPage = (link: PaymentRequest, options: LinkPageOptions): PageAnswer => {
  const { nowMs, frame } = options;
  const framed = { frameAncestor: frameAncestorOf(link) };
  const view = linkViewAt(link, nowMs);
  if (view.kind === 'state') return { ...ended(link, view.state, options), ...framed };
  if (view.kind === 'waiting') return { ...waiting(link, options), ...framed };
  if (view.kind === 'used-up') return { statusCode: 200, page: pausePage({ link, frame }), ...framed };
  if (view.kind === 'pause') {
    const minutes = Math.max(1, Math.ceil((view.untilMs - nowMs) / MINUTE_MS));
    return { statusCode: 200, page: pausePage({ link, minutes, frame }), ...framed };
  }
  const advice = options.advice ?? view.advice;
  const notice = advice === undefined ? undefined : ({ kind: 'declined', advice } as const);
  return {
    statusCode: 200,
    page: cardFormPage({ link, step: firstStep(link), frame, notice, nowMs }),
    kind: 'form',
    ...framed,
  };
};
