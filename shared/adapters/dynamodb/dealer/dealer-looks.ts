import * as z from 'zod/mini';
import type { DealerLooks } from '../../../domain/dealer/dealer-looks.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { DealerLooksDirectory } from '../../../ports/dealer-looks.ts';
import { boundedCache } from '../engine/bounded-cache.ts';
import { objectRow, parseRow, rowSchema, storedText } from '../engine/row.ts';
import type { Table } from '../engine/table.ts';
import { keys } from '../keys.ts';

const text = rowSchema(() => z.optional(storedText));

const looksRow = objectRow(() => ({
  displayName: text(),
  logo: text(),
  accent: text(),
  contact: z.optional(z.object({ phone: text(), email: text(), address: text(), site: text() })),
  legalText: text(),
  termsUrl: text(),
}));

const readLooksRow = (row: unknown): DealerLooks => {
  const { contact, ...plain } = parseRow('dealer looks', looksRow, row);
  return omitUndefined({ ...plain, contact: contact && omitUndefined(contact) });
};

export const looksItem = (dealerCode: string, looks: DealerLooks) => ({
  ...keys.looks(dealerCode),
  entity: 'looks',
  dealerCode,
  ...looks,
});

export const dynamoDealerLooks = (table: Table): DealerLooksDirectory => ({
  of: async (dealerCode) => {
    const row = await table.get(keys.looks(dealerCode));
    return row === undefined ? undefined : readLooksRow(row);
  },
});

/** The looks of dealers, kept in the instance for a while: every page of a dealer shows them. */
export const cachedDealerLooks = (options: {
  readonly store: Table;
  readonly clock: Clock;
  readonly lifeMs: number;
}): DealerLooksDirectory => {
  const { store, clock, lifeMs } = options;
  // Most dealers have none, so that is kept too: looks decide nothing.
  const stored = dynamoDealerLooks(store);
  const read = (dealerCode: string) => stored.of(dealerCode);
  return { of: boundedCache({ read, keeps: () => true, clock, lifeMs }) };
};
