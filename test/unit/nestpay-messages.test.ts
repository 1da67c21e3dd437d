import { describe, expect, test } from 'vitest';
import { classifyAnswer, classifyInquiry } from '../../shared/adapters/nestpay/classify.ts';
import { decodeAnswer } from '../../shared/adapters/nestpay/decode-answer.ts';
import {
  chargeRequest,
  followUpRequest,
  inquiryRequest,
  provisionRequest,
} from '../../shared/adapters/nestpay/request-xml.ts';
import { readAnswer } from '../../shared/adapters/nestpay/response-xml.ts';
import { sandboxMerchant } from '../../shared/adapters/nestpay/sandbox-merchant.ts';
import { readXml, writeXml } from '../../shared/adapters/nestpay/xml.ts';
import { readGateway } from '../../shared/domain/bank-gateway.ts';
import { minor } from '../../shared/domain/money.ts';
import { postedForm } from '../../shared/http/posted-form.ts';
import type { PosAccount, PosOrder } from '../../shared/ports/virtual-pos.ts';

const account: PosAccount = {
  posId: 'p',
  version: 1,
  gateway: 'https://gateway.bank.example',
  clientId: '190100000',
  apiUser: 'API <user> & "Şğ"',
  apiPassword: "pass'word",
  storeKey: 'key',
  attemptedThreeDAllowed: false,
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

  test('a provision holds md and the proof, and neither expiry nor CVC', () => {
    const authentication = { md: 'MD', xid: 'XID', eci: '05', cavv: 'CAVV' };
    const text = provisionRequest(account, { ...order, authentication, payerAddress });
    expect(text).toContain(
      '<Number>MD</Number><PayerTxnId>XID</PayerTxnId><PayerSecurityLevel>05</PayerSecurityLevel>' +
        '<PayerAuthenticationCode>CAVV</PayerAuthenticationCode><Mode>P</Mode>',
    );
    expect(text).not.toMatch(/Expires|Cvv2Val/);
  });

  test('follow-ups and the inquiry hold what they need', () => {
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
  });
});

const answerWith = (elements: Readonly<Record<string, string>>, extra: Readonly<Record<string, string>> = {}) => {
  const document = writeXml({ CC5Response: { OrderId: 'ORDER-1', ...elements, Extra: { ...extra } } });
  const answer = readAnswer(document);
  if (answer === undefined) throw new Error('unreadable');
  return answer;
};
const classified = (elements: Readonly<Record<string, string>>, extra = {}, afterThreeD = false) =>
  classifyAnswer(answerWith(elements, extra), order, afterThreeD);

