import { MAX_DEALERS_OF_USER, MAX_DESK_USERS } from '../../../domain/desk/user.ts';
import type { DeskMails, DeskUsers } from '../../../ports/desk-users.ts';
import type { Table } from '../engine/table.ts';
import {
  DESK_CODE_RULE,
  DESK_DEALER_PREFIX,
  DESK_INVITATION_PREFIX,
  DESK_MEMBER_PREFIX,
  deskPartition,
  deskUserPartition,
  keys,
} from '../keys.ts';
import {
  readCodeRule,
  readDeskMail,
  readDeskUser,
  readInvitation,
  readMailedLink,
  readMembership,
} from './desk-items.ts';

/** Members and invitations of a dealer together: a few beyond what it may have, which two at once may make. */
const MOST_ROWS = 2 * MAX_DESK_USERS;

const startsWith = (row: Readonly<Record<string, unknown>>, prefix: string): boolean =>
  String(row.sk).startsWith(prefix);

export const dynamoDeskUsers = (table: Table): DeskUsers => ({
  find: async (userId) => {
    const row = await table.get(keys.deskUser(userId));
    return row === undefined ? undefined : readDeskUser(row);
  },

  findAll: async (userIds) => {
    if (userIds.length === 0) return [];
    return (await table.getMany(userIds.map((userId) => keys.deskUser(userId)))).map(readDeskUser);
  },

  membership: async (dealerCode, userId) => {
    const row = await table.get(keys.deskMember(dealerCode, userId));
    return row === undefined ? undefined : readMembership(row);
  },

  membershipsOf: async (userId) => {
    const rows = await table.query({
      pk: deskUserPartition(userId),
      skPrefix: DESK_DEALER_PREFIX,
      limit: MAX_DEALERS_OF_USER,
    });
    return rows.map(readMembership);
  },

  ofDealer: async (dealerCode) => {
    const rows = await table.query({ pk: deskPartition(dealerCode), limit: MOST_ROWS });
    const codeRule = rows.find(({ sk }) => sk === DESK_CODE_RULE);
    return {
      codeRule: codeRule === undefined ? undefined : readCodeRule(codeRule),
      members: rows.filter((row) => startsWith(row, DESK_MEMBER_PREFIX)).map(readMembership),
      invitations: rows.filter((row) => startsWith(row, DESK_INVITATION_PREFIX)).map(readInvitation),
    };
  },

  knowsDevice: async (userId, deviceId) => (await table.get(keys.deskDevice(userId, deviceId))) !== undefined,

  mailedLink: async (linkId) => {
    const row = await table.get(keys.mailedLink(linkId));
    if (row === undefined) return undefined;
    const link = readMailedLink(row);
    if (link.invitation === undefined) return link;
    // An invitation that was withdrawn, or that a later one took the place of, has no row any more that names this link.
    const invited = await table.get(keys.deskInvitation(link.invitation.dealerCode, link.userId));
    return invited !== undefined && readInvitation(invited).linkId === linkId ? link : undefined;
  },
});

export const dynamoDeskMails = (table: Table): DeskMails => ({
  find: async (mailId) => {
    const row = await table.get(keys.deskMail(mailId));
    return row === undefined ? undefined : readDeskMail(row);
  },
  remove: async (mailId) => {
    await table.transact([{ remove: keys.deskMail(mailId) }]);
  },
});
