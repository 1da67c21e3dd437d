import { describe, expect, test } from 'vitest';
import { runCanary } from '../../../../functions/comparison/run-canary/run-canary.ts';
import { resultHashesOf } from '../../../../shared/http/result-hash.ts';
import { testCard } from '../../../../shared/nestpay/test-cards.ts';
import type { SiteRequest } from '../../../../shared/ports/public-site.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { FakeLog } from '../../../fakes/log.ts';
import { type FakeAnswer, FakeSite } from '../../../fakes/site.ts';

const BASE_URL = 'https://pay.example';
const OTHER_FORM = '<form action="/other"><input name="action" value="cancel"></form>';

const page = (text: string): FakeAnswer => ({ status: 200, text });
const json = (Data: unknown, ResultCode = 'Success'): FakeAnswer => page(JSON.stringify({ Data, ResultCode }));
const fieldsOf = ({ body }: SiteRequest) => Object.fromEntries(new URLSearchParams(body?.text));
const hiddenForm = (action: string, name: string, value: string): string =>
  `<form method="post" action="${action}"><input type="hidden" name="${name}" value="${value}"></form>`;

/** A sandbox stage that does what it should: the second link is paid by card, with a one-time code. */
const sandbox = () => {
  const asked: SiteRequest[] = [];
  let links = 0;
  const answer = (request: SiteRequest): FakeAnswer => {
    asked.push(request);
    switch (new URL(request.address).pathname) {
      case '/Dealer/GetDealer':
      case '/PaymentUserPos/CancelUserPosPayment':
        return json({});
      case '/PaymentUserPos/CreateUserPosPayment':
        links += 1;
        return json({ Url: `${BASE_URL}/pay/${links}`, CodeForHash: `code-${links}` });
      case '/pay/1':
      case '/pay/2':
        // The form has no address of its own, so it is posted to the page of the link.
        return request.method === 'POST'
          ? page(hiddenForm('/gate', 'pareq', 'x'))
          : page(`<p>Canary of the service</p>${OTHER_FORM}${hiddenForm('', 'action', 'pay')}`);
      case '/PaymentUserPos/GetUserPosPayment':
        return json({ State: links === 1 ? 'Cancelled' : 'Paid' });
      case '/gate':
        return page(
          fieldsOf(request).code === undefined
            ? `<b id="one-time-code">123456</b>${hiddenForm('/gate', 'session', 's')}`
            : `${OTHER_FORM}${hiddenForm('/callback', 'md', 'm')}`,
        );
      case '/callback':
        return page(hiddenForm('/progress', 'wait', '1'));
      case '/progress':
        return page(hiddenForm('/result', 'hashValue', resultHashesOf(`code-${links}`).successHash));
      default:
        return { status: 404, text: '' };
    }
  };
  return { asked, answer };
};

type Answer = (request: SiteRequest) => FakeAnswer;

const run = async (answer: Answer, { isSandbox = true, runMs = 55_000 } = {}) => {
  const clock = new FakeClock(Date.UTC(2026, 10, 22));
  const site = new FakeSite(BASE_URL, (request) => {
    clock.advance(100);
    return answer(request);
  });
  const log = new FakeLog();
  const durations: number[] = [];
  const report = await runCanary({
    accounts: {
      find: async (owner) => {
        expect(owner).toBe('canary');
        return {
          owner,
          version: 3,
          dealerCode: 'D-canary',
          username: 'user',
          credentialId: 'id',
          sealedPassword: 'sealed',
          dealerCustomerTypeId: 99_999,
          issuedAtMs: 1,
        };
      },
    },
    opener: { open: async () => 'password' },
    site,
    clock,
    randomness: { guid: () => 'GUID-1' },
    baseUrl: BASE_URL,
    sandbox: isSandbox,
    log,
    metrics: { ran: (_numbers, durationMs) => void durations.push(durationMs) },
  })(clock.now() + runMs);
  return { report, log, durations };
};

/** The sandbox stage, but for one path. */
const but = (path: string, changed: (request: SiteRequest, good: FakeAnswer) => FakeAnswer): Answer => {
  const { answer } = sandbox();
  return (request) => {
    const good = answer(request);
    return new URL(request.address).pathname === path ? changed(request, good) : good;
  };
};