describe('An answer (rule 3)', () => {
  test.each([
    [{ Response: 'Approved', ProcReturnCode: '00' }, 'approved'],
    [{ Response: 'Approved', ProcReturnCode: '00', Total: '100.25' }, 'approved'],
    [{ Response: 'Approved', ProcReturnCode: '00', Total: '100.26' }, 'contradictory'],
    [{ Response: 'Approved', ProcReturnCode: '00', OrderId: 'ORDER-2' }, 'contradictory'],
    [{ Response: 'Approved', ProcReturnCode: '00', OrderId: '' }, 'contradictory'],
    [{ Response: 'Approved', ProcReturnCode: '05' }, 'contradictory'],
    [{ Response: 'Approved', ProcReturnCode: '99' }, 'error-answer'],
    [{ Response: 'Declined', ProcReturnCode: '05' }, 'declined'],
    [{ Response: 'Declined', ProcReturnCode: '05', OrderId: '' }, 'declined'],
    [{ Response: 'Declined', ProcReturnCode: '05', OrderId: 'ORDER-2' }, 'contradictory'],
    [{ Response: 'Declined', ProcReturnCode: '00' }, 'contradictory'],
    [{ Response: 'Declined', ProcReturnCode: '99' }, 'error-answer'],
    [{ Response: 'Error', ProcReturnCode: '00' }, 'error-answer'],
    [{ Response: 'Error', ProcReturnCode: '05' }, 'error-answer'],
    [{ Response: 'Error', ProcReturnCode: '99', ErrMsg: 'Order number exists already' }, 'error-answer'],
    [{ Response: 'Error', ProcReturnCode: '99', ErrMsg: 'No record found' }, 'error-answer'],
  ])('%j is %s', (elements, outcome) => {
    const answer = classified(elements);
    expect(answer.kind === 'unknown' ? answer.cause : answer.kind).toBe(outcome);
  });

  test('that names another amount in minor units is contradictory', () => {
    const approved = { Response: 'Approved', ProcReturnCode: '00' };
    expect(classified(approved, { ORIG_TRANS_AMT: '10025' }).kind).toBe('approved');
    expect(classified(approved, { ORIG_TRANS_AMT: '10026' }).kind).toBe('unknown');
    expect(classified(approved, { ORIG_TRANS_AMT: '100.25' }).kind).toBe('unknown');
  });

  test('declined with a code beside the table is 009, and 024 after a passed 3D; 59 is 028', () => {
    const declined = (ProcReturnCode: string, afterThreeD: boolean) =>
      classified({ Response: 'Declined', ProcReturnCode }, {}, afterThreeD);
    expect(declined('93', false)).toMatchObject({ code: '009', procReturnCode: '93' });
    expect(declined('93', true)).toMatchObject({ code: '024' });
    expect(declined('59', true)).toMatchObject({ code: '028' });
    expect(declined('51', true)).toMatchObject({ code: '002' });
  });

  test.each([
    '<CC5Response><Response>Approved</Response></CC5Response>',
    '<CC5Response><ProcReturnCode>00</ProcReturnCode></CC5Response>',
    '<CC5Response><Response>approved</Response><ProcReturnCode>00</ProcReturnCode></CC5Response>',
    '<CC5Response><Response>Approved</Response><ProcReturnCode>000</ProcReturnCode></CC5Response>',
    '<CC5Response><Response>Approved</Response><Response>Declined</Response><ProcReturnCode>00</ProcReturnCode></CC5Response>',
    '<CC5Response><Response>Approved</Response><ProcReturnCode><x/>00</ProcReturnCode></CC5Response>',
    '<CC5Response>Approved</CC5Response>',
    '<Other><Response>Approved</Response><ProcReturnCode>00</ProcReturnCode></Other>',
  ])('%s cannot be read', (text) => {
    expect(readAnswer(text)).toBeUndefined();
  });
});

const state = (TRANS_STAT: string, CHARGE_TYPE_CD: string, more = {}) => ({
  TRANS_STAT,
  CHARGE_TYPE_CD,
  ORIG_TRANS_AMT: '10025',
  ...more,
});

