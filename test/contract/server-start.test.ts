import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { encodeIso88599 } from '../../shared/adapters/bank/iso-8859-9.ts';
import { dynamoBankLedger } from '../../shared/adapters/dynamodb/sandbox/bank-ledger.ts';
import { systemClock } from '../../shared/adapters/runtime/system.ts';
import { BankCallNotAllowed, type PosAccount } from '../../shared/ports/bank-gateway.ts';
import type { PayerForm, ThreeDStart } from '../../shared/ports/three-d-gate.ts';
import { FakeClock } from '../fakes/clock.ts';
import { fakeBank } from '../faults/bank/fake-bank.ts';
import { Seeded } from '../faults/seeded.ts';
import { Tally } from '../faults/tally.ts';
import type { Circumstances } from '../faults/world.ts';
import { handTimer, sandboxBank, soon, standingClock } from '../support/bank/bank-calls.ts';
import { callbackOn, decideOn, formsOf, postForm, shownCode } from '../support/bank/bank-payer.ts';
import { closedPort, type FaultProxy, type ProxyFault, startFaultProxy } from '../support/bank/bank-proxy.ts';
import { startBank, type TestBank } from '../support/bank/bank-server.ts';
import { gateways } from '../support/bank/gateways.ts';
import { engineTable } from '../support/store/store.ts';
import { serverStartSuite } from './server-start-suite.ts';

const ledger = dynamoBankLedger(engineTable(inject('stack')));
const pos = sandboxBank();
let bank: TestBank;
let proxy: FaultProxy;

beforeAll(async () => {
  bank = await startBank(ledger);
});
afterAll(async () => {
  pos.close();
  await bank.stop();
});
beforeEach(async () => {
  proxy = await startFaultProxy(bank);
});
afterEach(() => proxy.stop());

