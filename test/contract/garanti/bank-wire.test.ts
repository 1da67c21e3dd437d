import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dynamoBankLedger } from '../../../shared/adapters/dynamodb/sandbox/bank-ledger.ts';
import type { GarantiAccount } from '../../../shared/adapters/garanti/account.ts';
import { stackOfTests } from '../../support/app/stack-of-tests.ts';
import { standingClock } from '../../support/bank/bank-calls.ts';
import { garantiAccountAt, newOrderId, startBank, type TestBank } from '../../support/bank/bank-server.ts';
import { askGvps, type GvpsAsked, goodCard, gvpsDocument, historyOf, postGvps } from '../../support/bank/gvps-wire.ts';
import { engineTable } from '../../support/store/store.ts';

/** 15 January 2027, 11:00 in Istanbul: eleven hours before the bank's day ends. */
const MORNING = 1_800_000_000_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

const ledger = dynamoBankLedger(engineTable(stackOfTests()));
const clock = standingClock(MORNING);
let bank: TestBank;
let account: GarantiAccount;

beforeAll(async () => {
  bank = await startBank(ledger, undefined, { clock, dayEnd: 22 * 60 });
  account = garantiAccountAt(bank.gateway);
});
afterAll(() => bank.stop());

const ask = (asked: GvpsAsked) => askGvps(account, asked);

/** Source, code and reason of an answer. */
const told = async (asked: GvpsAsked): Promise<readonly string[]> => {
  const { Response } = (await ask(asked)).Transaction;
  return [Response.Source, Response.Code, Response.ReasonCode];
};

const charged = async (cardId = 'approved', asked: Partial<GvpsAsked> = {}) => {
  const orderId = newOrderId();
  const answer = await ask({ type: 'sales', orderId, amount: '10025', card: goodCard(cardId), ...asked });
  return { orderId, answer, reference: answer.Transaction.RetrefNum };
};

const step = (type: string, orderId: string, OriginalRetrefNum = '', amount = '10025') =>
  told({ type, orderId, amount, transaction: { OriginalRetrefNum } });

const DONE = ['HOST', '00', '00'];
const APPROVED = ['GVPS', '00', '00'];

describe('A request of Garanti’s wire', () => {
  test.each<readonly [string, Partial<GvpsAsked>]>([
    ['another version', { request: { Version: '256' } }],
    ['a mode that is none', { request: { Mode: 'LIVE' } }],
    ['no address of the payer', { request: { Customer: { IPAddress: '' } } }],
    ['an IPv6 address', { request: { Customer: { IPAddress: '2001:db8::1' } } }],
    ['no order', { orderId: '' }],
    ['an order of 37 characters', { orderId: 'x'.repeat(37) }],
    ['no type', { type: '' }],
    ['a type that is none', { type: 'sale' }],
    ['an amount of zero', { amount: '0' }],
    ['an amount with a point', { transaction: { Amount: '100.25' } }],
    ['an unknown currency', { currency: '392' }],
    ['a count of one', { transaction: { InstallmentCnt: '1' } }],
    ['a count of thirteen', { transaction: { InstallmentCnt: '13' } }],
    ['no card', { card: {} }],
    ['no CVC without MotoInd Y', { card: { ...goodCard(), CVV2: '' } }],
    ['an expiry the other way round', { card: { ...goodCard(), ExpireDate: '3109' } }],
    ['no MotoInd', { transaction: { MotoInd: '' } }],
    ['a present code that is none', { transaction: { CardholderPresentCode: '7' } }],
    ['13 with a card', { transaction: { CardholderPresentCode: '13', Secure3D: { Md: 'x' } } }],
    ['13 without Md', { card: {}, transaction: { CardholderPresentCode: '13' } }],
  ])('with %s is refused with 92 and 0002, and nothing is booked', async (_what, changes) => {
    const orderId = changes.orderId ?? newOrderId();
    const asked = { type: 'sales', amount: '10025', card: goodCard(), ...changes, orderId };
    expect(await told(asked)).toEqual(['GVPS', '92', '0002']);
    expect(await ledger.terminals.find(account.terminalId, orderId)).toBeUndefined();
  });

  test.each<readonly [string, readonly string[], Partial<GvpsAsked>]>([
    [
      'a number that fails its check digit',
      ['HOST', '14', '14'],
      { card: { ...goodCard(), Number: '4111111111111112' } },
    ],
    ['a number that is no test card', ['HOST', '14', '14'], { card: { ...goodCard(), Number: '4242424242424242' } }],
    ['an expiry in the past', ['HOST', '54', '54'], { card: { ...goodCard(), ExpireDate: '0120' } }],
    ['a CVC of two digits', ['HOST', '82', '82'], { card: { ...goodCard(), CVV2: '12' } }],
    ['a wrong hash', ['GVPS', '92', '0651'], { terminal: { HashData: 'A'.repeat(128) } }],
    ['an unknown terminal', ['GVPS', '92', '0752'], { terminal: { ID: '1234' } }],
    ['another merchant', ['GVPS', '92', '0752'], { terminal: { MerchantID: '1234567' } }],
    ['the refund user', ['GVPS', '92', '0752'], { terminal: { ProvUserID: 'PROVRFN' } }],
    [
      'proofs that nobody was given',
      ['GVPS', '92', '0908'],
      { card: {}, transaction: { CardholderPresentCode: '13', Secure3D: { Md: 'eDo' } } },
    ],
  ])('with %s is answered %j, and nothing is booked', async (_what, answer, changes) => {
    const orderId = newOrderId();
    expect(await told({ type: 'sales', orderId, amount: '10025', card: goodCard(), ...changes })).toEqual(answer);
    expect(await ledger.terminals.find(account.terminalId, orderId)).toBeUndefined();
  });

  test('that cannot be read is refused, and one in a form field is read', async () => {
    for (const body of ['', 'garbage', '<GVPSRequest>', '<!DOCTYPE x><GVPSRequest/>'])
      expect((await postGvps(account, body)).Transaction.Response.ReasonCode).toBe('0001');
    const document = gvpsDocument(account, { type: 'orderinq' });
    const form = new URLSearchParams({ data: document }).toString();
    for (const body of [form, `data=${document}`])
      expect((await postGvps(account, body)).Transaction.Response.ReasonCode).toBe('0110');
  });

  test('charges without a CVC by MotoInd Y', async () => {
    const card = { ...goodCard(), CVV2: '' };
    const { answer } = await charged('approved', { card, transaction: { MotoInd: 'Y' } });
    expect(answer.Transaction.Response.Message).toBe('Approved');
  });
});

