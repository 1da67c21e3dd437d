import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  abandonedPage,
  callbackPage,
  challengePage,
  refusedPage,
  unknownChallengePage,
} from '../../../../functions/sandbox/bank-simulator/bank-pages.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { GatewayKind } from '../../../../shared/domain/virtual-pos/virtual-pos.ts';
import { testCard } from '../../../../shared/nestpay/test-cards.ts';
import type { BankChallenge } from '../../../../shared/ports/bank-ledger.ts';
import { formsOf } from '../../../support/bank/bank-payer.ts';

const frame = { language: 'en', serviceName: 'Test Service' } as const;
const SUBMIT = 'document.forms[0].submit()';

const challenge: BankChallenge = {
  reference: 'REFERENCE',
  version: 1,
  clientId: '190100000',
  orderId: 'ORDER-1',
  amount: minor(123_456),
  currency: 'TL',
  type: 'Auth',
  cardId: 'approved',
  maskedNumber: '411111******1111',
  oneTimeCode: '123456',
  wrongCodes: 0,
  state: 'open',
  mdStatus: '',
  echoes: [],
  md: '',
  xid: '',
  eci: '',
  cavv: '',
};

const challengeIn = (changes: Partial<BankChallenge> = {}, language: 'en' | 'tr' = 'en') =>
  challengePage({ ...challenge, ...changes }, '/fim/challenge/REFERENCE?lang=en', { ...frame, language });

/** What the list of test cards says of a card; undefined for one that it does not list. */
const listedAs = (kind: GatewayKind, number: string): string | undefined =>
  new RegExp(`<div><dt>${number}</dt><dd>([^<]*)</dd></div>`).exec(challengeIn({ kind }).body)?.[1];

describe('A bank’s page', () => {
  test('may stand in a frame and post anywhere; its one script is that of the callback', () => {
    const { statusCode, headers, body } = challengeIn();
    expect(statusCode).toBe(200);
    expect(headers).not.toHaveProperty('x-frame-options');
    const hash = createHash('sha256').update(SUBMIT).digest('base64');
    expect(headers['content-security-policy']?.replace(/style-src [^;]+/, 'style-src')).toBe(
      `default-src 'none'; style-src; img-src data:; script-src 'sha256-${hash}'; base-uri 'none'`,
    );
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' });
    expect(body).toContain('<div class="one"><div class="top"><strong>Test Service</strong>');
    expect(body).toMatch(/<title>[^<]*Embedded bank: card verification/);
  });

  test('of a challenge shows the payment and the one-time code, and asks for a decision', () => {
    const { body } = challengeIn();
    expect(body).toContain('<h1>Embedded bank: card verification</h1>\n<p class="amount">');
    expect(body).toContain('1,234.56');
    expect(body).toContain('<dt>Merchant number</dt><dd>190100000</dd>');
    expect(body).toContain('<dt>Card</dt><dd>411111******1111</dd>');
    expect(body).toContain('<p>Your one-time code is: <strong id="one-time-code">123456</strong></p>');
    expect(body).toContain(`<form method="post" action="/fim/challenge/REFERENCE?lang=en">
<div class="field"><label for="code">One-time code</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="6" required>
</div>
<button class="wide" name="decision" value="approve">Approve</button>
<p class="actions field"><button class="quiet" name="decision" value="fail" formnovalidate>Fail the verification</button>
<button class="quiet" name="decision" value="give-up" formnovalidate>Give up</button></p>
</form>
<details class="test-cards"><summary>Test cards</summary>`);
    expect(challengeIn({}, 'tr').body).toContain('<p>Tek kullanımlık kodunuz: <strong');
  });

  test('of a challenge says so where a code was wrong', () => {
    const { body } = challengeIn({ wrongCodes: 1 });
    expect(body).toContain('maxlength="6" required aria-invalid="true" aria-describedby="code-problem" autofocus>');
    expect(body).toContain('<p class="problem" id="code-problem" role="alert">The code is wrong. Try again.</p>');
  });

  test.each([
    ['that never ends', abandonedPage(frame), 200, 'The connection to your bank is lost.'],
    ['that nobody opened', unknownChallengePage(frame), 404, '<p>There is no such verification.</p>'],
    ['whose form is refused', refusedPage('<hash>', frame), 400, '<p>The form was not taken: &lt;hash&gt;</p>'],
  ])('of a challenge %s says that', (_what, page, statusCode, text) => {
    expect(page.statusCode).toBe(statusCode);
    expect(page.body).toContain('<h1>Embedded bank: card verification</h1><p>');
    expect(page.body).toContain(text);
  });
});

