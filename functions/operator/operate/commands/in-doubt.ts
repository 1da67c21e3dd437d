import { type QueueStatus, queueStatuses, queueStatusOf } from '../../../../shared/domain/attempt/states.ts';
import { needsPerson } from '../../../../shared/domain/attempt/timing.ts';
import type { PaymentRequest } from '../../../../shared/domain/link/payment-request.ts';
import { omitUndefined } from '../../../../shared/domain/omit-undefined.ts';
import { type StepWait, stepWaitOf, stepWaits } from '../../../../shared/domain/payment/step-states.ts';
import {
  type OperatorPayments,
  QUEUE_POSITION,
  type QueuedPayment,
} from '../../../../shared/ports/operator-payments.ts';
import { type Result, showCommand } from '../command.ts';
import { defaulted, optional } from '../fields.ts';
import { choice, whole } from '../kinds.ts';
import { attemptSummary, stepSummary } from '../payment-view.ts';
import { search } from '../search.ts';
import { shownTime } from '../values-in-views.ts';
import { cursorOf, dealerCodeField } from './fields-in-common.ts';
import { attemptsOf } from './payment.ts';

type WaitsFor = QueueStatus | StepWait;

const WAITS: readonly WaitsFor[] = [...new Set<WaitsFor>([...stepWaits, ...queueStatuses])];

const DEFAULT_PAGE = 20;
const MAX_PAGE = 100;

/** Pages of 500 rows that one call reads to find what needs a person. Normally that is the whole queue. */
const MAX_SEARCHED_PAGES = 10;
/** Marks a cursor inside the part that needs a person; a cursor without it is in the rest. */
const PRESSING = 'first:';
const CURSOR = new RegExp(`^(?:${PRESSING})?${QUEUE_POSITION.source.slice(1)}`);
/** A position before every other. */
const START_OF_QUEUE = `${'0'.repeat(15)}#${'-'.repeat(6)}#${'2'.repeat(26)}#00`;

/** What an entry of the queue waits for; undefined when it does not wait any more. */
const waitOf = ({ attempt, step }: QueuedPayment, nowMs: number): WaitsFor | undefined => {
  if (step !== undefined) return stepWaitOf(step, nowMs);
  return attempt === undefined ? undefined : queueStatusOf(attempt, nowMs);
};

/** Unreadable rows need an operator like stuck ones: nobody knows what they charged. */
const isPressing = ({ attempt, step }: QueuedPayment, nowMs: number): boolean => {
  if (attempt === undefined) return true;
  return step === undefined ? needsPerson(attempt, nowMs) : step.state === 'stuck';
};

const shown = (queued: QueuedPayment, links: ReadonlyMap<string, PaymentRequest>, nowMs: number): Result => {
  const { attempt, step, orderId, dealerCode, dueAtMs, unreadTimes } = queued;
  const due = { dueAt: shownTime(dueAtMs), dueForSeconds: Math.max(0, Math.floor((nowMs - dueAtMs) / 1000)) };
  const attention = isPressing(queued, nowMs) ? { attention: true } : {};
  if (attempt === undefined) {
    return {
      ...omitUndefined({ dealerCode, orderId }),
      unreadable: true,
      ...attention,
      ...due,
      postponed: unreadTimes,
    };
  }
  return {
    dealerCode: attempt.dealerCode,
    ...attemptSummary(attempt, links),
    ...(step === undefined ? {} : { step: stepSummary(step) }),
    waitsFor: waitOf(queued, nowMs),
    ...attention,
    ageSeconds: Math.max(0, Math.floor((nowMs - (step ?? attempt).startedAtMs) / 1000)),
    ...due,
    postponed: (step ?? attempt).postponed,
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

/** What needs a person, searched in as much of the queue as one call may read. */
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

/** A page of what needs a person and then, from the end of that, of the rest; the longest due first. */
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
  // The page is full with the last of them, so the rest begins on the next page.
  if (left === 0) return { found: first.found, next: START_OF_QUEUE };
  const rest = await search({ limit: left, after: ofTheRest ? cursor : undefined, page, wanted: wantedOf(false) });
  return { ...rest, found: [...first.found, ...rest.found] };
};

export const listInDoubt = showCommand(
  {
    name: 'list-in-doubt',
    group: 'Payments',
    summary: 'List attempts and steps that still wait for something, the longest due first.',
    notes: [
      '"waitsFor" says what for: stuck (money could not be given back within 72 hours), in-doubt (the bank has not answered), carrying-out (a step such as a reversal or refund is being done), running (the payer or the bank is still busy with an attempt), recheck (it ended on less than the bank\'s word, and the bank is asked once more).',
      '"attention" marks what needs a person: stuck steps, attempts without a clear answer of the bank after their time, and unreadable ones. They come first.',
      '"bankSaid" is the bank\'s last answer, word by word: state and kind of the order\'s latest transaction, the amount that the bank holds, its code, and the time.',
      'With "next" in the answer there is more: give it as cursor. A page can be shorter than its limit, even empty, when a dealer or waitsFor is asked for.',
    ],
    fields: {
      dealerCode: optional(dealerCodeField.kind, 'Only payments of this dealer; of all dealers when not given.'),
      waitsFor: optional(choice(WAITS), 'Only what waits for this, and unreadable ones.'),
      limit: defaulted(whole(1, MAX_PAGE), DEFAULT_PAGE, { meaning: 'Most attempts in the answer.' }),
      cursor: cursorOf(CURSOR),
    },
    example: { waitsFor: 'in-doubt', limit: 50 },
  },
  async ({ dealerCode, waitsFor, limit, cursor }, { deps, nowMs }) => {
    const isOfDealer = (queued: QueuedPayment): boolean =>
      typeof dealerCode !== 'string' || (queued.attempt ?? queued).dealerCode === dealerCode;
    // The index lags behind the table, so an attempt may have ended since and no longer wait.
    const waits = (queued: QueuedPayment): boolean => {
      if (queued.attempt === undefined) return true;
      const now = waitOf(queued, nowMs);
      return typeof waitsFor === 'string' ? now === waitsFor : now !== undefined;
    };
    const wantedOf = (pressing: boolean) => (queued: QueuedPayment) =>
      isPressing(queued, nowMs) === pressing && isOfDealer(queued) && waits(queued);
    const { found, next } = await pressingFirst(
      { limit: limit ?? DEFAULT_PAGE, cursor: cursor ?? undefined, page: (page) => deps.payments.pageOfQueue(page) },
      wantedOf,
    );
    const links = await deps.payments.linksOf(attemptsOf(found));
    const attempts = found.map((one) => shown(one, links, nowMs));
    return { attempts, ...(next === undefined ? {} : { next }) };
  },
);
