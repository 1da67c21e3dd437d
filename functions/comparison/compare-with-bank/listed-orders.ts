import { istanbulDayRange } from '../../../shared/domain/calendar.ts';
import { waitsForSilent } from '../../../shared/domain/comparison/comparison-days.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { attemptOfOrder } from '../../../shared/domain/payment/payment-name.ts';
import type { VirtualPos } from '../../../shared/domain/virtual-pos/virtual-pos.ts';
import { errorNameOf } from '../../../shared/observability/log.ts';
import { isStanding } from '../../../shared/payment-flow/await-answer.ts';
import { openPosAccount } from '../../../shared/payment-flow/pos-account.ts';
import type { InquiryAnswer, ListedOrder, OrderListAnswer } from '../../../shared/ports/bank-answers.ts';
import type { PosAccount, WholeGateway } from '../../../shared/ports/bank-gateway.ts';
import { VaultUnavailable } from '../../../shared/ports/vault.ts';
import type { VirtualPosDirectory } from '../../../shared/ports/virtual-pos-directory.ts';
import { ANSWER_MS, type AskBankDependencies, isAnswered, type OrderOutcome, sideOfBank } from './ask-bank.ts';
import { type DayWork, hasTime } from './day-work.ts';

export interface ListedOrdersDependencies extends AskBankDependencies {
  readonly bank: Pick<WholeGateway, 'inquire' | 'inquireHistory' | 'listOrders'>;
  readonly posDirectory: VirtualPosDirectory;
}

/** What becomes of the outcomes: they are added up, and differences are reported. */
type Tell = (outcomes: readonly OrderOutcome[]) => Promise<void>;

interface Listing {
  readonly work: DayWork;
  readonly pos: VirtualPos;
  readonly tell: Tell;
}

/** `open`: its gateway is silent, or the time of the run was over. */
type ListingEnd = 'done' | 'open';

/** Pages of a day that one virtual POS is asked for: 50,000 orders at Garanti. */
const MOST_PAGES = 100;
/** Orders of a list that are asked about because our records do not know them. */
const MOST_UNKNOWN = 200;
const READS_AT_ONCE = 10;

/** Whether the bank has had money of an order; undefined where it does not tell. */
const hadMoney = (found: InquiryAnswer): boolean | undefined => {
  if (isStanding(found) || (found.kind === 'unknown' && found.shows !== undefined)) return true;
  if (found.kind === 'unknown') return undefined;
  return found.kind !== 'declined' && found.kind !== 'no-record';
};

/** The orders of a list that have ids of our form, and that our records do not know under any dealer. */
const unknownOf = async (
  orders: readonly ListedOrder[],
  { payments }: ListedOrdersDependencies,
): Promise<readonly ListedOrder[]> => {
  const isUnknown = async ({ orderId }: ListedOrder): Promise<boolean> => {
    const name = attemptOfOrder(orderId);
    if (name === undefined) return false;
    const payment = await payments.find(name.payment);
    return payment?.attempts.some(({ number }) => number === name.number) !== true;
  };
  const unknown: ListedOrder[] = [];
  for (let first = 0; first < orders.length; first += READS_AT_ONCE) {
    const some = orders.slice(first, first + READS_AT_ONCE);
    const are = await Promise.all(some.map(isUnknown));
    unknown.push(...some.filter((_, index) => are[index]));
  }
  return unknown;
};

/** Asks the bank about an order that our records do not know. */
const askAbout = async (
  { orderId, amount = minor(1), currency = 'TL' }: ListedOrder,
  account: PosAccount,
  { deps, listing }: { readonly deps: ListedOrdersDependencies; readonly listing: Listing },
): Promise<OrderOutcome> => {
  const { work, pos } = listing;
  const { bank, clock } = deps;
  await work.pace.turn(pos.gateway);
  const order = { orderId, amount, currency, installments: 1, type: 'sale' } as const;
  const found = await bank.inquire(account, order, { answerBy: clock.now() + ANSWER_MS });
  work.pace.note(pos.gateway, isAnswered(found));
  const had = hadMoney(found);
  if (had === undefined) return { kind: isAnswered(found) ? 'unclear' : 'silent' };
  if (!had) return { kind: 'same' };
  const difference = {
    dealerCode: work.dealerCode,
    posId: pos.posId,
    orderId,
    kind: 'missing-here',
    currency,
    ours: { state: 'unknown' },
    bank: sideOfBank(found, undefined),
    foundAtMs: clock.now(),
  } as const;
  return { kind: 'different', difference };
};

