import { describe, expect, test } from 'vitest';
import {
  type StartReusableLinkDependencies,
  startReusableLink,
} from '../../../../functions/reusable-link/start-reusable-link/start-reusable-link.ts';
import { newFormValue, random128 } from '../../../../shared/http/one-time-form.ts';
import type { PageAnswer } from '../../../../shared/http/page-response.ts';
import type { LogFields } from '../../../../shared/observability/log.ts';
import type { LinkRequestCount } from '../../../../shared/ports/link-request-counters.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';
import { reusableLinkWith } from '../../../support/link/reusable-links.ts';

const NOW = Date.UTC(2026, 0, 15, 12, 30, 20);
const link = reusableLinkWith();
const browser = random128();

const never = (): never => {
  throw new Error('nothing may be asked for or written');
};

/** A link of a dealer whose definition is gone, so that no request can be made; whatever is written throws. */
const posted = async (counted: LinkRequestCount) => {
  const asked: unknown[] = [];
  const lines: (readonly [string, LogFields])[] = [];
  let near = 0;
  const nothing = new Proxy({}, { get: () => never });
  const deps = {
    reusableLinks: { findByToken: async () => ({ link, places: [] }) },
    counters: {
      count: async (one: unknown) => {
        asked.push(one);
        return counted;
      },
    },
    definitions: { find: async () => undefined },
    paymentRequests: { create: never, findByName: never },
    dealerOf: async () => dealerWith(),
    brake: { isOn: async () => false },
    looks: { of: async () => undefined },
    clock: { now: () => NOW },
    log: { info: never, warn: (event: string, fields: LogFields) => void lines.push([event, fields]), error: never },
    load: { linkNearLimit: () => (near += 1) },
    identifiers: nothing,
    sealer: nothing,
    customers: nothing,
    subDealers: nothing,
    limitUsage: nothing,
    virtualPosDirectory: nothing,
    paymentNames: nothing,
    randomness: nothing,
    sandbox: true,
    baseUrl: 'https://pay.example',
  } as unknown as StartReusableLinkDependencies;
  const answer: PageAnswer = await startReusableLink(deps)({
    parameters: { token: link.token },
    frame: { language: 'en', serviceName: 'Links' },
    accepts: () => true,
    posted: [['form', newFormValue(link, { browser, nowMs: NOW })]],
    sourceAddress: '2001:db8:1:2:3::4',
    browser: { userAgent: undefined, accept: undefined, acceptLanguage: undefined },
    cookies: [`link-browser=${browser}`],
  });
  return { answer, asked, lines, near };
};

describe('A post on the page of a reusable link (rule 52)', () => {
  const about = { dealerCode: link.dealerCode, userPosLinkId: link.userPosLinkId };

  test('is counted by link and address before anything is written', async () => {
    const { asked } = await posted({ kind: 'counted', isNear: false });
    expect(asked).toEqual([{ link: link.name, addressScope: '2001:db8:1:2::/64', nowMs: NOW }]);
  });

  test('near the link’s limit tells the metric that an alarm watches, and which link it is', async () => {
    const { near, lines } = await posted({ kind: 'counted', isNear: true });
    expect(near).toBe(1);
    expect(lines[0]).toEqual(['a reusable link nears its limit', about]);
    expect((await posted({ kind: 'counted', isNear: false })).near).toBe(0);
  });

  test('above it is refused with 429 until the minute is over, and asks for nothing more', async () => {
    const { answer, lines } = await posted({ kind: 'too-many', of: 'link', untilMs: NOW + 40_000 });
    expect(answer).toMatchObject({ statusCode: 429, retryAfterSeconds: 40 });
    expect('page' in answer && answer.page.markup).toContain('Come back at 15:31 and try again.');
    expect(lines).toEqual([]);
  });

  test('that the dealer’s settings forbid is told in plain words, and its reason is logged', async () => {
    const { answer, lines } = await posted({ kind: 'counted', isNear: false });
    expect(answer).toMatchObject({ statusCode: 200 });
    expect('page' in answer && answer.page.markup).toContain('No payments right now');
    expect(lines).toEqual([['a reusable link makes no request', { ...about, code: 'DealerCustomerTypeNotFound' }]]);
  });
});
