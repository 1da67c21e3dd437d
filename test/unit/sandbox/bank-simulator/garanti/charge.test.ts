import { describe, expect, test } from 'vitest';
import { charge } from '../../../../../functions/sandbox/bank-simulator/garanti/charge.ts';
import { requestOf, requestSchema } from '../../../../../functions/sandbox/bank-simulator/garanti/request.ts';
import { readXml } from '../../../../../shared/adapters/bank/xml-reader.ts';
import { minor } from '../../../../../shared/domain/money/money.ts';
import type { HttpResponse } from '../../../../../shared/http/envelope.ts';
import type { TerminalLedger } from '../../../../../shared/ports/bank-terminal-ledger.ts';
import {
  BANK_DAY_MS,
  BANK_MORNING,
  type CalledBank,
  calledBank,
  calledBankParts,
  calledTerminal,
  documentOf,
  ledgerWith,
  textOf,
} from '../../../../support/bank/called-bank.ts';
import { type GvpsAsked, goodCard, gvpsDocument } from '../../../../support/bank/gvps-wire.ts';
import { terminalOrderWith, terminalTransaction } from '../../../../support/bank/terminal-orders.ts';

const { terminalId } = calledTerminal;
const orderId = 'ORDER-1';
const SALE: GvpsAsked = { type: 'sales', orderId, amount: '10025' };

const sell = (bank: CalledBank, cardId: string, changes: Partial<GvpsAsked> = {}): Promise<HttpResponse> =>
  bank.send('/VPServlet', gvpsDocument(calledTerminal, { ...SALE, card: goodCard(cardId), ...changes }));

/** Source, code, reason and message of an answer. */
const codesOf = (response: HttpResponse): readonly unknown[] => {
  const { GVPSResponse } = documentOf(response) as {
    readonly GVPSResponse: { readonly Transaction: { readonly Response: Readonly<Record<string, string>> } };
  };
  const { Source, Code, ReasonCode, Message } = GVPSResponse.Transaction.Response;
  return [Source, Code, ReasonCode, Message];
};

/** What the books hold of the order: state, return code and auth code of each transaction. */
const booked = async ({ deps }: CalledBank) =>
  (await deps.ledger.terminals.find(terminalId, orderId))?.transactions.map(({ state, returnCode, authCode }) => [
    state,
    returnCode,
    authCode,
  ]);

const APPROVED = {
  Mode: '',
  Terminal: { ProvUserID: '', UserID: '', ID: terminalId, MerchantID: terminalId },
  Customer: { IPAddress: '', EmailAddress: '' },
  Order: { OrderID: orderId, GroupID: '' },
  Transaction: {
    Response: { Source: 'HOST', Code: '00', ReasonCode: '00', Message: 'Approved', ErrorMsg: '', SysErrMsg: '' },
    RetrefNum: '000000000001',
    AuthCode: '000002',
    BatchNum: expect.stringMatching(/^0[1-9]\d{4}$|^00\d{4}$/),
    SequenceNum: '000001',
    ProvDate: '20270115 11:00:00',
    CardNumberMasked: '400062******0007',
    CardHolderName: 'Ş**** Ğ***** İ****',
    CardType: 'BONUS',
    HashData: '',
    HostMsgList: '',
  },
};
const NOT_BOOKED = { RetrefNum: '', AuthCode: '', BatchNum: '', SequenceNum: '', ProvDate: '' };
const NO_CARD = { CardNumberMasked: '', CardHolderName: '', CardType: '' };
const DONE = ['done', '00', '000002'];