const browser = {
  userAgent: 'Mozilla/5.0 (X11) Payer/1',
  accept: 'text/html,*/*;q=0.8',
  acceptLanguage: 'tr-TR,tr;q=0.9',
};
describe.each(gateways)('Starts on the server, at $kind', (gateway) => {
  const { cardOf, startOf } = gateway;
  let account: PosAccount;
  beforeEach(() => {
    account = gateway.accountAt(proxy.gateway);
  });

  const begin = (start: ThreeDStart, by = pos, at = account) => by.startOnServer(at, { ...start, browser }, soon());
  const failed = (why: object) => ({ kind: 'failed', code: '024', why });
  const unusable = (reason: string) => failed({ kind: 'unusable', reason });

  const formFor = async (start: ThreeDStart): Promise<PayerForm> => {
    const answer = await begin(start);
    if (answer.kind !== 'form') throw new Error(`the gate answers ${JSON.stringify(answer.why)}`);
    return answer.form;
  };

  const authenticationBy = async (start: ThreeDStart, { fields }: Pick<PayerForm, 'fields'>) => {
    const verdict = await pos.verifyCallback(account, start, fields, soon());
    if (verdict.kind !== 'authenticated') throw new Error(`not authenticated: ${verdict.kind}`);
    return verdict.authentication;
  };

  const fieldsSent = (): URLSearchParams => new URLSearchParams(proxy.requests[0]?.split('\r\n\r\n')[1]);

  describe('A start on the server (rule 25)', () => {
    describe('at the embedded bank', () => {
      serverStartSuite(() => ({ gateway, bank: pos, account, clock: systemClock }));
    });

    describe('at the bank of fault runs', () => {
      const clock = new FakeClock();
      const circumstances: Circumstances = {
        seeded: new Seeded(1),
        clock,
        gateway: gateway.kind,
        horizonHours: 24,
        met: new Tally(),
        atFault: false,
        watches: [],
        credits: { usedUpTheTime: () => false },
        rowChecks: [],
        violations: [],
        logLines: [],
      };
      serverStartSuite(() => ({ gateway, bank: fakeBank(circumstances).port, account, clock }));
    });

    test('with a challenge: the payer gets the form for the issuer’s page without the card, passes, and is charged', async () => {
      const start = startOf('approved');
      const form = await formFor(start);
      expect(form.action).toMatch(new RegExp(`^${proxy.gateway}${gateway.challenges}[\\w-]+\\?lang=en$`));
      expect(form.acceptCharset).toBe('utf-8');
      expect(form.fields.map(([name]) => name)).toEqual(['creq', 'threeDSSessionData']);
      const challenge = await postForm({ ...form, action: form.action.replace(proxy.gateway, bank.gateway) });
      const callback = callbackOn(await decideOn(challenge, 'approve', shownCode(challenge)));
      expect(callback.action).toBe(start.okUrl);
      const authentication = await authenticationBy(start, callback);
      const order = { ...start.order, authentication, payerAddress: '203.0.113.7' };
      expect((await pos.provision(account, order, soon())).kind).toBe('approved');
    });

    test('that asks nobody: the form leads straight to our callback, and verifies there', async () => {
      const start = startOf('frictionless');
      const form = await formFor(start);
      expect(form.action).toBe(start.okUrl);
      await authenticationBy(start, form);
    });

    test('that the gate refuses: the form leads to our callback, and fails there', async () => {
      const start = startOf('gate-refuses-number');
      const form = await formFor(start);
      expect(form.action).toBe(start.failUrl);
      const verdict = await pos.verifyCallback(account, start, form.fields, soon());
      expect(verdict).toEqual({ kind: 'failed', code: gateway.kind === 'nestpay' ? '003' : '025' });
    });

    test('is one post with the signed form, the payer’s own browser, and nothing that keeps it', async () => {
      const start = startOf('approved');
      await formFor(start);
      const [request = '', ...others] = proxy.requests;
      expect(others).toEqual([]);
      expect(request.startsWith(`POST ${gateway.gate} HTTP/1.1\r\n`)).toBe(true);
      const headers = request.split('\r\n\r\n')[0]?.toLowerCase() ?? '';
      expect(headers).toContain(`user-agent: ${browser.userAgent}`.toLowerCase());
      expect(headers).toContain(`accept: ${browser.accept}`);
      expect(headers).toContain(`accept-language: ${browser.acceptLanguage}`.toLowerCase());
      expect(headers).toContain('content-type: application/x-www-form-urlencoded');
      expect(headers).toContain('sec-fetch-dest: empty');
      const begun = await pos.start3D(account, start, soon());
      expect(begun.kind === 'form' && [...fieldsSent()]).toEqual(begun.kind === 'form' && begun.form.fields);
    });

    test('passes on no header of a browser that is too long or cannot be one', async () => {
      const odd = { userAgent: 'x'.repeat(501), accept: 'text/html\r\nx-evil: 1', acceptLanguage: 'ı' };
      const answer = await pos.startOnServer(account, { ...startOf('approved'), browser: odd }, soon());
      expect(answer.kind).toBe('form');
      expect(proxy.requests[0]).not.toMatch(/user-agent|x-evil|accept-language/i);
    });
  });

  describe('What a gate answers and nobody may pass on', () => {
    test.each([
      ['gate-redirect', 'redirect'],
      ['gate-cookie', 'cookie'],
      ['gate-script', 'script'],
      ['gate-echo', 'card-data'],
      ['gate-echo-separated', 'card-data'],
      ['gate-echo-percent', 'card-data'],
      ['gate-echo-base64', 'card-data'],
    ])('%s: 024, %s, after one post', async (id, reason) => {
      expect(await begin(startOf(id))).toEqual(unusable(reason));
      expect(proxy.requests).toHaveLength(1);
    });

    test('a page that refuses the form: 024, unreadable', async () => {
      const stranger = gateway.asNobody(account);
      expect(await begin(startOf('approved'), pos, stranger)).toEqual(unusable('unreadable'));
    });

    test.each<[string, string, (answer: string) => string]>([
      ['more than 64 kB', 'too-large', (answer) => answer.replace('</body>', `${'x'.repeat(70_000)}</body>`)],
      ['a packed page', 'unreadable', (answer) => answer.replace(/\r\n\r\n/, '\r\ncontent-encoding: gzip\r\n\r\n')],
      ['no HTTP', 'unreadable', () => 'not HTTP\r\n\r\n'],
    ])('%s: 024, %s', async (_what, reason, change) => {
      const changed = (answer: Buffer): Buffer => {
        const text = change(answer.toString('latin1'));
        const length = text.length - text.indexOf('\r\n\r\n') - 4;
        return Buffer.from(text.replace(/content-length: *\d+/i, `content-length: ${length}`), 'latin1');
      };
      proxy.behave({ kind: 'other-answer', change: changed });
      expect(await begin(startOf('approved'))).toEqual(unusable(reason));
    });

    test('a page in ISO-8859-9 is passed on, and arrives at the issuer byte for byte', async () => {
      const form = await formFor(startOf('gate-latin-5'));
      expect(form.acceptCharset).toBe('iso-8859-9');
      const action = form.action.replace(proxy.gateway, bank.gateway);
      const escaped = (text: string): string =>
        [...(encodeIso88599(text) ?? [])]
          .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
          .join('');
      const post = async (encode: (text: string) => string) => {
        const body = form.fields.map(([name, value]) => `${name}=${encode(value)}`).join('&');
        const headers = { 'content-type': 'application/x-www-form-urlencoded' };
        return fetch(action, { method: 'POST', headers, body });
      };
      const inItsBytes = await post((text) => escaped(text).replaceAll(/%[2-7][0-9A-F]/g, decodeURIComponent));
      expect(inItsBytes.status).toBe(200);
      expect(formsOf(await inItsBytes.text())).toHaveLength(1);
      expect((await post(encodeURIComponent)).status).toBe(400);
    });
  });

  describe('A gate that does not answer', () => {
    const silent = failed({ kind: 'silent' });

    test('in ten seconds: silent, however long the call has', async () => {
      const quiet = await startBank(ledger);
      const [clock, timer] = [standingClock(), handTimer()];
      const patient = sandboxBank({ clock, timer });
      const start = { ...startOf('gate-silent'), browser };
      const answer = patient.startOnServer(gateway.accountAt(quiet.gateway), start, { answerBy: clock.now() + 60_000 });
      await quiet.held;
      expect(timer.running().toSorted((one, other) => one - other)).toEqual([5000, 10_000]);
      timer.fire();
      expect(await answer).toEqual(silent);
      patient.close();
      await quiet.stop();
    });

    test.each<ProxyFault>([
      { kind: 'reset-instead-of-answer' },
      { kind: 'cut-answer', afterBytes: 200 },
      { kind: 'reset-at-connect' },
    ])('%s: silent, and nothing is sent again', async (fault) => {
      proxy.behave(fault);
      expect(await begin(startOf('approved'))).toEqual(silent);
      expect(proxy.requests.length).toBeLessThanOrEqual(1);
    });

    test('because nobody listens: silent', async () => {
      const away = { ...account, gateway: `http://127.0.0.1:${await closedPort()}` };
      expect(await begin(startOf('approved'), pos, away)).toEqual(silent);
    });
  });

  describe('A start on the server is not sent', () => {
    test('when its time is up before: nothing leaves this process', async () => {
      const start = { ...startOf('approved'), browser };
      expect(await pos.startOnServer(account, start, { answerBy: Date.now() + 500 })).toEqual(
        failed({ kind: 'not-sent' }),
      );
      expect(proxy.requests).toEqual([]);
    });

    test('beyond the calls that a virtual POS may have at its gate, and charges go on meanwhile (rule 23)', async () => {
      const quiet = await startBank(ledger);
      const one = sandboxBank({ maxInFlightPerPos: 1 });
      const there = gateway.accountAt(quiet.gateway);
      const running = begin(startOf('gate-silent'), one, there);
      await quiet.held;
      expect(await begin(startOf('approved'), one, there)).toEqual(failed({ kind: 'not-sent' }));
      const order = { ...startOf('approved').order, card: cardOf('approved'), payerAddress: '203.0.113.7' };
      expect((await one.charge(there, order, soon())).kind).toBe('approved');
      quiet.release();
      expect((await running).kind).toBe('form');
      one.close();
      await quiet.stop();
    });

    test('where virtual POS, stage, card or function do not allow it: that is a defect of the caller', () => {
      const start = startOf('approved');
      expect(() => begin(start, pos, { ...account, serverStart: false })).toThrow(BankCallNotAllowed);
      expect(() => begin(start, pos, { ...account, gateway: 'https://bank.example' })).toThrow(BankCallNotAllowed);
      expect(() => begin(start, sandboxBank({ postToGate: undefined }))).toThrow(BankCallNotAllowed);
      const other = { ...start, card: { ...start.card, number: '4242424242424242' } };
      expect(() => begin(other)).toThrow(BankCallNotAllowed);
      expect(proxy.requests).toEqual([]);
    });
  });
});
