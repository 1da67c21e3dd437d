import type { PaymentRequest } from '../../../domain/link/payment-request.ts';
import type { LinkPageQuery, ListedLink, OperatorLinks } from '../../../ports/operator-records.ts';
import { type IndexEntry, itemsOf, listingEntry } from '../engine/listed-items.ts';
import { mergedPage } from '../engine/merged-page.ts';
import { readAll, type Table } from '../engine/table.ts';
import { LISTING_INDEX, listingPartitions, listingRangeOf } from '../index-keys.ts';
import { keys } from '../keys.ts';
import { readPaymentItem, readPaymentPointer } from '../payment/payment-item.ts';
import { paymentKeys, paymentRanks } from '../payment/payment-keys.ts';
import { linkIn, readRows } from '../payment/payment-partition.ts';
import { requestListings } from '../reusable-link/reusable-link-keys.ts';
import { readLink } from './state-item.ts';

/** The links of entries of a listing, read strongly, in the order of the entries. */
export const linksOfEntries = async (table: Table, entries: readonly IndexEntry[]): Promise<readonly ListedLink[]> => {
  const items = await itemsOf(table, entries);
  const stateKeys = items.map(({ item }) => paymentKeys.state(readPaymentItem(item).name));
  const states = new Map((await readAll(table, stateKeys)).map((row) => [row.pk, row]));
  return items.flatMap(({ position, item }) => {
    const link = readLink(states.get(item.pk), { payment: item });
    return link === undefined ? [] : [{ position, link }];
  });
};

const pageOfDay = async (table: Table, query: LinkPageQuery): Promise<readonly ListedLink[]> => {
  const { day, after, limit, madeOf } = query;
  const between = listingRangeOf(day);
  const page = await mergedPage({
    shards: madeOf === undefined ? listingPartitions('LINKS', query) : requestListings(madeOf),
    after,
    limit,
    read: async (listPk, rows) =>
      (await table.list({ index: LISTING_INDEX, listPk, between, ...rows })).map(listingEntry),
  });
  return linksOfEntries(table, page);
};

/** The payment of a dealer by its public id; undefined when it is no link. */
const findById = async (
  table: Table,
  dealerCode: string,
  userPosPaymentId: number,
): Promise<PaymentRequest | undefined> => {
  const pointer = await table.get(keys.paymentPointer(dealerCode, userPosPaymentId));
  if (pointer === undefined) return undefined;
  const payment = readPaymentPointer(pointer);
  return linkIn(await readRows(table, payment, paymentRanks.link), payment);
};

export const dynamoOperatorLinks = (table: Table): OperatorLinks => ({
  findById: (dealerCode, userPosPaymentId) => findById(table, dealerCode, userPosPaymentId),
  pageOfDay: (query) => pageOfDay(table, query),
});