describe('The canary of a sandbox stage', () => {
  test('pays a link by a test card as a browser does, and verifies the result by its hash', async () => {
    const { asked, answer } = sandbox();
    const { report, log, durations } = await run(answer);
    expect(report).toEqual({ kind: 'passed' });
    expect(durations).toEqual([asked.length * 100]);
    expect(log.lines).toEqual([{ level: 'info', event: 'canary passed', fields: { durationMs: asked.length * 100 } }]);
    const paths = asked.map(({ address }) => new URL(address).pathname);
    expect(paths.slice(5)).toEqual([
      '/PaymentUserPos/CreateUserPosPayment',
      '/pay/2',
      '/pay/2',
      '/gate',
      '/gate',
      '/callback',
      '/progress',
      '/PaymentUserPos/GetUserPosPayment',
    ]);
    const posted = asked.filter(({ body }) => body?.type !== 'application/json').map(fieldsOf);
    expect(posted.slice(2)).toEqual([
      { action: 'pay', cardNumber: testCard('approved').number, holderName: 'Canary', expiry: '12 / 28', cvc: '123' },
      { pareq: 'x' },
      { session: 's', code: '123456', decision: 'approve' },
      { md: 'm' },
      { wait: '1' },
    ]);
  });

  test('calls the API as its dealer, for links of one unit with a hash', async () => {
    const { asked, answer } = sandbox();
    await run(answer, { isSandbox: false });
    const calls = asked.filter(({ body }) => body?.type === 'application/json');
    const bodies = calls.map(({ body }) => JSON.parse(body?.text ?? '') as Readonly<Record<string, object>>);
    expect(bodies.map(({ DealerAuthentication: _same, ...block }) => block)).toEqual([
      { DealerRequest: { DealerCode: 'D-canary' } },
      {
        PaymentUserPosRequest: {
          OtherTrxCode: 'canary-guid-1',
          DealerCustomerTypeId: 99_999,
          Amount: 1,
          SetInstallmentBy: 1,
          InstallmentNumber: 1,
          IsThreeD: 1,
          Description: 'Canary of the service',
          ReturnHash: 1,
          RedirectUrl: `${BASE_URL}/`,
        },
      },
      { PaymentUserPosRequest: { OtherTrxCode: 'canary-guid-1' } },
      { PaymentUserPosRequest: { OtherTrxCode: 'canary-guid-1' } },
    ]);
    for (const { DealerAuthentication } of bodies) {
      expect(DealerAuthentication).toMatchObject({ DealerCode: 'D-canary', Username: 'user', Password: 'password' });
    }
  });

  const onPage2 = (answer: FakeAnswer) => (request: SiteRequest, good: FakeAnswer) =>
    request.method === 'POST' ? answer : good;
  test.each<readonly [string, string, string, (request: SiteRequest, good: FakeAnswer) => FakeAnswer]>([
    ['pay-by-card', 'no form', '/pay/2', () => page('Canary of the service')],
    ['pay-by-card', 'HTTP 500', '/pay/2', onPage2({ status: 500, text: '' })],
    ['pass-3d', 'no form', '/pay/2', onPage2(page(''))],
    ['pass-3d', 'no challenge', '/gate', () => page('<b id="one-time-code">12345</b>')],
  ])('fails at %s (%s)', async (step, code, path, changed) => {
    const { report } = await run(but(path, changed));
    expect(report).toEqual({ kind: 'failed', step, code });
  });

  test.each([
    ['another hash', hiddenForm('/result', 'hashValue', resultHashesOf('code-2').failureHash)],
    ['no hash', hiddenForm('/result', 'other', 'x')],
    ['no form', 'Paid!'],
  ])('believes no result with %s', async (_what, text) => {
    const { report } = await run(but('/progress', () => page(text)));
    expect(report).toEqual({ kind: 'failed', step: 'verify-result', code: 'another hash' });
  });

  test('fails where the paid link is not paid by its record', async () => {
    let looks = 0;
    const { report } = await run(
      but('/PaymentUserPos/GetUserPosPayment', (_request, good) => {
        looks += 1;
        return looks === 1 ? good : json({ State: 'Open' });
      }),
    );
    expect(report).toEqual({ kind: 'failed', step: 'look-up-link', code: 'not Paid' });
  });

  test('a code that is none of ours is not repeated', async () => {
    for (const code of ['<b>4111</b>', 'x y', 'x'.repeat(101)]) {
      const { report } = await run(but('/Dealer/GetDealer', () => json(null, code)));
      expect(report).toEqual({ kind: 'failed', step: 'look-up', code: 'unknown code' });
    }
  });

  test('keeps two seconds of its time for the report', async () => {
    const { answer } = sandbox();
    const { report, durations } = await run(answer, { runMs: 2999 });
    expect(report).toEqual({ kind: 'failed', step: 'look-up', code: 'no time left' });
    expect(durations).toEqual([0]);
    const later = await run(sandbox().answer, { runMs: 3100 });
    expect([later.report, later.durations]).toEqual([
      { kind: 'failed', step: 'open-page', code: 'no time left' },
      [200],
    ]);
  });
});
