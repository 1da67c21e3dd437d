import { describe, expect, test } from 'vitest';
import { readGatePage } from '../../../../shared/adapters/bank/gate-page.ts';

const GATE = 'https://pos.bank.example/fim/est3Dgate';
const OWN = 'https://pay.example/3d/abc';
const card = { number: '4546711234567894', expiryMonth: '11', expiryYear: '2031', cvc: '573' };
const NEXT = 'https://acs.issuer.example/challenge';

interface Answer {
  readonly contentType?: string;
  readonly cookies?: readonly string[];
  readonly sandbox?: boolean;
}

const read = (
  markup: string | Uint8Array,
  { contentType = 'text/html; charset=utf-8', cookies = [], sandbox = false }: Answer = {},
) =>
  readGatePage(
    { contentType, body: typeof markup === 'string' ? Buffer.from(markup) : markup },
    { gate: GATE, ownAddresses: [OWN], cookies, card, sandbox },
  );
const hidden = (name: string, value: string): string => `<input type="hidden" name="${name}" value="${value}">`;
const formOf = (content: string, attributes = `action="${NEXT}"`): string =>
  `<html><body onload="go()"><form method="POST" ${attributes}>${content}</form><script>go()</script></body></html>`;
const CREQ = hidden('creq', 'eyJhIjoxfQ');
const actionIn = (attributes: string, answer: Answer = {}) => {
  const page = read(formOf(CREQ, attributes), answer);
  return 'form' in page ? page.form.action : page.reason;
};

describe('The form in the page of a gate', () => {
  test('is taken with its fields in order and with every repetition, and nothing else of the page', () => {
    const page = read(
      formOf(`${CREQ}<input name="MD" type="HIDDEN" value="a&amp;&#287;&quot;"><p>Text</p>${hidden('MD', '')}
<textarea name="note">\nfilled</textarea><input name="shown" value="as
 is"><input type="submit" name="go" value="Go"><button name="b" value="1">x</button><input disabled name="off" value="1">
<input type="hidden" value="nameless">`),
    );
    const fields = [
      ['creq', 'eyJhIjoxfQ'],
      ['MD', 'a&ğ"'],
      ['MD', ''],
      ['note', 'filled'],
      ['shown', 'as is'],
    ];
    expect(page).toEqual({ form: { action: NEXT, fields, acceptCharset: 'utf-8' } });
  });

  test('is found between the rows of a table, and takes the fields that name it', () => {
    const page = read(
      `<table><form id="f" method="post" action="${NEXT}"><tr><td>${CREQ}</td></tr></form></table>${hidden('b', '2')}`,
    );
    expect(page).toMatchObject({
      form: {
        fields: [
          ['creq', 'eyJhIjoxfQ'],
          ['b', '2'],
        ],
      },
    });
    const named = read(
      `<form id="f" method="post" action="${NEXT}">${CREQ}</form><input type="hidden" form="f" name="c" value="3">${hidden('b', '2')}`,
    );
    expect(named).toMatchObject({
      form: {
        fields: [
          ['creq', 'eyJhIjoxfQ'],
          ['c', '3'],
        ],
      },
    });
  });

  test.each([
    ['/acs?x=1', 'https://pos.bank.example/acs?x=1'],
    ['acs', 'https://pos.bank.example/fim/acs'],
    ['//acs.example/a', 'https://acs.example/a'],
    [` ${NEXT} `, NEXT],
  ])('a relative action, %s, is meant from the gate', (action, address) => {
    expect(actionIn(`action="${action}"`)).toBe(address);
  });

  test.each([
    'action="http://acs.example/a"',
    'action="javascript:alert(1)"',
    'action="data:text/html,x"',
    'action="https://user:word@acs.example"',
    'action="http://127.0.0.1:3000/a"',
    'action="https://"',
    'action=""',
    '',
  ])('%s leads nowhere that a payer may be sent', (attributes) => {
    expect(actionIn(attributes)).toBe('action');
  });

  test('leads to this machine over http in a sandbox, and to no other host', () => {
    expect(actionIn('action="http://127.0.0.1:3000/a"', { sandbox: true })).toBe('http://127.0.0.1:3000/a');
    expect(actionIn('action="http://acs.example/a"', { sandbox: true })).toBe('action');
  });

  test('a base address of the page counts, as in browsers, under the same rule', () => {
    const from = (href: string) =>
      read(`<head><base href="${href}"><base href="https://second.example/"></head>${formOf(CREQ, 'action="next"')}`);
    expect(from('https://acs.example/a/b')).toMatchObject({ form: { action: 'https://acs.example/a/next' } });
    expect(from('/c/')).toMatchObject({ form: { action: 'https://pos.bank.example/c/next' } });
    expect(from('http://acs.example/')).toEqual({ reason: 'action' });
    expect(from('data:text/plain,')).toEqual({ reason: 'action' });
  });

  test.each<[string, string, string]>([
    ['no form at all', '<p>Error</p>', 'no-form'],
    ['a form by GET', `<form action="${NEXT}">${CREQ}</form>`, 'no-form'],
    ['a form with files', formOf(CREQ, `action="${NEXT}" enctype="multipart/form-data"`), 'no-form'],
    ['a form that waits in a template', `<template>${formOf(CREQ)}</template>`, 'no-form'],
    ['two forms', formOf(CREQ) + formOf(hidden('x', '1')), 'no-form'],
    ['a form without fields', formOf(''), 'script'],
    ['a form of empty fields', formOf(hidden('MD', '') + hidden('TermUrl', '')), 'script'],
    ['a message of 3D that is empty', formOf(hidden('creq', '') + hidden('threeDSSessionData', 'x')), 'script'],
    ['a code to type', formOf(`${CREQ}<input name="otp" autocomplete="one-time-code">`), 'asks-payer'],
    ['a choice', formOf(`${CREQ}<select name="to"><option>SMS</select>`), 'asks-payer'],
    ['a box to tick', formOf(`${CREQ}<input type="checkbox" name="ok" value="1">`), 'asks-payer'],
    ['41 fields', formOf(CREQ.repeat(41)), 'too-many-fields'],
    ['the number', formOf(CREQ + hidden('pan', '4546 7112 3456 7894')), 'card-data'],
    ['the expiry', formOf(CREQ + hidden('Ecom_Payment_Card_ExpDate_Month', '11')), 'card-data'],
    ['the number in its action', formOf(CREQ, `action="${NEXT}?c=NDU0NjcxMTIzNDU2Nzg5NA"`), 'card-data'],
  ])('a page with %s is refused', (_what, markup, reason) => {
    expect(read(markup)).toEqual({ reason });
  });

  test('40 fields pass, and a page as deep as it is long is read', () => {
    expect(read(formOf(CREQ.repeat(40)))).toHaveProperty('form');
    expect(read('<div>'.repeat(10_000) + formOf(CREQ))).toHaveProperty('form');
  });
});

