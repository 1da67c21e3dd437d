import { randomUUID } from 'node:crypto';
import { HOSTILE_COOKIES, HOSTILE_ENDS, HOSTILE_TEXTS } from './hostile-texts.ts';

type Random = () => number;

/** Who sends a request: its session, and the token of its forms. */
export interface Sender {
  readonly name: string;
  readonly cookies: readonly string[];
  readonly token: string;
}

/** What requests may name, and who may send them. */
export interface HostileWorld {
  readonly origin: string;
  readonly senders: readonly Sender[];
  /** Ids of the senders' dealer and of another one. */
  readonly ids: readonly string[];
  /** Paths below `/desk` of what the senders' dealer has. */
  readonly places: readonly string[];
}

export interface HostileRequest {
  readonly method: string;
  /** Path and query as they stand on the request line. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly sender: string;
}

const GETS: readonly string[] = (
  '/ /today /payments /payments/csv /payments/csv/file /links /reusable-links /statements /statements/csv /customers ' +
  '/settings /users /looks /activity /sign-in /sign-in/code /dealer /password /reset /sign-out'
)
  .split(' ')
  .map((path) => (path === '/' ? '' : path));
const WITH_ID: readonly string[] = ['payments', 'links', 'reusable-links', 'statements', 'customers', 'sales', 'users'];
const VIEWS: readonly string[] = [
  'void',
  'refund',
  'capture',
  'approve',
  'undo',
  'receipt',
  'webhooks',
  'cancel',
  'csv',
];
const ACTS: readonly string[] = [...VIEWS, 'resend', 'close', 'open', 'pause', 'resume', 'make'];

type Fields = Readonly<Record<string, string>>;
/** Posts with what makes them right: one or two of these fields are then typed by somebody hostile. */
const FORMS: readonly (readonly [path: string, fields: Fields])[] = [
  ['/links', { amount: '5', description: 'x', name: 'y', expires: '', installments: '', definition: '', currency: '' }],
  ['/links', { amount: '5', description: 'x', email: 'a@example.com', phone: '' }],
  [
    '/reusable-links/new/make',
    { title: 'x', amount: '5', min: '', max: '', maxPayments: '', description: '', expires: '' },
  ],
  ['/payments', { from: '', until: '', kind: 'anything', text: 'x', state: '', way: '', before: '', as: '' }],
  ['/payments', { kind: 'payer', text: 'x', as: 'csv' }],
  ['/payments', { kind: 'code', text: '', as: 'file', first: '', last: '', part: '' }],
  ['/settings/profile', { name: 'Somebody', language: 'en' }],
  ['/settings/looks', { displayName: 'x', accent: '#c2185b', phone: '', email: '', web: '', version: '', do: 'show' }],
  ['/settings/password', { 'old-password': 'x', 'new-password': 'y', 'new-password-again': 'y' }],
  ['/settings/code', { 'code-password': 'x', 'code-proof': '' }],
  ['/settings/confirm-code', { code: '123456', sealed: 'x', begun: '1' }],
  ['/settings/recovery-codes', { 'recovery-password': 'x', 'recovery-proof': 'y' }],
  ['/users/invite', { name: 'Can', email: 'hq7z@people.example', role: 'viewer', language: 'en' }],
  ['/users/role', { user: 'x', role: 'viewer', version: '1' }],
  ['/users/remove', { user: 'x', version: '1' }],
  ['/users/withdraw', { user: 'x' }],
  ['/dealer', { dealer: 'x' }],
  ['/password', { password: 'x' }],
  ['/sign-in', { email: 'hq7z@people.example', password: 'x' }],
  ['/sign-in/code', { code: '123456', recovery: '' }],
  ['/reset', { email: 'hq7z@people.example' }],
  [`/reset/${'A'.repeat(43)}`, { password: 'x' }],
  [`/invitation/${'A'.repeat(43)}`, { name: 'x', password: 'y' }],
];
const QUERIES: readonly string[] = [
  'from',
  'lang',
  'done',
  'ended',
  'before',
  'state',
  'day',
  'find',
  'account',
  'month',
];
const MORE_QUERIES: readonly string[] = [
  'by',
  'currency',
  'go',
  'amount',
  'until',
  'first',
  'last',
  'part',
  'share-1',
  'as',
];
const METHODS: readonly string[] = ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND'];
const TYPES: readonly string[] = [
  'application/x-www-form-urlencoded',
  'application/json',
  'multipart/form-data; boundary=hq7z',
  'text/plain',
  'application/x-www-form-urlencoded; charset=utf-16',
  'text/xml',
  '',
];

const oneOf = <Item>(random: Random, items: readonly Item[]): Item => {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError('one of none');
  return item;
};
const chance = (random: Random, share: number): boolean => random() < share;

const escaped = (text: string): string => encodeURIComponent(text.toWellFormed()).slice(0, 6_000);

const textFrom = (random: Random, { ids }: HostileWorld): string =>
  chance(random, 0.25) ? oneOf(random, ids) : oneOf(random, HOSTILE_TEXTS);

const endFrom = (random: Random, world: HostileWorld): string => {
  if (chance(random, 0.55)) return escaped(oneOf(random, world.ids));
  return chance(random, 0.5) ? oneOf(random, HOSTILE_ENDS) : escaped(textFrom(random, world)) || '-';
};

const pathFrom = (random: Random, world: HostileWorld, lasts: readonly string[]): string => {
  const isOwn = chance(random, 0.4);
  const place = isOwn ? oneOf(random, world.places) : `/${oneOf(random, WITH_ID)}/${endFrom(random, world)}`;
  if (chance(random, 0.35)) return place;
  return `${place}/${chance(random, 0.85) ? oneOf(random, lasts) : endFrom(random, world)}`;
};

const queryFrom = (random: Random, world: HostileWorld): string => {
  if (chance(random, 0.5)) return '';
  const names = Array.from({ length: 1 + Math.floor(random() * 4) }, () =>
    oneOf(random, [...QUERIES, ...MORE_QUERIES, '__proto__', 'token']),
  );
  return `?${names.map((name) => `${name}=${escaped(textFrom(random, world))}`).join('&')}`;
};

type Pair = readonly [name: string, value: string];

const spoiled = (random: Random, world: HostileWorld, fields: Fields): readonly Pair[] => {
  const pairs: Pair[] = Object.entries(fields).map(([name, value]) => [
    name,
    chance(random, 0.4) ? textFrom(random, world) : value,
  ]);
  if (chance(random, 0.15)) pairs.push(...pairs.map(([name]): Pair => [name, textFrom(random, world)]));
  if (chance(random, 0.1)) pairs.push(['__proto__', 'x'], ['constructor', 'y'], ['once', 'again'], ['', 'z']);
  if (chance(random, 0.02)) pairs.push(...Array.from({ length: 3_000 }, (_, index): Pair => [`f${index}`, '1']));
  return pairs;
};

const bodyOf = (pairs: readonly Pair[], type: string): Buffer => {
  if (type.startsWith('application/json')) return Buffer.from(JSON.stringify(Object.fromEntries(pairs)));
  if (type.startsWith('multipart/')) {
    const parts = pairs.map(
      ([name, value]) => `--hq7z\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    return Buffer.from(`${parts.join('')}--hq7z--\r\n`);
  }
  return Buffer.from(new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString());
};

const cookiesFrom = (random: Random, { cookies }: Sender): string => {
  if (chance(random, 0.85)) return cookies.join('; ');
  const names = ['desk', '__Host-desk', 'desk-visitor', 'desk-sign-in', 'desk-device', '__proto__'];
  const odd = Array.from(
    { length: 1 + Math.floor(random() * 3) },
    () => `${oneOf(random, names)}=${oneOf(random, HOSTILE_COOKIES)}`,
  );
  return [...odd, ...(chance(random, 0.5) ? cookies : [])].join('; ');
};

const headersFrom = (random: Random, { origin }: HostileWorld, sender: Sender): Record<string, string> => {
  const cookie = cookiesFrom(random, sender);
  const odd: Record<string, string> = chance(random, 0.1)
    ? { 'x-http-method-override': 'POST', 'x-forwarded-host': 'hq7z.example', 'x-forwarded-for': '203.0.113.9' }
    : {};
  const from = chance(random, 0.94)
    ? origin
    : oneOf(random, ['https://hq7z.example', 'null', `${origin}.hq7z.example`, '']);
  return {
    'accept-language': oneOf(random, ['en', 'tr', 'hq7z;q=zz', '*']),
    ...(cookie === '' ? {} : { cookie }),
    ...(from === '' ? {} : { origin: from }),
    ...odd,
  };
};

const postFrom = (random: Random, world: HostileWorld, sender: Sender) => {
  const isForm = chance(random, 0.7);
  const [path, fields] = isForm
    ? oneOf(random, FORMS)
    : ([pathFrom(random, world, ACTS), { shown: 'x', amount: '1', email: 'a@example.com' }] as const);
  const type = chance(random, 0.9) ? 'application/x-www-form-urlencoded' : oneOf(random, TYPES);
  const token = chance(random, 0.9)
    ? sender.token
    : oneOf(random, ['', 'A'.repeat(43), oneOf(random, world.senders).token]);
  const once = chance(random, 0.9) ? randomUUID() : textFrom(random, world);
  const pairs: readonly Pair[] = [['token', token], ['once', once], ...spoiled(random, world, fields)];
  const body = chance(random, 0.02) ? Buffer.alloc(80_000, '&a=1') : bodyOf(pairs, type);
  return { path, body: chance(random, 0.03) ? Buffer.alloc(0) : body, type };
};

/** One request of somebody hostile. Equal seeds make equal requests, but for ids, tokens and one-time values. */
export const hostileRequest = (random: Random, world: HostileWorld): HostileRequest => {
  const sender = oneOf(random, world.senders);
  const headers = headersFrom(random, world, sender);
  const query = queryFrom(random, world);
  if (chance(random, 0.45)) {
    const { path, body, type } = postFrom(random, world, sender);
    const sent = {
      ...headers,
      ...(type === '' ? {} : { 'content-type': type }),
      'content-length': String(body.length),
    };
    return { method: 'POST', target: `/desk${path}${query}`, headers: sent, body, sender: sender.name };
  }
  const path = chance(random, 0.5) ? oneOf(random, GETS) : pathFrom(random, world, VIEWS);
  const method = chance(random, 0.93) ? 'GET' : oneOf(random, METHODS);
  return { method, target: `/desk${path}${query}`, headers, body: Buffer.alloc(0), sender: sender.name };
};
