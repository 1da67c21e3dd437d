import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import {
  codeRuleItem,
  deskUserItem,
  membershipItems,
  sessionItem,
} from '../../../shared/adapters/dynamodb/desk/desk-items.ts';
import { type DeskCall, type DeskPlace, deskHandler } from '../../../shared/desk/call/desk-call.ts';
import { digestOf, formTokenOf, newSecret } from '../../../shared/desk/call/secrets.ts';
import type { CodesFor } from '../../../shared/domain/desk/code-rule.ts';
import type { DeskRole } from '../../../shared/domain/desk/roles.ts';
import { deskPage } from '../../../shared/pages/desk/frame/desk-page.ts';
import { html } from '../../../shared/pages/html.ts';
import { FakeLog, FakeMetrics } from '../../fakes/log.ts';
import { apiEvent, lambdaContext } from '../../support/app/api-event.ts';
import { putRows } from '../../support/store/store.ts';
import { DESK_URL, signInScene } from './desk-scene.ts';

const MINUTE_MS = 60_000;

interface Asked {
  readonly method?: 'GET' | 'POST';
  readonly path?: string;
  readonly token?: string;
  readonly headers?: APIGatewayProxyEventV2['headers'];
  readonly cookies?: string[];
  readonly address?: string;
}

interface OpenedOptions {
  readonly allowedNetworks?: DeskPlace['allowedNetworks'];
  readonly role?: DeskRole;
  readonly enrolled?: boolean;
  /** What the page does instead of answering. */
  readonly fails?: () => never;
}

/** A page of the desk over the store's own adapters, and somebody who is signed in to it. */
const opened = async (options: OpenedOptions = {}) => {
  const { allowedNetworks = 'any address', role = 'cashier', enrolled = false, fails } = options;
  const scene = signInScene();
  const user = await scene.person({ roles: { ALPHA: role }, enrolled });
  const secret = newSecret();
  const nowMs = scene.clock.now();
  const session = {
    sessionId: digestOf(secret),
    userId: user.userId,
    dealerCode: 'ALPHA',
    epoch: 1,
    membershipVersion: 1,
    memberSinceMs: 0,
    startedAtMs: nowMs,
    lastUsedAtMs: nowMs,
    passwordAtMs: nowMs,
  };
  await putRows(scene.table, [sessionItem(session)]);
  const shown: DeskCall[] = [];
  const handler = deskHandler(
    {
      name: 'desk',
      serviceName: 'Test service',
      sandbox: false,
      edgeSecretHashes: [],
      clock: scene.clock,
      log: new FakeLog(),
      metrics: new FakeMetrics(),
      deskUrl: DESK_URL,
      allowedNetworks,
      sessions: scene.sessions,
    },
    async (call) => {
      shown.push(call);
      fails?.();
      return { statusCode: 200, page: deskPage({ frame: call.frame, title: 'Shown', content: html`` }) };
    },
  );
  const ask = async ({
    method = 'GET',
    path = 'payments',
    token = formTokenOf(secret),
    headers,
    cookies,
    address,
  }: Asked = {}) => {
    const event = apiEvent(
      {
        routeKey: `${method} /desk/{page}`,
        pathParameters: { page: path },
        headers: {
          'accept-language': 'en',
          'content-type': 'application/x-www-form-urlencoded',
          ...(headers ?? (method === 'POST' ? { origin: DESK_URL } : {})),
        },
        cookies: cookies ?? [`__Host-desk=${secret}`],
        body: method === 'POST' ? new URLSearchParams({ token }).toString() : '',
      },
      address,
    );
    event.requestContext.http.method = method;
    return handler(event, lambdaContext);
  };
  const wantCodes = (codesFor: CodesFor) =>
    putRows(scene.table, [codeRuleItem({ dealerCode: 'ALPHA', version: 1, codesFor })]);
  return { ...scene, user, session, secret, shown, ask, wantCodes };
};

