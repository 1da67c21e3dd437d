import { describe, expect, test } from 'vitest';
import {
  codeOfCurrency,
  documentIn,
  type GvpsRequest,
  requestOf,
  requestSchema,
  wireAmount,
  wireCurrency,
  wireInstallments,
} from '../../../../../functions/sandbox/bank-simulator/garanti/request.ts';
import {
  chargeError,
  expiryError,
  formError,
  isCvcOf,
  isReadableNumber,
} from '../../../../../functions/sandbox/bank-simulator/garanti/request-checks.ts';

/** 31 January 2027, five past midnight in Istanbul. */
const NOW_MS = Date.UTC(2027, 0, 30, 21, 5);
const NUMBER = '4111111111111111';

const document = {
  Mode: 'TEST',
  Version: '512',
  Terminal: { ProvUserID: 'PROVAUT', UserID: 'USER', HashData: 'HASH', ID: '30691298', MerchantID: '7000679' },
  Customer: { IPAddress: '203.0.113.7' },
  Card: { Number: NUMBER, ExpireDate: '0127', CVV2: '123' },
  Order: { OrderID: 'ORDER-1', StartDate: 'S', EndDate: 'E', ListPageNum: '3' },
  Transaction: {
    Type: 'sales',
    InstallmentCnt: '3',
    Amount: '10025',
    CurrencyCode: '949',
    CardholderPresentCode: '0',
    MotoInd: 'N',
    OriginalRetrefNum: 'R',
    Secure3D: { AuthenticationCode: 'CAVV', SecurityLevel: '02', TxnID: 'XID', Md: 'MD' },
  },
};

const sale: GvpsRequest = {
  mode: 'TEST',
  version: '512',
  terminal: { provUser: 'PROVAUT', user: 'USER', hash: 'HASH', id: '30691298', merchantId: '7000679' },
  payerAddress: '203.0.113.7',
  card: { number: NUMBER, expiry: '0127', cvc: '123' },
  order: { id: 'ORDER-1', start: 'S', end: 'E', page: '3' },
  type: 'sales',
  installments: '3',
  amount: '10025',
  currency: '949',
  presentCode: '0',
  motoInd: 'N',
  originalReference: 'R',
  secure3D: { cavv: 'CAVV', eci: '02', xid: 'XID', md: 'MD' },
};
const none = { number: '', expiry: '', cvc: '' };
const afterThreeD: GvpsRequest = { ...sale, card: none, presentCode: '13' };

/** Every text of a request is empty. */
const empty = (part: object): object =>
  Object.fromEntries(
    Object.entries(part).map(([name, text]: [string, unknown]) => [
      name,
      typeof text === 'object' && text !== null ? empty(text) : '',
    ]),
  );

describe('What Garanti’s bank reads of a request', () => {
  test('is each text by its place', () => {
    expect(requestOf(requestSchema.parse({ GVPSRequest: document }).GVPSRequest)).toEqual(sale);
  });

  test('is empty texts where nothing was sent, or elements without children', () => {
    const elements = ['Terminal', 'Customer', 'Card', 'Order', 'Transaction'];
    const bare = [{}, Object.fromEntries(elements.map((name) => [name, ''])), { Transaction: { Secure3D: '' } }];
    for (const one of bare) {
      expect(requestOf(requestSchema.parse({ GVPSRequest: one }).GVPSRequest)).toEqual(empty(sale));
    }
  });

  test('is no text of more than a thousand letters', () => {
    const { success } = requestSchema.safeParse({ GVPSRequest: { ...document, Mode: 'x'.repeat(1001) } });
    expect([success, requestSchema.safeParse({ GVPSRequest: document }).success]).toEqual([false, true]);
  });

  test.each([
    ['1', 1],
    ['100', 100],
    ['999999999999', 999_999_999_999],
    ['0', undefined],
    ['01', undefined],
    ['1.00', undefined],
    ['-1', undefined],
    ['1000000000000', undefined],
    ['', undefined],
  ])('the amount %j is %j', (text, amount) => expect(wireAmount(text)).toBe(amount));

  test.each([
    ['949', 'TL'],
    ['840', 'USD'],
    ['978', 'EUR'],
    ['826', 'GBP'],
  ] as const)('the currency %s is %s', (code, currency) =>
    expect([wireCurrency(code), codeOfCurrency(currency)]).toEqual([currency, code]),
  );

  test.each([
    ['', 1],
    ['2', 2],
    ['9', 9],
    ['10', 10],
    ['12', 12],
    ['1', undefined],
    ['0', undefined],
    ['13', undefined],
    ['22', undefined],
    ['x2', undefined],
  ])('the installments %j are %j', (text, count) => expect(wireInstallments(text)).toBe(count));

  test('no other currency is one', () =>
    expect(['', '392', 'TL'].map(wireCurrency)).toEqual([undefined, undefined, undefined]));

  test.each([
    ['<a/>', '<a/>'],
    ['data=<a>1+1</a>', '<a>1+1</a>'],
    ['DATA= <a/>', ' <a/>'],
    ['data=%3Ca%3E1+1%3C%2Fa%3E', '<a>1 1</a>'],
    ['mydata=<a/>', 'mydata=<a/>'],
  ])('the document of the body %j is %j', (body, read) => expect(documentIn(body)).toBe(read));
});

