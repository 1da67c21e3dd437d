import { type Attempt, isOfLink } from '../attempt/attempt.ts';
import { generationOf } from '../link/payment-request.ts';
import type { Payment } from '../payment/payment.ts';
import type { Step } from '../payment/step.ts';
import type { OutboxEvent } from './event.ts';
import { endNamed } from './event-of-link.ts';
import { DONE_TYPES } from './event-of-payment.ts';

/** An event that a payment may have made true, by its id. Nobody may have wanted to be told of it: then it was never written. */
export interface EventOfPayment {
  readonly eventId: string;
  readonly type: OutboxEvent['type'];
}

type Named = readonly [type: OutboxEvent['type'], name: string];

const ofAttempt = (attempt: Attempt): readonly Named[] => {
  const isOfOwnShop = !isOfLink(attempt) || attempt.shop !== undefined;
  if (attempt.reportedOutcome === 'paid') {
    return isOfOwnShop ? [['payment.approved', `${attempt.number}-approved`]] : [['link.paid', 'link-paid']];
  }
  return isOfOwnShop && attempt.reportedOutcome === 'failed'
    ? [['payment.failed', `${attempt.number}-payment-failed`]]
    : [];
};

const ofLink = (link: NonNullable<Payment['link']>): readonly Named[] => {
  if (link.source === 'three-d') return [];
  const end = (type: 'link.failed' | 'link.cancelled' | 'link.expired'): Named => [
    type,
    endNamed(type.replace('.', '-'), generationOf(link)),
  ];
  const created: Named = ['link.created', 'link-created'];
  if (link.state === 'failed') return [created, end('link.failed')];
  if (link.state === 'cancelled') return [created, end('link.cancelled')];
  return link.state === 'open' ? [created, end('link.expired')] : [created];
};

const ofStep = ({ number, kind, state, asker }: Step): readonly Named[] => {
  const named = (type: OutboxEvent['type']): Named => [type, `s${number}-${type.slice('payment.'.length)}`];
  const closing = kind === 'void' && asker.by === 'service' ? [named('payment.uncaptured-closed')] : [];
  const done = state === 'done' ? DONE_TYPES[kind] : undefined;
  const failed = state === 'refused' && kind === 'refund' ? [named('payment.refund-failed')] : [];
  return [...closing, ...(done === undefined ? [] : [named(done)]), ...failed];
};

/**
 * The events that a payment, its link and its steps may have made true, in the order of their kinds. What its payment plan
 * told is not among them.
 */
export const eventsOfPayment = ({
  name,
  link,
  attempts,
  steps,
}: Pick<Payment, 'name' | 'link' | 'attempts' | 'steps'>): readonly EventOfPayment[] =>
  [...(link === undefined ? [] : ofLink(link)), ...attempts.flatMap(ofAttempt), ...steps.flatMap(ofStep)].map(
    ([type, event]) => ({ eventId: `${name}-${event}`, type }),
  );
