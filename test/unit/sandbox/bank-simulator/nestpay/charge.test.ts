import { describe, expect, test } from 'vitest';
import { minor } from '../../../../../shared/domain/money/money.ts';
import type { HttpResponse } from '../../../../../shared/http/envelope.ts';
import { testCard } from '../../../../../shared/nestpay/test-cards.ts';
import type { BankCharge, BankLedger, BankOrder } from '../../../../../shared/ports/bank-ledger.ts';
import { bankOrderWith } from '../../../../support/bank/bank-orders.ts';
import { documentOf, goodCharge } from '../../../../support/bank/bank-wire.ts';
import {
  BANK_MORNING,
  type CalledBank,
  calledBank,
  calledMerchant,
  ledgerWith,
  documentOf as readDocument,
  textOf,
} from '../../../../support/bank/called-bank.ts';

const OrderId = 'ORDER-1';
const { clientId } = calledMerchant;

type Texts = Parameters<typeof goodCharge>[1];

const pay = (bank: CalledBank, cardId = 'approved', changes: Texts = {}): Promise<HttpResponse> => {
  const elements = goodCharge(calledMerchant, { OrderId, Number: testCard(cardId).number, ...changes });
  return bank.send('/fim/api', documentOf(elements));
};

/** Response, return code and error code of an answer. */
const codesOf = (response: HttpResponse): readonly unknown[] => {
  const { CC5Response } = readDocument(response) as {
    readonly CC5Response: { Response: string; ProcReturnCode: string; Extra: Readonly<Record<string, string>> };
  };
  return [CC5Response.Response, CC5Response.ProcReturnCode, CC5Response.Extra.ERRORCODE];
};

const refusedWith = (code: string) => ['Error', '99', code];
const order = ({ deps }: CalledBank) => deps.ledger.findOrder(clientId, OrderId);
/** State, return code and auth code in the books. */
const booked = async (bank: CalledBank) => {
  const found = await order(bank);
  return found === undefined ? undefined : [found.state, found.procReturnCode, found.authCode];
};

const DONE = ['captured', '00', '000001'];
const APPROVAL = ['Approved', '00', ''];
const FAILURE = ['Error', '99', ''];

