import { istanbulDayOf, monthOf } from '../domain/calendar.ts';
import type { Language } from '../domain/language.ts';
import type { CardStorageChoice, PaymentRequest } from '../domain/link/payment-request.ts';
import type { InstallmentQuote } from '../domain/virtual-pos/installment-quote.ts';
import { dependsOnCard } from '../domain/virtual-pos/installment-quotes.ts';
import { amountHtml } from './amounts.ts';
import {
  cardStorageChoice,
  type ListedProblem,
  numberField,
  otherFields,
  problemSummary,
  storedCardFields,
  type TypedCard,
  threeDChoice,
} from './card-fields.ts';
import { LOCK } from './card-pictures.ts';
import { type Page, type PageFrame, page } from './document.ts';
import { formFields } from './form-fields.ts';
import { type FormNotice, formNotice } from './form-notice.ts';
import { actionField, giveUpForm } from './give-up-form.ts';
import { type Html, html } from './html.ts';
import { installmentChoices } from './installment-choices.ts';
import { pageFoot } from './page-foot.ts';
import { linkPreview, linkTitle, paymentSummary } from './payment-summary.ts';
import { progressPart } from './progress-part.ts';
import { chosenCard, type StoredCardsView, storedCardRows } from './stored-cards.ts';
import { texts } from './texts.ts';

export interface CardStep {
  /** At least one; a single one is not a choice. */
  readonly quotes: readonly InstallmentQuote[];
  readonly chosenCount: number;
  readonly problems: readonly ListedProblem[];
  readonly typed?: TypedCard;
  readonly threeD: 'mandatory' | 'choosable';
  readonly cardStorage: CardStorageChoice;
  /** The quote is the link's own and not the card's. Its total may change, so the page says nothing about its cost. */
  readonly provisional?: boolean;
  /**
   * The price or the choice depends on the card: the script asks for the quotes after its first digits. Without script
   * the first step asks for the number, and nothing else is shown.
   */
  readonly asksForCard?: boolean;
  /** The stored cards of the link's customer. Absent: the forms post to the page's own address. */
  readonly stored?: StoredCardsView;
}

export interface CardFormView {
  readonly link: PaymentRequest;
  readonly step: CardStep;
  readonly frame: PageFrame;
  readonly notice?: FormNotice | undefined;
  /** The server's clock, for judging the expiry in the browser: the payer's clock may be wrong. */
  readonly nowMs: number;
}

/** Where a sum stands in a text of the button. */
const PLACE = '{}';

/** The button names the sum where it is known. The script writes the chosen sum into it. */
const payLabel = (step: CardStep, { link, frame: { language } }: CardFormView): Html => {
  const { pay, payTotal } = texts[language].cardForm;
  const chosen = step.quotes.find(({ count }) => count === step.chosenCount) ?? step.quotes[0];
  const { commissionByDealer, currency } = link.terms;
  // The script keeps the sum up to date; without it a choice of several leaves the sum open.
  if (chosen === undefined || step.quotes.length > 1) return html`${pay}`;
  if (step.provisional === true && chosen.count > commissionByDealer) return html`${pay}`;
  const [before = '', after = ''] = payTotal.split(PLACE);
  return html`${before}${amountHtml(chosen.total, { currency, language })}${after}`;
};

const note = ({ threeD }: CardStep, { frame }: CardFormView): Html => {
  const { threeD: words, reassurance } = texts[frame.language].cardForm;
  return html`<p class="note">${LOCK}<span>${threeD === 'mandatory' ? `${words.mandatory} ` : ''}${reassurance}</span></p>`;
};

const firstStepButton = (language: Language): Html =>
  html`<button class="wide plain" name="${formFields.action}" value="quote" formnovalidate>${texts[language].cardForm.proceed}</button>`;

/** The card: one to choose or to type, or the stored one that was chosen. All but the first field comes later without script. */
const cardPart = (step: CardStep, language: Language): Html => {
  const { problems, typed = {}, asksForCard = false, stored } = step;
  const shown = { problems, typed, language };
  const chosen = stored?.chosen;
  if (stored !== undefined && chosen !== undefined) {
    const { card, asksPassword } = chosen;
    return html`${chosenCard(card, typed, { paths: stored.paths, language })}
<div class="now">${storedCardFields(shown, { brand: card.brand, asksPassword })}`;
  }
  return html`${stored && storedCardRows(stored, { language, asksForCard })}${numberField(shown, step.threeD)}${
    asksForCard ? firstStepButton(language) : undefined
  }
<div class="${asksForCard ? 'later' : 'now'}">${otherFields(shown)}`;
};

const postsTo = (stored: StoredCardsView | undefined): Html | undefined => {
  if (stored === undefined) return undefined;
  const { link, storedCard } = stored.paths;
  return html` action="${stored.chosen === undefined ? link : storedCard}"`;
};

const cardForm = (step: CardStep, view: CardFormView): Html => {
  const { link, nowMs, frame } = view;
  const { language } = frame;
  const words = texts[language].cardForm;
  const { quotes, chosenCount, stored } = step;
  const currency = link.terms.currency;
  const plans = { quotes, chosenCount, currency, language, provisional: step.provisional === true };
  // The action stands behind the button of the first step, so that a press of that button names another one first.
  return html`<form method="post" id="card-form" data-month="${monthOf(istanbulDayOf(nowMs))}" data-error="${words.errorInTitle}" data-pay="${words.payTotal}"${postsTo(stored)}>
${cardPart(step, language)}
<div id="plans"${dependsOnCard(link.terms) ? html` data-quote` : undefined}>${installmentChoices(plans)}</div>
${threeDChoice(step.threeD, language)}${cardStorageChoice(step.cardStorage, language)}
${actionField('pay')}<button class="wide" id="pay">${payLabel(step, view)}</button>
${note(step, view)}</div></form>`;
};

/**
 * The page on which a payer pays an open link (kind `form`): the payment and the dealer, the card, and giving up. Every
 * form posts to the page's own address, with the names of form-fields.ts.
 */
export const cardFormPage = (view: CardFormView): Page => {
  const { link, step, frame, notice } = view;
  const { language } = frame;
  const words = texts[language].cardForm;
  const content = html`${paymentSummary(link, frame)}
<section class="pay"><div><div id="form-part"><h1>${words.heading}</h1>
${notice && formNotice(notice, { link, language })}${problemSummary({ problems: step.problems, language })}
${cardForm(step, view)}
${giveUpForm(link, { language, path: step.stored?.paths.link })}</div>
${progressPart(language)}${pageFoot(frame, link)}</div></section>`;
  const isFault = step.problems.length > 0 || notice?.kind === 'declined';
  const title = linkTitle(link, frame);
  return page({
    ...frame,
    kind: 'form',
    heading: isFault ? `${words.errorInTitle}: ${title}` : title,
    preview: linkPreview(link, frame),
    split: true,
    firstStep: step.asksForCard === true,
    content,
  });
};
