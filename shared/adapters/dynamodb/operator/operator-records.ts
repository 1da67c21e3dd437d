import * as z from 'zod/mini';
import type { Listed, OperatorRecords } from '../../../ports/operator-records.ts';
import { readBinRow } from '../card/bin-directory.ts';
import { MAX_DEALER_ROWS, readCredentialRow } from '../dealer/dealers.ts';
import { readStageRow } from '../dealer/stage-brake.ts';
import { readSubDealerRow } from '../dealer/sub-dealers.ts';
import { itemsOf, listingEntry } from '../engine/listed-items.ts';
import { objectRow, parseRow, storedId } from '../engine/row.ts';
import { readAll, type Table } from '../engine/table.ts';
import type { Row } from '../engine/writes.ts';
import { auditPartition, BIN_SHARDS, binListingPartition, LISTING_INDEX, listingRangeOf } from '../index-keys.ts';
import {
  CREDENTIAL_PREFIX,
  DEFINITION_PREFIX,
  dealerPartition,
  definitionsPartition,
  keys,
  SUB_DEALER_PREFIX,
  subDealersPartition,
  USERS,
  VIRTUAL_POS_PREFIX,
  virtualPosPartition,
} from '../keys.ts';
import { readVirtualPosRow } from '../virtual-pos/virtual-pos-directory.ts';
import { readAuditRow } from './audit-item.ts';

const usersRow = objectRow(() => ({ version: z.int() }));
const listedDefinition = objectRow(() => ({ dealerCustomerTypeId: storedId }));

const listed = async <Entity>(
  table: Table,
  read: (row: Row) => Entity,
  { pk, skPrefix, limit }: { readonly pk: string; readonly skPrefix: string; readonly limit: number },
): Promise<Listed<Entity>> => {
  const rows = await table.query({ pk, skPrefix, limit: limit + 1 });
  return { records: rows.slice(0, limit).map(read), more: rows.length > limit };
};

export const dynamoOperatorRecords = (table: Table): OperatorRecords => ({
  stage: async () => {
    const row = await table.get(keys.stage());
    return row === undefined ? undefined : readStageRow(row);
  },

  users: async (dealerCode) => {
    const rows = await table.query({ pk: dealerPartition(dealerCode), limit: MAX_DEALER_ROWS });
    const users = rows.find(({ sk }) => sk === USERS);
    return {
      version: users === undefined ? 0 : parseRow('set of users', usersRow, users).version,
      credentials: rows
        .filter(({ sk }) => typeof sk === 'string' && sk.startsWith(CREDENTIAL_PREFIX))
        .map(readCredentialRow),
    };
  },

  subDealer: async (dealerCode, subDealerId) => {
    const row = await table.get(keys.subDealer(dealerCode, subDealerId));
    return row === undefined ? undefined : readSubDealerRow(row);
  },

  subDealers: (dealerCode, limit) =>
    listed(table, readSubDealerRow, { pk: subDealersPartition(dealerCode), skPrefix: SUB_DEALER_PREFIX, limit }),

  virtualPos: async (dealerCode, posId, version) => {
    const key =
      version === undefined ? keys.virtualPos(dealerCode, posId) : keys.virtualPosVersion(dealerCode, posId, version);
    const row = await table.get(key);
    return row === undefined ? undefined : readVirtualPosRow(row);
  },

  virtualPosList: (dealerCode, limit) =>
    listed(table, readVirtualPosRow, { pk: virtualPosPartition(dealerCode), skPrefix: VIRTUAL_POS_PREFIX, limit }),

  bin: async (bin) => {
    const row = await table.get(keys.bin(bin));
    return row === undefined ? undefined : readBinRow(row);
  },

  binShards: BIN_SHARDS,

  binsOfShard: async (shard, { limit, after }) => {
    const page = await table.list({ index: LISTING_INDEX, listPk: binListingPartition(shard), limit, after });
    const positions = page.map(({ listSk }) => String(listSk));
    const bins = (await readAll(table, positions.map(keys.bin))).map(readBinRow);
    const last = positions.at(-1);
    return { bins, ...(positions.length < limit || last === undefined ? {} : { next: last }) };
  },

  definitionIds: (dealerCode, limit) =>
    listed(table, (row) => parseRow('definition of a dealer', listedDefinition, row).dealerCustomerTypeId, {
      pk: definitionsPartition(dealerCode),
      skPrefix: DEFINITION_PREFIX,
      limit,
    }),

  auditOfDay: async ({ day, after, limit }) => {
    const place = { index: LISTING_INDEX, listPk: auditPartition(day), between: listingRangeOf(day), after, limit };
    const entries = (await table.list(place)).map(listingEntry);
    return (await itemsOf(table, entries)).map(({ position, item }) => ({ position, entry: readAuditRow(item) }));
  },
});