describe('The document of an answer', () => {
  const DOCUMENT = {
    OrderId,
    GroupId: OrderId,
    Response: 'Approved',
    AuthCode: '000001',
    HostRefNum: '000000000002',
    ProcReturnCode: '00',
    TransId: 'token-1',
    ErrMsg: '',
    Extra: {
      SETTLEID: expect.stringMatching(/^\d{1,4}$/),
      TRXDATE: '20270115 11:00:00',
      ERRORCODE: '',
      TERMINALID: '00100000',
      MERCHANTID: clientId,
      CARDBRAND: 'VISA',
      CARDISSUER: 'GÖMÜLÜ BANKA A.Ş.',
      NUMCODE: '00',
    },
  };
  const UNBOOKED = { SETTLEID: '', TRXDATE: DOCUMENT.Extra.TRXDATE };

  test('to an approved sale has the references of the booked charge', async () => {
    const bank = calledBank();
    const response = await pay(bank);
    expect(response.headers).toEqual({ 'content-type': 'text/xml; charset=ISO-8859-9', 'cache-control': 'no-store' });
    expect(readDocument(response)).toEqual({ CC5Response: DOCUMENT });
    expect(await order(bank)).toEqual(
      bankOrderWith({
        amount: minor(12_345),
        capturedAmount: minor(12_345),
        authCode: '000001',
        hostReference: '000000000002',
        transactionId: 'token-1',
        authorisedAtMs: BANK_MORNING,
        capturedAtMs: BANK_MORNING,
      }),
    );
  });

  test('to a pre-authorisation is the same, and nothing is captured', async () => {
    const bank = calledBank();
    expect(codesOf(await pay(bank, 'approved', { Type: 'PreAuth' }))).toEqual(APPROVAL);
    const found = await order(bank);
    expect(found).toMatchObject({ type: 'PreAuth', state: 'authorised', amount: 12_345, capturedAmount: 0 });
    expect(found).not.toHaveProperty('capturedAtMs');
  });

  test('to a declined one has no auth code, and says why in Turkish', async () => {
    expect(readDocument(await pay(calledBank(), 'insufficient-funds'))).toEqual({
      CC5Response: {
        ...DOCUMENT,
        Response: 'Declined',
        AuthCode: '',
        HostRefNum: '000000000001',
        ProcReturnCode: '51',
        ErrMsg: 'Kart sahibinin bankası işlemi onaylamadı.',
        Extra: { ...DOCUMENT.Extra, ERRORCODE: 'ISO8583-51', NUMCODE: '51' },
      },
    });
  });

  test.each<readonly [string, Texts, string, string, string]>([
    ['that the gateway refuses', { Total: '0' }, 'Total must not be zero', 'CORE-2009', '992009'],
    ['with a wrong password', { Password: 'wrong' }, 'Authentication failed', '', '99'],
    ['of another user', { Name: 'wrong' }, 'Authentication failed', '', '99'],
    ['of nobody', { ClientId: 'nobody' }, 'Authentication failed', '', '99'],
  ])('to a request %s has no references', async (_what, changes, ErrMsg, ERRORCODE, NUMCODE) => {
    const refused = { Response: 'Error', AuthCode: '', HostRefNum: '', ProcReturnCode: '99', TransId: '', ErrMsg };
    expect(readDocument(await pay(calledBank(), 'approved', changes))).toEqual({
      CC5Response: { ...DOCUMENT, ...refused, Extra: { ...UNBOOKED, ERRORCODE, NUMCODE } },
    });
  });

  test.each([
    ['approved-mastercard', 'MASTERCARD'],
    ['american-express', 'AMEX'],
    ['troy', 'TROY'],
  ])('names the brand of the card %s: %s', async (cardId, brand) => {
    const changes = cardId === 'american-express' ? { Cvv2Val: '1234' } : {};
    expect(textOf(await pay(calledBank(), cardId, changes))).toContain(`<CARDBRAND>${brand}</CARDBRAND>`);
  });
});

describe('A sale by a card', () => {
  const DECLINED = (code: string) => ['Declined', code, `ISO8583-${code}`];

  test.each<readonly [string, readonly string[], unknown, readonly string[]]>([
    ['insufficient-funds', DECLINED('51'), ['declined', '51', ''], []],
    ['time-out-before-charge', FAILURE, undefined, ['hold']],
    ['time-out-after-charge', APPROVAL, DONE, ['hold']],
    ['error-before-charge', FAILURE, undefined, []],
    ['error-after-charge', FAILURE, DONE, []],
    ['approved-with-99', ['Approved', '99', ''], DONE, []],
    ['error-with-00', ['Error', '00', ''], DONE, []],
    ['declined-with-99', ['Declined', '99', ''], ['declined', '99', ''], []],
    ['reversal-fails', DECLINED('92'), DONE, []],
    ['declined-and-charged', DECLINED('05'), DONE, []],
    ['pending-then-charged', FAILURE, DONE, []],
    ['pending-then-reversed', FAILURE, ['declined', '99', ''], []],
    ['refused-number', refusedWith('CORE-2012'), undefined, []],
  ])('%s is answered %j, and the books have %j', async (cardId, answer, state, waits) => {
    const bank = calledBank();
    const response = await pay(bank, cardId);
    expect(codesOf(response)).toEqual(answer);
    expect(await booked(bank)).toEqual(state);
    expect(bank.waits).toEqual(waits);
    const isFailure = answer === FAILURE;
    expect(textOf(response).includes('<ErrMsg>System error</ErrMsg>')).toBe(isFailure);
  });

  test.each<readonly [string, Texts, readonly string[]]>([
    ['cvc-required', { Cvv2Val: '' }, refusedWith('CORE-2208')],
    ['cvc-required', {}, APPROVAL],
    ['approved', { Cvv2Val: '' }, APPROVAL],
    ['no-installments', { Taksit: '2' }, refusedWith('CORE-2204')],
    ['no-installments', { Taksit: '1' }, APPROVAL],
    ['lira-only', { Currency: '840' }, refusedWith('CORE-2105')],
    ['lira-only', {}, APPROVAL],
  ])('%s with %j is answered %j', async (cardId, changes, answer) => {
    expect(codesOf(await pay(calledBank(), cardId, changes))).toEqual(answer);
  });

  test('of nobody is declined with 14, and nothing is booked', async () => {
    const bank = calledBank();
    const response = await pay(bank, 'approved', { Number: '4242424242424242' });
    expect(codesOf(response)).toEqual(['Declined', '14', '']);
    expect(textOf(response)).toContain('Only test cards exist here');
    expect(await order(bank)).toBeUndefined();
  });

  const whole = async (cardId: string): Promise<string> => textOf(await pay(calledBank(), cardId));

  test('is answered about another order or amount, with half an answer, a bomb, or too much, by the cards that stand for it', async () => {
    const approval = await whole('approved');
    expect(await whole('other-order')).toBe(approval.replaceAll(OrderId, `${OrderId}-OTHER`));
    expect(await whole('other-amount')).toBe(approval.replace('<Extra>', '<Total>124.45</Total><Extra>'));
    expect(await whole('truncated')).toBe(approval.slice(0, -20));
    const levels = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((one) => `<!ENTITY e${one + 1} "${`&e${one};`.repeat(10)}">`);
    const doctype = `?><!DOCTYPE CC5Response [<!ENTITY e0 "00">${levels.join('')}]>`;
    expect(await whole('entity-bomb')).toBe(approval.replace('?>', doctype).replace('<ErrMsg>', '<ErrMsg>&e9;'));
    expect(await whole('oversize')).toBe(approval.replace('<ErrMsg>', `<ErrMsg>${'x'.repeat(70_000)}`));
  });

  test('is answered with a redirect by the card that stands for it', async () => {
    const redirect = { statusCode: 302, headers: { location: '/fim/api' }, body: '' };
    expect(await pay(calledBank(), 'redirect')).toEqual(redirect);
  });
});

