import { createHash } from 'node:crypto';
import type { HttpResponse } from '../../shared/http/envelope.ts';
import { type TestCard, testCards } from '../../shared/nestpay/test-cards.ts';
import { showAmount } from '../../shared/pages/amounts.ts';
import { page, pageHeaders } from '../../shared/pages/document.ts';
import { Html, html } from '../../shared/pages/html.ts';
import type { Language } from '../../shared/pages/language.ts';
import type { BankChallenge } from '../../shared/ports/bank-ledger.ts';
import { type BankTexts, bankTexts } from './bank-texts.ts';
import type { Callback } from './callback.ts';

export interface BankFrame {
  readonly language: Language;
  readonly serviceName: string;
}

const SUBMIT = 'document.forms[0].submit()';
const submitHash = createHash('sha256').update(SUBMIT, 'utf8').digest('base64');

/**
 * A bank's page: it may stand in a frame, and it posts to whatever address the merchant named, so that neither framing
 * nor form targets are limited. Everything else is as on the service's own pages.
 */
const headers = (): Readonly<Record<string, string>> => {
  const { 'x-frame-options': _frames, 'content-security-policy': policy = '', ...others } = pageHeaders();
  const styles = policy.split('; ').find((directive) => directive.startsWith('style-src'));
  const own = ["default-src 'none'", styles, `script-src 'sha256-${submitHash}'`, "base-uri 'none'"];
  return { ...others, 'content-security-policy': own.filter((directive) => directive !== undefined).join('; ') };
};

const respond = (statusCode: number, { language, serviceName }: BankFrame, content: Html): HttpResponse => ({
  statusCode,
  headers: headers(),
  body: page({ language, serviceName, heading: bankTexts[language].heading, content }).markup,
});

const describeThreeD = (card: TestCard, words: BankTexts): string => {
  if (card.gateError !== undefined) return `${words.gateRefuses} (${card.gateError})`;
  return typeof card.threeD === 'object' ? `mdStatus ${card.threeD.mdStatus}` : words.threeD[card.threeD];
};

const describeCharge = ({ charge, refusal }: TestCard, words: BankTexts): string => {
  if (refusal !== undefined) return `${words.refusal[refusal.of]} (${refusal.code})`;
  return typeof charge === 'object' ? `${words.declined} (${charge.declined})` : words.charge[charge];
};

/** What a card leads to, in words: the README and the challenge page say the same. */
const describeCard = (card: TestCard, language: Language): string => {
  const words: BankTexts = bankTexts[language];
  const parts = [describeThreeD(card, words), describeCharge(card, words)];
  if (card.shown !== 'captured') parts.push(words.shown[card.shown]);
  if (card.callback !== 'once') parts.push(words.callback[card.callback]);
  if (card.takeBack !== 'possible') parts.push(words.takeBack[card.takeBack]);
  return parts.join('; ');
};

const cardList = (language: Language, words: BankTexts): Html => html`<details><summary>${words.testCards}</summary>
<table><thead><tr><th scope="col">${words.card}</th><th scope="col">${words.behaviour}</th></tr></thead>
<tbody>${testCards.map((card) => html`<tr><td class="whole">${card.number}</td><td>${describeCard(card, language)}</td></tr>`)}</tbody></table>
</details>`;

/** The challenge: amount, one-time code as a sandbox shows it, three ways out, and the list of test cards. */
export const challengePage = (challenge: BankChallenge, frame: BankFrame): HttpResponse => {
  const words = bankTexts[frame.language];
  const wrong = challenge.wrongCodes > 0;
  const problem = wrong ? html`<p class="problem" id="code-problem" role="alert">${words.wrongCode}</p>` : undefined;
  const invalid = wrong ? html` aria-invalid="true" aria-describedby="code-problem" autofocus` : undefined;
  const amount = showAmount(challenge.amount, challenge.currency, frame.language);
  const content = html`<h1>${words.heading}</h1>
<p class="amount">${amount}</p>
<dl class="rows"><div><dt>${words.merchant}</dt><dd>${challenge.clientId}</dd></div><div><dt>${words.card}</dt><dd>${challenge.maskedNumber}</dd></div></dl>
<div class="notice"><p>${words.codeIs}: <strong id="one-time-code">${challenge.oneTimeCode}</strong></p></div>
<form method="post" action="/fim/challenge/${challenge.reference}?lang=${frame.language}">
<div class="field"><label for="code">${words.code}</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="6"${invalid}>
${problem}</div>
<button class="wide" name="decision" value="approve">${words.approve}</button>
<p class="others"><button class="quiet" name="decision" value="fail">${words.fail}</button>
<button class="quiet" name="decision" value="give-up">${words.giveUp}</button></p>
</form>
${cardList(frame.language, words)}`;
  return respond(200, frame, content);
};

/** The way back to the merchant: a signed form that submits itself, or waits for its button where there is no script. */
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

/** What is wrong with a form that came to the gate, for the engineer who is looking at it. */
export const refusedPage = (reason: string, frame: BankFrame): HttpResponse => {
  const words = bankTexts[frame.language];
  return respond(400, frame, html`<h1>${words.heading}</h1><p>${words.refused}: ${reason}</p>`);
};