describe('A page of the desk (rules 53 to 55)', () => {
  test('is shown to whoever is signed in, with the dealer and the role of the session', async () => {
    const { ask, shown } = await opened();
    expect((await ask()).statusCode).toBe(200);
    expect(shown).toMatchObject([{ role: 'cashier', dealer: { dealerCode: 'ALPHA' }, language: 'en' }]);
  });

  test('that fails says that nothing changed, and of a post that nobody knows, with the way to the truth', async () => {
    const { ask } = await opened({
      fails: () => {
        throw new TypeError('4111111111111111');
      },
    });
    const [page, post] = [await ask(), await ask({ method: 'POST' })];
    expect([page.statusCode, post.statusCode]).toEqual([500, 500]);
    expect(page.body).toContain('Nothing changed.');
    expect(post.body).toContain('Nobody knows yet whether what you posted was done.');
    expect(post.body).toContain('nothing is done twice');
    expect(post.body).not.toContain('Nothing changed.');
    for (const { body } of [page, post]) expect(body).not.toContain('4111111111111111');
  });

  test('is refused to another network before anything is read', async () => {
    const { ask, shown, dealers } = await opened({ allowedNetworks: ['198.51.100.0/24'] });
    const refused = await ask({ address: '203.0.113.9' });
    expect(refused.statusCode).toBe(403);
    expect(refused.body).toContain('Not open from this network');
    expect(dealers.loads).toEqual([]);
    expect((await ask({ address: '198.51.100.77' })).statusCode).toBe(200);
    expect(shown).toHaveLength(1);
  });

  test.each<[string, Asked]>([
    ['another site', { headers: { origin: 'https://evil.example' } }],
    ['a site that looks like it', { headers: { origin: `${DESK_URL}.evil.example` } }],
    ['a page without an origin', { headers: {} }],
    ['a frame that hides its origin', { headers: { origin: 'null' } }],
  ])('a post of %s is refused before anything is read', async (_name, asked) => {
    const { ask, shown, dealers } = await opened();
    const refused = await ask({ ...asked, method: 'POST' });
    expect(refused.statusCode).toBe(403);
    expect(refused.body).toContain('no money moved');
    expect(dealers.loads).toEqual([]);
    expect(shown).toEqual([]);
  });

  test('a post without the token of its session is not carried out, also with the token of another one', async () => {
    const { ask, shown } = await opened();
    for (const token of ['', formTokenOf(newSecret()), 'x'.repeat(43)]) {
      expect((await ask({ method: 'POST', token })).statusCode).toBe(403);
    }
    expect(shown).toEqual([]);
    expect((await ask({ method: 'POST' })).statusCode).toBe(200);
  });

  test('cookies that name no session, or are none by their form, show nothing', async () => {
    const { ask, shown, secret } = await opened();
    for (const cookie of [newSecret(), digestOf(secret), '', `${secret}x`, secret.slice(1)]) {
      const { statusCode, headers } = await ask({ cookies: [`__Host-desk=${cookie}`] });
      expect([statusCode, headers.location]).toEqual([303, '/desk/sign-in?from=%2Fdesk%2Fpayments']);
    }
    // The name without its prefix could be set by another host of the domain.
    expect((await ask({ cookies: [`desk=${secret}`] })).statusCode).toBe(303);
    expect(shown).toEqual([]);
  });

  test('what was posted behind the end of a session is not carried out, and the sign-in says so', async () => {
    const { ask, clock, shown } = await opened();
    clock.advance(30 * MINUTE_MS);
    const { statusCode, headers, cookies } = await ask({ method: 'POST' });
    expect([statusCode, headers.location]).toEqual([303, '/desk/sign-in?ended=post']);
    expect(cookies).toEqual(['__Host-desk=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0']);
    expect(shown).toEqual([]);
  });

  test('a changed role, a removed user, a new password and a disabled dealer end it at the next request', async () => {
    for (const end of [
      async ({ table, user }: Awaited<ReturnType<typeof opened>>) =>
        putRows(
          table,
          membershipItems({ dealerCode: 'ALPHA', userId: user.userId, role: 'viewer', version: 2, addedAtMs: 0 }),
        ),
      async ({ changes, user }: Awaited<ReturnType<typeof opened>>) => {
        const removes = {
          dealerCode: 'ALPHA',
          userId: user.userId,
          role: 'cashier',
          version: 1,
          addedAtMs: 0,
        } as const;
        const entry = { commandId: 'c', command: 'remove', atMs: 0, changed: [], inputFingerprint: '', result: {} };
        expect((await changes.apply({ kind: 'desk', record: { removes } }, entry)).kind).toBe('applied');
      },
      async ({ table, user }: Awaited<ReturnType<typeof opened>>) =>
        putRows(table, [deskUserItem({ ...user, version: 2, epoch: 2 })]),
      async ({ enable }: Awaited<ReturnType<typeof opened>>) => enable('ALPHA', false),
    ]) {
      const made = await opened();
      expect((await made.ask()).statusCode).toBe(200);
      await end(made);
      expect((await made.ask()).statusCode).toBe(303);
      expect(made.shown).toHaveLength(1);
    }
  });

  test('a manager without a one-time code has the rights of a cashier, and is told so', async () => {
    const without = await opened({ role: 'manager' });
    expect((await without.ask()).body).toContain('Your rights as a manager begin');
    expect(without.shown).toMatchObject([{ role: 'cashier' }]);
    const enrolled = await opened({ role: 'manager', enrolled: true });
    await enrolled.ask();
    expect(enrolled.shown).toMatchObject([{ role: 'manager' }]);
  });
});

describe('Where a dealer wants one-time codes from everybody (rule 53)', () => {
  test('whoever has none opens its own settings alone, and posts nothing else', async () => {
    const { ask, shown, wantCodes } = await opened();
    await wantCodes('everybody');
    for (const asked of [{}, { path: 'links' }, { method: 'POST', path: 'links' }] as const) {
      const { statusCode, headers } = await ask(asked);
      expect([statusCode, headers.location]).toEqual([303, '/desk/settings']);
    }
    expect(shown).toEqual([]);
    const settings = await ask({ path: 'settings' });
    expect(settings.statusCode).toBe(200);
    expect(settings.body).toContain('no other page opens and nothing is carried out');
  });

  test('whoever has one sees everything, and so does everybody where it is wanted of managers alone', async () => {
    const enrolled = await opened({ enrolled: true });
    await enrolled.wantCodes('everybody');
    expect((await enrolled.ask()).statusCode).toBe(200);
    const without = await opened();
    await without.wantCodes('managers');
    expect((await without.ask()).statusCode).toBe(200);
  });
});
