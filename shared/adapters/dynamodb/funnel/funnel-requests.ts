import { istanbulDayRange } from '../../../domain/calendar.ts';
import type { PaymentName } from '../../../domain/payment/payment-name.ts';
import type { FunnelCounting, PartQuery } from '../../../ports/funnels.ts';
import { mergedPage } from '../engine/merged-page.ts';
import type { Table } from '../engine/table.ts';
import { LISTING_INDEX, listingPartitions, listingRangeOf, listSk } from '../index-keys.ts';
import { requestListings, reusableLinkListing } from '../reusable-link/reusable-link-keys.ts';

/*
 * The requests of a day, by the listing index alone: the links that the dealer made stand in one list, and requests of reusable
 * links in a list of each link.
 */

/** Links whose lists are read side by side: most have no request on a day. */
const LINKS_AT_ONCE = 20;

type Page = Awaited<ReturnType<FunnelCounting['requests']>>;

/** What an entry of a list names: its last part. */
const nameOf = (position: string): PaymentName => position.slice(position.lastIndexOf('#') + 1);

/** Positions of a day in some shards. */
const positionsIn = async (
  table: Pick<Table, 'list'>,
  shards: readonly string[],
  { day, limit }: PartQuery,
  after: string | undefined,
): Promise<readonly string[]> => {
  const read = async (listPk: string, page: { readonly after: string | undefined; readonly limit: number }) =>
    (await table.list({ index: LISTING_INDEX, listPk, between: listingRangeOf(day), ...page })).map((row) => ({
      position: String(row.listSk),
    }));
  return (await mergedPage({ shards, after, limit, read })).map(({ position }) => position);
};

const linksOfDealer = async (table: Pick<Table, 'list'>, query: PartQuery): Promise<Page> => {
  const positions = await positionsIn(table, listingPartitions('LINKS', query), query, query.after);
  const last = positions.at(-1);
  const names = positions.map(nameOf);
  return last !== undefined && positions.length === query.limit ? { names, next: last } : { names };
};

/** Requests of one reusable link behind a position. */
const requestsOfLink = (
  table: Pick<Table, 'list'>,
  query: PartQuery,
  linkPosition: string,
  after: string | undefined,
): Promise<readonly string[]> => {
  const shards = requestListings({ name: nameOf(linkPosition), listingShards: query.listingShards });
  return positionsIn(table, shards, query, after);
};

/** A place names a link, and the request of it that was read last; without one all of the link was read. */
const placeOf = (linkPosition: string, requestPosition = ''): string => `${linkPosition}/${requestPosition}`;

const requestsOfLinks = async (table: Pick<Table, 'list'>, query: PartQuery): Promise<Page> => {
  const [linkPosition = '', requestPosition = ''] = (query.after ?? '').split('/');
  if (requestPosition !== '') {
    const positions = await requestsOfLink(table, query, linkPosition, requestPosition);
    const isWhole = positions.length < query.limit;
    return { names: positions.map(nameOf), next: placeOf(linkPosition, isWhole ? '' : positions.at(-1)) };
  }
  // A link that was made later has no request of this day.
  const between = { from: ' ', until: listSk(istanbulDayRange(query.day).lastMs, '~') };
  const listPk = reusableLinkListing(query.dealerCode);
  const after = linkPosition === '' ? undefined : linkPosition;
  const links = await table.list({ index: LISTING_INDEX, listPk, between, after, limit: LINKS_AT_ONCE });
  const read = links.map(({ listSk: position }) => requestsOfLink(table, query, String(position), undefined));
  const names: PaymentName[] = [];
  for (const [index, positions] of (await Promise.all(read)).entries()) {
    names.push(...positions.map(nameOf));
    // The link has more of them: the links behind it come once all of its own are read.
    if (positions.length === query.limit)
      return { names, next: placeOf(String(links[index]?.listSk), positions.at(-1)) };
  }
  const last = links.at(-1);
  return last !== undefined && links.length === LINKS_AT_ONCE
    ? { names, next: placeOf(String(last.listSk)) }
    : { names };
};

export const requestsOfPart = (table: Pick<Table, 'list'>, query: PartQuery): Promise<Page> =>
  query.part === 'links' ? linksOfDealer(table, query) : requestsOfLinks(table, query);
