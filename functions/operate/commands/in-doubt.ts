import { standingOf, standings } from '../../../shared/domain/attempt-standing.ts';
import { given } from '../../../shared/domain/given.ts';
import type { PaymentRequest } from '../../../shared/domain/payment-request.ts';
import { QUEUE_POSITION, type QueuedPayment } from '../../../shared/ports/operator-payments.ts';
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

/** Unreadable rows are an operator's matter like stuck ones: nobody knows what they charged. */
const isPressing = ({ attempt }: QueuedPayment): boolean => attempt === undefined || attempt.state === 'stuck';

const shown = (queued: QueuedPayment, links: ReadonlyMap<string, PaymentRequest>, nowMs: number): Result => {
  const { attempt, orderId, dealerCode, dueAtMs, putOffs } = queued;
  const due = { dueAt: shownTime(dueAtMs), dueForSeconds: Math.max(0, Math.floor((nowMs - dueAtMs) / 1000)) };
  const attention = isPressing(queued) ? { attention: true } : {};
  if (attempt === undefined) {
    return { ...given({ dealerCode, orderId }), unreadable: true, ...attention, ...due, postponed: putOffs };
  }
  return {
    dealerCode: attempt.dealerCode,
    ...attemptSummary(attempt, links),
    standing: standingOf(attempt, nowMs),
    ...attention,
    ageSeconds: Math.max(0, Math.floor((nowMs - attempt.startedAtMs) / 1000)),
    ...due,
    postponed: attempt.postponed,
  };
};

export const listInDoubt = showCommand(
  {
    name: 'list-in-doubt',
    group: 'Payments',
    summary: 'List what the service has not settled yet, the longest due first.',
    notes: [
      '"standing" says what an attempt waits for: stuck (its charge could not be taken back for a day), in-doubt (the bank has not answered), taking-back, running (the payer or the bank is at it), recheck (it ended on the bank\'s "no record", which is asked about once more).',
      '"attention" marks what the service cannot settle alone: what is stuck, and what cannot be read. In each answer these come first.',
      'With "next" in the answer there is more: give it as cursor. A page can be shorter than its limit, even empty, when a dealer or a standing is asked for.',
    ],
    fields: {
      dealerCode: optional(dealerCodeField.kind, 'Only payments of this dealer; of all dealers when not given.'),
      standing: optional(choice(standings), 'Only what stands so, and what cannot be read.'),
      limit: defaulted(whole(1, MAX_PAGE), DEFAULT_PAGE, { meaning: 'Most attempts in the answer.' }),
      cursor: cursorOf(QUEUE_POSITION),
    },
    example: { standing: 'in-doubt', limit: 50 },
  },
  async ({ dealerCode, standing, limit, cursor }, { deps, nowMs }) => {
    const isOfDealer = (queued: QueuedPayment): boolean =>
      typeof dealerCode !== 'string' || (queued.attempt ?? queued).dealerCode === dealerCode;
    // The index follows the table: an attempt that has ended since is not waiting any more.
    const stands = ({ attempt }: QueuedPayment): boolean => {
      const now = attempt === undefined ? 'unreadable' : standingOf(attempt, nowMs);
      return now === 'unreadable' || (typeof standing === 'string' ? now === standing : now !== undefined);
    };
    const { found, next } = await search({
      limit: limit ?? DEFAULT_PAGE,
      after: cursor ?? undefined,
      page: (page) => deps.payments.pageOfQueue(page),
      wanted: (queued) => isOfDealer(queued) && stands(queued),
    });
    const links = await deps.payments.linksOf(attemptsOf(found));
    const pressingFirst = found.toSorted((one, other) => Number(isPressing(other)) - Number(isPressing(one)));
    const attempts = pressingFirst.map((one) => shown(one, links, nowMs));
    return { attempts, ...(next === undefined ? {} : { next }) };
  },
);
