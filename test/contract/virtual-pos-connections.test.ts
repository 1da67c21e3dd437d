import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { dynamoBankLedger } from '../../shared/adapters/dynamodb/sandbox/bank-ledger.ts';
import type { PosAccount } from '../../shared/ports/bank-gateway.ts';
import { handTimer, sandboxBank, soon, standingClock } from '../support/bank/bank-calls.ts';
import { certificateFor } from '../support/bank/bank-certificate.ts';
import { closedPort, type FaultProxy, startFaultProxy } from '../support/bank/bank-proxy.ts';
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

/** The bank's number of an account. */
const numberOf = (account: PosAccount): string => ('clientId' in account ? account.clientId : account.terminalId);

describe.each(gateways)('Connections and TLS, of $kind', (gateway) => {
  const { chargeOf } = gateway;
  let account: PosAccount;
  beforeEach(() => {
    account = gateway.accountAt(proxy.gateway);
  });

  describe('Connections (rule 21)', () => {
    const idleFor = async (idleMs: number): Promise<number> => {
      const clock = standingClock();
      const kept = sandboxBank({ clock, timer: handTimer() });
      expect((await kept.charge(account, chargeOf('approved'), soon(clock))).kind).toBe('approved');
      clock.advance(idleMs);
      expect((await kept.charge(account, chargeOf('approved'), soon(clock))).kind).toBe('approved');
      kept.close();
      return proxy.connections();
    };

    test('are kept between calls', async () => {
      expect(await idleFor(2000)).toBe(1);
    });

    test('that idled more than 2 s carry no charge: a new one is opened', async () => {
      expect(await idleFor(2001)).toBe(2);
    });

    test('that idled under a clock which was set back carry none either', async () => {
      expect(await idleFor(-1)).toBe(2);
    });

    test('that die under a charge leave it unknown, and nothing is sent again', async () => {
      proxy.behave({ kind: 'reset-second-request' });
      const kept = sandboxBank();
      expect((await kept.charge(account, chargeOf('approved'), soon())).kind).toBe('approved');
      expect(await kept.charge(account, chargeOf('approved'), soon())).toEqual({
        kind: 'unknown',
        cause: 'connection-lost',
      });
      expect(proxy.requests).toHaveLength(2);
      kept.close();
    });

    test('take no proxy from the environment', async () => {
      const nobody = `http://127.0.0.1:${await closedPort()}`;
      const variables = Object.fromEntries(
        ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy'].map((name) => [name, nobody]),
      );
      const calls = new URL('../support/bank/bank-calls.ts', import.meta.url).href;
      const script = `
      import { chargeOf, sandboxBank, soon } from ${JSON.stringify(calls)};
      const pos = sandboxBank();
      const account = JSON.parse(process.env.ACCOUNT);
      console.log((await pos.charge(account, chargeOf('approved'), soon())).kind);
      pos.close();`;
      const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
        env: { ...variables, NODE_USE_ENV_PROXY: '1', ACCOUNT: JSON.stringify(account) },
      });
      expect(stdout.trim()).toBe('approved');
    });
  });

  describe('TLS', () => {
    const own = certificateFor('127.0.0.1');
    const elsewhere = certificateFor('127.0.0.2');

    const chargeOver = async (served: typeof own, trusted: typeof own | undefined) => {
      const secure = await startBank(ledger, served);
      const client = sandboxBank(trusted === undefined ? {} : { extraAuthority: trusted.certificate });
      const order = chargeOf('approved');
      const answer = await client.charge({ ...account, gateway: secure.gateway }, order, soon());
      const requests = secure.paths.length;
      client.close();
      await secure.stop();
      return { answer, requests };
    };

    test('to a bank whose certificate is trusted carries the charge', async () => {
      expect(await chargeOver(own, own)).toMatchObject({ answer: { kind: 'approved' }, requests: 1 });
    });

    test('to a stranger, or to another address than the certificate’s, is 010 and sends nothing', async () => {
      const refused = { answer: { kind: 'not-sent', code: '010' }, requests: 0 };
      expect(await chargeOver(own, undefined)).toEqual(refused);
      expect(await chargeOver(elsewhere, elsewhere)).toEqual(refused);
    });

    test('is verified whatever the environment says', async () => {
      process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
      try {
        expect((await chargeOver(own, undefined)).answer).toEqual({ kind: 'not-sent', code: '010' });
      } finally {
        delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
      }
    });

    test('with a side that speaks no TLS is 010', async () => {
      proxy.behave({ kind: 'garbage-greeting' });
      for (const port of [proxy.port, bank.port]) {
        const away = { ...account, gateway: `https://127.0.0.1:${port}` };
        const answer = await pos.charge(away, chargeOf('approved'), soon());
        expect(answer).toEqual({ kind: 'not-sent', code: '010' });
      }
    });

    test('reset in the handshake is not sent: 010, or 008 where the reset overtook the connection', async () => {
      proxy.behave({ kind: 'reset-at-connect' });
      const away = { ...account, gateway: `https://127.0.0.1:${proxy.port}` };
      const answer = await pos.charge(away, chargeOf('approved'), soon());
      expect(answer.kind).toBe('not-sent');
    });
  });

  describe('One adapter, several banks', () => {
    test('sends each account’s charge to that account’s gateway, however they mix', async () => {
      const other = await startBank(ledger);
      const accounts: readonly PosAccount[] = [account, gateway.accountAt(other.gateway)];
      const before = other.paths.length;
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          pos.charge(accounts[index % 2] ?? account, chargeOf('approved'), soon()),
        ),
      );
      expect(answers.map(({ kind }) => kind)).toEqual(Array.from({ length: 10 }, () => 'approved'));
      expect(proxy.requests).toHaveLength(5);
      expect(other.paths.length - before).toBe(5);
      for (const request of proxy.requests) expect(request).toContain(`>${numberOf(account)}<`);
      await other.stop();
    });
  });
});
