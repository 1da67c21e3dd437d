import { istanbulDayOf, monthOf } from '../domain/calendar.ts';
import type { CardField } from '../domain/card/card-input.ts';
import { binIn, MAX_NUMBER_TEXT } from '../domain/card/card-rules.ts';
import type { CardStorageChoice, PaymentRequest } from '../domain/link/payment-request.ts';
import type { InstallmentQuote } from '../domain/virtual-pos/installment-quote.ts';
import { showAmount } from './amounts.ts';
import { cardFields, cardStorageChoice, problemSummary, threeDChoice } from './card-fields.ts';
import { LOCK, type PageFrame, page } from './document.ts';
import { formFields } from './form-fields.ts';
import { type FormNotice, formNotice } from './form-notice.ts';
import { actionField, giveUpForm } from './give-up-form.ts';
import { type Html, html } from './html.ts';
import { installmentChoices } from './installment-choices.ts';
import { amountHeading, basketTable, fact, linkTitle, showMoment, writtenFact } from './payment-summary.ts';
import { texts } from './texts.ts';

/** Asks for the first digits of the card, where what the payer pays depends on it. */
interface BinStep {
  readonly kind: 'bin';
  /** What was typed does not begin with 8 digits. */
  readonly invalid?: boolean;
}

export interface CardStep {
  readonly kind: 'card';
  /** At least one; a single one is not a choice. */
  readonly quotes: readonly InstallmentQuote[];
  readonly chosenCount: number;
  /** The first digits that the quotes were made from. */
  readonly bin?: string | undefined;
  readonly problems: readonly CardField[];
  readonly threeD: 'mandatory' | 'choosable';
  readonly cardStorage: CardStorageChoice;
  /** The one quote is the link's own and not the card's: its total may change, so nothing is said of its cost. */
  readonly provisional?: boolean;
}

export interface CardFormView {
  readonly link: PaymentRequest;
  readonly step: BinStep | CardStep;
  readonly frame: PageFrame;
  readonly notice?: FormNotice | undefined;
  /** By which an expiry is judged in the browser, whose own clock may be wrong. */
  readonly nowMs: number;
}

const binForm = ({ invalid = false }: BinStep, { frame }: CardFormView): Html => {
  const words = texts[frame.language].cardForm.bin;
  const wrong = invalid ? html` aria-invalid="true" aria-describedby="bin-problem" autofocus` : undefined;
  const problem = invalid ? html`<p class="problem" id="bin-problem" role="alert">${words.invalid}</p>` : undefined;
  return html`<section><h2>${words.heading}</h2><p>${words.reason}</p>
<form method="post">${actionField('quote')}
<div class="field"><label for="bin">${words.label} <span class="sub">${words.hint}</span></label>
<input id="bin" name="${formFields.bin}" inputmode="numeric" autocomplete="off" maxlength="${MAX_NUMBER_TEXT}" required${wrong}>
${problem}</div>
<button class="wide">${words.proceed}</button></form></section>`;
};

const firstDigits = (bin: string | undefined, { frame }: CardFormView): Html | undefined => {
  if (bin === undefined || binIn(bin) !== bin) return undefined;
  const words = texts[frame.language].cardForm;
  return html`<input type="hidden" name="${formFields.bin}" value="${bin}">
<p class="soft">${words.pricesFor(`${bin.slice(0, 4)} ${bin.slice(4)}`)} <a href="?lang=${frame.language}">${words.otherCard}</a></p>`;
};

/** The button names the sum where there is only one that it can be; else the script does, from the choices. */
const payLabel = ({ quotes }: CardStep, { link, frame: { language } }: CardFormView): string => {
  const { pay, payTotal } = texts[language].cardForm;
  const [only, ...others] = quotes;
  return only === undefined || others.length > 0
    ? pay
    : payTotal(showAmount(only.total, link.terms.currency, language));
};

const cardForm = (step: CardStep, view: CardFormView): Html => {
  const { link, nowMs, frame } = view;
  const { language } = frame;
  const words = texts[language].cardForm;
  const { quotes, chosenCount } = step;
  return html`<section><h2>${words.heading}</h2>
<p class="soft safe">${LOCK}<span>${words.reassurance}</span></p>
<form method="post" id="card-form" data-month="${monthOf(istanbulDayOf(nowMs))}">${actionField('pay')}
${firstDigits(step.bin, view)}
${installmentChoices({ quotes, chosenCount, currency: link.terms.currency, language, provisional: step.provisional === true })}
${cardFields(step.problems, language)}
${threeDChoice(step.threeD, language)}
${cardStorageChoice(step.cardStorage, language)}
<button class="wide" data-busy="${words.busy}">${payLabel(step, view)}</button></form></section>`;
};

/**
 * The page on which a payer pays an open link (kind `form`): what is paid and to whom, the form of the step, and giving
 * up. Every form posts to the page's own address, with the names of form-fields.ts.
 */
export const cardFormPage = (view: CardFormView): Html => {
  const { link, step, frame, notice } = view;
  const { language } = frame;
  const words = texts[language];
  const problems = step.kind === 'card' ? step.problems : [];
  const content = html`${amountHeading(link, language)}
${link.description === undefined ? undefined : html`<dl>${writtenFact(words.description, link.description)}</dl>`}
${problemSummary(problems, language)}${formNotice(notice, { link, language })}
${step.kind === 'bin' ? binForm(step, view) : cardForm(step, view)}
${giveUpForm(link, { language, opened: notice?.kind === 'declined' })}
<section><h2>${words.details}</h2>
<dl>${writtenFact(words.buyer, link.buyer.fullName)}${fact(words.openUntil, showMoment(link.expiresAtMs, language))}</dl>
${basketTable(link, language)}</section>`;
  const title = linkTitle(link, language);
  const heading = problems.length > 0 ? `${words.cardForm.errorInTitle}: ${title}` : title;
  return page({ ...frame, kind: 'form', heading, content });
};
