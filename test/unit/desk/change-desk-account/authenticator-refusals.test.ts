import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { AccountDependencies } from '../../../../functions/desk/change-desk-account/account-dependencies.ts';
import { confirmCode, renewRecoveryCodes } from '../../../../functions/desk/change-desk-account/one-time-code.ts';
import type { PageAnswer } from '../../../../shared/http/page-response.ts';
import { settingsTexts } from '../../../../shared/pages/desk/account/settings-texts.ts';
import { qrSvg } from '../../../../shared/pages/qr-code.ts';
import { deskCodeContext, VaultUnavailable } from '../../../../shared/ports/vault.ts';
import { clearVault } from '../../../fakes/clear-vault.ts';
import { locationOf, pageOf } from '../../../support/desk/desk-calls.ts';
import { CODE_SECRET, PASSWORD, RECOVERY_CODE } from '../desk-scene.ts';
import { accountScene } from './account-scene.ts';

const { notices, problems, scan } = settingsTexts.en;
const MINUTE_MS = 60_000;
const OTHER_RECOVERY_CODE = 'other';
const WRONG_CODE = 'WRNG-WRNG-WRNG-WRNG';
/** Where pages show a new secret, and a recovery code. */
const SECRET_FIELD = 'name="sealed"';
const RECOVERY_CODE_ITEM = '<li class="code">';

/** The two forms that ask for the password and a code, with what a right post of them holds. */
const FORMS = [
  ['code', 'code-password', 'code-proof'],
  ['recovery-codes', 'recovery-password', 'recovery-proof'],
] as const;

/** What a page of the settings says of a form that changed nothing: status, notice, problem of a field, and secrets shown. */
const refusalIn = (answer: PageAnswer) => {
  const { statusCode, markup } = pageOf(answer);
  const said = (words: Readonly<Record<string, string>>) =>
    Object.keys(words).filter((key) => markup.includes(words[key] ?? ''));
  const shown = [SECRET_FIELD, RECOVERY_CODE_ITEM].filter((secret) => markup.includes(secret));
  return { statusCode, notices: said(notices), problems: said(problems), shown };
};

const refusal = (statusCode: number, said: { readonly notice?: string; readonly problem?: string }) => ({
  statusCode,
  notices: said.notice === undefined ? [] : [said.notice],
  problems: said.problem === undefined ? [] : [said.problem],
  shown: [],
});

describe.each(FORMS)('The form of settings/%s says why nothing changed', (part, password, proof) => {
  const path = `/desk/settings/${part}`;
  const right = { [password]: PASSWORD, [proof]: RECOVERY_CODE };

  test('the password is wrong; after ten wrong ones even the right one waits', async () => {
    const { post } = await accountScene({ enrolled: true });
    const wrong = { ...right, [password]: 'another walk' };
    for (let times = 0; times < 10; times += 1) {
      expect(refusalIn(await post(path, wrong))).toEqual(refusal(422, { problem: 'wrong-password' }));
    }
    expect(refusalIn(await post(path, right))).toEqual(refusal(429, { notice: 'too-many' }));
  });

  test('the code is wrong; after twenty wrong ones of a day only a recovery code will do', async () => {
    const { post } = await accountScene({ enrolled: true });
    const wrong = { ...right, [proof]: WRONG_CODE };
    expect(refusalIn(await post(path, wrong))).toEqual(refusal(422, { problem: 'wrong-code' }));
    const often = await accountScene({ enrolled: true, user: { wrongCodes: { day: '20260115', count: 20 } } });
    const byCode = { ...right, [proof]: often.codeNow() };
    expect(refusalIn(await often.post(path, byCode))).toEqual(refusal(422, { problem: 'needs-recovery' }));
  });

  test.each([
    ['as the code was counted: it is not looked at', (command: string) => command === 'desk-try-code'],
    ['as the change was written', (command: string) => command !== 'desk-try-code'],
  ])('another change came in between %s', async (_when, isLost) => {
    const { post, stored, manager } = await accountScene({
      enrolled: true,
      through: (deps) => {
        const apply: typeof deps.changes.apply = async (change, entry) =>
          isLost(entry.command) ? { kind: 'conflict' } : deps.changes.apply(change, entry);
        return { ...deps, changes: { ...deps.changes, apply } };
      },
    });
    expect(refusalIn(await post(path, right))).toEqual(refusal(422, { notice: 'changing' }));
    expect((await stored()).code).toEqual(manager.code);
  });

  test('the code was taken away meanwhile', async () => {
    const { post } = await accountScene({
      enrolled: true,
      through: (deps) => ({
        ...deps,
        users: {
          ...deps.users,
          find: async (userId) => {
            const { code: _gone, ...user } = (await deps.users.find(userId)) ?? expect.unreachable();
            return user;
          },
        },
      }),
    });
    expect(refusalIn(await post(path, right))).toEqual(refusal(422, { notice: 'changing' }));
  });

  test('each try of a code stands in the audit, with the user and nothing of the code', async () => {
    const { post, table, manager } = await accountScene({ enrolled: true });
    await post(path, { ...right, [proof]: WRONG_CODE });
    const tries = table.rows().filter(({ command }) => command === 'desk-try-code');
    expect(tries).toMatchObject([{ dealerCode: 'ALPHA', changed: [], result: { userId: manager.userId } }]);
    expect(JSON.stringify(tries)).not.toContain('WRNG');
  });

  test('it has no one-time value, or that of another form', async () => {
    const { post } = await accountScene({ enrolled: true });
    const once = randomUUID();
    await post('/desk/settings/profile', { name: 'Deniz', language: 'en' }, { once });
    const [first, second] = [right, { ...right, [proof]: OTHER_RECOVERY_CODE }];
    expect(refusalIn(await post(path, first, { once: 'none' }))).toEqual(refusal(422, { notice: 'used-once' }));
    expect(refusalIn(await post(path, second, { once }))).toEqual(refusal(422, { notice: 'used-once' }));
  });
});

