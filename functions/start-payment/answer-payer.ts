import type { PageAnswer, PageCall } from '../../shared/http/page-handler.ts';
import { addressScopeOf } from '../../shared/http/source-address.ts';
import { cardFormPage } from '../../shared/pages/card-form-page.ts';
import { unknownLinkPage } from '../../shared/pages/closed-link-page.ts';
import { frameAncestorOf } from '../../shared/pages/document.ts';
import type { FormNotice } from '../../shared/pages/form-notice.ts';
import { handOverPage } from '../../shared/pages/hand-over-page.ts';
import { linkUrl, linkUrlPassingOn, linkUrlWithAdvice } from '../../shared/payment-flow/addresses.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import { ADDRESS_TOKEN_PATTERN } from '../../shared/ports/identifiers.ts';
import type { PayerCall, PayerPostOutcome } from './payer-call.ts';
import { readPosted } from './read-posted.ts';

export interface AnswerPayerDependencies {
  readonly start: (call: PayerCall) => Promise<PayerPostOutcome>;
  readonly clock: Clock;
  readonly baseUrl: string;
}

/** Does not compile when an outcome has no page. */
const unknownOutcome = (outcome: never): never => {
  throw new TypeError(`unknown outcome ${JSON.stringify(outcome)}`);
};

const noticeOf = ({
  provisional,
  totalChanged,
}: Extract<PayerPostOutcome, { kind: 'card' }>): FormNotice | undefined => {
  if (provisional === true) return { kind: 'no-quotes' };
  return totalChanged ? { kind: 'total-changed' } : undefined;
};

const pageOf = (outcome: PayerPostOutcome, { frame }: PageCall, deps: AnswerPayerDependencies): PageAnswer => {
  const nowMs = deps.clock.now();
  const { baseUrl } = deps;
  switch (outcome.kind) {
    case 'unknown':
      return { statusCode: 404, page: unknownLinkPage(frame) };
    case 'moved':
      return { location: outcome.location };
    case 'hand-over':
      return {
        statusCode: 200,
        page: handOverPage({ form: outcome.form, frame }),
        kind: 'hand-over',
        frameAncestor: frameAncestorOf(outcome.link),
      };
    case 'link':
      // Moved on, so that neither reload nor back posts a card again: the link itself tells what came of it.
      return {
        location: (outcome.passOn ? linkUrlPassingOn : linkUrl)(baseUrl, outcome.link.token, frame.language),
      };
    case 'declined':
      return { location: linkUrlWithAdvice(baseUrl, outcome.link.token, { ...frame, advice: outcome.advice }) };
    case 'bin': {
      const { link, invalid } = outcome;
      const page = cardFormPage({ link, step: { kind: 'bin', invalid }, frame, nowMs });
      return { statusCode: 200, page, kind: 'form', frameAncestor: frameAncestorOf(link) };
    }
    case 'card': {
      const { link, totalChanged: _totalChanged, ...step } = outcome;
      const { cardStorage } = link.terms;
      const notice = noticeOf(outcome);
      const page = cardFormPage({ link, step: { ...step, cardStorage }, frame, notice, nowMs });
      return { statusCode: 200, page, kind: 'form', frameAncestor: frameAncestorOf(link) };
    }
    default:
      return unknownOutcome(outcome);
  }
};

/** Reads what a payer posted and shows what came of it. What no form of ours posts shows the link as it is. */
export const answerPayer =
  (deps: AnswerPayerDependencies) =>
  async (call: PageCall): Promise<PageAnswer> => {
    const token = call.parameters.token ?? '';
    const posted = readPosted(call.posted) ?? { action: 'look' as const };
    const { sourceAddress: payerAddress, frame } = call;
    const outcome: PayerPostOutcome = ADDRESS_TOKEN_PATTERN.test(token)
      ? await deps.start({
          token,
          posted,
          payerAddress,
          addressScope: addressScopeOf(payerAddress),
          language: frame.language,
        })
      : { kind: 'unknown' };
    return pageOf(outcome, call, deps);
  };
