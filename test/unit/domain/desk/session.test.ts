import { describe, expect, test } from 'vitest';
import { isGoodLink, type MailedLink } from '../../../../shared/domain/desk/mailed-link.ts';
import { isOpenSignIn } from '../../../../shared/domain/desk/pending-sign-in.ts';
import {
  type DeskSession,
  hasFreshPassword,
  isLiveSession,
  type SessionOwners,
  writesUse,
} from '../../../../shared/domain/desk/session.ts';
import { afterWrongCode, needsRecoveryCode } from '../../../../shared/domain/desk/user.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const START_MS = Date.UTC(2026, 0, 15, 6);

const session: DeskSession = {
  sessionId: 's',
  userId: 'u',
  dealerCode: 'SHOP',
  epoch: 3,
  membershipVersion: 2,
  memberSinceMs: 0,
  startedAtMs: START_MS,
  lastUsedAtMs: START_MS,
  passwordAtMs: START_MS,
};
const user = {
  userId: 'u',
  version: 9,
  email: 'a@b.example',
  name: 'A',
  createdAtMs: 0,
  epoch: 3,
  language: 'tr',
} as const;
const membership = { dealerCode: 'SHOP', userId: 'u', role: 'viewer', version: 2, addedAtMs: 0 } as const;
const owners: SessionOwners = { user, membership, dealer: { enabled: true } };

describe('a session of the desk (rule 53)', () => {
  test.each<[string, number, number, boolean]>([
    ['just used', 0, 0, true],
    ['idle for less than 30 minutes', 0, 30 * MINUTE_MS - 1, true],
    ['idle for 30 minutes', 0, 30 * MINUTE_MS, false],
    ['used all the time, before 12 hours', 12 * HOUR_MS - 1, 12 * HOUR_MS - 1, true],
    ['used all the time, for 12 hours', 12 * HOUR_MS, 12 * HOUR_MS, false],
  ])('%s', (_name, usedAfterMs, afterMs, live) => {
    const used = { ...session, lastUsedAtMs: START_MS + usedAfterMs };
    expect(isLiveSession(used, owners, START_MS + afterMs)).toBe(live);
  });

  test.each<[string, Partial<SessionOwners>]>([
    ['whose user set a new password', { user: { ...user, epoch: 4 } }],
    ['whose user is gone', { user: undefined }],
    ['whose role changed', { membership: { ...membership, version: 3 } }],
    ['whose user was removed and invited again', { membership: { ...membership, addedAtMs: START_MS + 1 } }],
    ['whose membership was removed', { membership: undefined }],
    ['whose dealer is disabled', { dealer: { enabled: false } }],
    ['whose dealer is gone', { dealer: undefined }],
  ])('one %s has ended', (_name, changed) => {
    expect(isLiveSession(session, { ...owners, ...changed }, START_MS)).toBe(false);
  });

  test('its use is written every five minutes, and its password is fresh for ten', () => {
    expect([5 * MINUTE_MS - 1, 5 * MINUTE_MS].map((after) => writesUse(session, START_MS + after))).toEqual([
      false,
      true,
    ]);
    expect([10 * MINUTE_MS - 1, 10 * MINUTE_MS].map((after) => hasFreshPassword(session, START_MS + after))).toEqual([
      true,
      false,
    ]);
  });
});

describe('what waits for somebody (rule 53)', () => {
  const pending = { pendingId: 'p', userId: 'u', epoch: 3, startedAtMs: START_MS, wrongCodes: 0, version: 1 };

  test.each<[string, object, number, number, boolean]>([
    ['a sign-in', {}, 3, 0, true],
    ['one of 5 minutes', {}, 3, 5 * MINUTE_MS, false],
    ['one just before 5 minutes', {}, 3, 5 * MINUTE_MS - 1, true],
    ['one after four wrong codes', { wrongCodes: 4 }, 3, 0, true],
    ['one after five wrong codes', { wrongCodes: 5 }, 3, 0, false],
    ['one of before a new password', {}, 4, 0, false],
  ])('%s takes a code or not', (_name, changed, epoch, afterMs, open) => {
    expect(isOpenSignIn({ ...pending, ...changed }, epoch, START_MS + afterMs)).toBe(open);
  });

  const link: MailedLink = {
    linkId: 'l',
    kind: 'reset',
    userId: 'u',
    email: 'a@b.example',
    language: 'tr',
    createdAtMs: START_MS,
  };

  test('an invitation is good for 48 hours, a reset for 30 minutes', () => {
    const good = (kind: MailedLink['kind'], afterMs: number) => isGoodLink({ ...link, kind }, START_MS + afterMs);
    expect([good('invitation', 48 * HOUR_MS - 1), good('invitation', 48 * HOUR_MS)]).toEqual([true, false]);
    expect([good('reset', 30 * MINUTE_MS - 1), good('reset', 30 * MINUTE_MS)]).toEqual([true, false]);
  });

  test('wrong codes are counted by day: the twentieth demands a recovery code until the day ends', () => {
    const counted = (times: number, day: string) =>
      Array.from({ length: times }).reduce<ReturnType<typeof afterWrongCode> | undefined>(
        (wrongCodes) => afterWrongCode({ ...(wrongCodes && { wrongCodes }) }, day),
        undefined,
      );
    const wrongCodes = counted(20, '2026-01-15');
    expect(wrongCodes).toEqual({ day: '2026-01-15', count: 20 });
    if (wrongCodes === undefined) return;
    expect(needsRecoveryCode({ wrongCodes }, '2026-01-15')).toBe(true);
    expect(needsRecoveryCode({ wrongCodes: { ...wrongCodes, count: 19 } }, '2026-01-15')).toBe(false);
    expect(needsRecoveryCode({ wrongCodes }, '2026-01-16')).toBe(false);
    expect(afterWrongCode({ wrongCodes }, '2026-01-16')).toEqual({ day: '2026-01-16', count: 1 });
  });
});
