import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { digestOf } from '../../../shared/desk/call/secrets.ts';
import { istanbulDayOf } from '../../../shared/domain/calendar.ts';
import { type DeskAnswer, formTo } from '../../support/desk/desk-browser.ts';
import { formTokenIn, madeUpForm, type WholeDealer, wholeDealer } from '../../support/desk/whole-dealer.ts';

type Id = keyof Omit<WholeDealer, 'dealer' | 'signedIn' | 'rows'>;
type Ids = Readonly<Record<Id | 'dealerCode', string>>;

const theirIds = (of: WholeDealer): Ids => ({ ...of, dealerCode: of.dealer.dealer.dealerCode });

const anyNumber = (): string => String(randomInt(1_000_000_000, 2_147_483_647));

/** Ids of the same forms that name nothing. */
const noIds = (): Ids => ({
  paymentId: anyNumber(),
  otherTrxCode: randomUUID(),
  linkId: anyNumber(),
  reusableLinkId: anyNumber(),
  customerId: anyNumber(),
  customerCode: `Customer ${randomUUID()}`,
  saleId: anyNumber(),
  definitionId: anyNumber(),
  statementId: anyNumber(),
  subDealerId: anyNumber(),
  memberId: digestOf(randomUUID()),
  invitedId: digestOf(randomUUID()),
  dealerCode: `T${randomBytes(6).toString('hex')}`,
});

const PAGES: readonly string[] = [
  ...['', '/void', '/refund', '/capture', '/approve', '/undo', '/receipt', '/webhooks'].map(
    (view) => `/payments/{paymentId}${view}`,
  ),
  '/links/{linkId}',
  '/links/{linkId}/cancel',
  '/reusable-links/{reusableLinkId}',
  '/customers/{customerId}',
  '/customers?find={customerCode}',
  '/customers?find={customerId}',
  '/customers?before={customerId}',
  '/sales/{saleId}',
  '/statements/{statementId}',
  '/statements/{statementId}/csv',
  '/statements?account={subDealerId}',
  '/statements/csv?account={subDealerId}',
  '/users/{memberId}',
  '/dealer?from=/desk/payments/{paymentId}',
];

type Post = readonly [path: string, fields?: Readonly<Record<string, string>>];

const today = istanbulDayOf(Date.now());
const MONTH = { from: `${today.slice(0, 4)}-${today.slice(4, 6)}-01`, until: '' };

const POSTS: readonly Post[] = [
  ...['void', 'refund', 'capture', 'approve', 'undo', 'receipt', 'webhooks'].map(
    (action): Post => [`/payments/{paymentId}/${action}`, { shown: 'x', email: 'a@example.com' }],
  ),
  ['/links/{linkId}/resend'],
  ['/links/{linkId}/cancel'],
  ['/reusable-links/{reusableLinkId}/close'],
  ['/reusable-links/{reusableLinkId}/open'],
  ['/sales/{saleId}/pause'],
  ['/sales/{saleId}/resume'],
  ['/links', { amount: '5', description: 'x', definition: '{definitionId}' }],
  ['/reusable-links/new/make', { amount: '5', title: 'x', definition: '{definitionId}' }],
  ['/users/role', { user: '{memberId}', role: 'manager', version: '1' }],
  ['/users/remove', { user: '{memberId}', version: '1' }],
  ['/users/withdraw', { user: '{invitedId}' }],
  ['/dealer', { dealer: '{dealerCode}' }],
  ['/payments', { ...MONTH, text: '{paymentId}', kind: 'anything' }],
  ['/payments', { ...MONTH, text: '{paymentId}', kind: 'code' }],
  ['/payments', { ...MONTH, text: '{otherTrxCode}', kind: 'code' }],
  ['/payments', { ...MONTH, text: '{otherTrxCode}', kind: 'code', as: 'csv' }],
];

const withIds = (text: string, ids: Ids): string => text.replaceAll(/\{(\w+)\}/g, (_all, id: Id) => ids[id]);

/** What is told, without the ids that the caller wrote itself. */
const told = ({ status, text, location, markup, headers }: DeskAnswer, ids: Ids) => {
  const masked = (all: string): string =>
    Object.values(ids).reduce((rest, id) => rest.replaceAll(encodeURIComponent(id), '#').replaceAll(id, '#'), all);
  const isPage = headers.get('content-type')?.startsWith('text/html') === true;
  return { status, text: masked(isPage ? text : markup), location: masked(location ?? '') };
};

