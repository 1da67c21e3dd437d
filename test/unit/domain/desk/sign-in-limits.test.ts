import { describe, expect, test } from 'vitest';
import { countsOfMail, countsOfTry } from '../../../../shared/domain/desk/sign-in-limits.ts';

const MINUTE_MS = 60_000;
const stranger = { userId: 'u', addressScope: '203.0.113.7' };

const shortened = (counts: ReturnType<typeof countsOfTry>) =>
  counts.map(({ scope, of, windowMs, most }) => [scope, of, windowMs / MINUTE_MS, most]);

describe('what a try to sign in is counted by (rule 53)', () => {
  test('a browser that never signed in: user and address, user over all strangers, address', () => {
    expect(shortened(countsOfTry(stranger))).toEqual([
      ['desk-user-address', 'u#203.0.113.7', 15, 10],
      ['desk-user-strangers', 'u', 60, 30],
      ['desk-address', '203.0.113.7', 60, 100],
    ]);
  });

  test('a browser that signed in before shares no counter with strangers', () => {
    const own = countsOfTry({ ...stranger, deviceId: 'd' });
    expect(shortened(own)).toEqual([['desk-device', 'd', 15, 10]]);
    const others = countsOfTry(stranger).map(({ scope }) => scope);
    expect(own.filter(({ scope }) => others.includes(scope))).toEqual([]);
  });

  test('mails: of each kind 3 an hour and 10 a day to a user; 20 an hour on the wish of an address', () => {
    expect(shortened(countsOfMail('reset', stranger))).toEqual([
      ['desk-mail-hour', 'reset#u', 60, 3],
      ['desk-mail-day', 'reset#u', 24 * 60, 10],
      ['desk-mail-address', '203.0.113.7', 60, 20],
    ]);
  });

  test('resets that a stranger asks for keep nobody from inviting the same address', () => {
    const ofUser = (kind: 'invitation' | 'reset') => countsOfMail(kind, stranger).filter(({ of }) => of.endsWith('u'));
    const resets = ofUser('reset').map(({ of }) => of);
    expect(ofUser('invitation').filter(({ of }) => resets.includes(of))).toEqual([]);
  });
});
