import type { Attempt } from '../../domain/attempt/attempt.ts';
import type { Dealer } from '../../domain/dealer/dealer.ts';
import {
  type DeskPaymentState,
  deskStateOf,
  isAskedState,
  mayBeAskedState,
  tookMoney,
} from '../../domain/desk/payment-state.ts';
import { type PaymentWay, wayOf } from '../../domain/desk/payment-way.ts';
import { fitsWords, mayFitWords } from '../../domain/desk/payment-words.ts';
import { attemptAsReported, type Payment } from '../../domain/payment/payment.ts';
import {
  type AtMoment,
  type CutList,
  MAX_ENTRIES_LISTED,
  MOST_SEARCHED,
  readList,
  wholeMoments,
} from '../../domain/payment-list/list-cut.ts';
import type { ListPeriod } from '../../domain/payment-list/list-period.ts';
import type { EarlyFilter, ListEntry, PaymentLists } from '../../ports/payment-lists.ts';
import { type PaymentQuery, periodOfQuery } from './payment-query.ts';

/** A payment in a list, by the charge that decides it. `atMs`: when that charge began. */
export interface DeskPayment extends AtMoment {
  readonly payment: Payment;
  readonly attempt: Attempt;
  readonly state: DeskPaymentState;
  readonly way: PaymentWay;
}

/** Payments of a page. */
const PAGE_OF_PAYMENTS = 50;
/** Payments that a page without a choice reads: enough for one page beside tries that are not shown. */
const MOST_UNCHOSEN = 200;
/** Payments of one part of a CSV file: 28 seconds and 6 MB have room for several times as many. */
const PART_OF_CSV = 2500;
/** Payments of all parts together. */
export const MOST_IN_CSV = 10_000;
/** Parts of a dealer whose list has many shards may be smaller: no more of them than this. */
const MOST_PARTS = 20;
const RUN = 250;

type Lists = Pick<PaymentLists, 'entries' | 'payments'>;
type ListOwner = Pick<Dealer, 'dealerCode' | 'listingShards'>;

interface Listing {
  readonly dealer: ListOwner;
  readonly query: PaymentQuery;
  readonly nowMs: number;
}

/** True where something of the days is chosen: then many payments may be read for few. */
const isNarrowed = ({ state, way, words }: PaymentQuery): boolean =>
  state !== undefined || way !== undefined || words !== undefined;

/**
 * Tries of a reusable link's payers that took no money are left out unless something is chosen, as in the dealers' lists
 * (decisions: reusable links).
 */
const isWanted = (query: PaymentQuery, { payment, attempt, state, way }: DeskPayment): boolean => {
  if (query.way !== undefined && query.way !== way) return false;
  if (query.state !== undefined && !isAskedState(state, query.state)) return false;
  if (query.words !== undefined && !fitsWords(query.words, attempt, payment.link)) return false;
  return isNarrowed(query) || way !== 'reusable-link' || tookMoney(state);
};

/** Tells of payments that were chosen, by their attempts alone. */
const earlyFilter = ({ state, words }: PaymentQuery): EarlyFilter =>
  state === undefined && words === undefined
    ? {}
    : {
        attempt: (attempt) =>
          (state === undefined || mayBeAskedState(attempt, state)) &&
          (words === undefined || mayFitWords(words, attempt)),
      };

const wantedOf =
  (lists: Lists, { query, nowMs }: Listing) =>
  async (entries: readonly ListEntry[]): Promise<readonly DeskPayment[]> =>
    (await lists.payments(entries, earlyFilter(query)))
      .map(({ atMs, payment, attempt: found }): DeskPayment => {
        const attempt = attemptAsReported(found, payment);
        return { atMs, payment, attempt, state: deskStateOf(attempt, payment, nowMs), way: wayOf(payment, attempt) };
      })
      .filter((one) => isWanted(query, one));

const entriesOf = (lists: Lists, { dealerCode, listingShards }: ListOwner, period: ListPeriod, most: number) =>
  lists.entries({ dealerCode, listingShards, period, of: 'attempts', most });

const readsOf = (lists: Lists, listing: Listing) => ({
  entries: (period: ListPeriod, most: number) => entriesOf(lists, listing.dealer, period, most),
  items: wantedOf(lists, listing),
});

/**
 * A page of payments, the newest first: at most 50, unless more began at one moment. Where something is chosen it reads at
 * most 1,000 payments, and says from which moment the list goes on, also where it found none. Throws StoreUnavailable and
 * UnreadableRow.
 */
export const pageOfPayments = async (lists: Lists, listing: Listing): Promise<CutList<DeskPayment>> => {
  const { query } = listing;
  const mostRead = isNarrowed(query) ? MOST_SEARCHED : MOST_UNCHOSEN;
  const run = isNarrowed(query) ? RUN : PAGE_OF_PAYMENTS;
  const sizes = { fill: true, most: PAGE_OF_PAYMENTS, run, mostRead };
  return readList(readsOf(lists, listing), periodOfQuery(query), sizes);
};

/** The parts of a CSV file by their moments, the newest first, and the moment from which payments are left out. */
export interface CsvParts {
  readonly parts: readonly ListPeriod[];
  readonly leftFromMs?: number;
}

/**
 * Cuts the days of a query into parts of a CSV file: at most 2,500 payments each before anything is chosen, and 10,000
 * together. It reads an index alone, in at most as many trips as there are parts. Throws StoreUnavailable.
 */
export const csvPartsOf = async (
  lists: Lists,
  { dealer, query }: Pick<Listing, 'dealer' | 'query'>,
  sizes: { readonly part: number; readonly parts: number } = { part: PART_OF_CSV, parts: MOST_PARTS },
): Promise<CsvParts> => {
  const parts: ListPeriod[] = [];
  let period = periodOfQuery(query);
  for (let count = 0; count < MOST_IN_CSV && parts.length < sizes.parts; ) {
    // One entry more than a part tells whether another one follows.
    const { entries, unreadMs } = await entriesOf(lists, dealer, period, sizes.part + 1);
    const some = wholeMoments(entries, sizes.part);
    const nextMs = entries[some.length]?.atMs ?? unreadMs;
    if (nextMs === undefined) return { parts: [...parts, period] };
    // One moment with more payments than a part holds: what is left is named, and not lost.
    if (some.length === 0) return { parts, leftFromMs: nextMs };
    parts.push({ fromMs: nextMs + 1, untilMs: period.untilMs });
    count += some.length;
    period = { ...period, untilMs: nextMs };
  }
  return { parts, leftFromMs: period.untilMs };
};

/** The payments of one part of a CSV file, the newest first. Throws StoreUnavailable and UnreadableRow. */
export const paymentsOfPart = async (
  lists: Lists,
  listing: Listing,
  part: ListPeriod,
): Promise<CutList<DeskPayment>> => {
  const sizes = { fill: true, most: MAX_ENTRIES_LISTED, run: RUN * 2, mostRead: MAX_ENTRIES_LISTED };
  return readList(readsOf(lists, listing), part, sizes);
};
