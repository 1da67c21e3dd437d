import * as z from 'zod/mini';
import { TIME_OF_DAY } from '../../../domain/calendar.ts';
import { currencies } from '../../../domain/money/money.ts';
import type { VirtualPos } from '../../../domain/virtual-pos/virtual-pos.ts';
import type { Clock } from '../../../ports/clock.ts';
import { UnreadableRow } from '../../../ports/store-errors.ts';
import {
  MAX_VIRTUAL_POS,
  type VirtualPosDirectory,
  type VirtualPosVersions,
} from '../../../ports/virtual-pos-directory.ts';
import { boundedCache } from '../engine/bounded-cache.ts';
import {
  installmentCounts,
  objectRow,
  optionalText,
  parseRow,
  rowSchema,
  storedFlag,
  storedRate,
  storedText,
  storedWhole,
} from '../engine/row.ts';
import type { Table } from '../engine/table.ts';
import { keys, VIRTUAL_POS_PREFIX, virtualPosPartition } from '../keys.ts';

const sealedKey = objectRow(() => ({ sealed: storedText, version: z.int().check(z.positive()) }));

const noRecordHorizonHours = rowSchema(() => z.int().check(z.positive()));
const dayEndsAt = rowSchema(() => z.string().check(z.regex(TIME_OF_DAY)));

const settings = () => ({
  dealerCode: storedText,
  posId: storedText,
  version: storedWhole,
  enabled: storedFlag,
  bankCode: storedText,
  bankName: storedText,
  group: optionalText,
  gateway: storedText,
  currencies: z.array(z.enum(currencies)),
  installmentCounts,
  rates: z.record(storedText, storedRate),
  isDefault: storedFlag,
  attemptedThreeDAllowed: storedFlag,
  // Rows of before have none: their gates were never tried.
  serverStart: z.prefault(storedFlag, false),
  noRecordHorizonHours: noRecordHorizonHours(),
  dayEndsAt: dayEndsAt(),
});

// Rows of before do not say whether the bank takes a card without CVC: NestPay does.
const virtualPosRow = rowSchema(() =>
  z.discriminatedUnion('kind', [
    z.object({
      ...settings(),
      kind: z.literal('nestpay'),
      withoutCvc: z.prefault(storedFlag, true),
      merchant: z.object({
        clientId: storedText,
        apiUser: storedText,
        apiPassword: sealedKey(),
        storeKey: sealedKey(),
      }),
    }),
    z.object({
      ...settings(),
      kind: z.literal('garanti'),
      withoutCvc: storedFlag,
      merchant: z.object({
        merchantId: storedText,
        terminalId: storedText,
        provisionUser: storedText,
        provisionPassword: sealedKey(),
        refundUser: storedText,
        refundPassword: sealedKey(),
        storeKey: sealedKey(),
      }),
    }),
  ]),
);

/** What stands in an attempt of the version that it pins. */
export const pinnedPosRow = objectRow(() => ({
  posId: storedText,
  version: storedWhole,
  bankCode: storedText,
  bankName: storedText,
  gateway: storedText,
  noRecordHorizonHours: noRecordHorizonHours(),
  dayEndsAt: dayEndsAt(),
}));

export const readVirtualPosRow = (row: unknown): VirtualPos => parseRow('virtual POS', virtualPosRow, row);

/** The current record, and the same as the version that attempts pin and nothing ever changes (rule 14). */
export const virtualPosItems = (pos: VirtualPos) => ({
  current: { ...keys.virtualPos(pos.dealerCode, pos.posId), entity: 'virtual-pos', ...pos },
  version: {
    ...keys.virtualPosVersion(pos.dealerCode, pos.posId, pos.version),
    entity: 'virtual-pos-version',
    ...pos,
  },
});

export const dynamoVirtualPosDirectory = (table: Table): VirtualPosDirectory => ({
  ofDealer: async (dealerCode) => {
    const pk = virtualPosPartition(dealerCode);
    const rows = await table.query({ pk, skPrefix: VIRTUAL_POS_PREFIX, limit: MAX_VIRTUAL_POS });
    return rows.map(readVirtualPosRow);
  },
});

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

export interface CachedVirtualPosDirectoryOptions {
  readonly directory: VirtualPosDirectory;
  readonly clock: Clock;
  readonly lifeMs: number;
}

/**
 * Virtual POS over a bounded cache, for refusals, routing and quotes alone: who charges reads the version that its
 * attempt pins (rules 14, 35). A dealer without any is never remembered as such.
 */
export const cachedVirtualPosDirectory = (options: CachedVirtualPosDirectoryOptions): VirtualPosDirectory => {
  const { directory, clock, lifeMs } = options;
  return {
    ofDealer: boundedCache({
      read: (dealerCode) => directory.ofDealer(dealerCode),
      keeps: (all) => all.length > 0,
      clock,
      lifeMs,
    }),
  };
};
