import { describe, expect, test } from 'vitest';
import type { CommandCall } from '../../../../../functions/operator/operate/command.ts';
import {
  listDeskUsers,
  putDeskUser,
  removeDeskUser,
} from '../../../../../functions/operator/operate/commands/desk-user.ts';
import { deskUserIdOf } from '../../../../../shared/desk/call/secrets.ts';
import type { DeskMembership, DeskUser } from '../../../../../shared/domain/desk/user.ts';
import type { DeskInvitation } from '../../../../../shared/ports/desk-users.ts';
import { dealerWith } from '../../../../support/dealer/dealers.ts';

const NOON_MS = Date.UTC(2027, 0, 15, 9);
const EMAIL = 'ada@shop.example';
const USER_ID = deskUserIdOf(EMAIL);

const USER = {
  userId: USER_ID,
  version: 3,
  email: EMAIL,
  name: 'Ada',
  language: 'tr',
  createdAtMs: NOON_MS,
  code: { sealedSecret: 'v1.sealed', secretVersion: 1, enrolledAtMs: NOON_MS, lastStep: 1, recoveryCodes: [] },
  wrongCodes: { day: '20270115', count: 2 },
  epoch: 5,
} as const satisfies DeskUser;
const MEMBER: DeskMembership = { dealerCode: 'D1', userId: USER_ID, role: 'cashier', version: 2, addedAtMs: NOON_MS };
const INVITATION: DeskInvitation = {
  dealerCode: 'D1',
  userId: USER_ID,
  linkId: 'link-1',
  email: EMAIL,
  name: 'Ada',
  role: 'viewer',
  createdAtMs: NOON_MS,
};

interface Stored {
  readonly users?: readonly DeskUser[];
  readonly members?: readonly DeskMembership[];
  readonly invitations?: readonly DeskInvitation[];
  readonly deskUrl?: string;
}

const callWith = ({ users = [], members = [], invitations = [], deskUrl }: Stored): CommandCall => {
  const dealer = dealerWith({ dealerCode: 'D1' });
  const deps = {
    dealers: { load: async (code: string) => (code === 'D1' ? { dealer, credentials: [] } : undefined) },
    deskUsers: {
      membership: async (_dealer: string, userId: string) => members.find((one) => one.userId === userId),
      find: async (userId: string) => users.find((one) => one.userId === userId),
      findAll: async (ids: readonly string[]) => users.filter(({ userId }) => ids.includes(userId)),
      ofDealer: async () => ({ members, invitations, codeRule: undefined }),
    },
    sealer: { seal: async () => 'v1.sealed-now' },
    ...(deskUrl === undefined ? {} : { deskUrl }),
  };
  return { deps, nowMs: NOON_MS, today: '20270115', tomorrow: '20270116' } as unknown as CommandCall;
};

const KNOWN: Stored = { users: [USER], members: [MEMBER] };
const put = (input: object, stored: Stored = {}) =>
  putDeskUser.plan({ dealerCode: 'D1', email: EMAIL, ...input }, callWith(stored));

