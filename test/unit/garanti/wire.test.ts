import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { encodeIso88599 } from '../../../shared/adapters/bank/iso-8859-9.ts';
import { postToGate } from '../../../shared/adapters/bank/server-start.ts';
import type { GarantiAccount } from '../../../shared/adapters/garanti/account.ts';
import { type Garanti, type GarantiOptions, garanti } from '../../../shared/adapters/garanti/garanti.ts';
import { systemClock } from '../../../shared/adapters/runtime/system.ts';
import { BankCallNotAllowed } from '../../../shared/ports/bank-gateway.ts';
import { chargeOf, orderOf, soon, startOf } from '../../support/bank/bank-calls.ts';
import { type CannedBank, startCannedBank } from '../../support/bank/canned-bank.ts';
import {
  APPROVED,
  garantiAccount,
  gvpsResponse,
  historyOf,
  rowOf,
  stateOf,
  type Told,
} from '../../support/bank/garanti-documents.ts';

let bank: CannedBank;
const defects: string[] = [];
const made: { close: () => void }[] = [];
const gatewayWith = (changes: Partial<GarantiOptions> = {}) => {
  const options = { clock: systemClock, allowedHosts: [], sandbox: true, ownAddress: '192.0.2.1', postToGate };
  const pos = garanti({ ...options, reportDefect: (code) => defects.push(code), ...changes });
  made.push(pos);
  return pos;
};
let pos: Garanti;
let account: GarantiAccount;
const references = { authCode: '304919', hostReference: '233014600123', transactionId: '' };
const notSent = { kind: 'not-sent', code: '008', refusedHere: true };

beforeAll(async () => {
  bank = await startCannedBank();
  pos = gatewayWith();
  account = garantiAccount({ gateway: bank.gateway });
});
afterEach(() => {
  bank.requests.length = 0;
  defects.length = 0;
});
afterAll(async () => {
  for (const one of made) one.close();
  await bank.stop();
});

