import { type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { sessionItem } from '../../../shared/adapters/dynamodb/desk/desk-items.ts';
import { digestOf, formTokenOf, newSecret } from '../../../shared/desk/call/secrets.ts';
import { randomBySeed } from '../../load/arrivals.ts';
import type { StackAddress } from '../app/stack-address.ts';
import { putRows } from '../store/store.ts';
import type { DeskPerson } from './desk-people.ts';
import { type HostileRequest, type HostileWorld, hostileRequest, type Sender } from './hostile-requests.ts';
import { beforeCardNumber, toldBare } from './hostile-texts.ts';
import { people, type Somebody, type WholeDealer, wholeDealer } from './whole-dealer.ts';

const TIMEOUT_MS = 60_000;
/** A session is new so often, because hostile requests sign out as well. */
const OF_A_SESSION = 40;
const AT_ONCE = 8;
/** Every cookie that the desk gives, whole. */
const COOKIE =
  /^desk(?:-sign-in|-device|-visitor)?=[A-Za-z0-9_-]{0,43}; Path=\/desk; HttpOnly; SameSite=Strict(?:; Max-Age=\d+)?$/;

/** What an answer told. */
export interface HostileAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Tries are counted by address: each request comes from one of its own, so that no other test is slowed down. */
const addressOf = (number: number): string | undefined =>
  process.platform === 'linux' ? `127.77.${Math.floor(number / 250) % 250}.${2 + (number % 250)}` : undefined;

const send = (
  origin: string,
  { method, target, headers, body }: HostileRequest,
  number: number,
): Promise<HostileAnswer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const localAddress = addressOf(number);
    const options = { hostname, port, method, path: target, headers, timeout: TIMEOUT_MS, agent: false };
    const asking = request({ ...options, ...(localAddress === undefined ? {} : { localAddress }) }, (response) => {
      text(response).then(
        (read) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: read }),
        reject,
      );
    });
    asking.once('timeout', () => asking.destroy(new Error(`${method} ${target} was not answered`)));
    asking.once('error', reject);
    asking.end(body);
  });

/** What a page of the desk must say of itself in its headers (rule 55). */
const headerProblems = ({ headers, status }: HostileAnswer): readonly string[] => {
  const type = headers['content-type'] ?? '';
  const policy = String(headers['content-security-policy'] ?? '');
  // The gateway and its server answer themselves what is no request to a route, or has more headers than they take.
  if (type.startsWith('application/json') || status === 431) return [];
  const isRedirect = status === 303;
  return [
    ...(headers['cache-control'] === 'no-store' ? [] : ['an answer that may be stored']),
    ...(isRedirect || policy.includes("default-src 'none'") ? [] : ['no policy']),
    ...(isRedirect || policy.includes("frame-ancestors 'none'") ? [] : ['may be framed']),
    ...(/unsafe|\*|https?:/.test(policy) ? ['a wide policy'] : []),
    ...(isRedirect || headers['x-content-type-options'] === 'nosniff' ? [] : ['a type that may be guessed']),
  ];
};

const locationProblems = ({ headers: { location } }: HostileAnswer): readonly string[] =>
  location === undefined || /^\/desk(?:[/?]|$)/.test(location) ? [] : [`leads to ${location}`];

const cookieProblems = ({ headers }: HostileAnswer): readonly string[] =>
  (headers['set-cookie'] ?? []).some((cookie) => !COOKIE.test(cookie)) ? ['a cookie of another form'] : [];

/** What is wrong with an answer; empty where nothing is. */
export const problemsOf = (answer: HostileAnswer, secrets: readonly string[]): readonly string[] => {
  const { status, body, headers } = answer;
  const whole = `${body}\n${JSON.stringify(headers)}`;
  const bare = toldBare(body);
  const number = beforeCardNumber(whole);
  return [
    ...(status < 500 ? [] : [`status ${status}`]),
    ...(bare === undefined ? [] : [bare]),
    ...(number === undefined ? [] : [`a card number behind ${number}`]),
    ...(secrets.some((secret) => whole.includes(secret)) ? ['something of another dealer'] : []),
    ...headerProblems(answer),
    ...locationProblems(answer),
    ...cookieProblems(answer),
  ];
};

