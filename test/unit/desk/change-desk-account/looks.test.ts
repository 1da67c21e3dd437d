import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { auditedLogo, logoAfter, logoChoiceOf } from '../../../../functions/desk/change-desk-account/logo.ts';
import { looksFileForm } from '../../../../functions/desk/change-desk-account/looks-file-form.ts';
import { postedFields } from '../../../../shared/desk/call/posted-fields.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';
import { deskCallWith, locationOf, pageOf } from '../../../support/desk/desk-calls.ts';
import { pngOf } from '../../../support/desk/logo-files.ts';
import { accountScene } from './account-scene.ts';

const TYPED = {
  displayName: 'Own name',
  accent: '#0b6b57',
  phone: '+90 212 555 00 00',
  email: 'shop@people.example',
  address: 'Street 1',
  site: 'https://shop.example',
  legalText: 'Ltd.',
  termsUrl: 'https://shop.example/terms',
};
const LOGO = pngOf(20, 10, [200, 16, 46]);

const scene = async () => {
  const account = await accountScene();
  const { dealer, deps, post } = account;
  const first = String(dealer.version);
  return {
    ...account,
    first,
    looks: () => deps.storedLooks.of('ALPHA'),
    save: (typed: object, options: Parameters<typeof post>[2] = {}, version = first) =>
      post('/desk/settings/looks', { ...typed, version }, options),
  };
};

describe('What payers see of a dealer', () => {
  test('is saved as it was typed, with contact and logo, and the audit has no picture', async () => {
    const { save, looks, entryOf, dealer } = await scene();
    const once = randomUUID();
    expect(locationOf(await save(TYPED, { once, file: LOGO }))).toBe('/desk/looks?done=saved');
    const { displayName, accent, legalText, termsUrl, email, address } = TYPED;
    expect(await looks()).toMatchObject({
      displayName,
      accent,
      legalText,
      termsUrl,
      contact: { email, address, phone: expect.any(String), site: expect.stringContaining('https://shop.example') },
      logo: expect.any(String),
    });
    const entry = await entryOf(once);
    expect(entry).toMatchObject({
      command: 'desk-change-looks',
      dealerCode: 'ALPHA',
      changed: ['looks'],
      result: { dealerCode: 'ALPHA', version: dealer.version + 1 },
      before: { logo: 'none' },
      after: { displayName, logo: expect.stringMatching(/^PNG, \d+ bytes$/) },
    });
    expect(JSON.stringify(entry)).not.toContain((await looks())?.logo);
  });

  test('is empty where nothing was typed', async () => {
    const { save, looks } = await scene();
    await save({});
    expect(await looks()).toEqual({});
  });

  test.each([
    ['displayName', '4111 1111 1111 1111'],
    ['accent', 'red'],
    ['phone', 'call us'],
    ['email', 'nobody'],
    ['address', 'x'.repeat(2000)],
    ['site', 'http://shop.example'],
    ['legalText', '4111 1111 1111 1111'],
    ['termsUrl', 'javascript:alert(1)'],
  ])('is shown again where %s is "%.30s", and nothing is saved', async (name, text) => {
    const { save, looks } = await scene();
    const { statusCode, markup } = pageOf(await save({ ...TYPED, [name]: text }));
    expect(statusCode).toBe(422);
    expect(markup.match(/aria-invalid="true"/g)).toHaveLength(1);
    expect(await looks()).toBeUndefined();
  });

  test('is shown first where that is asked for, and nothing is saved', async () => {
    const { save, looks } = await scene();
    const { statusCode, markup } = pageOf(await save({ ...TYPED, do: 'show' }, { file: LOGO }));
    expect(statusCode).toBe(200);
    expect(markup).toContain('value="Own name"');
    expect(markup).toContain('name="shownLogo"');
    expect(await looks()).toBeUndefined();
  });

  test('is not saved over what somebody changed since it was shown', async () => {
    const { save, looks } = await scene();
    expect(pageOf(await save(TYPED, {}, '99')).statusCode).toBe(422);
    expect(await looks()).toBeUndefined();
  });

  test('that is posted again is saved once; another form under its value, or one without, is not', async () => {
    const { save, looks } = await scene();
    const once = randomUUID();
    await save(TYPED, { once });
    expect(locationOf(await save(TYPED, { once }))).toBe('/desk/looks?done=saved');
    expect(pageOf(await save({ displayName: 'Other' }, { once })).statusCode).toBe(422);
    expect(pageOf(await save({ displayName: 'Other' }, { once: 'none' })).statusCode).toBe(422);
    expect(await looks()).toMatchObject({ displayName: 'Own name' });
  });
});

describe('The logo of a dealer', () => {
  test('comes back from a page that showed it, and is read like a file', async () => {
    const { save, looks } = await scene();
    await save({ shownLogo: LOGO.toString('base64') });
    expect(await looks()).toHaveProperty('logo');
    const other = await scene();
    expect(pageOf(await other.save({ shownLogo: 'bm90IGEgcGljdHVyZQ==' })).statusCode).toBe(422);
    expect(await other.looks()).toBeUndefined();
  });

  test('that is no picture is refused', async () => {
    const { save, looks } = await scene();
    expect(pageOf(await save(TYPED, { file: Buffer.from('no picture') })).statusCode).toBe(422);
    expect(await looks()).toBeUndefined();
  });

  test('is that of a file before it is removed, and removed before the one that was shown', () => {
    const withFile = logoChoiceOf({ posted: postedFields([['removeLogo', 'yes']]), file: LOGO });
    expect(withFile).toMatchObject({ kind: 'chosen' });
    const shownLogo = LOGO.toString('base64');
    const choiceOf = (fields: Readonly<Record<string, string>>) =>
      logoChoiceOf({ posted: postedFields(Object.entries(fields)) });
    expect(choiceOf({ removeLogo: 'yes', shownLogo })).toEqual({ kind: 'removed' });
    expect(choiceOf({ removeLogo: 'no', shownLogo })).toMatchObject({ kind: 'chosen' });
    expect(choiceOf({})).toEqual({ kind: 'kept' });
  });

  test('stays where nothing is said of it, or what is said is refused', () => {
    const refused = logoChoiceOf({ posted: postedFields([]), file: Buffer.from('x') });
    expect(refused.kind).toBe('refused');
    for (const choice of [refused, { kind: 'kept' } as const]) expect(logoAfter(choice, 'stored')).toBe('stored');
    expect(logoAfter({ kind: 'removed' }, 'stored')).toBeUndefined();
    expect(logoAfter({ kind: 'chosen', value: 'new' }, 'stored')).toBe('new');
  });

  test('is audited by its size', () => {
    expect(auditedLogo(undefined)).toBe('none');
    expect(auditedLogo(Buffer.from('1234').toString('base64'))).toBe('PNG, 4 bytes');
  });

  test.each([
    ['POST /desk/settings/{part}', 'looks', true],
    ['POST /desk/settings/{part}', 'profile', false],
    ['POST /desk/users/{action}', 'looks', false],
  ])('is the only file that the desk takes: %s %s', (route, part, isPosted) => {
    expect(looksFileForm.isPosted({ route, parameters: { part } } as never)).toBe(isPosted);
  });

  test.each([
    ['too-large', 413],
    ['malformed', 400],
  ] as const)('in a form that is %s is answered by a page', async (problem, statusCode) => {
    const { frame } = deskCallWith({ dealer: dealerWith(), nowMs: 0 });
    const { statusCode: answered, markup } = pageOf(await looksFileForm.refused(frame, problem));
    expect(answered).toBe(statusCode);
    expect(markup).toContain('href="/desk/looks"');
  });
});
