import * as z from 'zod/mini';
import { attemptStates } from '../../../domain/attempt/states.ts';
import { currencies } from '../../../domain/money/money.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import { attemptOfOrder } from '../../../domain/payment/payment-name.ts';
import type { PaidCharge, RequestLife } from '../../../domain/reusable-link/link-counts.ts';
import type { LinkRequests } from '../../../ports/reusable-links.ts';
import { newestListed } from '../engine/newest-listed.ts';
import { objectRow, parseRow, storedAmount, storedText, storedWhole } from '../engine/row.ts';
import { readAll, type Table } from '../engine/table.ts';
import type { Row } from '../engine/writes.ts';
import { itemOfKey } from '../index-keys.ts';
import type { Key } from '../keys.ts';
import { paymentKeys } from '../payment/payment-keys.ts';
import { requestListings } from './reusable-link-keys.ts';

/** Reads of a hundred items that are under way at once. */
const READS_AT_ONCE = 20;

/** As far as a request is counted: the item of its state. */
const countedStateRow = objectRow(() => ({
  attempts: storedWhole,
  result: z.optional(z.object({ code: storedText, orderId: storedText })),
}));

/** The same of the charge that paid it. */
const countedAttemptRow = objectRow(() => ({
  state: z.enum(attemptStates),
  terms: z.object({ total: storedAmount, currency: z.enum(currencies) }),
  captured: z.optional(storedAmount),
  refunded: z.optional(storedAmount),
}));

const keyText = ({ pk, sk }: Key): string => `${pk}\n${sk}`;

/** The key of the charge that paid a request; undefined where nobody has. */
const paidKey = (stateRow: Row): Key | undefined => {
  const { result } = parseRow('payment request', countedStateRow, stateRow);
  const attempt = result?.code === '' ? attemptOfOrder(result.orderId) : undefined;
  return attempt === undefined ? undefined : paymentKeys.attempt(attempt);
};

const chargeOf = (row: Row | undefined): { readonly paid?: PaidCharge } => {
  if (row === undefined) return {};
  return { paid: omitUndefined(parseRow('attempt', countedAttemptRow, row)) };
};

const lifeOf = (stateRow: Row, charges: ReadonlyMap<string, Row>): RequestLife => {
  const { attempts } = parseRow('payment request', countedStateRow, stateRow);
  const key = paidKey(stateRow);
  return { attempts, ...chargeOf(key === undefined ? undefined : charges.get(keyText(key))) };
};

/** What became of the requests of a link: its list, then their states, then the charges of those that were paid. */
export const dynamoLinkRequests = (table: Pick<Table, 'list' | 'getMany'>): LinkRequests => ({
  livesOf: async (link, most) => {
    const { keys, goesOn } = await newestListed(table, { listPks: requestListings(link), limit: most });
    const listed = keys.map((key) => paymentKeys.state(itemOfKey(key).payment));
    const states = await readAll(table, listed, READS_AT_ONCE);
    const paid = states.flatMap((row) => paidKey(row) ?? []);
    const rows = await readAll(table, paid, READS_AT_ONCE);
    const charges = new Map(rows.map((row) => [keyText({ pk: String(row.pk), sk: String(row.sk) }), row]));
    return { lives: states.map((row) => lifeOf(row, charges)), isWhole: !goesOn };
  },
});
