import type { Dealers } from '../../../ports/dealers.ts';
import type { DeskSessions, PendingSignIns } from '../../../ports/desk-sessions.ts';
import type { Table } from '../engine/table.ts';
import { ABSENT, atVersion } from '../engine/writes.ts';
import { keys } from '../keys.ts';
import {
  deskUserItem,
  pendingItem,
  readCodeRule,
  readDeskUser,
  readMembership,
  readPending,
  readSession,
} from './desk-items.ts';

/** `dealers` reads strongly and keeps nothing: a disabled dealer ends its sessions at their next request. */
export const dynamoDeskSessions = (table: Table, dealers: Pick<Dealers, 'load'>): DeskSessions => ({
  find: async (sessionId) => {
    const row = await table.get(keys.deskSession(sessionId));
    return row === undefined ? undefined : readSession(row);
  },

  ownersOf: async ({ userId, dealerCode }) => {
    const [user, membership, account, codeRule] = await Promise.all([
      table.get(keys.deskUser(userId)),
      table.get(keys.deskMember(dealerCode, userId)),
      dealers.load(dealerCode),
      table.get(keys.deskCodeRule(dealerCode)),
    ]);
    return {
      user: user === undefined ? undefined : readDeskUser(user),
      membership: membership === undefined ? undefined : readMembership(membership),
      dealer: account?.dealer,
      codeRule: codeRule === undefined ? undefined : readCodeRule(codeRule),
    };
  },

  note: async ({ sessionId }, { lastUsedAtMs, passwordAtMs }) => {
    const password = passwordAtMs === undefined ? '' : ', #passwordAtMs = :passwordAtMs';
    await table.transact([
      {
        update: keys.deskSession(sessionId),
        set: {
          expression: `SET #lastUsedAtMs = :lastUsedAtMs${password}`,
          names: { '#lastUsedAtMs': 'lastUsedAtMs', '#passwordAtMs': 'passwordAtMs' },
          values: {
            ':lastUsedAtMs': lastUsedAtMs,
            ...(passwordAtMs === undefined ? {} : { ':passwordAtMs': passwordAtMs }),
          },
        },
        onlyIf: { expression: 'attribute_exists(pk)' },
        isCount: true,
      },
    ]);
  },
});

export const dynamoPendingSignIns = (table: Table): PendingSignIns => ({
  begin: async (pending) => {
    await table.transact([{ put: pendingItem(pending), onlyIf: ABSENT }]);
  },
  find: async (pendingId) => {
    const row = await table.get(keys.pendingSignIn(pendingId));
    return row === undefined ? undefined : readPending(row);
  },
  count: async (pending, user) => {
    const { applied } = await table.transact([
      { put: pendingItem(pending), onlyIf: atVersion(pending.version - 1) },
      { put: deskUserItem(user), onlyIf: atVersion(user.version - 1) },
    ]);
    return applied;
  },
});
