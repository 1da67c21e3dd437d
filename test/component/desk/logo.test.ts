import { randomUUID } from 'node:crypto';
import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { dynamoDealerLooks } from '../../../shared/adapters/dynamodb/dealer/dealer-looks.ts';
import { dynamoDealerAudit } from '../../../shared/adapters/dynamodb/operator/dealer-audit.ts';
import { istanbulDayOf, monthOf } from '../../../shared/domain/calendar.ts';
import { newDealer } from '../../support/dealer/dealers.ts';
import { formTo, newDeskBrowser } from '../../support/desk/desk-browser.ts';
import { signedInAt } from '../../support/desk/desk-people.ts';
import { pngOf } from '../../support/desk/logo-files.ts';

const PATH = '/desk/settings/looks';
const RED = pngOf(120, 60, [200, 16, 46]);
const BLUE = pngOf(60, 60, [16, 46, 200]);
const chosen = (bytes: Buffer, more: { readonly name?: string; readonly type?: string } = {}) => [
  { field: 'logoFile', bytes, ...more },
];

const scene = async () => {
  const dealer = await newDealer();
  const { browser } = await signedInAt(dealer, { role: 'manager' });
  const { dealerCode } = dealer.dealer;
  const form = async () => formTo(await browser.get('/desk/looks'), PATH);
  const stored = async (): Promise<string | undefined> => (await dynamoDealerLooks(dealer.store).of(dealerCode))?.logo;
  const entries = async () => {
    const month = monthOf(istanbulDayOf(Date.now()));
    const found = await dynamoDealerAudit(dealer.store).auditOfDealer({ dealerCode, month, limit: 100 });
    return found.map(({ entry }) => entry).filter(({ command }) => command === 'desk-change-looks');
  };
  return { browser, dealer, form, stored, entries };
};

const pictureOf = (logo: string | undefined): PNG => PNG.sync.read(Buffer.from(logo ?? '', 'base64'));

describe('A logo at the desk', () => {
  test('is uploaded by a manager, made anew, and stays where no other file is chosen', async () => {
    const { browser, form, stored } = await scene();
    const saved = await browser.postFiles(await form(), chosen(RED), { displayName: 'Kardelen', do: 'save' });
    expect(saved.location).toBe('/desk/looks?done=saved');
    const logo = await stored();
    expect(pictureOf(logo)).toMatchObject({ width: 120, height: 60 });
    expect((await browser.get('/desk/looks')).markup).toContain(`src="data:image/png;base64,${logo}"`);
    const none = [{ field: 'logoFile', bytes: Buffer.alloc(0), name: '', type: 'application/octet-stream' }];
    await browser.postFiles(await form(), none, { displayName: 'Else', do: 'save' });
    expect(await stored()).toBe(logo);
    await browser.postFiles(await form(), chosen(BLUE), { do: 'save' });
    expect(pictureOf(await stored())).toMatchObject({ width: 60, height: 60 });
    await browser.postFiles(await form(), none, { removeLogo: 'yes', do: 'save' });
    expect(await stored()).toBeUndefined();
  });

  test('is shown first without being saved, and then saved without choosing it again', async () => {
    const { browser, form, stored } = await scene();
    const shown = await browser.postFiles(await form(), chosen(RED), { do: 'show' });
    expect(shown.text).toContain('not saved yet');
    const [, pictured] = /src="data:image\/png;base64,([^"]+)"/.exec(shown.markup) ?? [];
    expect(pictured).toBeDefined();
    expect(await stored()).toBeUndefined();
    await browser.postFiles(formTo(shown, PATH), [], { do: 'save' });
    expect(await stored()).toBe(pictured);
  });

  test('a removal that is shown first is still asked for when it is saved', async () => {
    const { browser, form, stored } = await scene();
    await browser.postFiles(await form(), chosen(RED), { do: 'save' });
    const shown = await browser.postFiles(await form(), [], { removeLogo: 'yes', do: 'show' });
    expect(shown.markup).not.toContain('data:image/png');
    expect(await stored()).toBeDefined();
    await browser.postFiles(formTo(shown, PATH), [], { do: 'save' });
    expect(await stored()).toBeUndefined();
  });

  test('the same form posted twice changes once; with another file its value serves for nothing (rule 54)', async () => {
    const { browser, form, stored, entries } = await scene();
    const made = await form();
    await browser.postFiles(made, chosen(RED), { do: 'save' });
    const logo = await stored();
    const again = await browser.postFiles(made, chosen(RED), { do: 'save' });
    expect(again.location).toBe('/desk/looks?done=saved');
    const other = await browser.postFiles(made, chosen(BLUE), { do: 'save' });
    expect(other.text).toContain('Nothing changed');
    expect(await stored()).toBe(logo);
    expect(await entries()).toHaveLength(1);
  });

  test('stands in the audit by kind and size, and never by its bytes', async () => {
    const { browser, form, stored, entries } = await scene();
    await browser.postFiles(await form(), chosen(RED), { do: 'save' });
    const logo = (await stored()) ?? expect.unreachable('no logo');
    const [entry] = await entries();
    expect(entry).toMatchObject({
      before: { logo: 'none' },
      after: { logo: `PNG, ${Buffer.from(logo, 'base64').length} bytes` },
    });
    expect(JSON.stringify(entry)).not.toContain(logo.slice(0, 24));
  });
});

