import { describe, expect, test } from 'vitest';
import { decodeAnswer } from '../../../shared/adapters/bank/decode-answer.ts';
import { readXml } from '../../../shared/adapters/bank/xml-reader.ts';
import { writeXml } from '../../../shared/adapters/bank/xml-writer.ts';
import type { NestPayAccount } from '../../../shared/adapters/nestpay/account.ts';
import {
  chargeRequest,
  followUpRequest,
  historyRequest,
  inquiryRequest,
  provisionRequest,
} from '../../../shared/adapters/nestpay/request-xml.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { postedForm } from '../../../shared/http/posted-form.ts';
import type { PosOrder } from '../../../shared/ports/bank-order.ts';

const account: NestPayAccount = {
  kind: 'nestpay',
  posId: 'p',
  version: 1,
  gateway: 'https://gateway.bank.example',
  clientId: '190100000',
  apiUser: 'API <user> & "Şğ"',
  apiPassword: "pass'word",
  storeKey: 'key',
  attemptedThreeDAllowed: false,
  serverStart: false,
  withoutCvc: true,
  dayEndsAt: '22:00',
};
const order: PosOrder = { orderId: 'ORDER-1', amount: minor(10_025), currency: 'TL', installments: 1, type: 'sale' };
const card = { number: '4111111111111111', expiryMonth: '09', expiryYear: '2031', cvc: '123' };
const payerAddress = '2001:db8::1';

const CREDENTIALS =
  '<Name>API &lt;user&gt; &amp; &quot;&#x15E;&#x11F;&quot;</Name><Password>pass&#39;word</Password><ClientId>190100000</ClientId>';
const requestDocument = (content: string): string =>
  `<?xml version="1.0" encoding="ISO-8859-9"?><CC5Request>${CREDENTIALS}${content}</CC5Request>`;

const common = (type: string, taksit: string) =>
  `<Type>${type}</Type><IPAddress>2001:db8::1</IPAddress><Email></Email><OrderId>ORDER-1</OrderId><UserId></UserId>` +
  `<Total>100.25</Total><Currency>949</Currency><Taksit>${taksit}</Taksit>`;

describe('Requests', () => {
  test('a charge holds the fields of the protocol, in ASCII', () => {
    const tail = '<Number>4111111111111111</Number><Expires>09/31</Expires><Cvv2Val>123</Cvv2Val><Mode>P</Mode>';
    expect(chargeRequest(account, { ...order, card, payerAddress })).toBe(requestDocument(common('Auth', '') + tail));
    const reserved = { ...order, type: 'pre-authorisation', installments: 6, card, payerAddress } as const;
    expect(chargeRequest(account, reserved)).toBe(requestDocument(common('PreAuth', '6') + tail));
  });

  test('the holder’s name and the references of a charge are for other gateways', () => {
    const named = { ...card, holderName: 'Elif Y' };
    expect(chargeRequest(account, { ...order, card: named, payerAddress })).toBe(
      chargeRequest(account, { ...order, card, payerAddress }),
    );
    const references = { authCode: 'A', hostReference: 'H', transactionId: 'T' };
    for (const kind of ['void', 'refund', 'capture'] as const) {
      const booked = { ...order, references };
      expect(followUpRequest(account, booked, { kind })).toBe(followUpRequest(account, order, { kind }));
    }
  });

  test('a charge without a CVC has no element for one', () => {
    const { cvc: _none, ...stored } = card;
    const text = chargeRequest(account, { ...order, card: stored, payerAddress });
    expect(text).toContain('<Expires>09/31</Expires><Mode>P</Mode>');
    expect(text).not.toContain('Cvv2Val');
  });

  test('a provision holds md and the proof, and neither expiry nor CVC', () => {
    const authentication = { md: 'MD', xid: 'XID', eci: '05', cavv: 'CAVV' };
    const text = provisionRequest(account, { ...order, authentication, payerAddress });
    expect(text).toContain(
      '<Number>MD</Number><PayerTxnId>XID</PayerTxnId><PayerSecurityLevel>05</PayerSecurityLevel>' +
        '<PayerAuthenticationCode>CAVV</PayerAuthenticationCode><Mode>P</Mode>',
    );
    expect(text).not.toMatch(/Expires|Cvv2Val/);
  });

  test('follow-ups, the inquiry and the question for the history hold what they need', () => {
    const id = '<OrderId>ORDER-1</OrderId>';
    expect(followUpRequest(account, order, { kind: 'void' })).toBe(requestDocument(`<Type>Void</Type>${id}`));
    expect(followUpRequest(account, order, { kind: 'refund' })).toBe(
      requestDocument(`<Type>Credit</Type>${id}<Currency>949</Currency><Total>100.25</Total>`),
    );
    const captured = `<Type>PostAuth</Type>${id}<Total>100.25</Total>`;
    for (const preAuthorised of [minor(10_025), minor(20_000)]) {
      expect(followUpRequest(account, order, { kind: 'capture', preAuthorised })).toBe(requestDocument(captured));
    }
    expect(followUpRequest(account, order, { kind: 'capture', preAuthorised: minor(9000) })).toBe(
      requestDocument(`${captured}<Extra><PREAMT>90.00</PREAMT></Extra>`),
    );
    expect(inquiryRequest(account, order)).toBe(
      requestDocument(`${id}<Extra><ORDERSTATUS>QUERY</ORDERSTATUS></Extra>`),
    );
    expect(historyRequest(account, order)).toBe(
      requestDocument(`${id}<Extra><ORDERHISTORY>QUERY</ORDERHISTORY></Extra>`),
    );
  });

  test.each(['\0', '\t', '\n', '\x1f', '\x7f', '\x85', '\ufffe', '\ud800'])(
    'with the character %j are refused, and the text is not in the error (rule 21)',
    (character) => {
      const secret = { ...account, apiPassword: `word${character}` };
      expect(() => inquiryRequest(secret, order)).toThrow('Password holds a character that cannot be sent');
    },
  );
});