/** Asks for one page; undefined where the gateway gives no answer. */
const pageOf = async (
  account: PosAccount,
  page: number,
  { deps, listing }: { readonly deps: ListedOrdersDependencies; readonly listing: Listing },
): Promise<Exclude<OrderListAnswer, { kind: 'unknown' }> | 'unclear' | undefined> => {
  const { pos, work } = listing;
  const { firstMs, lastMs } = istanbulDayRange(work.day);
  const isSilent = work.pace.isSilent(pos.gateway);
  if (!isSilent) await work.pace.turn(pos.gateway);
  const period = { fromMs: firstMs, untilMs: lastMs + 1, page };
  // Without time nothing is sent to a silent gateway, but one of a kind that lists no orders says so.
  const answerBy = deps.clock.now() + (isSilent ? 0 : ANSWER_MS);
  const answer = await deps.bank.listOrders(account, period, { answerBy });
  // Nothing was sent for this answer, so it says nothing about a gateway that may be silent.
  if (answer.kind === 'not-offered') return answer;
  work.pace.note(pos.gateway, isAnswered(answer));
  if (answer.kind === 'orders') return answer;
  return isAnswered(answer) ? 'unclear' : undefined;
};

/** The list does not tell all: the line names the virtual POS, and the run counts one that is unclear. */
const notWhole = async (
  errorName: string,
  { deps, listing }: { readonly deps: ListedOrdersDependencies; readonly listing: Listing },
): Promise<ListingEnd> => {
  const { work, pos } = listing;
  deps.log.warn('orders not listed', { dealerCode: work.dealerCode, gateway: pos.gateway, errorName });
  await listing.tell([{ kind: 'unclear' }]);
  return 'done';
};

/** Lists the orders of the day page by page, and asks about those that our records do not know. */
const readList = async (account: PosAccount, deps: ListedOrdersDependencies, listing: Listing): Promise<ListingEnd> => {
  const { work, pos, tell } = listing;
  const seen = new Set<string>();
  let unknownOrders = 0;
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    if (!hasTime(deps, work.deadlineMs)) return 'open';
    const answer = await pageOf(account, page, { deps, listing });
    if (answer === undefined) return 'open';
    if (answer === 'unclear') return notWhole('ListUnclear', { deps, listing });
    if (answer.kind === 'not-offered') {
      work.pace.noteNoList(pos.kind);
      return 'done';
    }
    // A list may name an order once for each of its transactions.
    const orders = new Map(answer.orders.filter(({ orderId }) => !seen.has(orderId)).map((one) => [one.orderId, one]));
    for (const orderId of orders.keys()) seen.add(orderId);
    for (const order of await unknownOf([...orders.values()], deps)) {
      unknownOrders += 1;
      if (unknownOrders > MOST_UNKNOWN) return notWhole('TooManyUnknownOrders', { deps, listing });
      if (!hasTime(deps, work.deadlineMs) || work.pace.isSilent(pos.gateway)) return 'open';
      const outcome = await askAbout(order, account, { deps, listing });
      if (outcome.kind === 'silent') return 'open';
      await tell([outcome]);
    }
    if (answer.isLastPage) return 'done';
  }
  return notWhole('TooManyPages', { deps, listing });
};

const compareList = async (deps: ListedOrdersDependencies, listing: Listing): Promise<ListingEnd> => {
  const { pos, work } = listing;
  if (work.pace.listsNothing(pos.kind)) return 'done';
  try {
    return await readList(await openPosAccount(pos, deps.opener), deps, listing);
  } catch (error) {
    // A key that does not open concerns this virtual POS alone.
    if (!(error instanceof VaultUnavailable)) throw error;
    return notWhole(errorNameOf(error), { deps, listing });
  }
};

export interface ListedDay {
  /** The virtual POS whose list is done. */
  readonly listed: readonly string[];
  readonly isWhole: boolean;
  /** Lists that were left unfinished at noon. */
  readonly unanswered: number;
}

/**
 * Lists the orders that the banks have of a day, where they list any, and finds those that our records do not know. The
 * list of one virtual POS is done whole or not at all; one that is not done waits for another run, until noon.
 */
export const compareLists = async (
  deps: ListedOrdersDependencies,
  work: DayWork,
  { before, tell }: { readonly before: readonly string[]; readonly tell: Tell },
): Promise<ListedDay> => {
  const listed = [...before];
  let [isWhole, unanswered] = [true, 0];
  for (const pos of await deps.posDirectory.ofDealer(work.dealerCode)) {
    if (listed.includes(pos.posId)) continue;
    if (!hasTime(deps, work.deadlineMs)) return { listed, isWhole: false, unanswered };
    const end = await compareList(deps, { work, pos, tell });
    if (end === 'open' && waitsForSilent(work.day, deps.clock.now())) {
      isWhole = false;
      continue;
    }
    if (end === 'open') unanswered += 1;
    listed.push(pos.posId);
  }
  return { listed, isWhole, unanswered };
};
