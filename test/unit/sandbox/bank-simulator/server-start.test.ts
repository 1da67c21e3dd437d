import { describe, expect, test } from 'vitest';
import { encodeIso88599 } from '../../../../shared/adapters/bank/iso-8859-9.ts';
import type { FormField } from '../../../../shared/domain/form-field.ts';
import type { HttpResponse } from '../../../../shared/http/envelope.ts';
import { calledBank, calledMerchant, calledTerminal, textOf } from '../../../support/bank/called-bank.ts';
import { gateways, type TestGateway } from '../../../support/bank/gateways.ts';

const ORDER = 'ORDER-1';
const AS_SERVER = { 'sec-fetch-dest': 'empty' };
const NAME = 'ÇiğdemGüneşŞekerlemeİthalatı';
const SUBMIT = '<script>document.forms[0].submit()</script>';

const accountOf = ({ kind }: TestGateway) => (kind === 'nestpay' ? calledMerchant : calledTerminal);

/** What the gate answers to the form of a card. */
const begun = async (gateway: TestGateway, cardId: string, headers: Readonly<Record<string, string>> = AS_SERVER) => {
  const bank = calledBank();
  const start = gateway.startOf(cardId, { orderId: ORDER });
  const { fields } = gateway.formOf(accountOf(gateway), start);
  const response = await bank.post(gateway.gate, fields, headers);
  return { bank, start, response, address: `${gateway.challenges}token-1?lang=en` };
};

/** The one form of a gate's page, and what stands behind it. */
const formOn = (response: HttpResponse) => {
  const markup = textOf(response);
  const form =
    /^<!DOCTYPE html>\n.*<form name="form3d" method="POST" action="([^"]*)">\n([\s\S]*)<\/form>(.*)<\/body><\/html>$/;
  const [, action, content = '', script] = form.exec(markup) ?? expect.unreachable(markup);
  const fields = [...content.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">\n/g)];
  const rest = content.slice(fields.map(([all]) => all).join('').length);
  expect(rest).toBe('<noscript><input type="submit" value="OK"></noscript>');
  return { action, script, fields: fields.map(([, name = '', value = '']): FormField => [name, value]) };
};

const base64url = (text: string): string => Buffer.from(text).toString('base64url');

const MESSAGE: readonly FormField[] = [
  [
    'creq',
    base64url(
      '{"threeDSServerTransID":"token-1","acsTransID":"token-1","messageVersion":"2.2.0","messageType":"CReq","challengeWindowSize":"05"}',
    ),
  ],
  ['threeDSSessionData', base64url(ORDER)],
];

const HTML = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };

describe.each(gateways)('The gate of $kind, to a merchant’s server', (gateway) => {
  test('answers the form for the challenge page, with the message for the issuer', async () => {
    const { response, address, bank } = await begun(gateway, 'approved');
    expect([response.statusCode, response.headers]).toEqual([200, HTML]);
    expect(formOn(response)).toEqual({ action: address, fields: MESSAGE, script: SUBMIT });
    expect(bank.waits).toEqual([]);
  });

  test.each([{}, { 'sec-fetch-dest': 'document' }])('sends a browser (%o) to the challenge page', async (headers) => {
    const { response, address } = await begun(gateway, 'gate-echo', headers);
    expect(response).toEqual({
      statusCode: 303,
      headers: { location: address, 'cache-control': 'no-store' },
      body: '',
    });
  });

  test('answers the callback where nobody is asked', async () => {
    const { response, start } = await begun(gateway, 'frictionless');
    const { action, fields, script } = formOn(response);
    expect([action, script]).toEqual([start.okUrl.replaceAll('&', '&amp;'), SUBMIT]);
    expect(new Map(fields.map(([name, value]) => [name.toLowerCase(), value])).get('mdstatus')).toBe('1');
  });

  test('keeps its caller waiting for the card that stands for a silent gate', async () => {
    const { response, address, bank } = await begun(gateway, 'gate-silent');
    expect(bank.waits).toEqual(['hold']);
    expect(formOn(response)).toEqual({ action: address, fields: MESSAGE, script: SUBMIT });
  });

  test('redirects for the card that stands for it', async () => {
    const { response, address } = await begun(gateway, 'gate-redirect');
    expect(response).toEqual({ statusCode: 302, headers: { location: address }, body: '' });
  });

  test('sets a cookie for the card that stands for it', async () => {
    const { response, address } = await begun(gateway, 'gate-cookie');
    expect(response.headers).toEqual({ ...HTML, 'set-cookie': 'JSESSIONID=token-1; Path=/; HttpOnly' });
    expect(formOn(response)).toEqual({ action: address, fields: MESSAGE, script: SUBMIT });
  });

  test('leaves the fields to a script for the card that stands for it', async () => {
    const { response, address } = await begun(gateway, 'gate-script');
    const script = '<script>var f=document.forms[0];f.creq.value=window.name;f.submit()</script>';
    const empty = MESSAGE.map(([name]): FormField => [name, '']);
    expect(formOn(response)).toEqual({ action: address, fields: empty, script });
  });

  test.each<readonly [string, (number: string) => string]>([
    ['gate-echo', (number) => `card=${number};`],
    ['gate-echo-separated', (number) => (number.match(/.{4}/g) ?? []).join('-')],
    ['gate-echo-percent', (number) => number.replaceAll(/\d/g, '%3$&')],
    ['gate-echo-base64', (number) => Buffer.from(`{"acctNumber":"${number}"}`).toString('base64')],
  ])('%s: repeats the card number in a field more', async (cardId, written) => {
    const { response, address } = await begun(gateway, cardId);
    const { number } = gateway.cardOf(cardId);
    const fields = [...MESSAGE, ['merchantData', written(number)]];
    expect(formOn(response)).toEqual({ action: address, fields, script: SUBMIT });
  });
});

describe('A gate’s page in ISO-8859-9', () => {
  const [gateway] = gateways;
  if (gateway === undefined) throw new Error('no gateway');

  const escaped = (text: string): string =>
    [...(encodeIso88599(text) ?? [])]
      .map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase()}`))
      .join('');

  test('has the merchant’s name in these bytes', async () => {
    const { response, address } = await begun(gateway, 'gate-latin-5');
    expect([response.statusCode, response.isBase64Encoded]).toEqual([200, true]);
    expect(response.headers).toEqual({ ...HTML, 'content-type': 'text/html; charset=ISO-8859-9' });
    const fields = [...MESSAGE, ['MerchantName', NAME]];
    expect(formOn(response)).toEqual({ action: address, fields, script: SUBMIT });
  });

  test.each([
    ['the name in its bytes', 'gate-latin-5', `a=b&MerchantName=${escaped(NAME)}`, 303],
    ['the name in UTF-8', 'gate-latin-5', `a=b&MerchantName=${encodeURIComponent(NAME)}`, 400],
    ['a part of the name', 'gate-latin-5', `a=b&MerchantName=${escaped(NAME).slice(0, -1)}`, 400],
    ['no name', 'gate-latin-5', 'a=b', 303],
    ['another page’s name', 'approved', `MerchantName=${encodeURIComponent(NAME)}`, 303],
  ])('takes back %s', async (_what, cardId, body, statusCode) => {
    const { bank, address } = await begun(gateway, cardId);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const response = await bank.call('POST', address, { body, headers });
    expect(response.statusCode).toBe(statusCode);
    expect(textOf({ ...response, headers: HTML }).includes('MerchantName')).toBe(statusCode === 400);
  });
});
