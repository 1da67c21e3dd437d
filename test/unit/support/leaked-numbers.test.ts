import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../../infra/local/gateway.ts';
import { testCard } from '../../../shared/nestpay/test-cards.ts';
import { LeakedNumbers } from '../../support/app/leaked-numbers.ts';

const { number } = testCard('approved');
const grouped = number.replaceAll(/(\d{4})(?=\d)/g, '$1 ');
const pan = (value: string): string => `<input type="hidden" name="pan" value="${value}">`;

const exchange = (changes: Partial<Record<'target' | 'body' | 'contentType' | 'functionName', string>>, page: string) =>
  ({
    atMs: 0,
    method: 'POST',
    routeKey: 'POST /pay/{token}/stored-card',
    status: 200,
    answerType: 'text/html; charset=utf-8',
    durationMs: 1,
    target: '/pay/a/stored-card',
    functionName: 'payment-link-local-pay-with-stored-card',
    contentType: 'application/x-www-form-urlencoded',
    ...changes,
    body: Buffer.from(changes.body ?? 'action=pay'),
    answer: Buffer.from(page),
  }) satisfies Exchange;

const foundIn = (...exchanges: readonly Exchange[]): readonly string[] => {
  const told = new LeakedNumbers();
  for (const one of exchanges) told.heard(one);
  return told.found;
};

describe('A page that tells a number which nobody gave for it', () => {
  test.each([
    ['in one piece', pan(number)],
    ['in groups', pan(grouped)],
    ['with marks between its digits', `<p>${number.slice(0, 8)}<b>${number.slice(8)}</b></p>`],
    ['with spaces by name', `<p>${grouped.replaceAll(' ', '&nbsp;')}</p>`],
    ['with spaces by number', `<p>${grouped.replaceAll(' ', '&#160;')}</p>`],
    ['in cells of a table', `<tr>\n    <td>${grouped.replaceAll(' ', '</td>\n    <td>')}</td>\n</tr>`],
    ['over several fields', grouped.split(' ').map(pan).join('<br>')],
    ['in a comment', `<!-- ${number} -->`],
    ['in words', `<script>{"text":"card ${number.replaceAll(/(\d{4})(?=\d)/g, '$1 - ')}, paid"}</script>`],
  ])('is found: %s', (_how, page) => {
    expect(foundIn(exchange({}, page))).toEqual([
      'payment-link-local-pay-with-stored-card at POST /pay/{token}/stored-card: 1',
    ]);
  });

  test('is found where it is compressed', () => {
    expect(foundIn({ ...exchange({}, ''), answer: gzipSync(pan(number)) })).toHaveLength(1);
  });

  test('is none where values beside one another have its digits by chance', () => {
    const [first, second, third] = [number.slice(0, 3), number.slice(3, 7), number.slice(7)];
    const form = `<input name="token" value="b${first}"><p>from ${second} to</p><input name="once" value="${third}-2e">`;
    expect(foundIn(exchange({}, form))).toEqual([]);
  });

  test('is none where the very post sent the number, or the page shows what a sandbox lists', () => {
    expect(foundIn(exchange({ body: `cardNumber=${grouped.replaceAll(' ', '+')}` }, pan(number)))).toEqual([]);
    expect(foundIn(exchange({}, `<header class="ribbon"><button>${grouped}</button></header>`))).toEqual([]);
  });

  test('is none at the box of a call that sent the number, and one at the box of a call by token', () => {
    const call = (request: string): Exchange => ({
      ...exchange(
        { target: '/PaymentDealer/DoDirectPaymentThreeD', contentType: 'application/json', body: request },
        '',
      ),
      answerType: 'application/json',
      answer: Buffer.from('{"Data":{"Url":"http://127.0.0.1:1/box/p.01.s.k"}}'),
    });
    const opened = exchange({ target: '/box/p.01.s.k?lang=en' }, pan(number));
    expect(foundIn(call(`{"CardNumber":"${number}"}`), opened)).toEqual([]);
    expect(foundIn(call('{"CardToken":"t"}'), opened)).toHaveLength(1);
  });
});
