import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { dynamoDeskSessions, dynamoPendingSignIns } from '../../../shared/adapters/dynamodb/desk/desk-sessions.ts';
import { dynamoDeskUsers } from '../../../shared/adapters/dynamodb/desk/desk-users.ts';
import { dynamoSignInCounters } from '../../../shared/adapters/dynamodb/desk/sign-in-counters.ts';
import { dynamoOperatorChanges } from '../../../shared/adapters/dynamodb/operator/operator-changes.ts';
import { digestOf, newSecret } from '../../../shared/desk/call/secrets.ts';
import type { DeskSession } from '../../../shared/domain/desk/session.ts';
import type { SignInCount } from '../../../shared/domain/desk/sign-in-limits.ts';
import type { DeskChange } from '../../../shared/ports/desk-users.ts';
import { FakeDealers } from '../../fakes/dealers.ts';
import { dealerWith } from '../../support/dealer/dealers.ts';
import type { StoreWorld } from '../../support/store/store-world.ts';
import { newDeskUser } from './desk-users-suite.ts';

const NOON = Date.UTC(2026, 0, 15, 12);
const MINUTE_MS = 60_000;

const newDeskSession = (changes: Partial<DeskSession> = {}): DeskSession => ({
  sessionId: digestOf(newSecret()),
  userId: digestOf(newSecret()),
  dealerCode: `D${randomUUID().slice(0, 8)}`,
  epoch: 1,
  membershipVersion: 1,
  memberSinceMs: NOON,
  startedAtMs: NOON,
  lastUsedAtMs: NOON,
  passwordAtMs: NOON,
  ...changes,
});

