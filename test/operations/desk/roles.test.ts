import { describe, expect, test } from 'vitest';
import { deskRoles } from '../../../shared/domain/desk/roles.ts';
import { BEGINS_WITH, type Expected, PAGES, type Place, POSTS } from '../../support/desk/expected-rights.ts';
import {
  formTokenIn,
  madeUpForm,
  people,
  roleOf,
  type WholeDealer,
  wholeDealer,
} from '../../support/desk/whole-dealer.ts';

const pathAt = (dealer: WholeDealer, path: string): string =>
  `/desk${path.replaceAll(/\{(\w+)\}/g, (_all, place: Place) => dealer[place])}`;

/** Fields that pass what is looked at before the role, where anything is. */
const FIELDS = {
  shown: 'x',
  email: 'a@example.com',
  user: 'nobody',
  name: 'X',
  role: 'manager',
  'codes-for': 'everybody',
};

const REFUSED = 'Your role does not allow this';

describe.each(people)('A %s at the desk (rules 53 and 54)', (somebody) => {
  const may = ([, action]: Expected): boolean =>
    deskRoles.indexOf(roleOf(somebody)) >= deskRoles.indexOf(BEGINS_WITH[action]);

  test('opens the pages of its role, and is refused every other one', async () => {
    const dealer = await wholeDealer();
    const { browser } = await dealer.signedIn(somebody);
    const before = await dealer.rows();
    for (const expected of Object.values(PAGES).flat()) {
      const path = pathAt(dealer, expected[0]);
      const { status, text } = await browser.get(path);
      const isRefused = status === 403 && text.includes(REFUSED);
      expect([path, isRefused]).toEqual([path, !may(expected)]);
      // A step that the payment does not allow now is no step of another role.
      if (!isRefused) expect([path, status]).toEqual([path, expect.toBeOneOf([200, 409])]);
    }
    expect(await dealer.rows()).toEqual(before);
  });

  test('is refused every post above its role, with a right token, and nothing changes', async () => {
    const dealer = await wholeDealer();
    const person = await dealer.signedIn(somebody);
    const token = await formTokenIn(person);
    const before = await dealer.rows();
    const above = POSTS.filter((one) => !may(one));
    expect(above.length > 0).toBe(somebody !== 'manager');
    for (const expected of above) {
      const path = pathAt(dealer, expected[0]);
      const { status, text } = await person.browser.post(madeUpForm(dealer, path, { ...FIELDS, token }));
      expect([path, status, text.includes(REFUSED)]).toEqual([path, 403, true]);
      expect([path, /Nothing changed|No money moved/.test(text)]).toEqual([path, true]);
    }
    expect(await dealer.rows()).toEqual(before);
    expect(await dealer.dealer.charges()).toHaveLength(1);
  });

  test('is not refused for its role what its role may do', async () => {
    const dealer = await wholeDealer();
    const person = await dealer.signedIn(somebody);
    const token = await formTokenIn(person);
    for (const expected of POSTS.filter(may)) {
      const path = pathAt(dealer, expected[0]);
      const { status, text } = await person.browser.post(madeUpForm(dealer, path, { token }));
      expect([path, status, text.includes(REFUSED)]).toEqual([
        path,
        expect.toBeOneOf([200, 303, 400, 409, 422]),
        false,
      ]);
    }
  });

  test('finds no action and no page that is none', async () => {
    const dealer = await wholeDealer();
    const person = await dealer.signedIn(somebody);
    const token = await formTokenIn(person);
    const before = await dealer.rows();
    for (const path of [
      '/payments/{paymentId}/make',
      '/payments/{paymentId}/constructor',
      '/links/{linkId}/make',
      '/links/{linkId}/__proto__',
      '/reusable-links/{reusableLinkId}/make',
      '/reusable-links/new/open',
      '/sales/{saleId}/delete',
      '/sales/{saleId}/toString',
      '/settings/hasOwnProperty',
      '/users/delete',
    ]) {
      const { status } = await person.browser.post(madeUpForm(dealer, pathAt(dealer, path), { ...FIELDS, token }));
      const isAboveRole = status === 403 && somebody !== 'manager';
      expect([path, status === 404 || isAboveRole]).toEqual([path, true]);
    }
    for (const path of ['/constructor', '/__proto__', '/payments/{paymentId}/constructor', '/links/{linkId}/refund']) {
      expect([path, (await person.browser.get(pathAt(dealer, path))).status]).toEqual([path, 404]);
    }
    expect(await dealer.rows()).toEqual(before);
  });
});