describe('The document of an answer', () => {
  test('to an approved sale has the references of the booked transaction', async () => {
    const bank = calledBank();
    const response = await sell(bank, 'approved');
    expect(response.headers).toEqual({ 'content-type': 'text/xml; charset=UTF-8', 'cache-control': 'no-store' });
    expect(documentOf(response)).toEqual({ GVPSResponse: APPROVED });
    expect(await bank.deps.ledger.terminals.find(terminalId, orderId)).toEqual(
      terminalOrderWith(
        [
          terminalTransaction({
            amount: minor(10_025),
            hostReference: '000000000001',
            authCode: '000002',
            atMs: BANK_MORNING,
          }),
        ],
        { firstAtMs: BANK_MORNING },
      ),
    );
  });

  test('to a declined one has no auth code, and says why in Turkish', async () => {
    const text = 'Kartı veren banka işlemi onaylamadı';
    const Response = { Source: 'HOST', Code: '51', ReasonCode: '51', Message: 'Declined', ErrorMsg: text };
    expect(documentOf(await sell(calledBank(), 'insufficient-funds'))).toMatchObject({
      GVPSResponse: {
        Transaction: {
          Response: { ...Response, SysErrMsg: `${text} (51)` },
          RetrefNum: '000000000001',
          AuthCode: '',
          CardNumberMasked: goodCard('insufficient-funds').Number.replace(/(?<=^.{6}).{6}/, '******'),
        },
      },
    });
  });

  test.each([
    ['that cannot be read', 'none', '', '', 'Mesaj okunamadı, XML biçimi geçersiz', '0001'],
    [
      'of no terminal',
      gvpsDocument(calledTerminal, { ...SALE, terminal: { ID: '1234' } }),
      '1234',
      orderId,
      'Terminal, iş yeri ya da kullanıcı geçersiz',
      '0752',
    ],
  ])('to a request %s has no references', async (_what, body, id, order, text, reason) => {
    const response = await calledBank().send('/VPServlet', body);
    const Response = { Source: 'GVPS', Code: '92', ReasonCode: reason, Message: 'Declined', ErrorMsg: text };
    expect(documentOf(response)).toEqual({
      GVPSResponse: {
        ...APPROVED,
        Terminal: { ProvUserID: '', UserID: '', ID: id, MerchantID: id },
        Order: { OrderID: order, GroupID: '' },
        Transaction: {
          ...APPROVED.Transaction,
          ...NOT_BOOKED,
          ...NO_CARD,
          Response: { ...Response, SysErrMsg: `${text} (${reason})` },
        },
      },
    });
  });
});

describe('A sale by a card', () => {
  const FAILURE = ['GVPS', '99', '9999', 'Error'];
  const APPROVAL = ['HOST', '00', '00', 'Approved'];

  test.each<readonly [string, readonly string[], unknown, readonly string[]]>([
    ['approved', APPROVAL, [DONE], []],
    ['insufficient-funds', ['HOST', '51', '51', 'Declined'], [['failed', '51', '']], []],
    ['time-out-before-charge', FAILURE, undefined, ['hold']],
    ['time-out-after-charge', APPROVAL, [DONE], ['hold']],
    ['error-before-charge', FAILURE, undefined, []],
    ['error-after-charge', FAILURE, [DONE], []],
    ['approved-with-99', ['HOST', '99', '99', 'Approved'], [DONE], []],
    ['error-with-00', ['HOST', '00', '00', 'Error'], [DONE], []],
    ['declined-with-99', ['HOST', '99', '99', 'Declined'], [['failed', '99', '']], []],
    ['other-amount', APPROVAL, [DONE], []],
    ['declined-and-charged', ['HOST', '05', '05', 'Declined'], [['done', '05', '000002']], []],
    ['pending-then-charged', FAILURE, [DONE], []],
    ['pending-then-reversed', FAILURE, [['failed', '99', '']], []],
    ['garanti-two-charges', APPROVAL, [DONE, ['done', '00', '000004']], []],
    ['garanti-refused-0002', ['GVPS', '92', '0002', 'Declined'], [], []],
    ['garanti-refused-0651', ['GVPS', '92', '0651', 'Declined'], [], []],
    ['garanti-refused-0752', ['GVPS', '92', '0752', 'Declined'], [], []],
  ])('%s is answered %j, and the books have %j', async (cardId, answer, transactions, waits) => {
    const bank = calledBank();
    expect(codesOf(await sell(bank, cardId))).toEqual(answer);
    expect(await booked(bank)).toEqual(transactions);
    expect(bank.waits).toEqual(waits);
  });

  test('that the bank books twice is answered with the second one', async () => {
    const response = await sell(calledBank(), 'garanti-two-charges');
    expect(textOf(response)).toContain('<RetrefNum>000000000003</RetrefNum>');
  });

  test('that contradicts itself is declined without the auth code that is booked', async () => {
    expect(textOf(await sell(calledBank(), 'declined-and-charged'))).toContain('<AuthCode></AuthCode>');
  });

  test('of nobody is declined with 14, and nothing is booked', async () => {
    const bank = calledBank();
    const card = { ...goodCard(), Number: '4242424242424242' };
    expect(codesOf(await sell(bank, 'approved', { card }))).toEqual(['HOST', '14', '14', 'Declined']);
    expect(await booked(bank)).toBeUndefined();
  });

  const whole = async (cardId: string): Promise<string> => textOf(await sell(calledBank(), cardId));

  test('is answered about another order, with half an answer, a bomb, or too much, by the cards that stand for it', async () => {
    const approval = await whole('approved');
    const masked = (cardId: string): string => goodCard(cardId).Number.replace(/(?<=^.{6}).{6}/, '******');
    const ofCard = (cardId: string): string => approval.replace('400062******0007', masked(cardId));
    expect(await whole('other-order')).toBe(ofCard('other-order').replace(orderId, `${orderId}-OTHER`));
    expect(await whole('truncated')).toBe(ofCard('truncated').slice(0, -20));
    const levels = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((one) => `<!ENTITY e${one + 1} "${`&e${one};`.repeat(10)}">`);
    const doctype = `?><!DOCTYPE GVPSResponse [<!ENTITY e0 "00">${levels.join('')}]>`;
    expect(await whole('entity-bomb')).toBe(
      ofCard('entity-bomb').replace('?>', doctype).replace('<SysErrMsg>', '<SysErrMsg>&e9;'),
    );
    expect(await whole('oversize')).toBe(ofCard('oversize').replace('<SysErrMsg>', `<SysErrMsg>${'x'.repeat(70_000)}`));
  });

  test('is answered with a redirect by the card that stands for it', async () => {
    const redirect = { statusCode: 302, headers: { location: '/VPServlet' }, body: '' };
    expect(await sell(calledBank(), 'redirect')).toEqual(redirect);
  });

  test('is answered in ISO-8859-9 by the card that stands for it', async () => {
    const response = await sell(calledBank(), 'garanti-latin-5');
    expect([response.isBase64Encoded, response.headers]).toEqual([
      true,
      { 'content-type': 'text/xml; charset=ISO-8859-9', 'cache-control': 'no-store' },
    ]);
    expect(textOf(response)).toContain('<CardHolderName>Ş**** Ğ***** İ****</CardHolderName>');
  });

  test('in a currency that the bank has not is refused', async () => {
    const { deps } = calledBankParts();
    const document = requestSchema.parse(readXml(gvpsDocument(calledTerminal, { ...SALE, card: goodCard() })));
    const request = { ...requestOf(document.GVPSRequest), currency: '392' };
    expect(await charge(deps, request, { type: 'sales', terminalId })).toMatchObject({ orderId, reason: '0002' });
  });
});

