import type { HttpResponse } from '../../../shared/http/envelope.ts';
import type { TestGateAnswer } from '../../../shared/nestpay/test-card-behaviour.ts';
import { testCard } from '../../../shared/nestpay/test-cards.ts';
import { Html, html } from '../../../shared/pages/html.ts';
import type { BankChallenge } from '../../../shared/ports/bank-ledger.ts';
import type { Callback } from './callback.ts';
import type { BankSimulatorDependencies } from './dependencies.ts';
import { latin5 } from './encodings.ts';

type Field = readonly [name: string, value: string];

/** A form that the post of a merchant's server opened. The number is echoed by the cards that stand for such gates. */
export interface ServerStart {
  readonly challenge: BankChallenge;
  readonly number: string;
  /** Path of the challenge page. */
  readonly challengePath: string;
  readonly callbackOf: (challenge: BankChallenge) => Callback;
}

/**
 * A merchant's server says that its answer is shown to nobody. A browser never says so of a form that it posts, and so it is
 * redirected to the challenge page, as some gates do.
 */
export const isServerStart = (headers: Readonly<Record<string, string | undefined>>): boolean =>
  headers['sec-fetch-dest'] === 'empty';

/** A value that leaves the payer's browser in other bytes where a page forgets the encoding of the bank's. */
const MERCHANT_NAME = 'ÇiğdemGüneşŞekerlemeİthalatı';
const escapedByte = (byte: number): string =>
  byte < 0x80 ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase()}`;
const POSTED_NAME = `MerchantName=${[...latin5(MERCHANT_NAME)].map(escapedByte).join('')}`;

/** Whether the form of the Latin-5 page arrived in the very bytes that the page had. */
export const cameAsWritten = ({ cardId }: BankChallenge, posted: Buffer): boolean => {
  const text = posted.toString('latin1');
  return testCard(cardId).gate !== 'latin-5' || !text.includes('MerchantName=') || text.includes(POSTED_NAME);
};

const SUBMIT = new Html('<script>document.forms[0].submit()</script>');

interface GatePage {
  readonly action: string;
  readonly fields: readonly Field[];
  readonly script?: Html;
}

const markupOf = ({ action, fields, script = SUBMIT }: GatePage): string =>
  html`<!DOCTYPE html>
<html><head><title>3D</title></head><body><form name="form3d" method="POST" action="${action}">
${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)}<noscript><input type="submit" value="OK"></noscript></form>${script}</body></html>`
    .markup;

const pageOf = (page: GatePage, headers: Readonly<Record<string, string>> = {}): HttpResponse => ({
  statusCode: 200,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', ...headers },
  body: markupOf(page),
});

/** The message for the issuer's page, as version 2 of 3D writes it. */
const challengeRequest = ({ reference, orderId }: BankChallenge): readonly Field[] => {
  const message = {
    threeDSServerTransID: reference,
    acsTransID: reference,
    messageVersion: '2.2.0',
    messageType: 'CReq',
    challengeWindowSize: '05',
  };
  return [
    ['creq', Buffer.from(JSON.stringify(message)).toString('base64url')],
    ['threeDSSessionData', Buffer.from(orderId).toString('base64url')],
  ];
};

const FILL = new Html('<script>var f=document.forms[0];f.creq.value=window.name;f.submit()</script>');

/**
 * The gate's answer to a post of a merchant's server: the form for the challenge page, the callback where nobody is
 * asked, or the fault that the card stands for.
 */
export const answerServer = async (
  deps: BankSimulatorDependencies,
  { challenge, number, challengePath, callbackOf }: ServerStart,
): Promise<HttpResponse> => {
  const { gate } = testCard(challenge.cardId);
  if (challenge.state === 'answered') return pageOf(callbackOf(challenge));
  const action = challengePath;
  const fields = challengeRequest(challenge);
  const echo = (value: string): HttpResponse => pageOf({ action, fields: [...fields, ['merchantData', value]] });
  if (gate === 'silent') await deps.hold();
  const answers: Readonly<Record<TestGateAnswer, () => HttpResponse>> = {
    silent: () => pageOf({ action, fields }),
    redirect: () => ({ statusCode: 302, headers: { location: challengePath }, body: '' }),
    cookie: () => pageOf({ action, fields }, { 'set-cookie': `JSESSIONID=${challenge.reference}; Path=/; HttpOnly` }),
    script: () => pageOf({ action, fields: fields.map(([name]) => [name, '']), script: FILL }),
    'latin-5': () => {
      const markup = markupOf({ action, fields: [...fields, ['MerchantName', MERCHANT_NAME]] });
      const headers = { 'content-type': 'text/html; charset=ISO-8859-9', 'cache-control': 'no-store' };
      return { statusCode: 200, headers, body: latin5(markup).toString('base64'), isBase64Encoded: true };
    },
    echo: () => echo(`card=${number};`),
    'echo-separated': () => echo(number.replaceAll(/(\d{4})(?=\d)/g, '$1-')),
    'echo-percent': () => echo(number.replaceAll(/\d/g, '%3$&')),
    'echo-base64': () => echo(Buffer.from(JSON.stringify({ acctNumber: number })).toString('base64')),
  };
  return gate === undefined ? pageOf({ action, fields }) : answers[gate]();
};