interface Signed {
  readonly somebody: Somebody;
  readonly person: DeskPerson;
}

/** A new session of everybody, and browsers that are not signed in. */
const newSenders = async (dealer: WholeDealer, signed: readonly Signed[]): Promise<readonly Sender[]> => {
  const begun = signed.map(({ somebody, person: { session } }) => {
    const secret = newSecret();
    const nowMs = Date.now();
    const next = {
      ...session,
      sessionId: digestOf(secret),
      startedAtMs: nowMs,
      lastUsedAtMs: nowMs,
      passwordAtMs: nowMs,
    };
    const sender = { name: somebody, cookies: [`desk=${secret}`], token: formTokenOf(secret) };
    return { next, sender };
  });
  await putRows(
    dealer.dealer.store,
    begun.map(({ next }) => sessionItem(next)),
  );
  const visitor = newSecret();
  return [
    ...begun.map(({ sender }) => sender),
    { name: 'visitor', cookies: [`desk-visitor=${visitor}`], token: formTokenOf(visitor) },
    { name: 'nobody', cookies: [], token: '' },
  ];
};

const idsOf = ({ dealer, signedIn: _signedIn, rows: _rows, ...ids }: WholeDealer): readonly string[] => [
  ...Object.values(ids),
  dealer.dealer.dealerCode,
];

const placesOf = (of: WholeDealer): readonly string[] => [
  `/payments/${of.paymentId}`,
  `/links/${of.linkId}`,
  `/reusable-links/${of.reusableLinkId}`,
  `/sales/${of.saleId}`,
  `/customers/${of.customerId}`,
  `/statements/${of.statementId}`,
  `/users/${of.memberId}`,
];

/** What became of a run. */
export interface HostileRun {
  readonly requests: number;
  readonly byStatus: ReadonlyMap<number, number>;
  /** What was wrong, each with its request; at most 50. */
  readonly problems: readonly string[];
  /** True where every row of the other dealer is as it was, and both banks hold the one charge that they held. */
  readonly isOtherUntouched: boolean;
}

const MOST_PROBLEMS = 50;

/**
 * Sends so many hostile requests of everybody at a dealer's desk, some at once, over every route, and looks at every answer:
 * none may be a failure, tell a card number or another dealer, lead elsewhere, or show bare what was typed (rules 32 and 55).
 */
export const hostileRun = async (
  stack: StackAddress,
  { requests, seed }: { readonly requests: number; readonly seed: number },
): Promise<HostileRun> => {
  const [own, other] = [await wholeDealer({ stack }), await wholeDealer({ stack })];
  const before = await other.rows();
  const secrets = [other.dealer.dealer.name];
  const signed: readonly Signed[] = await Promise.all(
    people.map(async (somebody) => ({ somebody, person: await own.signedIn(somebody) })),
  );
  const random = randomBySeed(seed);
  const ids = [...idsOf(own), ...idsOf(other)];
  const origin = new URL(stack.baseUrl).origin;
  const byStatus = new Map<number, number>();
  const problems: string[] = [];
  let world: HostileWorld = { origin, ids, places: placesOf(own), senders: await newSenders(own, signed) };
  const one = async (number: number): Promise<void> => {
    const asked = hostileRequest(random, world);
    const answer = await send(origin, asked, number);
    byStatus.set(answer.status, (byStatus.get(answer.status) ?? 0) + 1);
    const found = problemsOf(answer, secrets);
    if (found.length > 0 && problems.length < MOST_PROBLEMS)
      problems.push(
        `${asked.sender} ${asked.method} ${asked.target.slice(0, 200)} ${answer.status}: ${found.join(', ')}`,
      );
  };
  for (let first = 0; first < requests; first += AT_ONCE) {
    if (first % OF_A_SESSION === 0 && first > 0) world = { ...world, senders: await newSenders(own, signed) };
    const count = Math.min(AT_ONCE, requests - first);
    await Promise.all(Array.from({ length: count }, (_, index) => one(first + index)));
  }
  const charges = [await own.dealer.charges(), await other.dealer.charges()].map(({ length }) => length);
  const isSame = JSON.stringify(await other.rows()) === JSON.stringify(before);
  return { requests, byStatus, problems, isOtherUntouched: isSame && charges.join() === '1,1' };
};
