import * as z from 'zod/mini';
import {
  channels,
  DEALER_CODE,
  DEFAULT_PRE_AUTHORISATION_DAYS,
  type Dealer,
  MAX_LISTING_SHARDS,
  MAX_PRE_AUTHORISATION_DAYS,
  operationNames,
  poolSettings,
} from '../../../domain/dealer/dealer.ts';
import type { LimitSettings } from '../../../domain/limit/limits.ts';
import { currencies } from '../../../domain/money/money.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import type { DealerDirectory, Dealers, ListedDealer, StoredCredential } from '../../../ports/dealers.ts';
import {
  installmentCounts,
  objectRow,
  optionalDay,
  optionalText,
  parseRow,
  type RowOf,
  rowSchema,
  storedAmount,
  storedDay,
  storedFlag,
  storedRate,
  storedText,
  storedWhole,
} from '../engine/row.ts';
import type { Table } from '../engine/table.ts';
import { ALL_DEALERS, CREDENTIAL_PREFIX, dealerPartition, keys, PROFILE } from '../keys.ts';
import { storedEventTypes } from '../outbox/event-types-row.ts';
import { firmOf, firmRow } from './firm-row.ts';

const limitAmount = rowSchema(() => z.union([z.literal('unlimited'), storedAmount]));
const limitValues = objectRow(() => ({
  daily: limitAmount(),
  monthly: limitAmount(),
  shards: z.int().check(z.minimum(1), z.maximum(8)),
}));
const limitSetting = objectRow(() => ({
  values: limitValues(),
  since: z.optional(storedDay),
  upcoming: z.optional(z.object({ values: limitValues(), from: storedDay })),
}));

// Rows from before a setting have none: then the dealer may not.
const addedFlag = rowSchema(() => z.prefault(storedFlag, false));
const addedChannels = rowSchema(() => z.prefault(z.array(z.enum(channels)), []));

const wantedTypes = rowSchema(() => z.optional(storedEventTypes()));

const dealerRow = objectRow(() => ({
  dealerCode: storedText,
  version: storedWhole,
  name: storedText,
  firm: firmRow(),
  enabled: storedFlag,
  paused: storedFlag,
  allowedAddresses: z.union([z.literal('any address'), z.array(storedText)]),
  channels: z.array(z.enum(channels)),
  barredOperations: z.array(z.enum(operationNames)),
  currencies: z.array(z.enum(currencies)),
  cardStorage: storedFlag,
  storedCardsOnLinks: addedFlag(),
  storedCardsWithoutPassword: addedFlag(),
  recurring: addedFlag(),
  threeDRequired: storedFlag,
  tokenWithoutThreeD: storedFlag,
  cvcOptional: storedFlag,
  preferCheapest: addedFlag(),
  captureChannels: addedChannels(),
  voidChannels: addedChannels(),
  refundChannels: addedChannels(),
  poolApprovalChannels: addedChannels(),
  captureAbove: addedFlag(),
  // Rows from before the setting have none.
  preAuthorisationDays: z.prefault(
    z.int().check(z.minimum(1), z.maximum(MAX_PRE_AUTHORISATION_DAYS)),
    DEFAULT_PRE_AUTHORISATION_DAYS,
  ),
  unsignedResult: addedFlag(),
  checkBasket: addedFlag(),
  preAuthorisation: z.prefault(z.enum(poolSettings), 'allowed'),
  pool: z.enum(poolSettings),
  // Rows from before the setting have none.
  integratorIds: z.prefault(z.array(storedWhole), []),
  installmentCounts,
  agreementDate: optionalDay,
  fixedAmount: storedAmount,
  topDealerRates: z.record(storedText, storedRate),
  limits: z.partialRecord(z.enum(currencies), limitSetting()),
  cardLimit: z.object({ count: z.union([z.literal('unlimited'), storedWhole]), amount: limitAmount() }),
  allowedRedirectHosts: z.union([z.literal('any host'), z.array(storedText)]),
  listingShards: z.int().check(z.minimum(1), z.maximum(MAX_LISTING_SHARDS)),
  noticeAddress: optionalText,
  planNotice: addedFlag(),
  wantedEvents: z.optional(
    z.object({
      webhooks: wantedTypes(),
      notice: wantedTypes(),
      messages: wantedTypes(),
      receipts: wantedTypes(),
      plans: wantedTypes(),
    }),
  ),
}));

const credentialRow = objectRow(() => ({
  credentialId: storedText,
  username: storedText,
  salt: storedText,
  passwordHash: storedText,
  revoked: storedFlag,
  issuedAtMs: z.optional(storedWhole),
}));

const limitsOf = (row: RowOf<typeof dealerRow>['limits']): LimitSettings =>
  Object.fromEntries(Object.entries(row).map(([currency, setting]) => [currency, omitUndefined(setting)]));

export const readDealerRow = (row: unknown): Dealer => {
  const { limits, wantedEvents, firm, ...dealer } = parseRow('dealer', dealerRow, row);
  return omitUndefined({
    ...dealer,
    ...firmOf(firm),
    limits: limitsOf(limits),
    wantedEvents: wantedEvents && omitUndefined(wantedEvents),
  });
};

export const dealerItem = (dealer: Dealer) => ({ ...keys.dealer(dealer.dealerCode), entity: 'dealer', ...dealer });

const listedDealerRow = objectRow(() => ({ dealerCode: storedText, name: storedText, enabled: storedFlag }));

const readListedDealerRow = (row: unknown): ListedDealer => parseRow('listed dealer', listedDealerRow, row);

export const listedDealerItem = ({ dealerCode, name, enabled }: Dealer) => ({
  ...keys.listedDealer(dealerCode),
  entity: 'listed-dealer',
  dealerCode,
  name,
  enabled,
});

export const readCredentialRow = (row: unknown): StoredCredential =>
  omitUndefined(parseRow('credential', credentialRow, row));

export const credentialItem = (dealerCode: string, credential: StoredCredential) => ({
  ...keys.credential(dealerCode, credential.username, credential.credentialId),
  entity: 'credential',
  ...credential,
});

/** Most rows of a dealer's partition: its profile and the credentials of its users. */
export const MAX_DEALER_ROWS = 100;

/** Dealers with their credentials: one strongly consistent query. */
export const dynamoDealers = (table: Table): Dealers => ({
  load: async (dealerCode) => {
    if (!DEALER_CODE.test(dealerCode)) return undefined;
    const rows = await table.query({ pk: dealerPartition(dealerCode), limit: MAX_DEALER_ROWS });
    const profile = rows.find(({ sk }) => sk === PROFILE);
    if (profile === undefined) return undefined;
    const credentials = rows.filter(({ sk }) => typeof sk === 'string' && sk.startsWith(CREDENTIAL_PREFIX));
    return { dealer: readDealerRow(profile), credentials: credentials.map(readCredentialRow) };
  },
});

export const dynamoDealerDirectory = (table: Table): DealerDirectory => ({
  page: async ({ after, limit }) => {
    const behind = after === undefined ? undefined : keys.listedDealer(after).sk;
    const rows = await table.query({ pk: ALL_DEALERS, after: behind, limit });
    return rows.map(readListedDealerRow);
  },
});