describe('Documents', () => {
  test.each([
    ['an element', '<A><B>00</B><C/></A>', { A: { B: '00', C: '' } }],
    [
      'texts that look like numbers',
      '<A><B>1e3</B><C>0x10</C><D>007</D></A>',
      { A: { B: '1e3', C: '0x10', D: '007' } },
    ],
    ['references, once', '<A>&#x130;&#305;&amp;lt;&amp;#65;</A>', { A: 'İı&lt;&#65;' }],
    ['CDATA', '<A><![CDATA[<b>&amp;</b>]]></A>', { A: '<b>&amp;</b>' }],
    ['a byte order mark', '\ufeff<?xml version="1.0"?><A>1</A>', { A: '1' }],
    ['what was repeated', '<A><B>1</B><B>2</B></A>', { A: { B: ['1', '2'] } }],
  ])('are read: %s', (_what, text, tree) => {
    expect(readXml(text)).toEqual(tree);
  });

  test.each([
    '',
    'text',
    '<A>',
    '<A></B>',
    '<A/><B/>',
    '<A/><A/>',
    '<A/>text',
    '<!DOCTYPE A><A/>',
    '<!doctype A><A/>',
    '<?xml version="1.0"?><!DOCTYPE A [<!ENTITY b "c">]><A>&b;</A>',
    '<A><!ENTITY b "c"></A>',
    '<A><!-- --></A>',
    '<A><?b?></A>',
    '<A>&b;</A>',
    '<A>&constructor;</A>',
    'text<A/>',
    '<A>&</A>',
    '<A>&#0;</A>',
    '<A>&#x1F;</A>',
    '<A>&#xD800;</A>',
    '<A>&#x110000;</A>',
    '<A>&#99999999999;</A>',
    '<A>\0</A>',
    '<A><__proto__>x</__proto__></A>',
    '<A><constructor>x</constructor></A>',
    `${'<A>'.repeat(20)}${'</A>'.repeat(20)}`,
  ])('are refused: %j', (text) => {
    expect(readXml(text)).toBeUndefined();
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  test('that were written are read again', () => {
    const text = '<>&"\'İŞğ😀]]>';
    expect(readXml(writeXml({ A: { B: text, C: undefined } }))).toEqual({ A: { B: text } });
  });
});

const bytes = (...codes: readonly number[]): Uint8Array => Uint8Array.from(codes);

const declared = (encoding: string, tail: string): string | undefined =>
  decodeAnswer({
    contentType: '',
    body: Buffer.from(`<?xml version="1.0" encoding="${encoding}"?>${tail}`, 'latin1'),
  });

describe('Encodings', () => {
  test.each([
    ['text/xml; charset=constructor', bytes(0x41), undefined],
    ['text/xml; charset=ISO-8859-9', bytes(0xdd, 0xfe), 'İş'],
    ['text/xml', bytes(0xdd, 0xfe), 'İş'],
    ['text/xml; charset="utf-8"', bytes(0xc4, 0xb0), 'İ'],
    ['text/html; charset=UTF-8', bytes(0xdd, 0xfe), 'İş'],
    ['', bytes(0xc4, 0xb0), 'İ'],
    ['text/xml; charset=utf-16', bytes(0x41, 0), undefined],
  ])('%s', (contentType, body, text) => {
    expect(decodeAnswer({ contentType, body })).toBe(text);
  });

  test('the document’s own declaration counts where the header has none', () => {
    expect(declared('ISO-8859-9', '\xdd')).toContain('İ');
    expect(declared('utf-16', '')).toBeUndefined();
  });

  test('a posted form is UTF-8 where all of it is that, else ISO-8859-9; repetitions stay', () => {
    expect(postedForm({ body: 'a=%C4%B0+x&b=%2B&a=' })).toEqual([
      ['a', 'İ x'],
      ['b', '+'],
      ['a', ''],
    ]);
    expect(postedForm({ body: Buffer.from('a=%DD&b=%zz&c').toString('base64'), isBase64Encoded: true })).toEqual([
      ['a', 'İ'],
      ['b', '%zz'],
      ['c', ''],
    ]);
    expect(postedForm({ body: `a=${'x'.repeat(64 * 1024)}` })).toBeUndefined();
    expect(postedForm({})).toEqual([]);
    // One value that is invalid UTF-8 makes the whole form ISO-8859-9. A byte order mark is part of its value.
    expect(postedForm({ body: 'a=%C4%B0&b=%DD' })).toEqual([
      ['a', 'Ä°'],
      ['b', 'İ'],
    ]);
    expect(postedForm({ body: 'a=%EF%BB%BFx' })).toEqual([['a', '\ufeffx']]);
  });
});
