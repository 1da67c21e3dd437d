import type { DealerAudit } from '../../../ports/operator-records.ts';
import { readAll, type Table } from '../engine/table.ts';
import { commandsPartition, keys } from '../keys.ts';
import { readAuditRow } from './audit-item.ts';

/** Before and behind every position of a month. */
const FIRST = '0';
const LAST = '~';

/** The list of one dealer's commands: its rows name them, and no other dealer's are read. */
export const dynamoDealerAudit = (table: Table): DealerAudit => ({
  auditOfDealer: async ({ dealerCode, month, after, limit }) => {
    const rows = await table.query({
      pk: commandsPartition(dealerCode, month),
      between: { from: FIRST, until: after ?? LAST },
      // The range includes the last entry of the page before.
      limit: limit + (after === undefined ? 0 : 1),
      newestFirst: true,
    });
    const positions = rows.map(({ sk }) => String(sk)).filter((position) => position !== after);
    const commandIds = positions.map((position) => position.slice(position.indexOf('#') + 1));
    const entries = (await readAll(table, commandIds.map(keys.command))).map(readAuditRow);
    const byId = new Map(entries.map((entry) => [entry.commandId, entry]));
    return positions.slice(0, limit).flatMap((position, index) => {
      const entry = byId.get(commandIds[index] ?? '');
      return entry === undefined ? [] : [{ position, entry }];
    });
  },
});