describe('The list of test cards', () => {
  const CHALLENGE = 'asks for a code; approved';

  test.each<readonly [string, string]>([
    ['approved', CHALLENGE],
    ['frictionless', 'asks for no code; approved'],
    ['insufficient-funds', 'asks for no code; declined by the bank (51)'],
    ['3d-failed', 'mdStatus 0; approved'],
    ['gate-refuses-number', 'the form is refused (HPP-1001); approved'],
    ['refused-number', 'asks for no code; refused by the gateway (CORE-2012)'],
    ['no-installments', 'asks for no code; refused by the gateway with installments (CORE-2204)'],
    ['issuer-unknown', 'asks for no code; declined by the bank (92); shown as reversed once the day has ended'],
    ['shown-settled', 'asks for no code; approved; shown as settled at once'],
    ['callback-twice', `${CHALLENGE}; two callbacks`],
    ['void-refused', 'asks for no code; approved; void refused, refund possible'],
    ['follow-up-slow', 'asks for no code; approved; first capture, void and refund answered late'],
    ['gate-redirect', `${CHALLENGE}; stored: the 3D gate redirects`],
  ])('of NestPay tells what %s does', (cardId, does) => {
    expect(listedAs('nestpay', testCard(cardId).number)).toBe(does);
  });

  test.each<readonly [string, string]>([
    ['approved', CHALLENGE],
    ['insufficient-funds', 'asks for no code; declined by the bank (51)'],
    ['gate-refuses-number', 'the form is refused; approved'],
    ['issuer-unknown', 'asks for no code; declined by the bank (92)'],
    ['garanti-two-charges', 'asks for no code; approved; the sale is booked twice'],
    ['shown-settled', 'asks for no code; approved; shown as settled at once'],
  ])('of Garanti tells what %s does', (cardId, does) => {
    const { number, garantiNumber = number } = testCard(cardId);
    expect(listedAs('garanti', garantiNumber)).toBe(does);
  });

  test('has each bank’s own numbers, and NestPay’s where the challenge names no bank', () => {
    const { number, garantiNumber = '' } = testCard('approved');
    expect([listedAs('nestpay', garantiNumber), listedAs('garanti', number)]).toEqual([undefined, undefined]);
    expect(listedAs('nestpay', testCard('garanti-two-charges').number)).toBeUndefined();
    expect(listedAs('garanti', testCard('refused-number').number)).toBeUndefined();
    expect(challengeIn().body).toContain(`<dt>${number}</dt>`);
  });
});

describe('The page of the callback', () => {
  const callback = { action: 'https://shop.example/ok', fields: [['md', '"a"'] as const], copies: 1 as const };

  test('posts the form by a script, or by its button', () => {
    const { body } = callbackPage(callback, frame);
    const form = '<form method="post" action="https://shop.example/ok">';
    const input = '<input type="hidden" name="md" value="&quot;a&quot;">';
    expect(body).toContain(
      `<h1>Embedded bank: card verification</h1><p>The result is being handed to the merchant.</p>${form}${input}<p><button>Continue</button></p></form><script>${SUBMIT}</script>`,
    );
    expect(body).not.toContain('_blank');
  });

  test('leaves both copies to the payer for the card that stands for it', () => {
    const { body } = callbackPage({ ...callback, copies: 2 }, frame);
    expect(formsOf(body)).toHaveLength(2);
    expect(body).toContain('action="https://shop.example/ok" target="_blank">');
    expect(body).toContain('<button>Send the callback a first time (new tab)</button>');
    expect(body).not.toContain(SUBMIT);
  });
});
