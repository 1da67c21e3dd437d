import { describe, expect, test } from 'vitest';
import { recoveryDigestOf } from '../../../shared/desk/account/recovery-codes.ts';
import { enrolled, hashed, recoveryOn, settingsScene } from '../../support/desk/settings-scene.ts';

describe('The one-time code (rule 53)', () => {
  test('is set up by password and code: the rights of a manager begin, and ten recovery codes are shown once', async () => {
    const made = await settingsScene({ role: 'manager', user: { password: hashed, code: undefined as never } });
    const { browser, stored } = made;
    expect((await browser.get('/desk/users')).status).toBe(403);
    const { secret, scan, wrong, shown } = await enrolled(made);
    expect(scan.markup).toContain('<svg');
    expect(wrong.text).toContain('The code is wrong');
    const recovery = recoveryOn(shown);
    expect(new Set(recovery).size).toBe(10);
    const { code, epoch } = await stored();
    expect(code?.recoveryCodes).toEqual(recovery.map(recoveryDigestOf));
    expect(code?.sealedSecret).not.toContain(secret);
    expect(epoch).toBe(2);
    expect((await browser.get('/desk/users')).status).toBe(200);
    expect((await browser.get('/desk/settings')).markup).not.toContain(recovery[0] ?? 'none');
    const told = JSON.stringify(await made.entries());
    for (const hidden of [secret, ...recovery]) expect(told).not.toContain(hidden);
  });
});