test('a new authenticator that is begun again by the same form shows no second secret', async () => {
  const { post } = await accountScene({ enrolled: true });
  const once = randomUUID();
  const asked = { 'code-password': PASSWORD, 'code-proof': RECOVERY_CODE };
  await post('/desk/settings/code', asked, { once });
  const again = await post('/desk/settings/code', { ...asked, 'code-proof': OTHER_RECOVERY_CODE }, { once });
  expect(refusalIn(again)).toEqual(refusal(422, { notice: 'used-once' }));
});

test('recovery codes that are renewed again by the same form are not shown again, and say that they were', async () => {
  const { post, stored } = await accountScene({ enrolled: true });
  const once = randomUUID();
  const asked = { 'recovery-password': PASSWORD, 'recovery-proof': RECOVERY_CODE };
  const { markup } = pageOf(await post('/desk/settings/recovery-codes', asked, { once }));
  const [, renewed = ''] = markup.split(RECOVERY_CODE_ITEM);
  const before = await stored();
  const again = await post(
    '/desk/settings/recovery-codes',
    { ...asked, 'recovery-proof': renewed.slice(0, 19) },
    { once },
  );
  expect(locationOf(again)).toBe('/desk/settings?done=codes-shown');
  expect((await stored()).code).toEqual(before.code);
});

test('the settings that are shown again can be posted again, and lead a manager to the users', async () => {
  const { post } = await accountScene();
  const { markup } = pageOf(await post('/desk/settings/code', { 'code-password': 'another walk' }));
  const values = [...markup.matchAll(/name="once" value="([^"]*)"/g)].map(([, value]) => value);
  expect(values.length).toBeGreaterThan(1);
  expect(new Set(values).size).toBe(values.length);
  for (const value of values) expect(value).toMatch(/^[0-9a-f-]{36}$/);
  expect(markup).toContain('href="/desk/users"');
});

test('the own account is changed however long ago the password was given; a defect is no vault that fails', async () => {
  const { post, nowMs } = await accountScene();
  const profile = { name: 'Deniz', language: 'en' };
  const stale = { passwordAtMs: nowMs - 8 * 60 * MINUTE_MS };
  expect(locationOf(await post('/desk/settings/profile', profile, stale))).toBe('/desk/settings?done=profile');
  const failing = await accountScene({
    through: (deps) => ({ ...deps, users: { ...deps.users, find: () => Promise.reject(new Error('a defect')) } }),
  });
  await expect(failing.post('/desk/settings/profile', profile)).rejects.toThrow('a defect');
});

test('recovery codes are renewed where an authenticator is, and no password is looked at where none is', async () => {
  const { callOf, deps, passwords } = await accountScene();
  const call = await callOf('/desk/settings/recovery-codes', { 'recovery-password': 'another walk' });
  expect(refusalIn(await renewRecoveryCodes(call, deps))).toEqual(refusal(422, { notice: 'changing' }));
  expect(passwords.compared).toBe(0);
});

