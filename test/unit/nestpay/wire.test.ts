import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { closeServer, listenOnLoopback } from '../../../infra/local/http-body.ts';
import { bankRuntime } from '../../../shared/adapters/runtime/bank.ts';
import { systemClock } from '../../../shared/adapters/runtime/system.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { chargeOf, orderOf, sandboxPos, soon } from '../../support/bank/bank-calls.ts';
import { cc5Response } from '../../support/bank/bank-documents.ts';
import { accountAt } from '../../support/bank/bank-server.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';

/** A bank that gives prepared answers, and keeps the requests. */
const answers: string[] = [];
const requests: string[] = [];
const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (part: string) => {
    body += part;
  });
  request.on('end', () => {
    requests.push(body);
    response.setHeader('content-type', 'text/xml; charset=ISO-8859-9').end(answers.shift());
  });
});
let gateway = '';
beforeAll(async () => {
  gateway = `http://127.0.0.1:${await listenOnLoopback(server, 0)}`;
});
const defects: string[] = [];
const pos = sandboxPos({ reportDefect: (errorCode) => defects.push(errorCode) });
afterAll(async () => {
  pos.close();
  await closeServer(server, 0);
});

type Texts = Readonly<Record<string, string>>;
const willAnswer = (elements: Texts, extra: Texts = {}): void => void answers.push(cc5Response(elements, extra));

const refused = { Response: 'Error', ProcReturnCode: '99', ErrMsg: 'Zorunlu alan eksik' };

describe('A bank that calls a request of ours malformed', () => {
  test('declines a charge with 009, and the defect is reported', async () => {
    willAnswer({ ...refused, OrderId: '' }, { ERRORCODE: 'CORE-1006', NUMCODE: '991006' });
    const answer = await pos.charge(accountAt(gateway), chargeOf('approved'), soon());
    expect(answer).toEqual({ kind: 'declined', code: '009', procReturnCode: '99', asksAgain: true });
    expect(defects.splice(0)).toEqual(['CORE-1006']);
  });

  test('leaves a void and an inquiry open, and the defect is reported all the same', async () => {
    const account = accountAt(gateway);
    willAnswer({ ...refused, OrderId: '' }, { ERRORCODE: 'CORE-1001' });
    expect(await pos.followUp(account, orderOf(), { kind: 'void' }, soon())).toMatchObject({ kind: 'unknown' });
    willAnswer({ ...refused, OrderId: '' }, { ERRORCODE: 'CORE-2014' });
    expect(await pos.inquire(account, orderOf(), soon())).toMatchObject({ kind: 'unknown', cause: 'error-answer' });
    expect(defects.splice(0)).toEqual(['CORE-1001', 'CORE-2014']);
  });

  test('rings the alarm on errors in the log of a function, which names the code and nothing of the request', async () => {
    const lines: string[] = [];
    vi.spyOn(console, 'error').mockImplementation((line: unknown) => void lines.push(String(line)));
    vi.stubEnv('POWERTOOLS_DEV', 'true');
    const options = {
      store: new MemoryTable(),
      dealers: { load: async () => undefined },
      tableName: 'table',
      clock: systemClock,
      sandbox: true,
      dealerCacheMs: 0,
    };
    const environment = {
      STAGE: 'test',
      STAGE_KIND: 'sandbox',
      TABLE_NAME: 'table',
      BASE_URL: 'https://links.example',
      SERVICE_NAME: 'Payment Links',
      DEALER_CACHE_MS: '0',
    };
    const { bank } = bankRuntime(environment, options);
    const order = chargeOf('approved');
    willAnswer({ ...refused, OrderId: '' }, { ERRORCODE: 'CORE-2014' });
    expect(await bank.charge(accountAt(gateway), order, soon())).toMatchObject({ code: '009' });
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'ERROR', errorName: 'MalformedRequest', errorDetail: 'CORE-2014' },
    ]);
    expect(lines.join('')).not.toMatch(new RegExp(`${order.card.number}|${order.orderId}`));
  });

  test('is told apart from one that refuses a card', async () => {
    willAnswer({ ...refused, OrderId: '' }, { ERRORCODE: 'CORE-2012' });
    expect(await pos.charge(accountAt(gateway), chargeOf('approved'), soon())).toMatchObject({ code: '003' });
    expect(defects).toEqual([]);
  });
});

describe('The history of an order, over the wire', () => {
  test('is asked for by ORDERHISTORY and read from its rows', async () => {
    const order = orderOf({ amount: minor(10_025) });
    const rows = {
      TRX1: 'C\tS\t500\t500\t2026-11-23 09:00:00.1\t2026-11-23 09:00:00.1\t\t632709000002\tP2\t00\t26327JAAB2',
      TRX2: 'S\tS\t10025\t10025\t2026-11-22 14:03:09.773\t2026-11-22 22:00:01.0\t\t632614000001\tP1\t00\t26326OoFB1',
    };
    willAnswer({ OrderId: order.orderId, Response: 'Approved', ProcReturnCode: '00' }, { ...rows, TRXCOUNT: '2' });
    requests.length = 0;
    expect(await pos.inquireHistory(accountAt(gateway), order, soon())).toEqual({
      kind: 'history',
      charge: 'settled',
      amount: 10_025,
      credits: [500],
      creditPending: false,
    });
    expect(requests.join('')).toContain(
      `<OrderId>${order.orderId}</OrderId><Extra><ORDERHISTORY>QUERY</ORDERHISTORY></Extra></CC5Request>`,
    );
  });

  test('is unknown where the answer cannot be read, and not asked where nobody listens', async () => {
    answers.push('<html>down</html>');
    const account = accountAt(gateway);
    expect(await pos.inquireHistory(account, orderOf(), soon())).toEqual({ kind: 'unknown', cause: 'unreadable' });
    const nowhere = { ...account, gateway: 'http://127.0.0.1:1' };
    expect(await pos.inquireHistory(nowhere, orderOf(), soon())).toEqual({ kind: 'unknown', cause: 'not-asked' });
  });
});
