import type { CardField } from '../../shared/domain/card/card-input.ts';
import { isThreeDMandatory } from '../../shared/domain/link/payment-request.ts';
import { omitUndefined } from '../../shared/domain/omit-undefined.ts';
import { readAddress } from '../../shared/domain/payment/payment-name.ts';
import { dependsOnCard, fixedQuote } from '../../shared/domain/virtual-pos/installment-quotes.ts';
import type { PageCall } from '../../shared/http/page-handler.ts';
import type { PageAnswer } from '../../shared/http/page-response.ts';
import { addressScopeOf } from '../../shared/http/source-address.ts';
import type { ShownProblem, TypedCard } from '../../shared/pages/card-fields.ts';
import { type CardStep, cardFormPage } from '../../shared/pages/card-form-page.ts';
import { unknownLinkPage } from '../../shared/pages/closed-link-page.ts';
import type { FormNotice } from '../../shared/pages/form-notice.ts';
import { handOverPage } from '../../shared/pages/hand-over-page.ts';
import { frameAncestorOf } from '../../shared/pages/page-headers.ts';
import { linkUrl, linkUrlPassingOn } from '../../shared/payment-flow/addresses.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { DealerLooksDirectory } from '../../shared/ports/dealer-looks.ts';
import type { PayerCall, PayerPostOutcome } from './payer-call.ts';
import { readPosted, typedCardIn } from './read-posted.ts';

export interface AnswerPayerDependencies {
  readonly start: (call: PayerCall) => Promise<PayerPostOutcome>;
  readonly looks: DealerLooksDirectory;
  readonly clock: Clock;
  readonly baseUrl: string;
}

/** Does not compile when an outcome has no page. */
const unknownOutcome = (outcome: never): never => {
  throw new TypeError(`unknown outcome ${JSON.stringify(outcome)}`);
};

type CardOutcome = Extract<PayerPostOutcome, { kind: 'bin' | 'card' | 'declined' }>;

const noticeOf = (outcome: CardOutcome): FormNotice | undefined => {
  if (outcome.kind === 'declined') return { kind: 'declined', advice: outcome.advice };
  if (outcome.kind === 'bin') return undefined;
  if (outcome.provisional === true) return { kind: 'no-quotes' };
  return outcome.totalChanged ? { kind: 'total-changed' } : undefined;
};

/** A field that was left empty is asked for, and one that was filled in is wrong. */
const shownProblem = (field: CardField, { number, expiry, holderName }: TypedCard): ShownProblem => {
  const texts: Readonly<Record<CardField, string | undefined>> = { number, expiry, holderName, cvc: undefined };
  return { field, kind: (texts[field] ?? '').trim() === '' ? 'missing' : 'wrong' };
};

/** The form again, with what this very post carried, and without the quotes of the card where they are not known. */
const stepOf = (outcome: CardOutcome, typed: TypedCard): CardStep => {
  const { terms } = outcome.link;
  if (outcome.kind === 'card') {
    const { quotes, chosenCount, threeD, provisional } = outcome;
    const problems = outcome.problems.map((field) => shownProblem(field, typed));
    return {
      quotes,
      chosenCount,
      threeD,
      problems,
      typed,
      cardStorage: terms.cardStorage,
      ...omitUndefined({ provisional }),
    };
  }
  const quote = fixedQuote(terms);
  return {
    quotes: [quote],
    chosenCount: quote.count,
    threeD: isThreeDMandatory(outcome.link) ? 'mandatory' : 'choosable',
    problems: outcome.kind === 'bin' ? [shownProblem('number', typed)] : [],
    typed: outcome.kind === 'bin' ? typed : {},
    cardStorage: terms.cardStorage,
    provisional: dependsOnCard(terms),
    asksForCard: dependsOnCard(terms),
  };
};

const pageOf = async (
  outcome: PayerPostOutcome,
  call: PageCall,
  deps: AnswerPayerDependencies,
): Promise<PageAnswer> => {
  const { frame } = call;
  const { baseUrl, clock, looks } = deps;
  switch (outcome.kind) {
    case 'unknown':
      return { statusCode: 404, page: unknownLinkPage(frame) };
    case 'moved':
      return { location: outcome.location };
    case 'hand-over': {
      const page = handOverPage({ form: outcome.form, frame });
      return { statusCode: 200, page, frameAncestor: frameAncestorOf(outcome.link) };
    }
    case 'link':
      // Moved on, so that neither reload nor back posts a card again: the link itself tells what came of it.
      return {
        location: (outcome.passOn ? linkUrlPassingOn : linkUrl)(baseUrl, outcome.link.token, frame.language),
      };
    case 'bin':
    case 'card':
    case 'declined': {
      const { link } = outcome;
      const step = stepOf(outcome, typedCardIn(call.posted));
      const dressed = { ...frame, looks: await looks.of(link.dealerCode) };
      const page = cardFormPage({ link, step, frame: dressed, notice: noticeOf(outcome), nowMs: clock.now() });
      return { statusCode: 200, page, frameAncestor: frameAncestorOf(link) };
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
    const outcome: PayerPostOutcome =
      readAddress(token) !== undefined
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