describe('The bank’s answers', () => {
  test('to a charge have its references, and Turkish texts in UTF-8', async () => {
    const { answer } = await charged();
    expect(answer.charset).toBe('UTF-8');
    expect(answer.Transaction).toMatchObject({
      Response: { Source: 'HOST', Code: '00', ReasonCode: '00', Message: 'Approved' },
      RetrefNum: expect.stringMatching(/^\d{12}$/),
      AuthCode: expect.stringMatching(/^\d{6}$/),
      ProvDate: '20270115 11:00:00',
      CardNumberMasked: '400062******0007',
    });
    const declined = await charged('insufficient-funds');
    expect(declined.answer.Transaction.Response).toMatchObject({ Source: 'HOST', Code: '51', Message: 'Declined' });
    expect(declined.answer.Transaction.Response.ErrorMsg).toBe('Kartı veren banka işlemi onaylamadı');
  });

  test('are in ISO-8859-9 for the card that stands for it, whatever is asked', async () => {
    const { orderId, answer } = await charged('garanti-latin-5');
    const asked = [{ type: 'orderinq' }, { type: 'orderhistoryinq' }, { type: 'refund', amount: '10025' }];
    const answers = [answer, ...(await Promise.all(asked.map((one) => ask({ ...one, orderId }))))];
    expect(answers.map(({ charset }) => charset)).toEqual(answers.map(() => 'ISO-8859-9'));
    expect(answers[3]?.Transaction.Response.ErrorMsg).toBe('Gün sonu alınmadan iade yapılamaz');
    for (const { text } of answers) expect(text).toContain('encoding="ISO-8859-9"');
  });

  test('about an order that nobody knows: 0110 to the state, 0108 to the history and to a step', async () => {
    const orderId = newOrderId();
    expect(await told({ type: 'orderinq', orderId })).toEqual(['GVPS', '92', '0110']);
    expect(await told({ type: 'orderhistoryinq', orderId })).toEqual(['GVPS', '92', '0108']);
    expect(await step('void', orderId)).toEqual(['GVPS', '92', '0108']);
  });

  test.each(['0002', '0651', '0752'])(
    'about an order that only the gateway refused (%s): 0110 to the state, and an empty history',
    async (reason) => {
      const { orderId, answer } = await charged(`garanti-refused-${reason}`);
      expect(answer.Transaction.Response).toMatchObject({ Source: 'GVPS', Code: '92', ReasonCode: reason });
      expect(await told({ type: 'orderinq', orderId })).toEqual(['GVPS', '92', '0110']);
      expect((await ask({ type: 'orderhistoryinq', orderId })).text).toContain('<OrderTxnList></OrderTxnList>');
      expect(await historyOf(account, orderId)).toEqual([]);
      expect(await told({ type: 'sales', orderId, amount: '10025', card: goodCard() })).toEqual(DONE);
    },
  );

  test('to a history are one row or many, and rows of what failed have an amount and no currency', async () => {
    const { orderId } = await charged('insufficient-funds');
    expect(await historyOf(account, orderId)).toMatchObject([
      { Type: 'sales', Status: '51', AuthAmount: '10025', CurrencyCode: '0', Settlement: 'N', VoidDate: '' },
    ]);
    expect(await told({ type: 'sales', orderId, amount: '10025', card: goodCard() })).toEqual(DONE);
    expect(await historyOf(account, orderId)).toMatchObject([
      { Status: '51' },
      { Type: 'sales', Status: '00', AuthAmount: '10025', AuthDate: '20270115', CurrencyCode: '949', Settlement: 'N' },
    ]);
    expect(await told({ type: 'sales', orderId, amount: '10025', card: goodCard() })).toEqual(['GVPS', '92', '0901']);
  });

  test.each([
    ['garanti-two-charges', [{ AuthAmount: '10025' }, { AuthAmount: '10025' }]],
    ['garanti-settlement-error', [{ AuthAmount: '10025', Settlement: 'E' }]],
    ['garanti-other-sum', [{ AuthAmount: '10125', Settlement: 'N' }]],
    ['settled-at-once', [{ AuthAmount: '10025', Settlement: 'Y' }]],
  ])('of %s show %j', async (cardId, rows) => {
    const { orderId } = await charged(cardId);
    expect(await historyOf(account, orderId)).toMatchObject(rows);
  });
});

