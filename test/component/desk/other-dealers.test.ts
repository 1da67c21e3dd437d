import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { formTokenIn, madeUpForm, wholeDealer } from '../../support/desk/whole-dealer.ts';

describe('What is another dealer’s (rule 55)', () => {
  test('is not shown by a form of it: a one-time value that another dealer used does nothing here', async () => {
    const [own, other] = [await wholeDealer(), await wholeDealer()];
    const { browser } = await own.signedIn();
    const theirs = (await other.signedIn()).browser;
    const fields = { once: randomUUID(), amount: '5', description: 'x' };
    const token = await formTokenIn({ browser: theirs });
    expect((await theirs.post(madeUpForm(other, '/desk/links', { ...fields, token }))).location).toContain(
      '/desk/links/',
    );
    const before = await own.rows();
    const again = await browser.post(
      madeUpForm(own, '/desk/links', { ...fields, token: await formTokenIn({ browser }) }),
    );
    expect([again.status, again.location]).toEqual([422, undefined]);
    expect(await own.rows()).toEqual(before);
  });
});
