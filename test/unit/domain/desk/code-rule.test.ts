import { describe, expect, test } from 'vitest';
import { isOpenWithoutCode, mustEnrol } from '../../../../shared/domain/desk/code-rule.ts';

const code = { sealedSecret: 's', secretVersion: 1, enrolledAtMs: 0, lastStep: 0, recoveryCodes: [] };

describe('A dealer that wants one-time codes from everybody (rule 53)', () => {
  test('has those enrol who have none; a dealer that never said it has nobody', () => {
    expect(mustEnrol({ codesFor: 'everybody' }, {})).toBe(true);
    expect(mustEnrol({ codesFor: 'everybody' }, { code })).toBe(false);
    expect(mustEnrol({ codesFor: 'managers' }, {})).toBe(false);
    expect(mustEnrol(undefined, {})).toBe(false);
  });

  test.each<[string, boolean]>([
    ['/desk/settings', true],
    ['/desk/settings/confirm-code', true],
    ['/desk/dealer', true],
    ['/desk/sign-out', true],
    ['/desk/password', true],
    ['/desk/invitation/secret', true],
    ['/desk', false],
    ['/desk/payments', false],
    ['/desk/payments/settings', false],
    ['/desk/settings-of-all', false],
    ['/desk/users', false],
  ])('%s is open before that: %s', (path, open) => {
    expect(isOpenWithoutCode(path)).toBe(open);
  });
});