describe('An order number', () => {
  test('is made by the bank where the request has none', async () => {
    const made = textOf(await pay(calledBank(), 'approved', { OrderId: '' }));
    expect(made).toMatch(/<OrderId>ORDER-[0-9a-f-]{36}<\/OrderId>/);
  });

  test('is charged again after a decline, which the books keep, and once', async () => {
    const bank = calledBank();
    await pay(bank, 'insufficient-funds');
    expect(codesOf(await pay(bank))).toEqual(APPROVAL);
    expect(await order(bank)).toMatchObject({ version: 2, state: 'captured' });
    expect((await order(bank))?.declinedBefore).toEqual([declined]);
    expect(codesOf(await pay(bank))).toEqual(refusedWith('CORE-2507'));
  });

  test('is not charged again while the bank has not decided', async () => {
    const bank = calledBank();
    await pay(bank, 'pending-then-reversed');
    expect(codesOf(await pay(bank))).toEqual(refusedWith('CORE-2507'));
  });

  const declined: BankCharge = {
    state: 'declined',
    amount: minor(12_345),
    capturedAmount: minor(0),
    procReturnCode: '51',
    authCode: '',
    hostReference: '000000000001',
    transactionId: 'token-1',
    authorisedAtMs: BANK_MORNING,
  };
  const declinedTimes = (count: number): BankOrder =>
    bankOrderWith({ ...declined, declinedBefore: Array.from({ length: count - 1 }, () => declined) });

  test.each([
    [20, APPROVAL],
    [21, refusedWith('CORE-2507')],
  ])('with %i declines is charged once more: %j', async (count, answer) => {
    const bank = calledBank();
    await bank.deps.ledger.enter(declinedTimes(count));
    expect(codesOf(await pay(bank))).toEqual(answer);
  });

  test.each<readonly [string, Partial<BankLedger>]>([
    ['charges it first', { findOrder: async () => undefined }],
    ['changes it first', { findOrder: async () => declinedTimes(1), changeOrder: async () => false }],
  ])('is busy where another call %s', async (_what, methods) => {
    const bank = calledBank({ ledger: ledgerWith({ enter: async () => false, ...methods }) });
    expect(codesOf(await pay(bank))).toEqual(refusedWith('CORE-2304'));
  });
});
