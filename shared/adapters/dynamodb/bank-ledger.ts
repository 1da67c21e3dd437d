import type { BankDays, BankLedger } from '../../ports/bank-ledger.ts';
import type { Table } from './engine/table.ts';
import { ABSENT, atVersion, type Row } from './engine/writes.ts';
import { bankKeys, type Key } from './keys.ts';
import {
  bankChallengeItem,
  bankOrderItem,
  closedDayKey,
  readBankChallenge,
  readBankOrder,
  readClosedDay,
} from './rows/bank-row.ts';

/** Days that an operator's command ended. */
export const dynamoBankDays = (table: Table): BankDays => ({
  closedDay: async (of) => {
    const row = await table.get(closedDayKey(of));
    return row === undefined ? undefined : readClosedDay(row);
  },
});

/** The embedded bank's books in the stage's table, under keys of their own. */
export const dynamoBankLedger = (table: Table): BankLedger => {
  const enter = async (put: Row & Key): Promise<boolean> => (await table.transact([{ put, onlyIf: ABSENT }])).applied;
  const replace = async (put: Row & Key, version: number): Promise<boolean> =>
    (await table.transact([{ put, onlyIf: atVersion(version - 1) }])).applied;

  return {
    enter: (order) => enter(bankOrderItem(order)),
    findOrder: async (clientId, orderId) => {
      const row = await table.get(bankKeys.order(clientId, orderId));
      return row === undefined ? undefined : readBankOrder(row);
    },
    changeOrder: (order) => replace(bankOrderItem(order), order.version),
    latestClose: async (clientId) => {
      const keys = [closedDayKey({ clientId }), closedDayKey('every merchant')];
      const rows = await Promise.all(keys.map((key) => table.get(key)));
      const moments = rows.filter((row) => row !== undefined).map((row) => readClosedDay(row).closedAtMs);
      return moments.length === 0 ? undefined : Math.max(...moments);
    },
    open: async (challenge) => {
      await enter(bankChallengeItem(challenge));
    },
    findChallenge: async (reference) => {
      const row = await table.get(bankKeys.challenge(reference));
      return row === undefined ? undefined : readBankChallenge(row);
    },
    changeChallenge: (challenge) => replace(bankChallengeItem(challenge), challenge.version),
  };
};
