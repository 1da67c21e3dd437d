import { describe, expect, test } from 'vitest';
import {
  chargeRequest,
  followUpRequest,
  inquiryRequest,
  listRequest,
  provisionRequest,
  type Sending,
} from '../../../shared/adapters/garanti/request-xml.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { requestHash } from '../../../shared/garanti/hashes.ts';
import type { PosOrder } from '../../../shared/ports/bank-order.ts';
import { garantiAccount } from '../../support/bank/garanti-documents.ts';

const account = garantiAccount({ refundPassword: 'refund<1>' });
const sending: Sending = { account, sandbox: true, ipAddress: '203.0.113.7' };
const order: PosOrder = { orderId: 'order222', amount: minor(10_025), currency: 'TL', installments: 1, type: 'sale' };
const card = { number: '4282209004348015', expiryMonth: '09', expiryYear: '2031', cvc: '123' };

const provision = { terminalId: account.terminalId, password: account.provisionPassword };
const refund = { terminalId: account.terminalId, password: account.refundPassword };
const hashed = { orderId: 'order222', amount: 10_025, currencyCode: '949' };

const terminal = (user: string, hash: string): string =>
  `<Terminal><ProvUserID>${user}</ProvUserID><UserID>${user}</UserID><HashData>${hash}</HashData><ID>30691298</ID><MerchantID>7000679</MerchantID></Terminal>`;
