import * as z from 'zod/mini';
import { TIME_OF_DAY } from '../../../domain/calendar.ts';
import { currencies } from '../../../domain/money/money.ts';
import { gatewayKinds, type VirtualPos } from '../../../domain/virtual-pos/virtual-pos.ts';
import { installmentCounts, parseRow, storedFlag, storedRate, storedText, storedWhole } from '../engine/row.ts';
import { keys } from '../keys.ts';

const sealedKey = z.object({ sealed: storedText, version: z.int().check(z.positive()) });

const noRecordHorizonHours = z.int().check(z.positive());
const dayEndsAt = z.string().check(z.regex(TIME_OF_DAY));

const virtualPosRow = z.object({
  dealerCode: storedText,
  posId: storedText,
  version: storedWhole,
  enabled: storedFlag,
  bankCode: storedText,
  bankName: storedText,
  kind: z.enum(gatewayKinds),
  gateway: storedText,
  merchant: z.object({ clientId: storedText, apiUser: storedText, apiPassword: sealedKey, storeKey: sealedKey }),
  currencies: z.array(z.enum(currencies)),
  installmentCounts,
  rates: z.record(storedText, storedRate),
  isDefault: storedFlag,
  attemptedThreeDAllowed: storedFlag,
  noRecordHorizonHours,
  dayEndsAt,
});

/** What stands in an attempt of the version that it pins. */
export const pinnedPosRow = z.object({
  posId: storedText,
  version: storedWhole,
  bankCode: storedText,
  bankName: storedText,
  gateway: storedText,
  noRecordHorizonHours,
  dayEndsAt,
});

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
