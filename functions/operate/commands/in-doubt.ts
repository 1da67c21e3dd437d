import { needsPerson, queueStatuses, queueStatusOf } from '../../../shared/domain/attempt/queue-status.ts';
import type { PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { omitUndefined } from '../../../shared/domain/omit-undefined.ts';
import { type OperatorPayments, QUEUE_POSITION, type QueuedPayment } from '../../../shared/ports/operator-payments.ts';
import { type Result, showCommand } from '../command.ts';
import { defaulted, optional } from '../fields.ts';
import { choice, whole } from '../kinds.ts';
import { attemptSummary } from '../payment-shown.ts';
import { search } from '../search.ts';
import { shownTime } from '../shown.ts';
import { cursorOf, dealerCodeField } from './fields-in-common.ts';
import { attemptsOf } from './payment.ts';

const DEFAULT_PAGE = 20;
const MAX_PAGE = 100;

/** Pages of 500 rows that one call reads in search of what needs a person: the whole queue, but in a very bad hour. */
const MAX_SEARCHED_PAGES = 10;
/** A cursor behind which what needs a person goes on; without this mark it goes on with the rest. */
const PRESSING = 'first:';
const CURSOR = new RegExp(`^(?:${PRESSING})?${QUEUE_POSITION.source.slice(1)}`);
/** A position in front of every other. */
const START_OF_QUEUE = `${'0'.repeat(15)}#${'-'.repeat(6)}#${'-'.repeat(43)}`;

/** Unreadable rows are an operator's matter like stuck ones: nobody knows what they charged. */
const isPressing = ({ attempt }: QueuedPayment, nowMs: number): boolean =>
  attempt === undefined || needsPerson(attempt, nowMs);

const shown = (queued: QueuedPayment, links: ReadonlyMap<string, PaymentRequest>, nowMs: number): Result => {
  const { attempt, orderId, dealerCode, dueAtMs, putOffs } = queued;
  const due = { dueAt: shownTime(dueAtMs), dueForSeconds: Math.max(0, Math.floor((nowMs - dueAtMs) / 1000)) };
  const attention = isPressing(queued, nowMs) ? { attention: true } : {};
  if (attempt === undefined) {
    return { ...omitUndefined({ dealerCode, orderId }), unreadable: true, ...attention, ...due, postponed: putOffs };
  }
  return {
    dealerCode: attempt.dealerCode,
    ...attemptSummary(attempt, links),
    standing: queueStatusOf(attempt, nowMs),
    ...attention,
    ageSeconds: Math.max(0, Math.floor((nowMs - attempt.startedAtMs) / 1000)),
    ...due,
    postponed: attempt.postponed,
  };
};

interface QueueQuery {
  readonly limit: number;
  readonly cursor: string | undefined;
  readonly page: OperatorPayments['pageOfQueue'];
}

interface QueuePage {
  readonly found: readonly QueuedPayment[];
  readonly next?: string;
}

/** What needs a person, of the whole queue where that is not longer than one call may read. */
const searchPressing = async (query: QueueQuery, wanted: (queued: QueuedPayment) => boolean): Promise<QueuePage> => {
  const { limit, cursor, page } = query;
  const found: QueuedPayment[] = [];
  let after = cursor;
  for (let pages = 0; pages < MAX_SEARCHED_PAGES; pages += 1) {
    const part = await search({ limit: limit - found.length, after, page, wanted });
    found.push(...part.found);
    after = part.next;
    if (after === undefined) return { found };
    if (found.length === limit) break;
  }
  return { found, next: `${PRESSING}${after}` };
};

/** A page of what needs a person, and, once there is no more of that, of the rest, the longest due first. */
const pressingFirst = async (
  query: QueueQuery,
  wantedOf: (pressing: boolean) => (queued: QueuedPayment) => boolean,
): Promise<QueuePage> => {
  const { limit, cursor, page } = query;
  const ofTheRest = cursor !== undefined && !cursor.startsWith(PRESSING);
  const first = ofTheRest
    ? { found: [] }
    : await searchPressing({ ...query, cursor: cursor?.slice(PRESSING.length) }, wantedOf(true));
  const left = limit - first.found.length;
  if ('next' in first) return first;
  // The answer is full with the last of them; the rest begins on the next page.
  if (left === 0) return { found: first.found, next: START_OF_QUEUE };
  const rest = await search({ limit: left, after: ofTheRest ? cursor : undefined, page, wanted: wantedOf(false) });
  return { ...rest, found: [...first.found, ...rest.found] };
};

export const listInDoubt = showCommand(
  {
    name: 'list-in-doubt',
    group: 'Payments',
    summary: 'List what the service has not settled yet, the longest due first.',
    notes: [
      '"standing" says what an attempt waits for: stuck (its charge could not be taken back for 72 hours), in-doubt (the bank has not answered), taking-back, running (the payer or the bank is at it), recheck (it ended on the bank\'s "no record", which is asked about once more).',
      '"attention" marks what the service cannot settle alone: what is stuck, what the bank tells nothing clear of though its time is over, and what cannot be read. These come first, of the whole queue.',
      '"bankSaid" is what the bank\'s last answer literally said: state and kind of the order\'s latest transaction, the amount that it holds, its code, and when.',
      'With "next" in the answer there is more: give it as cursor. A page can be shorter than its limit, even empty, when a dealer or a standing is asked for.',
    ],
    fields: {
      dealerCode: optional(dealerCodeField.kind, 'Only payments of this dealer; of all dealers when not given.'),
      standing: optional(choice(queueStatuses), 'Only what stands so, and what cannot be read.'),
      limit: defaulted(whole(1, MAX_PAGE), DEFAULT_PAGE, { meaning: 'Most attempts in the answer.' }),
      cursor: cursorOf(CURSOR),
    },
    example: { standing: 'in-doubt', limit: 50 },
  },
  async ({ dealerCode, standing, limit, cursor }, { deps, nowMs }) => {
    const isOfDealer = (queued: QueuedPayment): boolean =>
      typeof dealerCode !== 'string' || (queued.attempt ?? queued).dealerCode === dealerCode;
    // The index follows the table: an attempt that has ended since is not waiting any more.
    const stands = ({ attempt }: QueuedPayment): boolean => {
      const now = attempt === undefined ? 'unreadable' : queueStatusOf(attempt, nowMs);
      return now === 'unreadable' || (typeof standing === 'string' ? now === standing : now !== undefined);
    };
    const wantedOf = (pressing: boolean) => (queued: QueuedPayment) =>
      isPressing(queued, nowMs) === pressing && isOfDealer(queued) && stands(queued);
    const { found, next } = await pressingFirst(
      { limit: limit ?? DEFAULT_PAGE, cursor: cursor ?? undefined, page: (page) => deps.payments.pageOfQueue(page) },
      wantedOf,
    );
    const links = await deps.payments.linksOf(attemptsOf(found));
    const attempts = found.map((one) => shown(one, links, nowMs));
    return { attempts, ...(next === undefined ? {} : { next }) };
  },
);
