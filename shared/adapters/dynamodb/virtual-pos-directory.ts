import { MAX_VIRTUAL_POS, type VirtualPosDirectory } from '../../ports/virtual-pos-directory.ts';
import type { Table } from './engine/table.ts';
import { VIRTUAL_POS_PREFIX, virtualPosPartition } from './keys.ts';
import { readVirtualPosRow } from './rows/virtual-pos-row.ts';

export const dynamoVirtualPosDirectory = (table: Table): VirtualPosDirectory => ({
  ofDealer: async (dealerCode) => {
    const pk = virtualPosPartition(dealerCode);
    const rows = await table.query({ pk, skPrefix: VIRTUAL_POS_PREFIX, limit: MAX_VIRTUAL_POS });
    return rows.map(readVirtualPosRow);
  },
});
