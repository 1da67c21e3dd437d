import { TOTP } from 'otpauth';
import { contract } from '../../../functions/desk/sign-in-at-desk/contract.ts';
import { signInAtDesk } from '../../../functions/desk/sign-in-at-desk/sign-in-at-desk.ts';
import { totpCodes } from '../../../shared/adapters/desk/totp-codes.ts';
import { deskUserItem, membershipItems } from '../../../shared/adapters/dynamodb/desk/desk-items.ts';
import { dynamoDeskSessions, dynamoPendingSignIns } from '../../../shared/adapters/dynamodb/desk/desk-sessions.ts';
import { dynamoDeskUsers } from '../../../shared/adapters/dynamodb/desk/desk-users.ts';
import { dynamoSignInCounters } from '../../../shared/adapters/dynamodb/desk/sign-in-counters.ts';
import { dynamoOperatorChanges } from '../../../shared/adapters/dynamodb/operator/operator-changes.ts';
import { newInvitation } from '../../../shared/desk/account/mailed-link.ts';
import { recoveryDigestOf } from '../../../shared/desk/account/recovery-codes.ts';
import { deskVisitHandler } from '../../../shared/desk/call/desk-call.ts';
import { deskUserIdOf } from '../../../shared/desk/call/secrets.ts';
import type { DeskRole } from '../../../shared/domain/desk/roles.ts';
import type { DeskUser, EnrolledCode } from '../../../shared/domain/desk/user.ts';
import { deskCodeContext } from '../../../shared/ports/vault.ts';
import { clearVault } from '../../fakes/clear-vault.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeDealers } from '../../fakes/dealers.ts';
import { FakePasswords } from '../../fakes/desk-passwords.ts';
import { FakeLog, FakeMetrics } from '../../fakes/log.ts';
import { apiEvent, lambdaContext } from '../../support/app/api-event.ts';
import { dealerWith } from '../../support/dealer/dealers.ts';
import { readPage } from '../../support/payment/payer.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';
import { putRows } from '../../support/store/store.ts';

export const DESK_URL = 'https://desk.example.com';
export const PASSWORD = 'a long walk by the sea';
/** Secret of the authenticator of users who have one. */
export const CODE_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
export const RECOVERY_CODE = 'ABCD-EFGH-JKLM-NPQR';

interface Answer {
  readonly status: number;
  readonly location: string | undefined;
  readonly text: string;
  readonly markup: string;
  readonly token: string;
  readonly cookies: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
}

interface Sent {
  readonly origin?: string;
  readonly address?: string;
}

const routeOf = (method: 'GET' | 'POST', path: string) => {
  for (const route of contract.routes) {
    if (route.method !== method) continue;
    const pattern = new RegExp(`^${route.path.replace('{secret}', '(?<secret>[^/]+)')}$`);
    const match = pattern.exec(path);
    if (match !== null) return { routeKey: `${method} ${route.path}`, pathParameters: { ...match.groups } };
  }
  throw new Error(`no route of the sign-in for ${method} ${path}`);
};

type Handler = ReturnType<typeof deskVisitHandler>;

const send = async (
  handler: Handler,
  cookies: Map<string, string>,
  { method, address, body = '', sent }: { method: 'GET' | 'POST'; address: string; body?: string; sent: Sent },
): Promise<Answer> => {
  const { pathname, searchParams } = new URL(address, DESK_URL);
  const { routeKey, pathParameters } = routeOf(method, pathname);
  const event = apiEvent(
    {
      routeKey,
      rawPath: pathname,
      pathParameters,
      queryStringParameters: Object.fromEntries(searchParams),
      headers: {
        'accept-language': 'en',
        'content-type': 'application/x-www-form-urlencoded',
        ...(method === 'POST' ? { origin: sent.origin ?? DESK_URL } : {}),
      },
      cookies: [...cookies].map(([name, value]) => `${name}=${value}`),
      body,
    },
    sent.address,
  );
  event.requestContext.http.method = method;
  const response = await handler(event, lambdaContext);
  for (const header of response.cookies ?? []) {
    const [pair = ''] = header.split('; ');
    const [name = '', value = ''] = pair.split('=');
    if (header.endsWith('; Max-Age=0')) cookies.delete(name);
    else cookies.set(name, value);
  }
  const markup = response.body;
  const page = readPage({ status: response.statusCode, address: DESK_URL, headers: new Headers(), markup });
  return {
    status: response.statusCode,
    location: response.headers.location,
    text: page.text,
    markup,
    token: /name="token" value="([^"]*)"/.exec(markup)?.[1] ?? '',
    cookies: response.cookies ?? [],
    headers: response.headers,
  };
};

/** A browser at the pages of a sign-in. It posts the token that the page had that it saw last. */
const browserOf = (handler: Handler) => {
  const cookies = new Map<string, string>();
  let token = '';
  const keep = (answer: Answer): Answer => {
    if (answer.token !== '') token = answer.token;
    return answer;
  };
  return {
    cookies,
    get: async (address: string, sent: Sent = {}) =>
      keep(await send(handler, cookies, { method: 'GET', address, sent })),
    post: async (address: string, typed: Readonly<Record<string, string>>, sent: Sent = {}) => {
      const body = new URLSearchParams({ token, ...typed }).toString();
      return keep(await send(handler, cookies, { method: 'POST', address, body, sent }));
    },
  };
};
export type SignInBrowser = ReturnType<typeof browserOf>;

