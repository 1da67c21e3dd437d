import { describe, expect, test } from 'vitest';
import { runCanary } from '../../../../functions/comparison/run-canary/run-canary.ts';
import type { CanaryNumbers } from '../../../../shared/observability/log.ts';
import type { SiteRequest } from '../../../../shared/ports/public-site.ts';
import type { ServiceAccount } from '../../../../shared/ports/service-accounts.ts';
import { VaultUnavailable } from '../../../../shared/ports/vault.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { FakeLog } from '../../../fakes/log.ts';
import { type FakeAnswer, FakeSite } from '../../../fakes/site.ts';

const BASE_URL = 'https://pay.example';
const RUN_MS = 55_000;

const account: ServiceAccount = {
  owner: 'canary',
  version: 3,
  dealerCode: 'canary',
  username: 'canary',
  credentialId: 'id',
  sealedPassword: 'sealed',
  dealerCustomerTypeId: 99_999,
  issuedAtMs: 1,
};

const json = (Data: unknown, ResultCode = 'Success'): FakeAnswer => ({
  status: 200,
  text: JSON.stringify({ Data, ResultCode, ResultMessage: '', Exception: null }),
});

/** A production stage that does what it should. */
const good = ({ address }: SiteRequest): FakeAnswer => {
  switch (new URL(address).pathname) {
    case '/Dealer/GetDealer':
      return json({ DealerCode: 'canary' });
    case '/PaymentUserPos/CreateUserPosPayment':
      return json({ Url: `${BASE_URL}/pay/abc`, CodeForHash: 'code' });
    case '/pay/abc':
      return { status: 200, text: '<p>Canary of the service</p>' };
    case '/PaymentUserPos/CancelUserPosPayment':
      return json({});
    case '/PaymentUserPos/GetUserPosPayment':
      return json({ State: 'Cancelled' });
    default:
      return { status: 404, text: '' };
  }
};

interface Scene {
  readonly answer?: (request: SiteRequest) => FakeAnswer;
  readonly found?: ServiceAccount | undefined;
  readonly vaultFails?: boolean;
}

const run = async (scene: Scene = {}) => {
  const { answer = good, vaultFails = false } = scene;
  const site = new FakeSite(BASE_URL, answer);
  const log = new FakeLog();
  const ran: CanaryNumbers[] = [];
  const clock = new FakeClock(1_000_000);
  const report = await runCanary({
    accounts: { find: () => Promise.resolve('found' in scene ? scene.found : account) },
    opener: {
      open: (sealed, context) =>
        vaultFails
          ? Promise.reject(new VaultUnavailable('AccessDenied'))
          : Promise.resolve(`${sealed} of ${context.purpose} ${context.version}`),
    },
    site,
    clock,
    randomness: { guid: () => 'GUID' },
    baseUrl: BASE_URL,
    sandbox: false,
    log,
    metrics: {
      ran: (numbers) => void ran.push(numbers),
    },
  })(clock.now() + RUN_MS);
  return { report, ran, log, asked: site.asked };
};

/** The good stage, but for one path. */
const but =
  (path: string, answer: FakeAnswer) =>
  (request: SiteRequest): FakeAnswer =>
    new URL(request.address).pathname === path ? answer : good(request);

describe('The canary of a production stage', () => {
  test('looks up, makes a link, opens its page, cancels the link and looks it up, and never posts a card', async () => {
    const { report, ran, asked, log } = await run();
    expect(report).toEqual({ kind: 'passed' });
    expect(ran).toEqual([{ passed: 1, failed: 0 }]);
    expect(asked.map(({ method, address }) => `${method} ${new URL(address).pathname}`)).toEqual([
      'POST /Dealer/GetDealer',
      'POST /PaymentUserPos/CreateUserPosPayment',
      'GET /pay/abc',
      'POST /PaymentUserPos/CancelUserPosPayment',
      'POST /PaymentUserPos/GetUserPosPayment',
    ]);
    const [first] = asked;
    const { DealerAuthentication } = JSON.parse(first?.body?.text ?? '') as { DealerAuthentication: object };
    expect(DealerAuthentication).toMatchObject({ DealerCode: 'canary', Password: 'sealed of canary-account 3' });
    expect(JSON.stringify(log)).not.toContain('sealed');
  });

  test.each([
    ['look-up', '/Dealer/GetDealer', json(null, 'Dealer.GetDealer.InvalidRequest'), 'Dealer.GetDealer.InvalidRequest'],
    ['create-link', '/PaymentUserPos/CreateUserPosPayment', { status: 503, text: '' }, 'HTTP 503'],
    ['create-link', '/PaymentUserPos/CreateUserPosPayment', { status: 200, text: 'html' }, 'no envelope'],
    ['create-link', '/PaymentUserPos/CreateUserPosPayment', json({ Url: 1 }), 'no link'],
    [
      'open-page',
      '/PaymentUserPos/CreateUserPosPayment',
      json({ Url: 'https://evil.example/', CodeForHash: 'x' }),
      'foreign',
    ],
    ['open-page', '/pay/abc', 'silent', 'time-out'],
    ['open-page', '/pay/abc', { status: 303, location: '/pay/abc', text: '' }, 'too many redirects'],
    ['open-page', '/pay/abc', { status: 200, text: 'Something else' }, 'another page'],
    ['cancel-link', '/PaymentUserPos/CancelUserPosPayment', json(null, 'EX'), 'EX'],
    ['look-up-link', '/PaymentUserPos/GetUserPosPayment', json({ State: 'Open' }), 'not Cancelled'],
  ] as const)(
    'fails at %s, and its log line says so without a text of the answer',
    async (step, path, answer, code) => {
      const { report, ran, log } = await run({ answer: but(path, answer) });
      expect(report).toEqual({ kind: 'failed', step, code });
      expect(ran).toEqual([{ passed: 0, failed: 1 }]);
      expect(log.lines).toMatchObject([{ event: 'canary failed', fields: { operation: step, code } }]);
    },
  );

  test('without a set-up it says which command is missing, and counts neither a pass nor a failure', async () => {
    const { report, ran, log, asked } = await run({ found: undefined });
    expect({ report, ran, asked }).toEqual({
      report: { kind: 'not-set-up' },
      ran: [],
      asked: [],
    });
    expect(log.lines).toMatchObject([{ event: 'canary not set up', fields: { command: 'set-up-canary' } }]);
  });

  test('a vault that does not open fails the run by the name of the error', async () => {
    const { report } = await run({ vaultFails: true });
    expect(report).toEqual({ kind: 'failed', step: 'begin', code: 'VaultUnavailable' });
  });
});