describe('A step of an order', () => {
  test('names a transaction: another is 0208, none where two are possible is 0214', async () => {
    const { orderId, reference } = await charged('garanti-two-charges');
    expect(await step('void', orderId, '000000000000')).toEqual(['GVPS', '92', '0208']);
    expect(await step('void', orderId)).toEqual(['GVPS', '92', '0214']);
    expect(await step('void', orderId, reference)).toEqual(DONE);
    expect(await step('void', orderId)).toEqual(DONE);
    expect(await step('void', orderId)).toEqual(['GVPS', '92', '0208']);
  });

  test('of a refund needs the refund user’s password', async () => {
    const { orderId, reference: OriginalRetrefNum } = await charged();
    const asked = { type: 'void', orderId, transaction: { OriginalRetrefNum } };
    expect(await told({ ...asked, terminal: { ProvUserID: account.provisionUser } })).toEqual(['GVPS', '92', '0752']);
    const stranger = { ...account, refundPassword: account.provisionPassword };
    expect((await askGvps(stranger, asked)).Transaction.Response.ReasonCode).toBe('0651');
    expect(await told(asked)).toEqual(DONE);
    expect(await historyOf(account, orderId)).toMatchObject([
      { Type: 'sales', Status: '00', VoidDate: '20270115' },
      { Type: 'void', Status: '00', VoidDate: '' },
    ]);
    // The state of the order does not tell of the void.
    const { Order } = await ask({ type: 'orderinq', orderId });
    expect(Order.OrderInqResult).toMatchObject({ Status: 'APPROVED', AuthAmount: '10025' });
  });

  test.each([
    ['garanti-steps-refused-0208', '0208'],
    ['garanti-steps-refused-0214', '0214'],
  ])('of %s is refused with %s, and the charge stands', async (cardId, reason) => {
    const { orderId, reference } = await charged(cardId);
    for (const type of ['void', 'refund', 'postauth'])
      expect(await step(type, orderId, reference)).toEqual(['GVPS', '92', reason]);
    expect((await historyOf(account, orderId))[0]).toMatchObject({ Status: '00', VoidDate: '' });
  });

  test('captures a hold for up to 115 percent of it, once', async () => {
    const { orderId, reference } = await charged('approved', { type: 'preauth' });
    const inq = await ask({ type: 'orderinq', orderId });
    expect(inq.Order.OrderInqResult).toMatchObject({
      Status: 'WAITINGPOSTAUTH',
      PreAuthAmount: '10025',
      AuthAmount: '0',
    });
    expect(await step('postauth', orderId, reference, '11529')).toEqual(['HOST', '13', '13']);
    expect(await step('postauth', orderId, reference, '11528')).toEqual(DONE);
    expect(await step('postauth', orderId, reference)).toEqual(['GVPS', '92', '0905']);
    const rows = await historyOf(account, orderId);
    expect(rows.map(({ Type, Status }) => [Type, Status])).toEqual([
      ['preauth', '00'],
      ['postauth', '13'],
      ['postauth', '00'],
    ]);
    const capture = rows.at(-1)?.RetrefNum ?? '';
    expect(capture).not.toBe(reference);
    // The void of the capture leaves the hold, which can be voided too.
    expect(await step('void', orderId, reference)).toEqual(['GVPS', '92', '0208']);
    expect(await step('void', orderId, capture)).toEqual(DONE);
    expect(await told({ type: 'orderinq', orderId })).toEqual(APPROVED);
    expect(await step('void', orderId, reference)).toEqual(DONE);
  });

  test('is a void until the day ends and a refund from then on, in parts and never above the charge', async () => {
    const { orderId, reference } = await charged();
    expect(await step('refund', orderId, reference)).toEqual(['GVPS', '92', '0903']);
    clock.advance(11 * HOUR_MS);
    expect(await step('void', orderId, reference)).toEqual(['GVPS', '92', '0902']);
    expect(await step('refund', orderId, reference, '10026')).toEqual(['GVPS', '92', '0904']);
    expect(await step('refund', orderId, reference, '10000')).toEqual(DONE);
    expect(await step('refund', orderId, reference, '26')).toEqual(['GVPS', '92', '0904']);
    expect(await step('refund', orderId, reference, '25')).toEqual(DONE);
    const rows = await historyOf(account, orderId);
    expect(rows.map(({ Type, Status, Settlement }) => [Type, Status, Settlement])).toEqual([
      ['sales', '00', 'Y'],
      ['refund', '92', 'N'],
      ['refund', '92', 'N'],
      ['refund', '00', 'N'],
      ['refund', '92', 'N'],
      ['refund', '00', 'N'],
    ]);
  });
});