/** The contract of DeskSessions, PendingSignIns and SignInCounters (rule 53), on one engine. */
export const deskSessionsSuite = (world: () => StoreWorld): void => {
  const ports = () => {
    const { store } = world();
    const dealers = new FakeDealers();
    const changes = dynamoOperatorChanges(store);
    const apply = async (record: DeskChange) =>
      (
        await changes.apply(
          { kind: 'desk', record },
          { commandId: randomUUID(), command: 'desk-test', atMs: NOON, changed: [], inputFingerprint: 'f', result: {} },
        )
      ).kind;
    return {
      dealers,
      apply,
      sessions: dynamoDeskSessions(store, dealers),
      pendings: dynamoPendingSignIns(store),
      store,
    };
  };

  describe('sessions of the desk', () => {
    test('begin with a change, are found by their digest, and end with another or alone', async () => {
      const { apply, sessions } = ports();
      const [first, second] = [newDeskSession(), newDeskSession()];
      expect(await apply({ begins: first })).toBe('applied');
      expect(await sessions.find(first.sessionId)).toEqual(first);
      expect(await apply({ begins: first })).toBe('conflict');
      expect(await apply({ begins: second, ends: first })).toBe('applied');
      expect(await sessions.find(first.sessionId)).toBeUndefined();
      expect(await apply({ ends: second })).toBe('applied');
      expect(await apply({ ends: second })).toBe('applied');
      expect(await sessions.find(second.sessionId)).toBeUndefined();
    });

    test('a use and a password are noted; one that has ended is not brought back by either', async () => {
      const { apply, sessions } = ports();
      const session = newDeskSession();
      await apply({ begins: session });
      await sessions.note(session, { lastUsedAtMs: NOON + 1 });
      expect(await sessions.find(session.sessionId)).toEqual({ ...session, lastUsedAtMs: NOON + 1 });
      await sessions.note(session, { lastUsedAtMs: NOON + 2, passwordAtMs: NOON + 2 });
      expect(await sessions.find(session.sessionId)).toMatchObject({ lastUsedAtMs: NOON + 2, passwordAtMs: NOON + 2 });
      await apply({ ends: session });
      await sessions.note(session, { lastUsedAtMs: NOON + 3 });
      expect(await sessions.find(session.sessionId)).toBeUndefined();
    });

    test('user, membership and dealer are told as they stand now, each absent where there is none', async () => {
      const { apply, sessions, dealers } = ports();
      const user = newDeskUser();
      const session = newDeskSession({ userId: user.userId });
      const nothing = { user: undefined, membership: undefined, dealer: undefined, codeRule: undefined };
      expect(await sessions.ownersOf(session)).toEqual(nothing);
      const { dealerCode, userId } = session;
      const membership = { dealerCode, userId, role: 'viewer', version: 1, addedAtMs: NOON } as const;
      const codeRule = { dealerCode, version: 1, codesFor: 'everybody' } as const;
      await apply({ user, membership, codeRule });
      const dealer = dealerWith({ dealerCode, enabled: false });
      dealers.accounts.set(dealerCode, { dealer, credentials: [] });
      expect(await sessions.ownersOf(session)).toEqual({ user, membership, dealer, codeRule });
    });
  });

  describe('sign-ins that wait for a code', () => {
    const newPending = (userId: string) => ({
      pendingId: digestOf(newSecret()),
      userId,
      epoch: 1,
      startedAtMs: NOON,
      wrongCodes: 0,
      version: 1,
    });

    test('of codes that are counted at once one is counted, with its user, and the others count nothing', async () => {
      const { apply, pendings, store } = ports();
      const user = newDeskUser();
      await apply({ user });
      const pending = newPending(user.userId);
      await pendings.begin(pending);
      expect(await pendings.find(pending.pendingId)).toEqual(pending);
      const next = { ...pending, version: 2, wrongCodes: 1 };
      const counted = { ...user, version: 2, wrongCodes: { day: '20260115', count: 1 } };
      const counts = await Promise.all(Array.from({ length: 5 }, () => pendings.count(next, counted)));
      expect(counts.filter(Boolean)).toHaveLength(1);
      expect(await pendings.find(pending.pendingId)).toEqual(next);
      expect(await dynamoDeskUsers(store).find(user.userId)).toEqual(counted);
    });

    test('a code is counted in neither where one of both has changed', async () => {
      const { apply, pendings, store } = ports();
      const user = newDeskUser();
      await apply({ user });
      const pending = newPending(user.userId);
      await pendings.begin(pending);
      expect(await pendings.count({ ...pending, version: 2 }, { ...user, version: 3 })).toBe(false);
      expect(await pendings.count({ ...pending, version: 3 }, { ...user, version: 2 })).toBe(false);
      expect(await pendings.find(pending.pendingId)).toEqual(pending);
      expect(await dynamoDeskUsers(store).find(user.userId)).toEqual(user);
    });

    test('one is completed once, in the version that was counted last, and gone then', async () => {
      const { apply, pendings } = ports();
      const pending = newPending(digestOf(newSecret()));
      await pendings.begin(pending);
      expect(await apply({ completes: { ...pending, version: 2 } })).toBe('conflict');
      const both = await Promise.all([1, 2].map(() => apply({ completes: pending, begins: newDeskSession() })));
      expect(both.toSorted((a, b) => a.localeCompare(b))).toEqual(['applied', 'conflict']);
      expect(await pendings.find(pending.pendingId)).toBeUndefined();
    });
  });

  describe('counters of sign-ins', () => {
    const newCount = (changes: Partial<SignInCount> = {}): SignInCount => ({
      scope: 'desk-user-address',
      of: randomUUID(),
      windowMs: 15 * MINUTE_MS,
      most: 3,
      ...changes,
    });

    test('count to the last one, and anew in the next window', async () => {
      const counters = dynamoSignInCounters(world().store);
      const count = newCount();
      const asked = (nowMs: number) => counters.count([count], nowMs);
      expect([await asked(NOON), await asked(NOON), await asked(NOON), await asked(NOON)]).toEqual([
        'counted',
        'counted',
        'counted',
        'too-many',
      ]);
      expect(await asked(NOON + 15 * MINUTE_MS - 1)).toBe('too-many');
      expect(await asked(NOON + 15 * MINUTE_MS)).toBe('counted');
    });

    test('where one is full, none of them counts', async () => {
      const counters = dynamoSignInCounters(world().store);
      const [full, other] = [newCount({ most: 1 }), newCount({ scope: 'desk-address', most: 2 })];
      expect(await counters.count([full, other], NOON)).toBe('counted');
      for (let one = 0; one < 3; one += 1) expect(await counters.count([full, other], NOON)).toBe('too-many');
      expect(await counters.count([other], NOON)).toBe('counted');
      expect(await counters.count([other], NOON)).toBe('too-many');
    });

    test('tries that come at once are counted each, and none too many', async () => {
      const counters = dynamoSignInCounters(world().store);
      const count = newCount({ most: 5 });
      const asked = await Promise.all(Array.from({ length: 12 }, () => counters.count([count], NOON)));
      expect(asked.filter((one) => one === 'counted')).toHaveLength(5);
    });

    test('what is taken back makes room, and never more than was counted', async () => {
      const counters = dynamoSignInCounters(world().store);
      const count = newCount({ most: 1 });
      await counters.takeBack([count], NOON);
      expect(await counters.count([count], NOON)).toBe('counted');
      await counters.takeBack([count], NOON);
      await counters.takeBack([count], NOON);
      expect([await counters.count([count], NOON), await counters.count([count], NOON)]).toEqual([
        'counted',
        'too-many',
      ]);
    });
  });
};