/** Two dealers, and a manager of the first. */
const scene = async () => {
  const [own, other] = [await wholeDealer(), await wholeDealer()];
  const { browser } = await own.signedIn();
  const rows = async () => [await own.rows(), await other.rows()];
  return { own, other, browser, rows };
};

describe('What is another dealer’s (rule 55)', () => {
  test('is on no page: each of its ids is answered like one that does not exist', async () => {
    const { other, browser, rows } = await scene();
    const owner = (await other.signedIn()).browser;
    const [theirs, none] = [theirIds(other), noIds()];
    const before = await rows();
    for (const path of PAGES) {
      // Its owner has it: else nothing would be proved.
      expect([path, (await owner.get(`/desk${withIds(path, theirs)}`)).status]).not.toEqual([path, 404]);
      const [asked, unknown] = [
        await browser.get(`/desk${withIds(path, theirs)}`),
        await browser.get(`/desk${withIds(path, none)}`),
      ];
      expect([path, told(asked, theirs)]).toEqual([path, told(unknown, none)]);
      expect([path, asked.markup.includes(other.dealer.dealer.name)]).toEqual([path, false]);
      if (!path.includes('?')) expect([path, asked.status]).toEqual([path, 404]);
    }
    expect(await rows()).toEqual(before);
  });

  test('is reached by no form: each of its ids is answered like one that does not exist, and nothing is written', async () => {
    const { own, other, browser, rows } = await scene();
    const token = await formTokenIn({ browser });
    const [theirs, none] = [theirIds(other), noIds()];
    const before = await rows();
    for (const [path, fields = {}] of POSTS) {
      const post = (ids: Ids) => {
        const typed = Object.entries(fields).map(([name, value]) => [name, withIds(value, ids)]);
        return browser.post(madeUpForm(own, `/desk${withIds(path, ids)}`, { ...Object.fromEntries(typed), token }));
      };
      const [asked, unknown] = [await post(theirs), await post(none)];
      expect([path, told(asked, theirs)]).toEqual([path, told(unknown, none)]);
      expect([path, asked.markup.includes(other.dealer.dealer.name)]).toEqual([path, false]);
    }
    expect(await rows()).toEqual(before);
    expect(await other.dealer.charges()).toHaveLength(1);
  });

  test('stands in no list and in no file, also where positions of another dealer are named', async () => {
    const { other, browser } = await scene();
    const theirBrowser = (await other.signedIn()).browser;
    const lists = ['', '/links', '/reusable-links', '/payments', '/customers', '/statements', '/users', '/activity'];
    for (const path of lists) {
      const { markup } = await browser.get(`/desk${path}`);
      // Ids of payments, links and reusable links count by dealer, so they may be equal.
      for (const [name, id] of Object.entries(theirIds(other)))
        if (id.length > 8) expect([path, name, markup.includes(id)]).toEqual([path, name, false]);
    }
    const position = `${String(Date.now()).padStart(15, '0')}#${'a'.repeat(26)}`;
    for (const path of ['/links', '/reusable-links']) {
      const behind = `/desk${path}?before=${encodeURIComponent(position)}`;
      expect((await browser.get(behind)).markup).not.toContain(other.dealer.dealer.name);
      expect((await theirBrowser.get(behind)).status).toBe(200);
    }
  });

  test('does not show whether an invited address has an account elsewhere', async () => {
    const { other, browser } = await scene();
    const { user } = await other.signedIn('cashier');
    const invite = async (email: string) => {
      const form = formTo(await browser.get('/desk/users'), '/desk/users/invite');
      const answer = await browser.post(form, { name: 'Can', email, role: 'viewer', language: 'en' });
      const { markup } = await browser.get('/desk/users');
      const rows = [...markup.matchAll(/<tr>[\s\S]*?<\/tr>/g)].map(([row]) => row);
      const row = rows.find((one) => one.includes(email)) ?? expect.unreachable('no row');
      const masked = row
        .replaceAll(email, 'EMAIL')
        .replaceAll(/\d\d:\d\d/g, 'TIME')
        .replaceAll(/(name="(?:once|user)" value=")[^"]*/g, '$1');
      return [answer.status, answer.location, masked];
    };
    expect(await invite(user.email)).toEqual(await invite(`${randomUUID()}@people.example`));
  });
});