describe('The list of orders', () => {
  const moment = (ms: number): string => {
    const [day = '', time = ''] = new Date(ms + 3 * HOUR_MS).toISOString().split('T');
    return `${day.split('-').toReversed().join('/')} ${time.slice(0, 5)}`;
  };
  const list = async (of: GarantiAccount, fromMs: number, untilMs: number, ListPageNum = '1') => {
    const order = { StartDate: moment(fromMs), EndDate: moment(untilMs), ListPageNum };
    const { Order, Transaction } = await askGvps(of, { type: 'orderlistinq', orderId: '', order });
    const found = Order.OrderListInqResult as
      | { readonly OrderTxnList: Readonly<Record<string, unknown>> & { readonly OrderTxn?: unknown } }
      | undefined;
    const rows = found?.OrderTxnList.OrderTxn === undefined ? [] : [found.OrderTxnList.OrderTxn].flat();
    return { reason: Transaction.Response.ReasonCode, list: found?.OrderTxnList, rows };
  };

  test('has the orders that began in the period, of this terminal alone, the oldest first', async () => {
    const own = garantiAccountAt(bank.gateway);
    const chargedAt = async (of = own) => {
      const orderId = newOrderId();
      await askGvps(of, { type: 'sales', orderId, amount: '10025', card: goodCard() });
      return orderId;
    };
    const start = clock.now();
    const first = await chargedAt();
    await chargedAt(garantiAccountAt(bank.gateway));
    clock.advance(10 * MINUTE_MS);
    const second = await chargedAt();
    clock.advance(10 * MINUTE_MS);
    const all = await list(own, start, clock.now());
    expect(all).toMatchObject({ reason: '00', list: { TotalTxnCount: '2', TotalPageCount: '1', ActPageNum: '1' } });
    expect(all.rows).toMatchObject([
      { OrderID: first, AuthAmount: '10025', CurrencyCode: '949', TrxType: 'sales', Status: 'APPROVED' },
      { OrderID: second },
    ]);
    expect((await list(own, start, start + MINUTE_MS)).rows).toMatchObject([{ OrderID: first }]);
    expect((await list(own, start, clock.now(), '2')).rows).toEqual([]);
  });

  test('of more than thirty days is refused', async () => {
    const now = clock.now();
    expect((await list(account, now - 30 * 24 * HOUR_MS, now)).reason).toBe('00');
    expect((await list(account, now - 30 * 24 * HOUR_MS - MINUTE_MS, now)).reason).toBe('0907');
    expect((await list(account, now, now, '0')).reason).toBe('0002');
  });
});