describe('A file that makes no logo changes nothing, and the page says so', () => {
  test.each([
    ['a page named .png', Buffer.from('<!doctype html><script>alert(1)</script>'), 'text/html', 'not a PNG file'],
    ['an SVG with script', Buffer.from('<svg onload="alert(1)"/>'), 'image/svg+xml', 'not a PNG file'],
    ['a JPEG', Buffer.from('ffd8ffe000104a464946'.padEnd(160, '0'), 'hex'), 'image/jpeg', 'not a PNG file'],
    ['too many pixels', pngOf(513, 2, [1, 2, 3]), 'image/png', 'larger than 512'],
    ['a cut file', RED.subarray(0, 60), 'image/png', 'cannot be read'],
    ['a file past 300 kB', Buffer.alloc(300_001), 'image/png', 'larger than 300 kB'],
  ])('%s', async (_what, bytes, type, says) => {
    const { browser, form, stored, entries } = await scene();
    const answer = await browser.postFiles(await form(), chosen(bytes, { type }), {
      displayName: 'Typed before',
      do: 'save',
    });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(says);
    expect(answer.text).toContain('Nothing was saved');
    expect(answer.markup).toContain('value="Typed before"');
    expect(answer.markup).not.toContain('alert(1)');
    expect(await stored()).toBeUndefined();
    expect(await entries()).toEqual([]);
  });

  test('a logo that came back from the browser is checked like a file', async () => {
    const { browser, form, stored } = await scene();
    const shownLogo = Buffer.from('<svg onload="alert(1)"/>').toString('base64');
    const answer = await browser.postFiles(await form(), [], { shownLogo, do: 'save' });
    expect(answer.status).toBe(422);
    expect(answer.markup).not.toContain(shownLogo);
    expect(await stored()).toBeUndefined();
  });
});

describe('A form with a file is refused', () => {
  test('unread where it is too large, or is not as a browser posts it', async () => {
    const { browser, form, stored } = await scene();
    const made = await form();
    const huge = await browser.postFiles(made, chosen(Buffer.alloc(2_000_000)), { do: 'save' });
    expect(huge.status).toBe(413);
    expect(huge.text).toContain('Nothing changed');
    expect(huge.markup).toContain('href="/desk/looks"');
    const two = await browser.postFiles(made, [...chosen(RED), ...chosen(BLUE)], { do: 'save' });
    const elsewhere = await browser.postFiles(made, [{ field: 'displayName', bytes: RED }], { do: 'save' });
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`field-${index}`, '']));
    const parts = await browser.postFiles(made, [], many);
    for (const { status, text } of [two, elsewhere, parts]) {
      expect(status).toBe(400);
      expect(text).toContain('Nothing changed');
    }
    const noBoundary = await browser.post(made, { do: 'save' }, { 'content-type': 'multipart/form-data' });
    expect(noBoundary.status).toBe(400);
    expect(await stored()).toBeUndefined();
  });

  test('unread without a session: it leads to the sign-in, whatever it holds', async () => {
    const { dealer, form } = await scene();
    const stranger = newDeskBrowser(dealer.stack.baseUrl);
    const answer = await stranger.postFiles(await form(), chosen(Buffer.alloc(2_000_000)), { do: 'save' });
    expect(answer.location).toBe('/desk/sign-in?ended=post');
  });

  test('without the token of the session, and for a role that may not change looks (rule 54)', async () => {
    const { browser, dealer, form, stored } = await scene();
    const made = await form();
    const forged = await browser.postFiles(made, chosen(RED), { token: 'x'.repeat(43), do: 'save' });
    expect(forged.status).toBe(403);
    const till = await signedInAt(dealer, { role: 'cashier' });
    const own = formTo(await till.browser.get('/desk/settings'), '/desk/settings/profile');
    const token = own.fields.find(([name]) => name === 'token')?.[1] ?? '';
    const refused = await till.browser.postFiles(made, chosen(RED), { token, do: 'save' });
    expect(refused.status).toBe(403);
    expect(refused.text).toContain('Nothing changed');
    expect(await stored()).toBeUndefined();
  });

  test('by every other form of the desk: none of its fields is read, so it has no token', async () => {
    const { browser } = await scene();
    const profile = formTo(await browser.get('/desk/settings'), '/desk/settings/profile');
    const answer = await browser.postFiles(profile, [], { name: `Else ${randomUUID()}` });
    expect(answer.status).toBe(403);
    expect((await browser.get('/desk/settings')).markup).not.toContain('Else ');
  });
});
