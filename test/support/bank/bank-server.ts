import { randomInt, randomUUID } from 'node:crypto';
import { createServer as createTlsServer } from 'node:https';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { bankSimulator } from '../../../functions/sandbox/bank-simulator/bank-simulator.ts';
import { contract } from '../../../functions/sandbox/bank-simulator/contract.ts';
import type { BankSimulatorDependencies } from '../../../functions/sandbox/bank-simulator/dependencies.ts';
import { createGateway } from '../../../infra/local/gateway.ts';
import { closeServer, listenOnLoopback } from '../../../infra/local/http-body.ts';
import { routeMatcher } from '../../../infra/local/routes.ts';
import { readXml } from '../../../shared/adapters/bank/xml-reader.ts';
import { writeXml } from '../../../shared/adapters/bank/xml-writer.ts';
import type { GarantiAccount } from '../../../shared/adapters/garanti/account.ts';
import type { NestPayAccount } from '../../../shared/adapters/nestpay/account.ts';
import { hashVer3 } from '../../../shared/adapters/nestpay/hash-ver3.ts';
import { systemClock, systemRandomness } from '../../../shared/adapters/runtime/system.ts';
import { sandboxTerminal } from '../../../shared/garanti/sandbox-merchant.ts';
import { sandboxMerchant } from '../../../shared/nestpay/sandbox-merchant.ts';
import type { BankLedger } from '../../../shared/ports/bank-ledger.ts';
import { newAccountNumber } from './account-numbers.ts';
import type { TestCertificate } from './bank-certificate.ts';

/** The embedded bank on a port of its own, with the events that the API would send to it. */
export interface TestBank {
  readonly port: number;
  /** Address for a virtual POS. */
  readonly gateway: string;
  /** Paths of the requests, in order. */
  readonly paths: readonly string[];
  /** Fulfilled when a request is held past its caller's time-out. */
  readonly held: Promise<void>;
  /** Releases held requests. */
  release(): void;
  stop(): Promise<void>;
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

const MINUTES_A_DAY = 1440;
const ISTANBUL_AHEAD_MINUTES = 180;

/** An end of the bank's day half a day from now, so that no test meets it by chance. */
const farDayEnd = (): number =>
  (Math.floor(Date.now() / 60_000) + ISTANBUL_AHEAD_MINUTES + MINUTES_A_DAY / 2) % MINUTES_A_DAY;

/**
 * The environment of an app whose embedded bank ends its day half a day from now, so that no test meets it by chance.
 */
export const farFromDayEnd = (): Readonly<Record<string, string>> => {
  const minutes = farDayEnd();
  const parts = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  return { BANK_DAY_END: parts.join(':') };
};

/** What the embedded bank of a test is made of beside its books, its log and what it holds back. It answers without a delay. */
export const bankParts = (): Omit<BankSimulatorDependencies, 'ledger' | 'log' | 'hold'> => ({
  clock: systemClock,
  serviceName: 'Test',
  dayEnd: farDayEnd(),
  merchantOf: sandboxMerchant,
  terminalOf: sandboxTerminal,
  hashOf: hashVer3,
  readXml,
  writeXml,
  random: {
    digits: (count) => String(randomInt(10 ** count)).padStart(count, '0'),
    token: () => systemRandomness.token(),
  },
  delay: () => Promise.resolve(),
});

/** Starts the embedded bank over a ledger; with TLS if a certificate is given. */
export const startBank = async (
  ledger: BankLedger,
  tls?: TestCertificate,
  changes: Partial<BankSimulatorDependencies> = {},
): Promise<TestBank> => {
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const paths: string[] = [];
  const handle = bankSimulator({
    ledger,
    ...bankParts(),
    log: silent,
    hold: () => {
      held.resolve();
      return released.promise;
    },
    ...changes,
  });
  const routes = contract.routes.map(({ method, path }) => ({ routeKey: `${method} ${path}`, functionName: 'bank' }));
  const invoke = async (_name: string, payload: string) => {
    const event = JSON.parse(payload) as APIGatewayProxyEventV2;
    paths.push(event.rawPath);
    return { payload: JSON.stringify(await handle(event)), failed: false };
  };
  const backend = { address: { host: '127.0.0.1', port: 0 }, match: routeMatcher(routes), invoke };
  const plain = createGateway(() => backend);
  const { key = '', certificate: cert = '' } = tls ?? {};
  const server =
    tls === undefined
      ? plain
      : createTlsServer({ key, cert }, (request, response) => void plain.emit('request', request, response));
  const port = await listenOnLoopback(server, 0);
  return {
    port,
    gateway: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    paths,
    held: held.promise,
    release: () => released.resolve(),
    stop: async () => {
      released.resolve();
      await closeServer(server, 0);
    },
  };
};

/** The account of a sandbox merchant at a gateway. Each call makes another merchant. */
export const accountAt = (gateway: string, changes: Partial<NestPayAccount> = {}): NestPayAccount => {
  const merchant = sandboxMerchant(newAccountNumber());
  if (merchant === undefined) throw new Error('no merchant');
  return {
    kind: 'nestpay',
    posId: 'pos-1',
    version: 1,
    gateway,
    ...merchant,
    attemptedThreeDAllowed: false,
    serverStart: true,
    withoutCvc: true,
    dayEndsAt: '22:00',
    ...changes,
  };
};

/** The account of a sandbox terminal at a gateway. Each call makes another terminal. */
export const garantiAccountAt = (gateway: string, changes: Partial<GarantiAccount> = {}): GarantiAccount => {
  const terminal = sandboxTerminal(newAccountNumber());
  if (terminal === undefined) throw new Error('no terminal');
  return {
    kind: 'garanti',
    posId: 'pos-garanti',
    version: 1,
    gateway,
    ...terminal,
    attemptedThreeDAllowed: false,
    serverStart: true,
    withoutCvc: true,
    dayEndsAt: '22:00',
    ...changes,
  };
};

/** An order id that no other test uses, of 36 characters: the most that all gateways take. */
export const newOrderId = (): string => `ORDER-${randomUUID().slice(6)}`;
