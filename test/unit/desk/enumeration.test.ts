import { describe, expect, test } from 'vitest';
import { deskUserItem } from '../../../shared/adapters/dynamodb/desk/desk-items.ts';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { putRows } from '../../support/store/store.ts';
import { givePassword, type SignInScene, signInScene } from './desk-scene.ts';

const READS_AND_WRITES = ['get', 'getMany', 'query', 'list', 'due', 'increment', 'transact'] as const;

/** Notes every trip to a table, and how many rows a write is of; a read by one key and one of a partition are told apart. */
const notingTrips = (table: Table): string[] => {
  const trips: string[] = [];
  for (const name of READS_AND_WRITES) {
    const ask = table[name].bind(table) as (...given: readonly unknown[]) => Promise<never>;
    table[name] = (...given: readonly unknown[]) => {
      trips.push(name);
      return ask(...given);
    };
  }
  return trips;
};

/** Addresses of everybody who must look alike: with an account, without, without a password, without a dealer. */
const ADDRESSES = [
  'ayse@people.example',
  'nobody@people.example',
  'new@people.example',
  'former@people.example',
] as const;

const scene = async (): Promise<SignInScene> => {
  const made = signInScene();
  await made.person();
  const { password: _none, ...invited } = await made.person({ email: 'new@people.example' });
  await putRows(made.table, [deskUserItem(invited)]);
  await made.person({ email: 'former@people.example', roles: {} });
  return made;
};

/** What a browser is told and what was done for it, without the values that are random. */
const seen = async (post: (made: SignInScene, email: string) => ReturnType<typeof givePassword>, email: string) => {
  const made = await scene();
  const trips = notingTrips(made.table);
  const { status, location, markup, token, cookies, headers } = await post(made, email);
  return {
    status,
    location,
    markup: markup.replaceAll(token, 'TOKEN').replaceAll(email, 'EMAIL'),
    cookies: cookies.map((cookie) => cookie.replace(/=[\w-]{43}/, '=SECRET')),
    headers,
    trips,
    compared: made.passwords.compared,
    hashed: made.passwords.hashed,
    loads: made.dealers.loads.length,
  };
};

describe('Whether an address has an account (rule 53)', () => {
  test('is not told by a sign-in: answer, headers, trips to the table and hashes are the same', async () => {
    const wrong = (made: SignInScene, email: string) =>
      givePassword(made.newBrowser(), { email, password: 'not the password' });
    const [known, ...others] = await Promise.all(ADDRESSES.map((email) => seen(wrong, email)));
    expect(known).toMatchObject({ status: 403, compared: 1, hashed: 0 });
    expect(known?.trips.length).toBeGreaterThan(1);
    for (const other of others) expect(other).toEqual(known);
  });

  test('is not told by a reset: answer, headers and the number of trips are the same', async () => {
    const reset = async (made: SignInScene, email: string) => {
      const browser = made.newBrowser();
      await browser.get('/desk/reset');
      return browser.post('/desk/reset', { email });
    };
    const [known, ...others] = await Promise.all(ADDRESSES.map((email) => seen(reset, email)));
    expect(known).toMatchObject({ status: 200, compared: 0, hashed: 0, loads: 1 });
    for (const other of others) expect(other).toEqual(known);
  });

  test('is not told by the eleventh try either: both are told to come again, and nothing is hashed', async () => {
    const often = async (made: SignInScene, email: string) => {
      for (let tries = 0; tries < 10; tries += 1)
        await givePassword(made.newBrowser(), { email, password: 'not the password' });
      return givePassword(made.newBrowser(), { email, password: 'not the password' });
    };
    const [known, ...others] = await Promise.all(ADDRESSES.map((email) => seen(often, email)));
    expect(known).toMatchObject({ status: 429, compared: 10 });
    for (const other of others) expect(other).toEqual(known);
  });

  test('is not told by the address of a mailed link: what was never one, was used, or is of another kind', async () => {
    const pages = [];
    for (const path of ['reset', 'invitation']) {
      for (const secret of ['A'.repeat(43), 'short', '-', 'é'.repeat(43)]) {
        const { status, text } = await signInScene()
          .newBrowser()
          .get(`/desk/${path}/${encodeURIComponent(secret)}`);
        pages.push([path, status, text].join(' '));
      }
    }
    expect(new Set(pages).size).toBe(2);
  });
});
