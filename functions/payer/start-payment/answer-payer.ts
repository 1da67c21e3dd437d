import type { CardField } from '../../../shared/domain/card/card-input.ts';
import type { OfferedCard } from '../../../shared/domain/card/offered-card.ts';
import type { PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { omitUndefined } from '../../../shared/domain/omit-undefined.ts';
import { readAddress } from '../../../shared/domain/payment/payment-name.ts';
import type { PageCall } from '../../../shared/http/page-handler.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { addressScopeOf } from '../../../shared/http/source-address.ts';
import type { ListedProblem, TypedCard } from '../../../shared/pages/card-fields.ts';
import { type CardStep, cardFormPage } from '../../../shared/pages/card-form-page.ts';
import { begunAgainPage, unknownLinkPage } from '../../../shared/pages/closed-link-page.ts';
import { firstCardStep } from '../../../shared/pages/first-card-step.ts';
import type { FormNotice } from '../../../shared/pages/form-notice.ts';
import { handOverPage } from '../../../shared/pages/hand-over-page.ts';
import { frameAncestorOf } from '../../../shared/pages/page-headers.ts';
import type { StoredCardsView } from '../../../shared/pages/stored-cards.ts';
import { linkPaths, linkUrl, linkUrlPassingOn } from '../../../shared/payment-flow/addresses.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { DealerLooksDirectory } from '../../../shared/ports/dealer-looks.ts';
import type { PayerCall, PayerPostOutcome } from './payer-call.ts';
import { readPosted, typedCardIn } from './read-posted.ts';

export interface AnswerPayerDependencies {
  readonly start: (call: PayerCall) => Promise<PayerPostOutcome>;
  readonly looks: DealerLooksDirectory;
  /** The stored cards that the page of a link offers. */
  readonly offered: (link: PaymentRequest) => Promise<readonly OfferedCard[]>;
  readonly clock: Clock;
  readonly baseUrl: string;
}

/** Does not compile when an outcome has no page. */
const unknownOutcome = (outcome: never): never => {
  throw new TypeError(`unknown outcome ${JSON.stringify(outcome)}`);
};

type CardOutcome = Extract<PayerPostOutcome, { kind: 'bin' | 'card' | 'declined' | 'form' }>;

const noticeOf = (outcome: CardOutcome): FormNotice | undefined => {
  if (outcome.kind === 'declined') return { kind: 'declined', advice: outcome.advice };
  if (outcome.kind === 'bin' || outcome.kind === 'form') return undefined;
  if (outcome.provisional === true) return { kind: 'no-quotes' };
  return outcome.totalChanged ? { kind: 'total-changed' } : undefined;
};

/** A field that was left empty is asked for, and one that was filled in is wrong. */
const shownProblem = (field: CardField, { number, expiry, holderName }: TypedCard): ListedProblem => {
  const texts: Readonly<Record<CardField, string | undefined>> = { number, expiry, holderName, cvc: undefined };
  return { field, kind: (texts[field] ?? '').trim() === '' ? 'missing' : 'wrong' };
};

/**
 * What a payer need not type again: the name, and the card itself where it was not the card that was refused. Of another
 * outcome all that the post carried.
 */
const typedAfter = (outcome: CardOutcome, typed: TypedCard): TypedCard =>
  outcome.kind !== 'declined' || outcome.advice === 'try-later' ? typed : { holderName: typed.holderName };

/** The form again, with what this very post carried, and without the quotes of the card where they are not known. */
const stepOf = (outcome: CardOutcome, typed: TypedCard, stored: StoredCardsView | undefined): CardStep => {
  const { terms } = outcome.link;
  const withStored = omitUndefined({ stored });
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
      ...omitUndefined({ provisional, stored }),
    };
  }
  const problems = outcome.kind === 'bin' ? [shownProblem('number', typed)] : [];
  return firstCardStep(outcome.link, { problems, typed: typedAfter(outcome, typed), ...withStored });
};

const pageOf = async (
  outcome: PayerPostOutcome,
  call: PageCall,
  deps: AnswerPayerDependencies,
): Promise<PageAnswer> => {
  const { frame } = call;
  const { baseUrl, clock, looks, offered } = deps;
  switch (outcome.kind) {
    case 'unknown':
      return { statusCode: 404, page: unknownLinkPage(frame) };
    case 'begun-again': {
      const { link, wasCharged } = outcome;
      const page = begunAgainPage({ link, wasCharged, frame: { ...frame, looks: await looks.of(link.dealerCode) } });
      return { statusCode: 410, page, frameAncestor: frameAncestorOf(link) };
    }
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
    case 'form':
    case 'card':
    case 'declined': {
      const { link } = outcome;
      const [shown, cards] = await Promise.all([looks.of(link.dealerCode), offered(link)]);
      const paths = linkPaths(baseUrl, link.token, frame.language);
      const step = stepOf(outcome, typedCardIn(call.posted), cards.length === 0 ? undefined : { cards, paths });
      const dressed = { ...frame, looks: shown };
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