describe('A cookie of the gate', () => {
  test.each<[string, string, boolean]>([
    ['/acs', 'JSESSIONID=1; Path=/; HttpOnly', false],
    ['https://pos.bank.example:8443/acs', 'JSESSIONID=1', false],
    ['https://acs.bank.example/acs', 'x=1; Domain=.bank.example; Secure', false],
    ['https://acs.bank.example/acs', 'x=1', true],
    ['https://notbank.example/acs', 'x=1; domain=bank.example', true],
    [NEXT, 'JSESSIONID=1; Path=/', true],
    [OWN, 'x=1; Domain=example', true],
  ])('%s with %s: passes %s', (action, cookie, passes) => {
    expect(actionIn(`action="${action}"`, { cookies: ['other=1; Domain=elsewhere.example', cookie] })).toEqual(
      passes ? new URL(action).href : 'cookie',
    );
  });
});

describe('The encoding of a page', () => {
  const latin5 = (markup: string): Uint8Array =>
    Buffer.from(markup.replaceAll('ş', '\u00fe').replaceAll('ğ', '\u00f0'), 'latin1');
  const NAMED = formOf(hidden('Name', 'ağaş'));
  const META = '<head><meta http-equiv="Content-Type" content="text/html; charset=ISO-8859-9"></head>';

  test.each<[string, string, Uint8Array, string]>([
    ['the header', 'text/html; charset=ISO-8859-9', latin5(NAMED), 'iso-8859-9'],
    ['the header, quoted', 'text/html;charset="windows-1254"', latin5(NAMED), 'windows-1254'],
    ['the header before the page', 'text/html; charset=utf-8', Buffer.from(META + NAMED), 'utf-8'],
    ['the page', 'text/html', latin5(META + NAMED), 'iso-8859-9'],
    ['the page, behind a comment', 'text/html', latin5(`<!-- <meta charset="utf-8"> -->${META}${NAMED}`), 'iso-8859-9'],
    ['a byte order mark', 'text/html; charset=ISO-8859-9', Buffer.from(`\ufeff${NAMED}`), 'utf-8'],
  ])('is named by %s, and the form leaves in it', (_by, contentType, body, acceptCharset) => {
    expect(read(body, { contentType })).toMatchObject({ form: { acceptCharset, fields: [['Name', 'ağaş']] } });
  });

  test('of the form wins over that of the page', () => {
    const page = read(formOf(hidden('Name', 'ağaş'), `action="${NEXT}" accept-charset="ISO-8859-9"`));
    expect(page).toMatchObject({ form: { acceptCharset: 'iso-8859-9' } });
  });

  test.each<[string, string, Uint8Array]>([
    ['an unknown encoding', 'text/html; charset=utf-16', Buffer.from(NAMED, 'utf16le')],
    ['bytes of another encoding', 'text/html; charset=utf-8', latin5(NAMED)],
    ['no encoding, and a value that needs one', 'text/html', latin5(NAMED)],
    ['no HTML', 'application/json', Buffer.from(NAMED)],
    ['no type', '', Buffer.from(NAMED)],
  ])('%s is refused', (_what, contentType, body) => {
    expect(read(body, { contentType })).toEqual({ reason: 'unreadable' });
  });

  test('does not matter to a page without one whose form is ASCII', () => {
    expect(read(formOf(CREQ), { contentType: 'text/html' })).toMatchObject({ form: { acceptCharset: 'utf-8' } });
  });
});
