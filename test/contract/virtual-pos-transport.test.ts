import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { MAX_ANSWER_BYTES, type Timer } from '../../shared/adapters/bank/http-client.ts';
import { dynamoBankLedger } from '../../shared/adapters/dynamodb/sandbox/bank-ledger.ts';
import type { PosAccount } from '../../shared/ports/bank-gateway.ts';
import { handTimer, orderOf, sandboxBank, soon, standingClock } from '../support/bank/bank-calls.ts';
import { closedPort, type FaultProxy, type ProxyFault, startFaultProxy, withBody } from '../support/bank/bank-proxy.ts';
import { startBank, type TestBank } from '../support/bank/bank-server.ts';
import { gateways } from '../support/bank/gateways.ts';
import { engineTable } from '../support/store/store.ts';

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

const text = (answer: Buffer): string => answer.subarray(answer.indexOf('\r\n\r\n') + 4).toString('utf8');
const edited = (edit: (body: string) => string | Buffer): ProxyFault => ({
  kind: 'other-answer',
  change: (answer) => withBody(answer, edit(text(answer))),
});
const head = (from: RegExp, to: string): ProxyFault => ({
  kind: 'other-answer',
  change: (answer) => Buffer.from(answer.toString('latin1').replace(from, to), 'latin1'),
});

/** The names of the wires for what these tests change, and bytes of an empty text in an answer. */
const WIRES = {
  nestpay: {
    root: 'CC5Response',
    text: 'ErrMsg',
    orderId: 'OrderId',
    code: 'ProcReturnCode',
    before: '<TransId>',
    charset: 'ISO-8859-9',
  },
  garanti: {
    root: 'GVPSResponse',
    text: 'SysErrMsg',
    orderId: 'OrderID',
    code: 'Code',
    before: '<ReasonCode>',
    charset: 'UTF-8',
  },
} as const;

