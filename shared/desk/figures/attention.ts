import { DAY_MS, dayTextOf, istanbulDayOf, numberOfDay } from '../../domain/calendar.ts';
import { expiresTomorrow, isFailedReturn, type OpenLinksSum, sumOfOpenLinks } from '../../domain/desk/attention.ts';
import type { PaymentRequest } from '../../domain/link/payment-request.ts';
import type { WebhookEndpoint } from '../../domain/webhook/endpoint.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DeadDelivery, DeskDeliveries } from '../../ports/desk-deliveries.ts';
import type { DeskLinks } from '../../ports/desk-links.ts';
import type { ListedTransaction, PaymentLists } from '../../ports/payment-lists.ts';
import { UnreadableRow } from '../../ports/store-errors.ts';
import type { WebhookEndpoints } from '../../ports/webhook-endpoints.ts';

export interface AttentionDependencies {
  readonly links: DeskLinks;
  readonly paymentLists: Pick<PaymentLists, 'entries' | 'transactions'>;
  readonly deliveries: DeskDeliveries;
  readonly endpoints: Pick<WebhookEndpoints, 'ofDealer'>;
  readonly clock: Clock;
}

/** What was found, and whether everything was looked at. */
interface Found<Item> {
  readonly items: readonly Item[];
  readonly isWhole: boolean;
}

export interface Attention {
  readonly open: readonly OpenLinksSum[];
  readonly areLinksWhole: boolean;
  readonly expiring: readonly PaymentRequest[];
  readonly failedReturns: Found<
    Pick<ListedTransaction, 'payment' | 'attempt'> & Required<Pick<ListedTransaction, 'step'>>
  >;
  readonly dead: Found<DeadDelivery>;
  /** Addresses of the dealer's programs that take nothing: failing, or switched off because they asked for it. */
  readonly failingEndpoints: readonly WebhookEndpoint[];
}

/** Links live for a week by default: those of the last month are looked at, the newest first. */
const LINK_DAYS = 31;
const MOST_LINKS = 500;
/** A step that failed a week ago was seen, or nobody minds. */
const STEP_DAYS = 7;
const MOST_STEPS = 200;
/** A webhook is tried for more than three days before it is dead. */
const DELIVERY_DAYS = 5;
const MOST_DELIVERIES = 300;

/** One row that cannot be read must not hide the page: what was looked at is told to be a part. */
const orInPart = async <Value>(read: () => Promise<Value>, part: Value): Promise<Value> => {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof UnreadableRow)) throw error;
    return part;
  }
};

interface Asked {
  readonly dealerCode: string;
  readonly listingShards: number;
}

const readLinks = async (
  { links }: AttentionDependencies,
  asked: Asked,
  nowMs: number,
): Promise<Found<PaymentRequest>> => {
  const until = istanbulDayOf(nowMs);
  const from = dayTextOf(numberOfDay(until) - LINK_DAYS + 1);
  const found = await links.newest({ ...asked, from, until, limit: MOST_LINKS });
  return { items: found.map(({ link }) => link), isWhole: found.length < MOST_LINKS };
};

const readFailedReturns = async (
  { paymentLists }: AttentionDependencies,
  asked: Asked,
  nowMs: number,
): Promise<Attention['failedReturns']> => {
  const period = { fromMs: nowMs - STEP_DAYS * DAY_MS, untilMs: nowMs };
  const most = MOST_STEPS + 1;
  const { entries: steps, unreadMs } = await paymentLists.entries({ ...asked, period, of: 'steps', most });
  const found = await paymentLists.transactions(steps.slice(0, MOST_STEPS));
  const items = found.flatMap(({ payment, attempt, step }) =>
    step !== undefined && isFailedReturn(step, attempt) ? [{ payment, attempt, step }] : [],
  );
  return { items, isWhole: unreadMs === undefined && steps.length <= MOST_STEPS };
};

const readDead = async (
  { deliveries }: AttentionDependencies,
  asked: Asked,
  nowMs: number,
): Promise<Found<DeadDelivery>> => {
  const period = { fromMs: nowMs - DELIVERY_DAYS * DAY_MS, untilMs: nowMs };
  const { dead, isWhole } = await deliveries.dead({ ...asked, period, limit: MOST_DELIVERIES });
  return { items: dead, isWhole };
};

/**
 * What of a dealer is open, and what needs somebody: the newest 500 links of 31 days, the newest 200 steps of 7 days, the newest
 * 300 deliveries of 5 days, side by side. Throws StoreUnavailable.
 */
export const attentionOf = async (deps: AttentionDependencies, asked: Asked): Promise<Attention> => {
  const nowMs = deps.clock.now();
  const nothing = { items: [], isWhole: false };
  const [links, failedReturns, dead, endpoints] = await Promise.all([
    orInPart(() => readLinks(deps, asked, nowMs), nothing),
    orInPart(() => readFailedReturns(deps, asked, nowMs), nothing),
    orInPart(() => readDead(deps, asked, nowMs), nothing),
    deps.endpoints.ofDealer(asked.dealerCode),
  ]);
  return {
    open: sumOfOpenLinks(links.items, nowMs),
    areLinksWhole: links.isWhole,
    expiring: links.items.filter((link) => expiresTomorrow(link, nowMs)),
    failedReturns,
    dead,
    failingEndpoints: endpoints.filter(
      ({ enabled, failingSinceMs, goneAtMs }) => goneAtMs !== undefined || (enabled && failingSinceMs !== undefined),
    ),
  };
};