const willAnswer = (told: Told): void => bank.answer(gvpsResponse(told));
const about = (orderId: string, told: Told = {}): Told => ({ ...told, order: { ...told.order, OrderID: orderId } });
const sent = (name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(bank.requests.at(-1)?.body ?? '')?.[1];
const withoutCvc = (charge: ReturnType<typeof chargeOf>) => {
  const { cvc: _none, ...card } = charge.card;
  return { ...charge, card };
};

describe('A charge at Garanti, over the wire', () => {
  test('is posted once, as XML in UTF-8, and read in both encodings', async () => {
    for (const encoding of ['UTF-8', 'ISO-8859-9'] as const) {
      const order = chargeOf('approved');
      const text = gvpsResponse(about(order.orderId), encoding);
      const bytes = encoding === 'UTF-8' ? Buffer.from(text) : (encodeIso88599(text) ?? Buffer.alloc(0));
      bank.answer(bytes, encoding === 'UTF-8' ? 'text/xml; charset=UTF-8' : 'text/xml');
      expect(await pos.charge(account, order, soon())).toMatchObject({
        kind: 'approved',
        references: { hostReference: '233014600123' },
      });
    }
    expect(bank.requests).toHaveLength(2);
    for (const request of bank.requests) {
      expect(request).toMatchObject({ path: '/VPServlet', contentType: 'text/xml; charset=UTF-8' });
    }
    expect(sent('Mode')).toBe('TEST');
  });

  test('names the payer’s address where it is IPv4, else our own', async () => {
    for (const [payerAddress, named] of [
      ['203.0.113.7', '203.0.113.7'],
      ['2001:db8::1', '192.0.2.1'],
      ['', '192.0.2.1'],
    ] as const) {
      const order = { ...chargeOf('approved'), payerAddress };
      willAnswer(about(order.orderId));
      await pos.charge(account, order, soon());
      expect(sent('IPAddress')).toBe(named);
      const authentication = { md: 'bWQ=', xid: '', eci: '02', cavv: 'Y2F2dg==' };
      willAnswer(about(order.orderId));
      expect(await pos.provision(account, { ...order, authentication }, soon())).toMatchObject({ kind: 'approved' });
      expect([sent('IPAddress'), sent('CardholderPresentCode')]).toEqual([named, '13']);
    }
  });

  test('is not sent where there is no address to name', async () => {
    const nowhere = gatewayWith({ ownAddress: '' });
    const order = { ...chargeOf('approved'), payerAddress: '2001:db8::1' };
    const authentication = { md: 'bWQ=', xid: '', eci: '02', cavv: 'Y2F2dg==' };
    expect(await nowhere.charge(account, order, soon())).toEqual(notSent);
    expect(await nowhere.provision(account, { ...order, authentication }, soon())).toEqual(notSent);
    expect(await nowhere.inquire(account, order, soon())).toEqual({ kind: 'unknown', cause: 'not-asked' });
    expect(await nowhere.followUp(account, { ...order, references }, { kind: 'void' }, soon())).toEqual(notSent);
    expect(bank.requests).toEqual([]);
    willAnswer(about(order.orderId));
    const reachable = { ...order, payerAddress: '203.0.113.7' };
    expect(await nowhere.charge(account, reachable, soon())).toMatchObject({ kind: 'approved' });
  });

  test('without a CVC is sent where the virtual POS takes such charges, and nowhere else', async () => {
    const order = withoutCvc(chargeOf('approved'));
    expect(() => pos.charge(account, order, soon())).toThrow(BankCallNotAllowed);
    expect(bank.requests).toEqual([]);
    willAnswer(about(order.orderId));
    const taking = garantiAccount({ gateway: bank.gateway, withoutCvc: true });
    expect(await pos.charge(taking, order, soon())).toMatchObject({ kind: 'approved' });
    expect([sent('MotoInd'), sent('CVV2')]).toEqual(['Y', undefined]);
    willAnswer(about(order.orderId));
    await pos.charge(taking, chargeOf('approved', { orderId: order.orderId }), soon());
    expect([sent('MotoInd'), sent('CVV2')]).toEqual(['N', '123']);
  });

  test('by a card that is no test card is not sent in a sandbox', () => {
    const order = chargeOf('approved');
    const card = { ...order.card, number: '5406697543211173' };
    expect(() => pos.charge(account, { ...order, card }, soon())).toThrow(BankCallNotAllowed);
    expect(() => pos.startOnServer(account, { ...startOf('approved'), card, browser: {} }, soon())).toThrow(
      BankCallNotAllowed,
    );
  });

  test('is unknown where the answer cannot be read', async () => {
    bank.answer('<html>down</html>');
    expect(await pos.charge(account, chargeOf('approved'), soon())).toEqual({ kind: 'unknown', cause: 'unreadable' });
    bank.answer(gvpsResponse({}, 'windows-1256'));
    expect(await pos.charge(account, chargeOf('approved'), soon())).toEqual({ kind: 'unknown', cause: 'unreadable' });
  });

  test('that the bank calls malformed is reported, as is any other request', async () => {
    const refusal: Told = {
      response: { Source: 'GVPS', Code: '92', ReasonCode: '0651', Message: 'Declined' },
      transaction: { RetrefNum: '', AuthCode: '' },
      order: { OrderID: '' },
    };
    willAnswer(refusal);
    expect(await pos.charge(account, chargeOf('approved'), soon())).toMatchObject({ code: '008', asksAgain: true });
    willAnswer(refusal);
    const step = { kind: 'refund' } as const;
    expect(await pos.followUp(account, { ...orderOf(), references }, step, soon())).toEqual({
      kind: 'unknown',
      cause: 'error-answer',
    });
    willAnswer(refusal);
    expect(await pos.inquire(account, orderOf(), soon())).toMatchObject({ kind: 'unknown', cause: 'error-answer' });
    expect(defects).toEqual(['0651', '0651', '0651']);
    willAnswer({ ...refusal, response: { ...refusal.response, ReasonCode: '0214' } });
    await pos.followUp(account, { ...orderOf(), references }, step, soon());
    expect(defects).toHaveLength(3);
  });
});

describe('A capture, void or refund at Garanti', () => {
  test.each([
    ['capture', 'postauth', 'PROVAUT', '12345'],
    ['void', 'void', 'PROVRFN', '1'],
    ['refund', 'refund', 'PROVRFN', '12345'],
  ] as const)('%s names the reference of the row that took or holds the money', async (kind, type, user, amount) => {
    const order = { ...orderOf(), references };
    willAnswer(about(order.orderId, { transaction: { RetrefNum: '999' } }));
    expect(await pos.followUp(account, order, { kind }, soon())).toMatchObject({
      kind: 'approved',
      references: { hostReference: '999' },
    });
    expect(['Type', 'ProvUserID', 'Amount', 'OriginalRetrefNum', 'IPAddress'].map(sent)).toEqual([
      type,
      user,
      amount,
      '233014600123',
      '192.0.2.1',
    ]);
  });

  test('is not sent without that reference', async () => {
    for (const one of [undefined, { ...references, hostReference: '' }, { ...references, hostReference: 'a b' }]) {
      const order = { ...orderOf(), ...(one === undefined ? {} : { references: one }) };
      for (const kind of ['capture', 'void', 'refund'] as const) {
        expect(await pos.followUp(account, order, { kind }, soon())).toEqual(notSent);
      }
    }
    expect(bank.requests).toEqual([]);
  });
});

describe('An inquiry at Garanti', () => {
  const taken = stateOf({ Status: 'APPROVED', AuthAmount: '12345' });
  const sale = rowOf({ AuthAmount: '12345', Settlement: 'Y' });

  test('asks for state and history, and tells what both say', async () => {
    const order = orderOf();
    willAnswer(about(order.orderId, taken));
    willAnswer(about(order.orderId, historyOf([sale])));
    expect(await pos.inquire(account, order, soon())).toEqual({
      kind: 'settled',
      amount: 12_345,
      references,
      said: { state: 'APPROVED', amount: 12_345 },
    });
    const types = bank.requests.map(({ body }) => /<Type>(\w+)</.exec(body)?.[1]);
    expect(types).toEqual(['orderinq', 'orderhistoryinq']);
  });

  test('asks once where the bank has no record', async () => {
    const response = { Source: 'GVPS', Code: '92', ReasonCode: '0110', Message: 'Declined' };
    willAnswer({ response, order: { OrderID: '' } });
    expect(await pos.inquire(account, orderOf(), soon())).toEqual({
      kind: 'no-record',
      said: { state: '' },
    });
    expect(bank.requests).toHaveLength(1);
  });

  test('is unknown where the history does not come, or knows nothing', async () => {
    const order = orderOf();
    const said = { state: 'APPROVED', amount: 12_345 };
    willAnswer(about(order.orderId, taken));
    bank.answer('down');
    expect(await pos.inquire(account, order, soon())).toEqual({ kind: 'unknown', cause: 'unreadable', said });
    willAnswer(about(order.orderId, taken));
    willAnswer({ response: { Source: 'GVPS', Code: '92', ReasonCode: '0110', Message: 'Declined' } });
    expect(await pos.inquire(account, order, soon())).toMatchObject({ kind: 'unknown', said });
    bank.answer('down');
    expect(await pos.inquire(account, order, soon())).toEqual({ kind: 'unknown', cause: 'unreadable' });
  });

  test('for the history alone is one question', async () => {
    const order = orderOf();
    willAnswer(about(order.orderId, historyOf([sale])));
    expect(await pos.inquireHistory(account, order, soon())).toMatchObject({ charge: 'settled', amount: 12_345 });
    bank.answer('down');
    expect(await pos.inquireHistory(account, order, soon())).toEqual({ kind: 'unknown', cause: 'unreadable' });
    expect(bank.requests).toHaveLength(2);
  });
});

describe('A list of orders, over the wire', () => {
  const period = { fromMs: Date.UTC(2026, 10, 26, 21), untilMs: Date.UTC(2026, 10, 27, 21), page: 1 };
  const row = (index: number) => ({
    OrderID: `ORDER-${index}`,
    AuthAmount: '10025',
    CurrencyCode: '949',
    ErrorMsg: 'x'.repeat(600),
  });

  test('may be longer than any other answer', async () => {
    const rows = Array.from({ length: 500 }, (_, index) => row(index));
    const list = { TotalPageCount: '1', ActPageNum: '1', OrderTxn: rows };
    willAnswer({ response: APPROVED, order: { OrderID: '', OrderListInqResult: { OrderTxnList: list } } });
    const answer = await pos.listOrders(account, period, soon());
    expect(answer).toMatchObject({ kind: 'orders', isLastPage: true });
    expect(answer.kind === 'orders' ? answer.orders.length : 0).toBe(500);
    bank.answer(gvpsResponse({ order: { Note: 'x'.repeat(65_536) } }));
    expect(await pos.inquire(account, orderOf(), soon())).toEqual({ kind: 'unknown', cause: 'unreadable' });
    bank.answer(gvpsResponse({ order: { Note: 'x'.repeat(1024 * 1024) } }));
    expect(await pos.listOrders(account, period, soon())).toEqual({ kind: 'unknown', cause: 'unreadable' });
  });

  test('is not asked for where nobody listens', async () => {
    const nowhere = { ...account, gateway: 'http://127.0.0.1:1' };
    expect(await pos.listOrders(nowhere, period, soon())).toEqual({ kind: 'unknown', cause: 'not-asked' });
  });
});

test('a production gateway asks in PROD, at hosts of its list alone', async () => {
  const production = gatewayWith({ sandbox: false, allowedHosts: ['gateway.bank.example'] });
  const there = garantiAccount();
  const begun = await production.start3D(there, startOf('approved'), soon());
  expect(begun.kind === 'form' ? new Map(begun.form.fields).get('mode') : '').toBe('PROD');
  expect(() => production.start3D({ ...there, gateway: 'https://other.example' }, startOf('approved'), soon())).toThrow(
    BankCallNotAllowed,
  );
  expect(await production.charge({ ...there, gateway: 'https://other.example' }, chargeOf('approved'), soon())).toEqual(
    notSent,
  );
});