describe.each(gateways)('The transport, of $kind', (gateway) => {
  const { chargeOf } = gateway;
  const wire = WIRES[gateway.kind];
  let account: PosAccount;
  beforeEach(() => {
    account = gateway.accountAt(proxy.gateway);
  });

  const withText = (body: string, added: string): string =>
    body.replace(`<${wire.text}></${wire.text}>`, `<${wire.text}>${added}</${wire.text}>`);
  const spliced = (markup: string): ProxyFault =>
    edited((body) => body.replace(`<${wire.root}>`, `${markup}<${wire.root}>`));
  const chargeMeeting = async (fault: ProxyFault) => {
    proxy.behave(fault);
    const order = chargeOf('approved');
    const answer = await pos.charge(account, order, soon());
    proxy.behave({ kind: 'none' });
    const sent = proxy.requests.length;
    const found = await pos.inquire(account, order, soon());
    return { answer, found: found.kind, sent };
  };

  describe('Surely not sent (rule 3) is only', () => {
    test('a refused connection: 008', async () => {
      const away = { ...account, gateway: `http://127.0.0.1:${await closedPort()}` };
      expect(await pos.charge(away, chargeOf('approved'), soon())).toEqual({ kind: 'not-sent', code: '008' });
      expect(await pos.inquire(away, orderOf(), soon())).toEqual({ kind: 'unknown', cause: 'not-asked' });
    });

    test('a name that does not resolve: 008', async () => {
      const away = { ...account, gateway: 'https://gateway.bank.invalid' };
      const outside = sandboxBank({ allowedHosts: ['gateway.bank.invalid'] });
      const answer = await outside.charge(away, chargeOf('approved'), soon());
      expect(answer).toEqual({ kind: 'not-sent', code: '008' });
      outside.close();
    });

    test.each([
      ['https://other.bank.example', false],
      ['http://gateway.bank.example', false],
      ['http://127.0.0.1:1', false],
      ['ftp://127.0.0.1', true],
      ['https://user:word@gateway.bank.example', true],
      ['not an address', true],
    ])('a gateway that the stage does not allow, %s: 008 (rule 22)', async (address, sandbox) => {
      const strict = sandboxBank({ allowedHosts: ['gateway.bank.example'], sandbox });
      const answer = await strict.charge({ ...account, gateway: address }, chargeOf('approved'), soon());
      expect(answer).toEqual({ kind: 'not-sent', code: '008', refusedHere: true });
      strict.close();
    });

    test('a virtual POS with as many calls as it may have: 008, and the next one goes through (rule 23)', async () => {
      const slow = await startBank(ledger);
      const one = sandboxBank({ maxInFlightPerPos: 1 });
      const there = { ...account, gateway: slow.gateway };
      const running = one.charge(there, chargeOf('time-out-after-charge'), soon());
      await slow.held;
      expect(await one.charge(there, chargeOf('approved'), soon())).toEqual({
        kind: 'not-sent',
        code: '008',
        refusedHere: true,
      });
      expect((await one.charge(gateway.accountAt(slow.gateway), chargeOf('approved'), soon())).kind).toBe('approved');
      slow.release();
      expect((await running).kind).toBe('approved');
      expect((await one.charge(there, chargeOf('approved'), soon())).kind).toBe('approved');
      one.close();
      await slow.stop();
    });

    test('the 51st call at once where nobody has set another number: 008, and the 50 before it go through (rule 23)', async () => {
      const calls = Array.from({ length: 51 }, () => pos.charge(account, chargeOf('approved'), soon()));
      const answers = await Promise.all(calls);
      expect(answers.at(-1)).toEqual({ kind: 'not-sent', code: '008', refusedHere: true });
      expect(answers.filter(({ kind }) => kind === 'approved')).toHaveLength(50);
    });

    test('time that is up before the call: 021, without a connection', async () => {
      const answer = await pos.charge(account, chargeOf('approved'), { answerBy: Date.now() });
      expect(answer).toEqual({ kind: 'not-sent', code: '021' });
      expect(proxy.connections()).toBe(0);
    });

    test('time that is up when the connection stands: 021, looked at directly before writing (rule 5)', async () => {
      // The clock jumps once the call's timers are set. The next time it is read is just before the first byte.
      const clock = standingClock();
      const byHand = handTimer();
      const { answerBy } = soon(clock);
      const timer: Timer = (delayMs, fire) => {
        clock.advance(19_500);
        return byHand(delayMs, fire);
      };
      const late = sandboxBank({ clock, timer });
      const answer = await late.charge(account, chargeOf('approved'), { answerBy });
      expect(answer).toEqual({ kind: 'not-sent', code: '021' });
      expect(proxy.connections()).toBe(1);
      expect(proxy.requests).toEqual([]);
      expect(byHand.running()).toEqual([]);
      late.close();
    });
  });

  describe('Unknown is everything after the first byte (rule 3)', () => {
    test('a reset instead of the answer', async () => {
      expect(await chargeMeeting({ kind: 'reset-instead-of-answer' })).toMatchObject({
        answer: { kind: 'unknown', cause: 'connection-lost' },
        found: 'captured',
        sent: 1,
      });
    });

    test('a connection that is taken and reset at once, whichever of the two was faster', async () => {
      const { answer, found } = await chargeMeeting({ kind: 'reset-at-connect' });
      expect([
        { kind: 'unknown', cause: 'connection-lost' },
        { kind: 'not-sent', code: '008' },
      ]).toContainEqual(answer);
      expect(found).toBe('no-record');
    });

    test.each([10, 150, 400])('an answer cut after %d bytes, by a reset or an end', async (afterBytes) => {
      for (const ends of [false, true]) {
        const { answer, sent } = await chargeMeeting({ kind: 'cut-answer', afterBytes, ends });
        expect(answer.kind).toBe('unknown');
        expect(sent).toBeGreaterThan(0);
      }
    });

    test('an answer that drips and stops: time-out at the deadline of the whole call', async () => {
      const timer = handTimer();
      const waiting = sandboxBank({ timer });
      proxy.behave({ kind: 'stalled-answer', afterBytes: 300 });
      const answer = waiting.charge(account, chargeOf('approved'), soon());
      await proxy.stalled;
      timer.fire();
      expect(await answer).toEqual({ kind: 'unknown', cause: 'time-out' });
      waiting.close();
    });

    test('a greeting that is not HTTP', async () => {
      const { answer } = await chargeMeeting({ kind: 'garbage-greeting' });
      expect(['unknown', 'not-sent']).toContain(answer.kind);
      expect(answer.kind).not.toBe('approved');
    });

    test.each<readonly [string, ProxyFault]>([
      ['not HTTP', { kind: 'other-answer', change: () => Buffer.from('neither TLS nor HTTP\r\n\r\n') }],
      ['an empty body', edited(() => '')],
      ['HTML', edited(() => '<html><body>Bakım çalışması</body></html>')],
      ['truncated XML', edited((body) => body.slice(0, body.length / 2))],
      ['a DOCTYPE', spliced(`<!DOCTYPE ${wire.root}>`)],
      ['an external entity', spliced('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]>')],
      ['an entity of its own', spliced('<!DOCTYPE a [<!ENTITY ok "00">]>')],
      ['a comment', edited((body) => body.replace('Approved', 'App<!-- -->roved'))],
      ['a processing instruction', spliced('<?php ?>')],
      ['a reference to nothing', edited((body) => withText(body, '&nbsp;'))],
      ['a NUL', edited((body) => withText(body, '&#0;'))],
      ['two roots', edited((body) => `${body}<Other/>`)],
      ['two codes', edited((body) => body.replace(wire.before, `<${wire.code}>00</${wire.code}>${wire.before}`))],
      ['a code of another shape', edited((body) => body.replace('>00<', '>0<'))],
      ['another encoding', head(/charset=[\w-]+/i, 'charset=utf-16')],
      ['a compressed body', head(/content-type:/i, 'content-encoding: gzip\r\ncontent-type:')],
      ['status 500', head(/HTTP\/1.1 200 OK/, 'HTTP/1.1 500 No')],
      ['a redirect', head(/HTTP\/1.1 200 OK/, 'HTTP/1.1 307 No\r\nlocation: /elsewhere')],
      ['a head that never ends', head(/content-type:/i, `x-long: ${'x'.repeat(20_000)}\r\ncontent-type:`)],
      ['more than 64 kB', edited((body) => body + ' '.repeat(MAX_ANSWER_BYTES))],
    ])('%s: unreadable, sent once, and the charge stands', async (_what, fault) => {
      expect(await chargeMeeting(fault)).toEqual({
        answer: { kind: 'unknown', cause: 'unreadable' },
        found: 'captured',
        sent: 1,
      });
    });

    test('another word for the response, sent once, and the charge stands', async () => {
      const cause = gateway.kind === 'nestpay' ? 'unreadable' : 'contradictory';
      const met = await chargeMeeting(edited((body) => body.replace('>Approved<', '>APPROVED<')));
      expect(met).toEqual({ answer: { kind: 'unknown', cause }, found: 'captured', sent: 1 });
    });

    test('no order id in an approval: contradictory', async () => {
      const { answer } = await chargeMeeting(
        edited((body) => body.replace(new RegExp(`<${wire.orderId}>[^<]*</${wire.orderId}>`), '')),
      );
      expect(answer).toEqual({ kind: 'unknown', cause: 'contradictory' });
    });
  });

  describe('Answers are read', () => {
    test('in ISO-8859-9, where the bank says so', async () => {
      const bytes = edited((body) => Buffer.from(withText(body, '\xdd\xfe\xf0'), 'latin1'));
      if (gateway.kind === 'nestpay') expect((await chargeMeeting(bytes)).answer.kind).toBe('approved');
      else expect((await pos.charge(account, chargeOf('garanti-latin-5'), soon())).kind).toBe('approved');
    });

    test.each([
      ['UTF-8 bytes that say ISO-8859-9', edited((body) => withText(body, 'İşğ'))],
      ['character references', edited((body) => withText(body, '&#x130;&#351;&amp;'))],
      ['CDATA', edited((body) => body.replace('>Approved<', '><![CDATA[Approved]]><'))],
      ['line ends', edited((body) => body.replaceAll('><', '>\r\n<'))],
      ['64 kB', edited((body) => body + ' '.repeat(MAX_ANSWER_BYTES - Buffer.byteLength(body)))],
    ])('in %s', async (_what, fault) => {
      expect((await chargeMeeting(fault)).answer.kind).toBe('approved');
    });
  });
});