const head = (user: string, hash: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><GVPSRequest><Mode>TEST</Mode><Version>512</Version>${terminal(user, hash)}<Customer><IPAddress>203.0.113.7</IPAddress></Customer>`;
const transaction = (type: string, more: Readonly<Record<string, string>> = {}): string => {
  const elements = {
    Type: type,
    InstallmentCnt: '',
    Amount: '10025',
    CurrencyCode: '949',
    CardholderPresentCode: '0',
    MotoInd: 'N',
    ...more,
  };
  const texts = Object.entries(elements).map(([name, text]) => `<${name}>${text}</${name}>`);
  return `<Transaction>${texts.join('')}</Transaction></GVPSRequest>`;
};
const ORDER = '<Order><OrderID>order222</OrderID></Order>';

describe('Requests', () => {
  test('a charge holds the card, whole minor units and the hash over both', () => {
    const hash = requestHash(provision, { ...hashed, cardNumber: card.number });
    const text = `${head('PROVAUT', hash)}<Card><Number>4282209004348015</Number><ExpireDate>0931</ExpireDate><CVV2>123</CVV2></Card>${ORDER}`;
    expect(chargeRequest(sending, { ...order, card })).toBe(`${text}${transaction('sales')}`);
    const reserved = { ...order, type: 'pre-authorisation', installments: 6, card } as const;
    expect(chargeRequest(sending, reserved)).toBe(`${text}${transaction('preauth', { InstallmentCnt: '6' })}`);
  });

  test('a charge without a CVC has no element for one, and says that it comes by mail or telephone', () => {
    const { cvc: _none, ...stored } = card;
    const text = chargeRequest(sending, { ...order, card: stored });
    expect(text).toContain('<ExpireDate>0931</ExpireDate></Card>');
    expect(text).not.toContain('CVV2');
    expect(text).toContain('<MotoInd>Y</MotoInd>');
  });

  test('a charge after 3D names the proofs and no card', () => {
    const authentication = { md: 'bWQ=', xid: 'eGlk', eci: '05', cavv: 'Y2F2dg==' };
    const hash = requestHash(provision, hashed);
    const proofs =
      '<Secure3D><AuthenticationCode>Y2F2dg==</AuthenticationCode><SecurityLevel>05</SecurityLevel><TxnID>eGlk</TxnID><Md>bWQ=</Md></Secure3D>';
    const written = transaction('sales', { CardholderPresentCode: '13' });
    expect(provisionRequest(sending, { ...order, authentication })).toBe(
      `${head('PROVAUT', hash)}${ORDER}${written.replace('</Transaction>', `${proofs}</Transaction>`)}`,
    );
  });

  test('a capture is asked for by the provision user, with its amount and the reference of the hold', () => {
    const more = { OriginalRetrefNum: '233014600123' };
    const step = { kind: 'capture', originalReference: '233014600123' } as const;
    expect(followUpRequest(sending, order, step)).toBe(
      `${head('PROVAUT', requestHash(provision, hashed))}${ORDER}${transaction('postauth', more)}`,
    );
  });

  test('a refund is asked for by the refund user, with its amount', () => {
    const more = { OriginalRetrefNum: '233014600123' };
    const step = { kind: 'refund', originalReference: '233014600123' } as const;
    expect(followUpRequest(sending, order, step)).toBe(
      `${head('PROVRFN', requestHash(refund, hashed))}${ORDER}${transaction('refund', more)}`,
    );
  });

  test('a void is asked for by the refund user, with the amount 1', () => {
    const more = { Amount: '1', OriginalRetrefNum: '233014600123' };
    const step = { kind: 'void', originalReference: '233014600123' } as const;
    expect(followUpRequest(sending, order, step)).toBe(
      `${head('PROVRFN', requestHash(refund, { ...hashed, amount: 1 }))}${ORDER}${transaction('void', more)}`,
    );
  });

  test.each([
    ['order', 'orderinq'],
    ['history', 'orderhistoryinq'],
  ] as const)('the question for the %s of an order is %s, with the amount 1', (about, type) => {
    expect(inquiryRequest(sending, order, about)).toBe(
      `${head('PROVAUT', requestHash(provision, { ...hashed, amount: 1 }))}${ORDER}${transaction(type, { Amount: '1' })}`,
    );
  });

  test('the list of a period names its ends on clocks in Istanbul, and its page', () => {
    const [fromMs, untilMs] = [Date.UTC(2026, 10, 26, 21), Date.UTC(2026, 10, 27, 20, 59, 59)];
    const hash = requestHash(provision, { orderId: '', amount: 1, currencyCode: '949' });
    const period =
      '<Order><OrderID></OrderID><StartDate>27/11/2026 00:00</StartDate><EndDate>27/11/2026 23:59</EndDate><ListPageNum>2</ListPageNum></Order>';
    expect(listRequest(sending, { fromMs, untilMs, page: 2 })).toBe(
      `${head('PROVAUT', hash)}${period}${transaction('orderlistinq', { Amount: '1' })}`,
    );
  });

  test('a period of more than thirty days is not listed', () => {
    const fromMs = Date.UTC(2026, 10, 1);
    const days = (count: number) => ({ fromMs, untilMs: fromMs + count * 86_400_000, page: 1 });
    expect(listRequest(sending, days(30))).toContain('orderlistinq');
    expect(() => listRequest(sending, { ...days(30), untilMs: days(30).untilMs + 1 })).toThrow(RangeError);
  });

  test('a production stage says so', () => {
    expect(inquiryRequest({ ...sending, sandbox: false }, order, 'order')).toContain('<Mode>PROD</Mode>');
  });

  test.each([
    ['TL', '949'],
    ['USD', '840'],
    ['EUR', '978'],
    ['GBP', '826'],
  ] as const)('%s is %s', (currency, number) => {
    expect(inquiryRequest(sending, { ...order, currency }, 'order')).toContain(
      `<CurrencyCode>${number}</CurrencyCode>`,
    );
  });

  test('an order id of more than 36 characters is not sent', () => {
    expect(inquiryRequest(sending, { ...order, orderId: 'x'.repeat(36) }, 'order')).toContain('x'.repeat(36));
    expect(() => inquiryRequest(sending, { ...order, orderId: 'x'.repeat(37) }, 'order')).toThrow(RangeError);
  });

  test('what no document can hold is not sent', () => {
    for (const number of ['4\u0000', '4\ud800', '4\n']) {
      expect(() => chargeRequest(sending, { ...order, card: { ...card, number } })).toThrow(RangeError);
    }
  });
});
