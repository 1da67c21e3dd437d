import { createHash } from 'node:crypto';
import type { Language } from '../../../shared/domain/language.ts';
import type { GatewayKind } from '../../../shared/domain/virtual-pos/virtual-pos.ts';
import type { HttpResponse } from '../../../shared/http/envelope.ts';
import { type TestCard, testCards } from '../../../shared/nestpay/test-cards.ts';
import { amountHtml } from '../../../shared/pages/amounts.ts';
import { languageSwitch, type Page, page } from '../../../shared/pages/document.ts';
import { fact, factList } from '../../../shared/pages/facts.ts';
import { Html, html } from '../../../shared/pages/html.ts';
import { pageHeaders } from '../../../shared/pages/page-headers.ts';
import type { BankChallenge } from '../../../shared/ports/bank-ledger.ts';
import { type BankTexts, bankTexts } from './bank-texts.ts';
import type { Callback } from './callback.ts';

export interface BankFrame {
  readonly language: Language;
  readonly serviceName: string;
}

const SUBMIT = 'document.forms[0].submit()';
const submitHash = createHash('sha256').update(SUBMIT, 'utf8').digest('base64');

/**
 * Headers of a bank's page. It may stand in a frame and post to any address that the merchant named, so neither is
 * limited. The rest is as on the service's own pages.
 */
const headers = (shown: Page): Readonly<Record<string, string>> => {
  const {
    'x-frame-options': _frames,
    'content-security-policy': policy = '',
    ...others
  } = pageHeaders(shown, {
    sandbox: true,
  });
  const styles = policy.split('; ').find((directive) => directive.startsWith('style-src'));
  const own = ["default-src 'none'", styles, 'img-src data:', `script-src 'sha256-${submitHash}'`, "base-uri 'none'"];
  return { ...others, 'content-security-policy': own.filter((directive) => directive !== undefined).join('; ') };
};

const respond = (statusCode: number, { language, serviceName }: BankFrame, content: Html): HttpResponse => {
  const top = html`<div class="top"><strong>${serviceName}</strong>${languageSwitch(language)}</div>`;
  const framed = html`<div class="one">${top}${content}</div>`;
  const shown = page({ language, serviceName, heading: bankTexts[language].heading, content: framed });
  return { statusCode, headers: headers(shown), body: shown.markup };
};

const describeThreeD = (card: TestCard, words: BankTexts, kind: GatewayKind): string => {
  if (kind === 'garanti' && card.gateError !== undefined) return words.gateRefuses;
  if (card.gateError !== undefined) return `${words.gateRefuses} (${card.gateError})`;
  return typeof card.threeD === 'object' ? `mdStatus ${card.threeD.mdStatus}` : words.threeD[card.threeD];
};

const describeCharge = ({ charge, refusal }: TestCard, words: BankTexts, kind: GatewayKind): string => {
  if (kind === 'garanti')
    return typeof charge === 'object' ? `${words.declined} (${charge.declined})` : words.charge[charge];
  if (refusal !== undefined) return `${words.refusal[refusal.of]} (${refusal.code})`;
  return typeof charge === 'object' ? `${words.declined} (${charge.declined})` : words.charge[charge];
};

/** The behaviour of a card in words, for the list of test cards and the challenge page. */
const describeCard = (card: TestCard, language: Language, kind: GatewayKind): string => {
  const words: BankTexts = bankTexts[language];
  const parts = [describeThreeD(card, words, kind), describeCharge(card, words, kind)];
  if (kind === 'garanti' && card.garanti !== undefined) parts.push(words.garanti[card.garanti]);
  if (card.shown !== 'captured') parts.push(words.shown[card.shown]);
  if (card.callback !== 'once') parts.push(words.callback[card.callback]);
  if (card.takeBack !== 'possible') parts.push(words.takeBack[card.takeBack]);
  if (card.followUpFault !== undefined) parts.push(words.followUpFault[card.followUpFault]);
  if (card.gate !== undefined) parts.push(words.gate[card.gate]);
  return parts.join('; ');
};

/** The number of a card at a bank of this kind; undefined for a card that the bank does not list. */
const numberAt = (kind: GatewayKind, { number, garantiNumber, garanti }: TestCard): string | undefined => {
  if (kind === 'garanti') return garantiNumber;
  return garanti === undefined ? number : undefined;
};

const cardList = (language: Language, kind: GatewayKind): Html => {
  const facts = testCards.flatMap((card) => {
    const number = numberAt(kind, card);
    return number === undefined ? [] : [fact(number, describeCard(card, language, kind))];
  });
  return html`<details class="test-cards"><summary>${bankTexts[language].testCards}</summary>
${factList(...facts)}</details>`;
};

/**
 * The challenge: amount, the one-time code (shown, since this is a sandbox), three buttons, and the list of test cards.
 */
export const challengePage = (challenge: BankChallenge, action: string, frame: BankFrame): HttpResponse => {
  const words = bankTexts[frame.language];
  const wrong = challenge.wrongCodes > 0;
  const problem = wrong ? html`<p class="problem" id="code-problem" role="alert">${words.wrongCode}</p>` : undefined;
  const invalid = wrong ? html` aria-invalid="true" aria-describedby="code-problem" autofocus` : undefined;
  const amount = amountHtml(challenge.amount, { currency: challenge.currency, language: frame.language });
  const content = html`<h1>${words.heading}</h1>
<p class="amount">${amount}</p>
${factList(fact(words.merchant, challenge.clientId), fact(words.card, challenge.maskedNumber))}
<div class="notice"><p>${words.codeIs}: <strong id="one-time-code">${challenge.oneTimeCode}</strong></p></div>
<form method="post" action="${action}">
<div class="field"><label for="code">${words.code}</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="6" required${invalid}>
${problem}</div>
<button class="wide" name="decision" value="approve">${words.approve}</button>
<p class="actions field"><button class="quiet" name="decision" value="fail" formnovalidate>${words.fail}</button>
<button class="quiet" name="decision" value="give-up" formnovalidate>${words.giveUp}</button></p>
</form>
${cardList(frame.language, challenge.kind ?? 'nestpay')}`;
  return respond(200, frame, content);
};

/** The page back to the merchant: a signed form that a script posts, or its button if there is no script. */
export const callbackPage = ({ action, fields, copies }: Callback, frame: BankFrame): HttpResponse => {
  const words = bankTexts[frame.language];
  const inputs = fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
  const form = (target: Html, label: string): Html =>
    html`<form method="post" action="${action}"${target}>${inputs}<p><button>${label}</button></p></form>`;
  const again = copies === 2 ? form(html` target="_blank"`, words.firstCopy) : undefined;
  const script = copies === 1 ? html`<script>${new Html(SUBMIT)}</script>` : undefined;
  const content = html`<h1>${words.heading}</h1><p>${words.returning}</p>${again}${form(html``, words.continue)}${script}`;
  return respond(200, frame, content);
};

export const abandonedPage = (frame: BankFrame): HttpResponse =>
  respond(200, frame, html`<h1>${bankTexts[frame.language].heading}</h1><p>${bankTexts[frame.language].abandoned}</p>`);

export const unknownChallengePage = (frame: BankFrame): HttpResponse =>
  respond(404, frame, html`<h1>${bankTexts[frame.language].heading}</h1><p>${bankTexts[frame.language].unknown}</p>`);

/** Says what is wrong with a form that came to the gate, for the engineer who sent it. */
export const refusedPage = (reason: string, frame: BankFrame): HttpResponse => {
  const words = bankTexts[frame.language];
  return respond(400, frame, html`<h1>${words.heading}</h1><p>${words.refused}: ${reason}</p>`);
};
