import type { Attempt } from '../../../shared/domain/attempt/attempt.ts';
import type { OfferedCard } from '../../../shared/domain/card/offered-card.ts';
import { areAttemptsUsedUp } from '../../../shared/domain/link/attempt-count.ts';
import type { LinkState, PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { isWhole } from '../../../shared/domain/message/receipt.ts';
import { omitUndefined } from '../../../shared/domain/omit-undefined.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { cardFormPage } from '../../../shared/pages/card-form-page.ts';
import { closedLinkPage, type LinkAgain } from '../../../shared/pages/closed-link-page.ts';
import type { PageFrame } from '../../../shared/pages/document.ts';
import { firstCardStep } from '../../../shared/pages/first-card-step.ts';
import type { FormNotice } from '../../../shared/pages/form-notice.ts';
import { frameAncestorOf } from '../../../shared/pages/page-headers.ts';
import { type PauseReason, pausePage } from '../../../shared/pages/pause-page.ts';
import { receiptPage } from '../../../shared/pages/receipt-page.ts';
import type { StoredCardsView } from '../../../shared/pages/stored-cards.ts';
import { textsOfLinks } from '../../../shared/pages/texts-of-links.ts';
import { waitingPage, waitingRefreshSeconds } from '../../../shared/pages/waiting-page.ts';
import {
  linkPaths,
  linkUrl,
  linkUrlPassingOn,
  receiptPath,
  resultUrl,
  reusableLinkUrl,
} from '../../../shared/payment-flow/addresses.ts';
import type { LinkOfRequest, LinkStop } from '../../../shared/payment-flow/link-stop.ts';
import { linkViewAt } from '../../../shared/payment-flow/link-view.ts';

const MINUTE_MS = 60_000;

export interface LinkPageOptions {
  readonly nowMs: number;
  readonly frame: PageFrame;
  readonly baseUrl: string;
  /** Since when the link's active attempt is asked after. */
  readonly askingSinceMs?: number | undefined;
  /** True if the payer comes from the last attempt: then a failed link leads to the dealer by itself. */
  readonly passOn?: boolean;
  /** False where the dealer or the stage takes no payments now, or a limit is used up: then no card is asked. */
  readonly isTaking?: boolean;
  /** True if the dealer's payers must use 3D. */
  readonly threeDRequired?: boolean;
  /** Stored cards of the link's customer that its page offers. */
  readonly offered?: readonly OfferedCard[];
  /** The reusable link that it was made of, as it is now. */
  readonly ofLink?: LinkOfRequest | undefined;
  /** The charge that paid the link. */
  readonly deciding?: Attempt | undefined;
  /** True where the stage sends e-mails, so that a payer may have the receipt by one. */
  readonly sendsReceipts?: boolean;
}

const statusOf: Readonly<Record<LinkState, number>> = {
  open: 200,
  paid: 200,
  failed: 410,
  expired: 410,
  cancelled: 410,
};

/** The address of the reusable link that a request was made of. */
const linkHrefOf = ({ ofLink, baseUrl, frame }: LinkPageOptions): string | undefined =>
  ofLink?.token === undefined ? undefined : reusableLinkUrl(baseUrl, ofLink.token, frame.language);

/** The way to another request of the same link. A link that takes no payment is no way on. */
const againOf = (state: 'paid' | 'failed' | 'expired', options: LinkPageOptions): LinkAgain | undefined => {
  const href = options.ofLink?.stop === undefined ? linkHrefOf(options) : undefined;
  if (href === undefined) return undefined;
  const { over, backToLink, payAgain } = textsOfLinks[options.frame.language];
  return state === 'paid'
    ? { href, label: payAgain, sentence: '' }
    : { href, label: backToLink, sentence: over[state] };
};

/** Why the reusable link of a request begins nothing, as its payer reads it, with the way back to it. */
const stopReason = (stop: LinkStop, options: LinkPageOptions): PauseReason => {
  const { stops, backToLink } = textsOfLinks[options.frame.language];
  const href = linkHrefOf(options);
  return {
    kind: 'link-stopped',
    said: stops[stop],
    canChange: stop === 'inactive' || stop === 'in-a-moment',
    back: href === undefined ? undefined : { href, label: backToLink },
  };
};

const ended = (link: PaymentRequest, state: Exclude<LinkState, 'open'>, options: LinkPageOptions): PageAnswer => {
  const { nowMs, frame, baseUrl, deciding } = options;
  const { result } = link.progress;
  const statusCode = statusOf[state];
  if (state === 'cancelled') return { statusCode, page: closedLinkPage({ link, state, frame }) };
  const again = againOf(state, options);
  if (state === 'expired') return { statusCode, page: closedLinkPage({ link, state, again, frame }) };
  const backHref =
    link.redirectUrl === undefined || result === undefined
      ? undefined
      : resultUrl(baseUrl, result.resultReference, frame.language);
  if (state === 'failed' && options.passOn === true && backHref !== undefined) return { location: backHref };
  const address = linkUrl(baseUrl, link.token);
  const authorizationCode = deciding?.bank?.authCode;
  // Nothing says "paid" in writing of what was given back.
  const offersReceipt = options.sendsReceipts === true && deciding !== undefined && isWhole(deciding);
  const form = offersReceipt ? { path: receiptPath(baseUrl, link.token, frame.language) } : undefined;
  return {
    statusCode,
    page: receiptPage({ link, nowMs, address, frame, backHref, again, authorizationCode, form }),
  };
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

/** The stored cards on the form; undefined where there is none to offer. */
const storedOf = (
  { token }: PaymentRequest,
  { offered: cards = [], baseUrl, frame }: LinkPageOptions,
): StoredCardsView | undefined =>
  cards.length === 0 ? undefined : { cards, paths: linkPaths(baseUrl, token, frame.language) };

/** The page of a link in its current state: the form, the result, a pause, or "asking your bank". */
export const linkPage = (link: PaymentRequest, options: LinkPageOptions): PageAnswer => {
  const { nowMs, frame, isTaking = true } = options;
  const framed = { frameAncestor: frameAncestorOf(link) };
  const pause = (reason: PauseReason, notice?: FormNotice): PageAnswer => ({
    statusCode: 200,
    page: pausePage({ link, reason, notice, frame }),
    ...framed,
  });
  const view = linkViewAt(link, nowMs);
  if (view.kind === 'state') return { ...ended(link, view.state, options), ...framed };
  if (view.kind === 'waiting') return { ...waiting(link, options), ...framed };
  if (view.kind === 'used-up') return pause({ kind: 'used-up' });
  if (view.kind === 'pause') {
    return pause({ kind: 'too-many', minutes: Math.max(1, Math.ceil((view.untilMs - nowMs) / MINUTE_MS)) });
  }
  const { advice } = view;
  const notice = advice === undefined ? undefined : ({ kind: 'declined', advice } as const);
  const stop = options.ofLink?.stop;
  if (stop !== undefined) return pause(stopReason(stop, options), notice);
  if (!isTaking) return pause({ kind: 'not-now' }, notice);
  const asked = omitUndefined({ threeDRequired: options.threeDRequired, stored: storedOf(link, options) });
  const page = cardFormPage({ link, step: firstCardStep(link, asked), frame, notice, nowMs });
  return { statusCode: 200, page, ...framed };
};
