import type { Clock } from '../../ports/clock.ts';
import { UnreadableRow } from '../../ports/store-errors.ts';
import type { VirtualPosVersions } from '../../ports/virtual-pos-directory.ts';
import { boundedCache } from './engine/bounded-cache.ts';
import type { Table } from './engine/table.ts';
import { keys } from './keys.ts';
import { readVirtualPosRow } from './rows/virtual-pos-row.ts';

const NEVER_TOO_OLD = Number.POSITIVE_INFINITY;

/** Versions of virtual POS, kept by the instance for as long as there is room: what never changes is never read again. */
export const dynamoVirtualPosVersions = (table: Table, clock: Clock): VirtualPosVersions => {
  const read = boundedCache({
    read: (key: string) => {
      const [pk = '', sk = ''] = key.split('\n');
      return table.get({ pk, sk });
    },
    keeps: (row) => row !== undefined,
    clock,
    lifeMs: NEVER_TOO_OLD,
  });
  return {
    find: async (dealerCode, { posId, version }) => {
      const { pk, sk } = keys.virtualPosVersion(dealerCode, posId, version);
      const row = await read(`${pk}\n${sk}`);
      if (row === undefined) throw new UnreadableRow('virtual POS version', 'pk');
      return readVirtualPosRow(row);
    },
  };
};
