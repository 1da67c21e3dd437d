import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { dynamoDeskUsers } from '../../../shared/adapters/dynamodb/desk/desk-users.ts';
import { dynamoDealerAudit } from '../../../shared/adapters/dynamodb/operator/dealer-audit.ts';
import { dynamoOperatorChanges } from '../../../shared/adapters/dynamodb/operator/operator-changes.ts';
import { deskUserIdOf, digestOf } from '../../../shared/desk/call/secrets.ts';
import { istanbulDayOf, monthOf } from '../../../shared/domain/calendar.ts';
import type { DeskUser } from '../../../shared/domain/desk/user.ts';
import { OPERATED_DESK_URL, operatedDealer } from '../../support/operator/operators.ts';

const newEmail = (): string => `${randomUUID()}@people.example`;

const scene = async () => {
  const operated = await operatedDealer();
  const { store, dealerCode } = operated;
  const users = dynamoDeskUsers(store);
  const email = newEmail();
  const invitation = { dealerCode, email, name: 'Ayşe Yılmaz', role: 'manager', language: 'tr' };
  /** The user as it is once its invitation was followed. */
  const join = async (changes: Partial<DeskUser> = {}) => {
    const userId = deskUserIdOf(email);
    const user: DeskUser = { userId, version: 1, email, name: 'Ayşe Yılmaz', language: 'tr', createdAtMs: 1, epoch: 1 };
    const membership = { dealerCode, userId, role: 'manager', version: 1, addedAtMs: 1 } as const;
    const joined = { ...user, ...changes };
    await dynamoOperatorChanges(store).apply(
      { kind: 'desk', record: { user: joined, membership } },
      {
        commandId: randomUUID(),
        command: 'desk-join',
        dealerCode,
        atMs: 1,
        changed: [],
        inputFingerprint: '',
        result: {},
      },
    );
    return joined;
  };
  return { ...operated, users, email, userId: deskUserIdOf(email), invitation, join };
};

describe('put-desk-user, list-desk-users and remove-desk-user', () => {
  test('the first user is invited: the address is shown once, and stands in no audit', async () => {
    const { run, done, audit, users, email, invitation, dealerCode } = await scene();
    const commandId = randomUUID();
    const first = await run('put-desk-user', invitation, commandId);
    if (!first.ok) throw new Error(first.error.message);
    const address = String(first.result.address);
    const secret = address.slice(`${OPERATED_DESK_URL}/desk/invitation/`.length);
    expect(await users.mailedLink(digestOf(secret))).toMatchObject({
      kind: 'invitation',
      email,
      invitation: { dealerCode, role: 'manager' },
    });
    expect(await run('put-desk-user', invitation, commandId)).not.toHaveProperty('result.address');
    expect(JSON.stringify(await audit(commandId))).not.toContain(secret);
    expect(await done('list-desk-users', { dealerCode })).toMatchObject({
      users: [],
      invitations: [{ email, role: 'manager' }],
    });
  });

  test('a user is changed by the version that is listed, and by no other (rule 36)', async () => {
    const { done, refused, users, invitation, userId, dealerCode, email, join } = await scene();
    await join();
    expect(await refused('put-desk-user', { dealerCode, email, role: 'viewer' })).toMatchObject({
      code: 'VersionConflict',
    });
    expect(await refused('put-desk-user', { ...invitation, name: 'Else', version: 1 })).toMatchObject({
      field: 'name',
    });
    await done('put-desk-user', { dealerCode, email, role: 'viewer', version: 1 });
    expect(await users.membership(dealerCode, userId)).toMatchObject({ role: 'viewer', version: 2 });
    expect(await done('list-desk-users', { dealerCode })).toMatchObject({
      users: [{ email, role: 'viewer', version: 2, hasCode: false }],
    });
  });

  test('a new authenticator may be enrolled: the old one goes with its recovery codes, and all sessions end', async () => {
    const { done, users, userId, dealerCode, email, join } = await scene();
    const code = { sealedSecret: 's', secretVersion: 1, enrolledAtMs: 1, lastStep: 1, recoveryCodes: ['r'] };
    await join({ code });
    await done('put-desk-user', { dealerCode, email, version: 1, newAuthenticator: true });
    const user = await users.find(userId);
    expect(user).toMatchObject({ epoch: 2, version: 2 });
    expect(user).not.toHaveProperty('code');
    expect(await users.membership(dealerCode, userId)).toMatchObject({ role: 'manager', version: 2 });
  });

  test('a user is removed, an invitation is taken back, and who is neither is named as such', async () => {
    const { done, refused, users, invitation, userId, dealerCode, email, join } = await scene();
    await done('put-desk-user', invitation);
    expect(await done('remove-desk-user', { dealerCode, email })).toMatchObject({ removed: ['invitation'] });
    await join();
    expect(await done('remove-desk-user', { dealerCode, email })).toMatchObject({ removed: ['membership'] });
    expect(await users.membership(dealerCode, userId)).toBeUndefined();
    expect(await refused('remove-desk-user', { dealerCode, email })).toMatchObject({ code: 'NotFound' });
  });

  test('the audit shows user, before and after, filters by user, and each dealer reads its own (rule 55)', async () => {
    const { done, store, dealerCode, email, join, clock } = await scene();
    const user = await join();
    await done('put-desk-user', { dealerCode, email, role: 'cashier', version: 1 });
    const entry = {
      commandId: randomUUID(),
      command: 'desk-change-profile',
      dealerCode,
      atMs: clock.nowMs,
      changed: ['name'],
      inputFingerprint: '',
      result: {},
      by: { userId: user.userId, email, name: user.name },
      before: { name: 'A' },
      after: { name: 'B' },
    };
    await dynamoOperatorChanges(store).apply({ kind: 'statements' }, entry);
    // Pages of a day on which others did much may be empty.
    const commands: unknown[] = [];
    let cursor: unknown;
    do {
      const page = await done('show-audit', {
        dealerCode,
        user: email.toUpperCase(),
        ...(cursor === undefined ? {} : { cursor }),
      });
      commands.push(...(page.commands as readonly unknown[]));
      cursor = page.next;
    } while (cursor !== undefined);
    expect(commands).toEqual([
      expect.objectContaining({
        command: 'desk-change-profile',
        user: `${user.name} <${email}>`,
        before: { name: 'A' },
        after: { name: 'B' },
      }),
    ]);
    const month = monthOf(istanbulDayOf(clock.nowMs));
    const own = await dynamoDealerAudit(store).auditOfDealer({ dealerCode, month, limit: 50 });
    expect(own.map((one) => one.entry.command)).toContain('put-desk-user');
    expect(own.find((one) => one.entry.command === 'put-desk-user')?.entry).toMatchObject({
      before: { role: 'manager' },
      after: { role: 'cashier' },
    });
  });
});