interface PersonOptions {
  readonly email?: string;
  readonly roles?: Readonly<Record<string, DeskRole>>;
  readonly enrolled?: boolean;
  readonly user?: Partial<DeskUser>;
}

const enrolledCode = async (userId: string): Promise<EnrolledCode> => ({
  sealedSecret: await clearVault.seal(CODE_SECRET, deskCodeContext({ userId }, 1)),
  secretVersion: 1,
  enrolledAtMs: 0,
  lastStep: 0,
  recoveryCodes: [recoveryDigestOf(RECOVERY_CODE), recoveryDigestOf('other')],
});

/** The pages of a sign-in over the store's own adapters and a table in memory, with a clock that tests move. */
export const signInScene = () => {
  const clock = new FakeClock(Date.UTC(2026, 0, 15, 9));
  const table = new MemoryTable();
  const dealers = new FakeDealers();
  const passwords = new FakePasswords();
  const enable = (dealerCode: string, enabled = true): void => {
    dealers.accounts.set(dealerCode, {
      dealer: dealerWith({ dealerCode, name: `Shop ${dealerCode}`, enabled }),
      credentials: [],
    });
  };
  enable('ALPHA');
  enable('BETA');
  const deps = {
    users: dynamoDeskUsers(table),
    sessions: dynamoDeskSessions(table, dealers),
    pendingSignIns: dynamoPendingSignIns(table),
    counters: dynamoSignInCounters(table),
    changes: dynamoOperatorChanges(table),
    passwords,
    codes: totpCodes(),
    opener: clearVault,
    sealer: clearVault,
    dealers,
    serviceName: 'Test service',
    sandbox: false,
  };
  const log = new FakeLog();
  const place = { deskUrl: DESK_URL, allowedNetworks: 'any address' } as const;
  const running = { name: 'sign-in', edgeSecretHashes: [], clock, log, metrics: new FakeMetrics() };
  const handler = deskVisitHandler({ ...running, ...place, ...deps }, signInAtDesk(deps));
  const person = async ({
    email = 'ayse@people.example',
    roles = { ALPHA: 'cashier' },
    enrolled = false,
    user = {},
  }: PersonOptions = {}) => {
    const userId = deskUserIdOf(email);
    const stored: DeskUser = {
      userId,
      version: 1,
      email,
      name: 'Ayşe',
      language: 'en',
      createdAtMs: 0,
      epoch: 1,
      password: FakePasswords.hashOf(PASSWORD),
      ...(enrolled ? { code: await enrolledCode(userId) } : {}),
      ...user,
    };
    const memberships = Object.entries(roles).flatMap(([dealerCode, role]) => [
      ...membershipItems({ dealerCode, userId, role, version: 1, addedAtMs: 0 }),
    ]);
    await putRows(table, [deskUserItem(stored), ...memberships]);
    return stored;
  };
  /** What the authenticator of an enrolled user shows now, or some steps later. */
  const codeNow = (steps = 0): string =>
    new TOTP({ secret: CODE_SECRET }).generate({ timestamp: clock.now() + steps * 30_000 });
  /** A code that is none of those that would be accepted now. */
  const wrongCode = (): string => {
    const right = [-1, 0, 1].map(codeNow);
    return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? '';
  };
  return {
    ...deps,
    clock,
    table,
    dealers,
    passwords,
    log,
    enable,
    person,
    codeNow,
    wrongCode,
    newBrowser: () => browserOf(handler),
  };
};
export type SignInScene = ReturnType<typeof signInScene>;

interface TypedPassword {
  readonly email?: string;
  readonly password?: string;
  readonly query?: string;
  readonly sent?: Sent;
}

/** Gives e-mail and password on the first page. */
export const givePassword = async (
  browser: SignInBrowser,
  { email = 'ayse@people.example', password = PASSWORD, query = '', sent = {} }: TypedPassword = {},
) => {
  await browser.get(`/desk/sign-in${query}`, sent);
  return browser.post(`/desk/sign-in${query}`, { email, password }, sent);
};

/** The sessions that a table has now. */
export const sessionsIn = ({ table }: Pick<SignInScene, 'table'>) =>
  table.rows().filter(({ entity }) => entity === 'desk-session');

/** The commands that audit entries name, in the order of their moments. */
export const commandsIn = ({ table }: Pick<SignInScene, 'table'>) =>
  table
    .rows()
    .filter(({ pk }) => String(pk).startsWith('COMMAND#'))
    .toSorted((one, other) => Number(one.atMs) - Number(other.atMs))
    .map(({ command }) => command);

/** Invites somebody to the desk of a dealer, as an operator does. */
export const invite = async (
  scene: SignInScene,
  {
    email = 'new@people.example',
    dealerCode = 'ALPHA',
    role = 'cashier',
  }: { readonly email?: string; readonly dealerCode?: string; readonly role?: DeskRole } = {},
) => {
  const dealer = (await scene.dealers.load(dealerCode))?.dealer ?? ({} as never);
  const made = await newInvitation(
    { email, name: 'Deniz', language: 'tr', role, dealer },
    { sealer: clearVault, nowMs: scene.clock.now() },
  );
  const entry = {
    commandId: made.secret,
    command: 'invite',
    atMs: scene.clock.now(),
    changed: [],
    inputFingerprint: '',
    result: {},
  };
  const applied = await scene.changes.apply({ kind: 'desk', record: { invites: made.written } }, entry);
  if (applied.kind !== 'applied') throw new Error('the invitation is written');
  return { path: `/desk/invitation/${made.secret}`, ...made };
};