describe('put-desk-user: somebody who is no user of the dealer', () => {
  const NEW = { name: 'Ada', role: 'manager', language: 'en' };

  test('is invited, and the address of the invitation is shown once', async () => {
    const { secrets, ...kept } = await put(NEW, { deskUrl: 'https://desk.example' });
    const address = String(secrets?.address);
    expect(address).toMatch(/^https:\/\/desk\.example\/.+/);
    expect(kept).toMatchObject({
      dealerCode: 'D1',
      change: {
        kind: 'desk',
        record: {
          invites: { invitation: { dealerCode: 'D1', userId: USER_ID, email: EMAIL, name: 'Ada', role: 'manager' } },
        },
      },
      changed: ['invitation'],
      before: {},
      after: { email: EMAIL, name: 'Ada', role: 'manager' },
    });
    expect(kept.result).toEqual({
      dealerCode: 'D1',
      userId: USER_ID,
      role: 'manager',
      invited: true,
      goodUntil: '2027-01-17T09:00:00.000Z',
    });
    const secret = address.split(/[/=#]/).at(-1) ?? '';
    expect(secret.length).toBeGreaterThan(20);
    expect(JSON.stringify(kept)).not.toContain(secret);
    expect((await put(NEW)).secrets?.address).toMatch(/^\//);
  });

  test('needs a name, a role and a language, a dealer, and no version', async () => {
    for (const field of ['name', 'role', 'language'] as const) {
      for (const value of [undefined, null]) {
        const { [field]: _left, ...rest } = NEW;
        await expect(put(value === undefined ? rest : { ...rest, [field]: value })).rejects.toMatchObject({
          field,
          sentence: `${field} is required for a new record.`,
        });
      }
    }
    await expect(put({ ...NEW, newAuthenticator: true })).rejects.toMatchObject({
      field: 'newAuthenticator',
      sentence: 'newAuthenticator is for a user who is there.',
    });
    await expect(put({ ...NEW, dealerCode: 'D2' })).rejects.toMatchObject({ code: 'NotFound' });
    await expect(put({ ...NEW, version: 2 })).rejects.toMatchObject({
      code: 'NotFound',
      sentence: expect.stringContaining(`user ${EMAIL} of dealer D1`),
    });
  });

  test('is invited to a dealer that has room', async () => {
    const members = Array.from({ length: 50 }, (_, index) => ({ ...MEMBER, userId: `user-${index}` }));
    await expect(put(NEW, { members })).rejects.toMatchObject({
      code: 'NotPossible',
      sentence: expect.stringContaining('remove one first'),
    });
    await expect(put(NEW, { members: members.slice(1) })).resolves.toBeDefined();
  });
});

describe('put-desk-user: a user of the dealer', () => {
  test('gets another role, as the next version of the membership', async () => {
    expect(await put({ version: 2, role: 'manager' }, KNOWN)).toEqual({
      dealerCode: 'D1',
      change: { kind: 'desk', record: { membership: { ...MEMBER, role: 'manager', version: 3 } } },
      changed: ['role'],
      result: { dealerCode: 'D1', userId: USER_ID, role: 'manager', version: 3 },
      before: { email: EMAIL, role: 'cashier', hasCode: true },
      after: { email: EMAIL, role: 'manager', hasCode: true },
    });
    expect(await put({ version: 2, role: 'cashier', newAuthenticator: false }, KNOWN)).toMatchObject({ changed: [] });
  });

  test('loses its authenticator and all its sessions where that is asked for', async () => {
    const { change, changed, before, after } = await put({ version: 2, newAuthenticator: true }, KNOWN);
    const { code: _code, wrongCodes: _wrong, ...user } = USER;
    expect(change).toEqual({
      kind: 'desk',
      record: { membership: { ...MEMBER, version: 3 }, user: { ...user, epoch: 6, version: 4 } },
    });
    expect([changed, before, after]).toEqual([
      ['authenticator'],
      { email: EMAIL, role: 'cashier', hasCode: true },
      { email: EMAIL, role: 'cashier', hasCode: false },
    ]);
    const without = { users: [user], members: [MEMBER] };
    expect(await put({ version: 2, role: 'viewer' }, without)).toMatchObject({
      before: { hasCode: false },
      after: { hasCode: false },
    });
  });

  test('keeps its own name and language, which the user alone changes', async () => {
    await expect(put({ version: 2, name: 'Ada', language: 'tr' }, KNOWN)).resolves.toBeDefined();
    for (const [field, value] of [
      ['name', 'Bea'],
      ['language', 'en'],
    ] as const) {
      await expect(put({ version: 2, [field]: value }, KNOWN)).rejects.toMatchObject({
        field,
        sentence: `${field} is changed by the user alone.`,
      });
    }
  });

  test('needs the version that stands, and keeps a role', async () => {
    await expect(put({ version: 1 }, KNOWN)).rejects.toMatchObject({
      code: 'VersionConflict',
      sentence: expect.stringContaining(`user ${EMAIL} of dealer D1 is 2`),
    });
    await expect(put({ version: 2, role: null }, KNOWN)).rejects.toMatchObject({
      field: 'role',
      sentence: 'role cannot be removed.',
    });
  });
});

describe('list-desk-users', () => {
  test('lists users by their addresses and open invitations, without what proves who they are', async () => {
    const early = { ...USER, userId: 'early', email: 'a@shop.example', name: 'Abe' };
    const { code: _code, ...plain } = early;
    const stored = {
      users: [USER, plain],
      members: [MEMBER, { ...MEMBER, userId: 'early' }, { ...MEMBER, userId: 'gone' }],
      invitations: [INVITATION],
    };
    const listed = await listDeskUsers.show({ dealerCode: 'D1' }, callWith(stored));
    const shown = { role: 'cashier', version: 2, language: 'tr', since: '2027-01-15T09:00:00.000Z' };
    expect(listed).toEqual({
      dealerCode: 'D1',
      users: [
        { ...shown, email: 'a@shop.example', name: 'Abe', hasCode: false },
        { ...shown, email: EMAIL, name: 'Ada', hasCode: true },
      ],
      invitations: [{ email: EMAIL, name: 'Ada', role: 'viewer', goodUntil: '2027-01-17T09:00:00.000Z' }],
    });
    await expect(listDeskUsers.show({ dealerCode: 'D2' }, callWith({}))).rejects.toMatchObject({ code: 'NotFound' });
  });
});

describe('remove-desk-user', () => {
  const remove = (stored: Stored) => removeDeskUser.plan({ dealerCode: 'D1', email: EMAIL }, callWith(stored));

  test.each<readonly [string, Stored, object, readonly string[], string]>([
    ['a user', { members: [{ ...MEMBER, userId: 'other' }, MEMBER] }, { removes: MEMBER }, ['membership'], 'cashier'],
    ['an invitation', { invitations: [INVITATION] }, { withdraws: INVITATION }, ['invitation'], 'viewer'],
    [
      'both',
      { members: [MEMBER], invitations: [{ ...INVITATION, userId: 'other' }, INVITATION] },
      { removes: MEMBER, withdraws: INVITATION },
      ['membership', 'invitation'],
      'cashier',
    ],
  ])('removes %s', async (_what, stored, record, changed, role) => {
    expect(await remove(stored)).toEqual({
      dealerCode: 'D1',
      change: { kind: 'desk', record },
      changed,
      result: { dealerCode: 'D1', userId: USER_ID, removed: changed },
      before: { email: EMAIL, role },
      after: {},
    });
  });

  test('removes nobody who is not there', async () => {
    const others = { members: [{ ...MEMBER, userId: 'other' }], invitations: [{ ...INVITATION, userId: 'other' }] };
    await expect(remove(others)).rejects.toMatchObject({
      code: 'NotFound',
      sentence: `There is no user or invitation ${EMAIL} of dealer D1.`,
    });
  });
});