describe('The answer to an inquiry', () => {
  const asked = (elements: Readonly<Record<string, string>>, extra = {}, of = order) =>
    classifyInquiry(answerWith(elements, extra), of);
  const found = { Response: 'Approved', ProcReturnCode: '00' };

  test.each([
    ['C', 'S', 'captured'],
    ['A', 'S', 'authorised'],
    ['V', 'S', 'voided'],
    ['D', 'S', 'declined'],
    ['C', 'C', 'refunded'],
    // A credit that was declined or voided leaves the charge standing: never "declined" or "voided".
    ['D', 'C', 'unknown'],
    ['V', 'C', 'unknown'],
    ['A', 'C', 'unknown'],
    ['X', 'S', 'unknown'],
    ['C', '', 'unknown'],
    ['', 'S', 'unknown'],
  ])('%s %s is %s', (status, type, kind) => {
    expect(asked(found, state(status, type)).kind).toBe(kind);
  });

  test('says no record only with 99, the sentence and no state', () => {
    const none = { Response: 'Error', ProcReturnCode: '99', ErrMsg: 'No record found for ORDER-1' };
    expect(asked(none)).toEqual({ kind: 'no-record' });
    expect(asked({ ...none, OrderId: '' })).toEqual({ kind: 'no-record' });
    expect(asked({ ...none, ProcReturnCode: '96' }).kind).toBe('unknown');
    expect(asked({ ...none, Response: 'Approved' }).kind).toBe('unknown');
    expect(asked({ ...none, ErrMsg: 'System error' }).kind).toBe('unknown');
    expect(asked({ ...none, OrderId: 'ORDER-2' }).kind).toBe('unknown');
    expect(asked(none, state('C', 'S')).kind).toBe('unknown');
  });

  test('is trusted only with Approved and 00, our order id and our amount', () => {
    expect(asked({ ...found, ProcReturnCode: '99' }, state('C', 'S')).kind).toBe('unknown');
    expect(asked({ ...found, Response: 'Error' }, state('C', 'S')).kind).toBe('unknown');
    expect(asked({ ...found, OrderId: '' }, state('C', 'S')).kind).toBe('unknown');
    expect(asked({ ...found, OrderId: 'ORDER-2' }, state('C', 'S')).kind).toBe('unknown');
    expect(asked(found, state('C', 'S', { ORIG_TRANS_AMT: '10026' })).kind).toBe('unknown');
    expect(asked(found, state('C', 'S', { ORIG_TRANS_AMT: '' })).kind).toBe('unknown');
  });

  test('tells what was captured: all of a sale, any part of a pre-authorisation', () => {
    const reserved: PosOrder = { ...order, type: 'pre-authorisation' };
    const part = state('C', 'S', { CAPTURE_AMT: '500' });
    expect(asked(found, part).kind).toBe('unknown');
    expect(asked(found, part, reserved)).toMatchObject({ kind: 'captured', amount: 500 });
    expect(asked(found, state('C', 'S', { CAPTURE_AMT: '5.00' }), reserved).kind).toBe('unknown');
    expect(asked(found, state('C', 'S', { CAPTURE_AMT: '10025' }))).toMatchObject({ kind: 'captured', amount: 10_025 });
  });

  test('of a declined order tells the code where the bank does', () => {
    expect(asked({ Response: 'Declined', ProcReturnCode: '51' }, state('D', 'S'))).toMatchObject({ code: '002' });
    expect(asked(found, state('D', 'S'))).toMatchObject({ kind: 'declined', code: '009' });
    expect(asked({ Response: 'Declined', ProcReturnCode: '51' }, state('C', 'S')).kind).toBe('unknown');
  });
});

describe('A gateway (rule 22)', () => {
  const hosts = ['gateway.bank.example', 'Other.Bank.Example:8443'];
  test.each([
    ['https://gateway.bank.example', false, 'https://gateway.bank.example'],
    ['https://GATEWAY.bank.example:443/base/', false, 'https://gateway.bank.example/base'],
    ['https://other.bank.example:8443', false, 'https://other.bank.example:8443'],
    ['http://127.0.0.1:3000', true, 'http://127.0.0.1:3000'],
    ['http://localhost:3000/', true, 'http://localhost:3000'],
    ['http://[::1]:3000', true, 'http://[::1]:3000'],
    ['https://gateway.bank.example:8443', false, 'host-not-allowed'],
    ['https://gateway.bank.example.evil.example', false, 'host-not-allowed'],
    ['https://127.0.0.1', false, 'host-not-allowed'],
    ['http://127.0.0.1:3000', false, 'not-https'],
    ['http://gateway.bank.example', true, 'not-https'],
    ['http://127.0.0.1.evil.example', true, 'not-https'],
    ['ftp://gateway.bank.example', true, 'not-https'],
    ['https://user@gateway.bank.example', false, 'not-an-address'],
    ['https://gateway.bank.example/?a', false, 'not-an-address'],
    ['https://gateway.bank.example/#a', false, 'not-an-address'],
    ['gateway.bank.example', false, 'not-an-address'],
    [`https://gateway.bank.example/${'x'.repeat(300)}`, false, 'not-an-address'],
  ])('%s (sandbox %s) is %s', (gateway, sandbox, outcome) => {
    const read = readGateway(gateway, { allowedHosts: hosts, sandbox });
    expect('address' in read ? read.address : read.problem).toBe(outcome);
  });
});

test('a sandbox merchant follows from its client id, and from no other text', () => {
  expect(sandboxMerchant('190100000')).toEqual(sandboxMerchant('190100000'));
  expect(sandboxMerchant('190100000')?.storeKey).not.toBe(sandboxMerchant('190100001')?.storeKey);
  expect(sandboxMerchant('190100000')?.storeKey).not.toBe(sandboxMerchant('190100000')?.apiPassword);
  for (const id of ['', '12345', '1'.repeat(16), '19010000x', ' 190100000'])
    expect(sandboxMerchant(id)).toBeUndefined();
});
