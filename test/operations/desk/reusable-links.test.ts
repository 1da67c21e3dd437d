import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type DeskBrowser, formTo } from '../../support/desk/desk-browser.ts';
import { signedInAt } from '../../support/desk/desk-people.ts';
import { deskScene } from '../../support/desk/desk-scene.ts';

const LIST = '/desk/reusable-links';
const MAKE = `${LIST}/new/make`;

const made = async (browser: DeskBrowser, typed: Readonly<Record<string, string>> = {}): Promise<string> => {
  const form = formTo(await browser.open(LIST), MAKE);
  const answer = await browser.post(form, { title: 'Bread course', amount: '349.90', ...typed });
  if (answer.location === undefined) throw new Error(`no link: ${answer.text}`);
  return answer.location;
};

const idIn = (location: string): number => Number(/reusable-links\/(\d+)/.exec(location)?.[1]);
const addressIn = (markup: string): string => /id="address"[^>]*value="([^"]*)"/.exec(markup)?.[1] ?? '';

describe('A reusable link that is made at the desk (rule 54)', () => {
  test('is the link that CreateUserPosLink makes, with its address and its places', async () => {
    const { dealer, browser, audit } = await deskScene();
    const location = await made(browser, { maxPayments: '30', description: 'Saturdays' });
    const page = await browser.open(location);
    expect(page.text).toContain('The link is ready.');
    expect(page.text).toContain('0 of 30');
    const payer = await fetch(addressIn(page.markup));
    expect([payer.status, (await payer.text()).includes('Bread course')]).toEqual([200, true]);
    const answer = await dealer.callLink('GetUserPosLink', { UserPosLinkId: idIn(location) });
    expect(answer.Data).toMatchObject({ Title: 'Bread course', Amount: 349.9, MaxPayments: 30 });
    expect(await audit('desk-create-reusable-link')).toMatchObject([{ after: { title: 'Bread course' } }]);
  });

  test('lets the payer choose within limits', async () => {
    const { browser } = await deskScene();
    const page = await browser.open(await made(browser, { amount: '', min: '10', max: '1,250.50' }));
    expect(page.text).toContain('£10.00 – £1,250.50'.replaceAll('£', '₺'));
  });

  test('is made once, however often its form is posted', async () => {
    const { browser, audit } = await deskScene();
    const form = formTo(await browser.open(LIST), MAKE);
    const typed = { title: 'Once', amount: '5' };
    const answers = await Promise.all([1, 2, 3].map(() => browser.post(form, typed)));
    expect(new Set(answers.map(({ location }) => location)).size).toBe(1);
    const other = await browser.post(form, { ...typed, amount: '6' });
    expect([other.status, other.text.includes('Another link was made with this form before')]).toEqual([422, true]);
    expect(await audit('desk-create-reusable-link')).toHaveLength(1);
  });

  test.each([
    [{ title: '' }, 'Type what is paid for.'],
    [{ amount: '' }, 'Type an amount'],
    [{ amount: '1', min: '1' }, 'not both'],
    [{ amount: '', min: '5' }, 'both the least and the most'],
    [{ amount: '', min: '5', max: '4' }, 'both the least and the most'],
    [{ amount: '1.2.3' }, 'not clear'],
    [{ maxPayments: '0' }, 'from 1 to 1,000,000'],
    [{ maxPayments: 'many' }, 'from 1 to 1,000,000'],
    [{ expires: '2020-01-01' }, 'day in the future'],
    [{ title: '4111 1111 1111 1111' }, 'card number'],
    [{ currency: 'XXX' }, 'currency cannot be taken'],
  ])('is refused with %j, and the form keeps what was typed', async (typed, sentence) => {
    const { browser, audit } = await deskScene();
    const form = formTo(await browser.open(LIST), MAKE);
    const answer = await browser.post(form, { title: 'Course', amount: '5', ...typed });
    expect([answer.status, answer.text.includes('No link was made.'), answer.text]).toEqual([
      422,
      true,
      expect.stringContaining(sentence),
    ]);
    // A card number that was typed into the wrong field is not shown again.
    const kept = 'title' in typed ? typed.title.replaceAll(/\d/g, '•') : 'Course';
    expect(new Map(formTo(answer, MAKE).fields).get('title')).toBe(kept);
    expect(await audit('desk-create-reusable-link')).toEqual([]);
  });

  test('needs the dealer’s channel, a role, and a dealer who has it', async () => {
    const barred = await deskScene({ dealer: { channels: ['directPayment'] } });
    const form = formTo(await barred.browser.open(LIST), MAKE);
    expect((await barred.browser.post(form, { title: 'A', amount: '5' })).text).toContain('may not make links');
    const { dealer, browser } = await deskScene();
    const id = idIn(await made(browser));
    const viewer = await signedInAt(dealer, { role: 'viewer' });
    const page = await viewer.browser.open(`${LIST}/${id}`);
    expect(page.forms.filter(({ action }) => action.includes('reusable-links'))).toEqual([]);
    const token = page.forms.flatMap(({ fields }) => fields).find(([name]) => name === 'token')?.[1] ?? '';
    const fields = [
      ['token', token],
      ['once', randomUUID()],
    ] as const;
    for (const action of ['close', 'open', 'make']) {
      const refused = await viewer.browser.post({
        action: `${form.action.replace('new/make', String(id))}/${action}`,
        fields,
      });
      expect(refused.status).toBe(403);
    }
    const stranger = await deskScene();
    expect((await stranger.browser.open(`${LIST}/${id}`)).status).toBe(404);
    const own = formTo(await stranger.browser.open(LIST), MAKE);
    const other = await stranger.browser.post({ ...own, action: own.action.replace('new/make', `${id}/close`) });
    expect(other.status).toBe(404);
    expect((await browser.open(`${LIST}/${id}`)).text).toContain('State Open');
  });

  test('is closed and opened again, each form once', async () => {
    const { browser, audit } = await deskScene();
    const path = `${LIST}/${idIn(await made(browser))}`;
    const form = formTo(await browser.open(path), `${path}/close`);
    for (const answer of await Promise.all([1, 2].map(() => browser.submit(form)))) {
      expect(answer.text).toContain('The link is closed.');
    }
    const opened = await browser.submit(formTo(await browser.open(path), `${path}/open`));
    expect(opened.text).toContain('The link is open again.');
    // The old form is a repeat: it closes nothing again.
    expect((await browser.submit(form)).text).toContain('State Open');
    expect(await audit('desk-close-reusable-link')).toMatchObject([
      { before: { active: true }, after: { active: false } },
    ]);
    expect(await audit('desk-open-reusable-link')).toHaveLength(1);
  });
});