describe('What the bank refuses before it looks who asks', () => {
  test('is nothing of a right request, nor the order of a list', () => {
    expect(formError(sale)).toBeUndefined();
    expect(formError({ ...sale, mode: 'PROD' })).toBeUndefined();
    expect(formError({ ...sale, type: 'orderlistinq', order: { ...sale.order, id: '' } })).toBeUndefined();
    expect(formError({ ...sale, order: { ...sale.order, id: 'a_B-9'.padEnd(36, 'x') } })).toBeUndefined();
  });

  test.each<Partial<GvpsRequest>>([
    { version: '511' },
    { mode: 'LIVE' },
    ...(['provUser', 'user', 'hash', 'id', 'merchantId'] as const).map((name) => ({
      terminal: { ...sale.terminal, [name]: '' },
    })),
    { type: '' },
    { payerAddress: '' },
    { payerAddress: '::1' },
    { order: { ...sale.order, id: '' } },
    { order: { ...sale.order, id: 'x'.repeat(37) } },
    { order: { ...sale.order, id: 'ORDER 1' } },
    { amount: '0' },
    { currency: '000' },
  ])('is one with %j', (changes) => expect(formError({ ...sale, ...changes })).toBe('missing field'));
});

describe('What the bank refuses of a charge before the issuer decides', () => {
  test('is nothing of a right one, with CVC or as a mail order without it, or after 3D', () => {
    expect(chargeError(sale, NOW_MS)).toBeUndefined();
    expect(chargeError({ ...sale, motoInd: 'Y', card: { ...sale.card, cvc: '' } }, NOW_MS)).toBeUndefined();
    expect(chargeError(afterThreeD, NOW_MS)).toBeUndefined();
  });

  test.each<[Partial<GvpsRequest>, string]>([
    [{ installments: '1' }, 'missing field'],
    [{ motoInd: '' }, 'missing field'],
    [{ presentCode: '' }, 'missing field'],
    [{ card: { ...sale.card, number: '' } }, 'missing field'],
    [{ card: { ...sale.card, number: '4111111111111112' } }, 'bad number'],
    [{ card: { ...sale.card, expiry: '1326' } }, 'missing field'],
    [{ card: { ...sale.card, expiry: '1226' } }, 'bad expiry'],
    [{ card: { ...sale.card, cvc: '' } }, 'missing field'],
    [{ card: { ...sale.card, cvc: '1234' } }, 'bad cvc'],
    [{ card: { ...sale.card, cvc: '12x' } }, 'bad cvc'],
  ])('is one with %j: %s', (changes, refusal) => expect(chargeError({ ...sale, ...changes }, NOW_MS)).toBe(refusal));

  test.each<Partial<GvpsRequest>>([
    { card: { ...none, number: NUMBER } },
    { card: { ...none, expiry: '0127' } },
    { card: { ...none, cvc: '123' } },
    { secure3D: { ...sale.secure3D, md: '' } },
  ])('is, after 3D, one with %j', (changes) =>
    expect(chargeError({ ...afterThreeD, ...changes }, NOW_MS)).toBe('missing field'),
  );

  test('a card is good until its month ends in Istanbul', () => {
    const february = Date.UTC(2027, 0, 31, 21);
    expect([expiryError('0127', february - 1), expiryError('0127', february)]).toEqual([undefined, 'bad expiry']);
    expect(expiryError('x0127', NOW_MS)).toBe('missing field');
    expect(expiryError('01277', NOW_MS)).toBe('missing field');
  });

  test('an American Express card has four digits of CVC, and others have three', () => {
    const amex = '378282246310005';
    expect([isCvcOf(amex, '1234'), isCvcOf(amex, '123'), isCvcOf(NUMBER, '123'), isCvcOf(NUMBER, '1234')]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect([NUMBER, amex, '411111111111', `x${NUMBER}`].map(isReadableNumber)).toEqual([true, true, false, false]);
  });
});