describe('The form that confirms a new authenticator', () => {
  const sealedAt = (userId: string, atMs: number) => clearVault.seal(CODE_SECRET, deskCodeContext({ userId }, atMs));
  const begunAt = async ({ manager, codeNow }: Awaited<ReturnType<typeof accountScene>>, atMs: number) => ({
    sealed: await sealedAt(manager.userId, atMs),
    begun: String(atMs),
    code: codeNow(),
  });
  const confirm = async (
    scene: Awaited<ReturnType<typeof accountScene>>,
    posted: Readonly<Record<string, string>>,
    deps: AccountDependencies = scene.deps,
  ) => confirmCode(await scene.callOf('/desk/settings/confirm-code', posted), deps);

  test('shows the secret, and whose it is for which service, as a code to scan', async () => {
    const scene = await accountScene();
    const posted = { ...(await begunAt(scene, scene.nowMs)), code: '1' };
    const { statusCode, markup } = pageOf(await confirm(scene, posted));
    const uri = scene.codes.enrolmentUri(CODE_SECRET, { email: 'manager@people.example', issuer: 'Test service' });
    expect(statusCode).toBe(422);
    expect(markup).toContain(problems['wrong-code']);
    expect(markup).toContain(qrSvg(uri, scan.qr).markup);
  });

  test('is taken until a quarter of an hour is over', async () => {
    for (const [waitedMs, statusCode] of [
      [15 * MINUTE_MS - 1, 200],
      [15 * MINUTE_MS, 422],
    ] as const) {
      const scene = await accountScene();
      scene.clock.advance(waitedMs);
      expect(pageOf(await confirm(scene, await begunAt(scene, scene.nowMs))).statusCode).toBe(statusCode);
    }
  });

  test('is old, too, where it was sealed for a later moment', async () => {
    const scene = await accountScene();
    const answer = await confirm(scene, await begunAt(scene, scene.nowMs + 1));
    expect(refusalIn(answer)).toEqual(refusal(422, { notice: 'enrolment-old' }));
    expect(await scene.stored()).toEqual(scene.manager);
  });

  test.each([
    ['no secret', { sealed: '' }],
    ['no moment', { begun: 'yesterday' }],
    ['a moment between two milliseconds', { begun: '1768467600000.5' }],
  ])('that holds %s does not ask the vault', async (_what, changed) => {
    const scene = await accountScene();
    const opener = { open: () => expect.unreachable('the vault is asked') };
    const posted = { ...(await begunAt(scene, scene.nowMs)), ...changed };
    const answer = await confirm(scene, posted, { ...scene.deps, opener });
    expect(refusalIn(answer)).toEqual(refusal(422, { notice: 'enrolment-old' }));
  });

  test('is not called old while the vault does not answer: it can be posted again', async () => {
    const scene = await accountScene({
      through: (deps) => ({ ...deps, opener: { open: () => Promise.reject(new VaultUnavailable('TimeoutError')) } }),
    });
    const answer = await scene.post('/desk/settings/confirm-code', await begunAt(scene, scene.nowMs));
    expect(refusalIn(answer)).toEqual(refusal(503, { notice: 'unavailable' }));
  });

  test('tells the audit that an authenticator was there before', async () => {
    const scene = await accountScene({ enrolled: true });
    const once = randomUUID();
    await scene.post('/desk/settings/confirm-code', await begunAt(scene, scene.nowMs), { once });
    expect(await scene.entryOf(once)).toMatchObject({
      result: { userId: scene.manager.userId },
      before: { enrolled: true },
      after: { enrolled: true },
    });
  });

  test('changes nothing without its one-time value, and is confirmed once with it', async () => {
    const scene = await accountScene();
    const posted = await begunAt(scene, scene.nowMs);
    const without = await scene.post('/desk/settings/confirm-code', posted, { once: 'none' });
    expect(refusalIn(without)).toEqual(refusal(422, { notice: 'used-once' }));
    expect(await scene.stored()).toEqual(scene.manager);
    const once = randomUUID();
    const confirmed = pageOf(await scene.post('/desk/settings/confirm-code', posted, { once }));
    // With the code a manager has all rights of the role.
    expect(confirmed.markup).toContain('<span class="soft">Manager</span>');
    const again = await scene.post('/desk/settings/confirm-code', posted, { once });
    expect(locationOf(again)).toBe('/desk/settings?done=codes-shown');
    expect(await scene.stored()).toMatchObject({ version: 2, epoch: 2 });
  });
});