describe('An order id', () => {
  const declined = terminalTransaction({ state: 'failed', returnCode: '51', authCode: '' });

  test('is charged again after a decline, and its order stays where it began', async () => {
    const bank = calledBank();
    await sell(bank, 'insufficient-funds');
    expect(textOf(await sell(bank, 'general-error'))).toContain('<RetrefNum>000000000003</RetrefNum>');
    bank.clock.advance(BANK_DAY_MS);
    expect(codesOf(await sell(bank, 'approved'))).toEqual(['HOST', '00', '00', 'Approved']);
    expect(await bank.deps.ledger.terminals.find(terminalId, orderId)).toMatchObject({
      version: 3,
      firstAtMs: BANK_MORNING,
      transactions: [
        { returnCode: '51' },
        { returnCode: '06' },
        { returnCode: '00', atMs: BANK_MORNING + BANK_DAY_MS },
      ],
    });
    expect(codesOf(await sell(bank, 'approved'))).toEqual(['GVPS', '92', '0901', 'Declined']);
  });

  test.each([
    [59, ['HOST', '00', '00', 'Approved']],
    [60, ['GVPS', '92', '0910', 'Declined']],
  ])('with %i declines is charged once more: %j', async (count, answer) => {
    const bank = calledBank();
    await bank.deps.ledger.terminals.enter(terminalOrderWith(Array.from({ length: count }, () => declined)));
    expect(codesOf(await sell(bank, 'approved'))).toEqual(answer);
  });

  test.each<readonly [string, Partial<TerminalLedger>]>([
    ['charges it first', { find: async () => undefined }],
    ['changes it first', { find: async () => terminalOrderWith([declined]), change: async () => false }],
  ])('is busy where another call %s', async (_what, methods) => {
    const bank = calledBank({ ledger: ledgerWith({ terminals: { enter: async () => false, ...methods } }) });
    expect(codesOf(await sell(bank, 'approved'))).toEqual(['GVPS', '92', '0906', 'Declined']);
  });
});
