import type { OfferedCard } from '../../../shared/domain/card/offered-card.ts';
import type { PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { omitUndefined } from '../../../shared/domain/omit-undefined.ts';
import { readAddress } from '../../../shared/domain/payment/payment-name.ts';
import type { PageCall } from '../../../shared/http/page-handler.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { addressScopeOf } from '../../../shared/http/source-address.ts';
import type { TypedCard } from '../../../shared/pages/card-fields.ts';
import { type CardStep, cardFormPage } from '../../../shared/pages/card-form-page.ts';
import { unknownLinkPage } from '../../../shared/pages/closed-link-page.ts';
import { firstCardStep } from '../../../shared/pages/first-card-step.ts';
import type { FormNotice } from '../../../shared/pages/form-notice.ts';
import { gatePage } from '../../../shared/pages/gate-page.ts';
import { frameAncestorOf } from '../../../shared/pages/page-headers.ts';
import { linkPaths, linkUrl, linkUrlPassingOn } from '../../../shared/payment-flow/addresses.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { DealerLooksDirectory } from '../../../shared/ports/dealer-looks.ts';
import { carriedIn, readPosted } from './read-posted.ts';
import type { StoredCardCall, StoredCardForm, StoredCardOutcome } from './stored-card-call.ts';

export interface AnswerPayerDependencies {
  readonly pay: (call: StoredCardCall) => Promise<StoredCardOutcome>;
  readonly looks: DealerLooksDirectory;
  /** The stored cards that the page of a link offers. */
  readonly offered: (link: PaymentRequest) => Promise<readonly OfferedCard[]>;
  readonly clock: Clock;
  readonly baseUrl: string;
}

type FormOutcome = Extract<StoredCardOutcome, { kind: 'declined' | 'stored-card' | 'being-started' }>;
type Paths = ReturnType<typeof linkPaths>;

const noticeOf = (outcome: FormOutcome): FormNotice | undefined => {
  if (outcome.kind === 'declined') return { kind: 'declined', advice: outcome.advice };
  if (outcome.kind === 'being-started') return { kind: 'being-started' };
  if (outcome.provisional === true) return { kind: 'no-quotes' };
  return outcome.totalChanged ? { kind: 'total-changed' } : undefined;
};

/** The form of the chosen card: always with 3D, and it is stored already. */
const storedStep = (outcome: StoredCardForm, typed: TypedCard, paths: Paths): CardStep => {
  const { card, asksPassword, quotes, chosenCount, problems, provisional } = outcome;
  const stored = { cards: [], chosen: { card, asksPassword }, paths };
  return {
    quotes,
    chosenCount,
    problems,
    typed,
    threeD: 'mandatory',
    cardStorage: 'never',
    stored,
    ...omitUndefined({ provisional }),
  };
};

const formPage = async (outcome: FormOutcome, call: PageCall, deps: AnswerPayerDependencies): Promise<PageAnswer> => {
  const { link } = outcome;
  const { frame, posted } = call;
  const paths = linkPaths(deps.baseUrl, link.token, frame.language);
  const isChosen = outcome.kind === 'stored-card';
  const [looks, cards] = await Promise.all([deps.looks.of(link.dealerCode), isChosen ? [] : deps.offered(link)]);
  const typed = carriedIn(posted);
  const step = isChosen ? storedStep(outcome, typed, paths) : firstCardStep(link, { typed, stored: { cards, paths } });
  const dressed = { ...frame, looks };
  const page = cardFormPage({ link, step, frame: dressed, notice: noticeOf(outcome), nowMs: deps.clock.now() });
  return { statusCode: 200, page, frameAncestor: frameAncestorOf(link) };
};

const pageOf = async (
  outcome: StoredCardOutcome,
  call: PageCall,
  deps: AnswerPayerDependencies,
): Promise<PageAnswer> => {
  const { frame } = call;
  switch (outcome.kind) {
    case 'unknown':
      return { statusCode: 404, page: unknownLinkPage(frame) };
    case 'link': {
      const { link, passOn } = outcome;
      return { location: (passOn ? linkUrlPassingOn : linkUrl)(deps.baseUrl, link.token, frame.language) };
    }
    case 'gate': {
      const page = gatePage({ form: outcome.form, frame });
      return { statusCode: 200, page, frameAncestor: frameAncestorOf(outcome.link) };
    }
    case 'declined':
    case 'being-started':
    case 'stored-card':
      return formPage(outcome, call, deps);
  }
};

/** Reads what a payer posted and shows what came of it. Anything else leads to the page of the link. */
export const answerPayer =
  (deps: AnswerPayerDependencies) =>
  async (call: PageCall): Promise<PageAnswer> => {
    const { parameters, sourceAddress: payerAddress, frame, browser } = call;
    const token = parameters.token ?? '';
    if (readAddress(token) === undefined) return { statusCode: 404, page: unknownLinkPage(frame) };
    const posted = call.method === 'POST' ? readPosted(call.posted) : undefined;
    if (posted === undefined) return { location: linkUrl(deps.baseUrl, token, frame.language) };
    const payer = { payerAddress, addressScope: addressScopeOf(payerAddress), language: frame.language };
    return pageOf(await deps.pay({ token, posted, browser, ...payer }), call, deps);
  };
