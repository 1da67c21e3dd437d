import { describe, expect, test } from 'vitest';
import { deskFunctions } from '../../infra/functions/desk.ts';
import { deskWrites } from '../../shared/adapters/dynamodb/desk/desk-changes.ts';
import { dynamoDeskSessions, dynamoPendingSignIns } from '../../shared/adapters/dynamodb/desk/desk-sessions.ts';
import { dynamoSignInCounters } from '../../shared/adapters/dynamodb/desk/sign-in-counters.ts';
import type { Table } from '../../shared/adapters/dynamodb/engine/table.ts';
import type { Write } from '../../shared/adapters/dynamodb/engine/writes.ts';
import { auditWrites } from '../../shared/adapters/dynamodb/operator/audit-item.ts';
import { newInvitation, newReset } from '../../shared/desk/account/mailed-link.ts';
import { deskUserIdOf } from '../../shared/desk/call/secrets.ts';
import type { DeskSession } from '../../shared/domain/desk/session.ts';
import { countsOfMail, countsOfTry } from '../../shared/domain/desk/sign-in-limits.ts';
import type { DeskUser } from '../../shared/domain/desk/user.ts';

const nowMs = Date.UTC(2026, 10, 28);
const email = 'ada@dealer.example';
const userId = deskUserIdOf(email);
const dealerCode = '1001';
const user: DeskUser = { userId, version: 1, email, name: 'Ada', language: 'en', createdAtMs: nowMs, epoch: 1 };
const membership = { dealerCode, userId, role: 'manager', version: 1, addedAtMs: nowMs } as const;
const session: DeskSession = {
  sessionId: 's',
  userId,
  dealerCode,
  epoch: 1,
  membershipVersion: 1,
  memberSinceMs: nowMs,
  startedAtMs: nowMs,
  lastUsedAtMs: nowMs,
  passwordAtMs: nowMs,
};
const pending = { pendingId: 'p', userId, epoch: 1, startedAtMs: nowMs, wrongCodes: 0, version: 1 };

const moment = { sealer: { keyName: 'key', seal: async () => 'sealed' }, nowMs };
const dealer = { dealerCode, name: 'Dealer', listingShards: 1 };

/** A table that keeps the partitions of what is written. */
const heard = () => {
  const written: string[] = [];
  const note = (writes: readonly Write[]): void => void written.push(...writes.map(partitionOf));
  const store = {
    transact: async (writes: readonly Write[]) => {
      note(writes);
      return { applied: true };
    },
  } as unknown as Table;
  return { written, note, store };
};

const partitionOf = (write: Write): string => {
  if ('put' in write) return write.put.pk;
  if ('update' in write) return write.update.pk;
  if ('remove' in write) return write.remove.pk;
  return '';
};

/** Everything that signing in, and a change of users, can write. */
const writtenOfUsers = async (): Promise<readonly string[]> => {
  const { written, note, store } = heard();
  const greeted = { email, name: 'Ada', language: 'en', role: 'manager', dealer } as const;
  const { written: invites } = await newInvitation(greeted, moment);
  const { written: mails } = await newReset(user, dealer, moment);
  const change = { user, membership, removes: membership, invites, withdraws: invites.invitation, mails };
  const ends = { uses: invites.link, begins: session, ends: session, completes: pending };
  note(deskWrites({ ...change, ...ends, remembers: { userId, deviceId: 'd', atMs: nowMs } }));
  const entry = {
    commandId: 'c',
    command: 'put-desk-user',
    dealerCode,
    atMs: nowMs,
    changed: [],
    inputFingerprint: '',
  };
  note(auditWrites({ ...entry, result: {} }));
  const counters = dynamoSignInCounters(store);
  const addressScope = '192.0.2.1';
  await counters.count(countsOfTry({ userId, addressScope }), nowMs);
  await counters.count(countsOfTry({ userId, addressScope, deviceId: 'd' }), nowMs);
  await counters.count(countsOfMail('reset', { userId, addressScope }), nowMs);
  await counters.takeBack(countsOfTry({ userId, addressScope }), nowMs);
  const signIns = dynamoPendingSignIns(store);
  await signIns.begin(pending);
  await signIns.count(pending, user);
  return written;
};

const fits = (patterns: readonly string[] = [], partition: string): boolean =>
  patterns.some((pattern) => new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(partition));

describe('What the desk writes stays in the partitions that its roles name (rule 55)', () => {
  test.each(['sign-in-at-desk', 'change-desk-account'])(
    '%s: users, links, mails, sessions, counters, audit',
    async (name) => {
      const definition = deskFunctions.find((one) => one.name === name);
      const partitions = await writtenOfUsers();
      expect(partitions.length).toBeGreaterThan(20);
      expect(partitions.filter((one) => !fits(definition?.writes, one))).toEqual([]);
      expect(partitions.filter((one) => fits(definition?.closedPartitions, one))).toEqual([]);
    },
  );

  test('show-desk: the use of a session, and nothing else that is written of it', async () => {
    const { written, store } = heard();
    const sessions = dynamoDeskSessions(store, { load: async () => undefined });
    await sessions.note(session, { lastUsedAtMs: nowMs });
    const definition = deskFunctions.find(({ name }) => name === 'show-desk');
    expect(written).toEqual(['DESK-SESSION#s']);
    expect(fits(definition?.writes, 'DESK-SESSION#s')).toBe(true);
    const others = new Set(await writtenOfUsers());
    for (const one of written) others.delete(one);
    expect([...others].filter((one) => fits(definition?.writes, one))).toEqual([]);
  });
});
