import { type Attempt, generationOfAttempt, isOfLink, splitsOfAttempt } from '../attempt/attempt.ts';
import type { AttemptChange } from '../attempt/attempt-change.ts';
import type { StoredCard } from '../card/stored-card.ts';
import type { LinkChange } from '../link/link-states.ts';
import { omitUndefined } from '../omit-undefined.ts';
import type { StepMove } from '../payment/charge-of-attempt.ts';
import type { Step } from '../payment/step.ts';
import type { EventFacts, EventType, LinkFacts, OutboxEvent, PaymentFacts, ReceiptFacts, StepFacts } from './event.ts';
import { declineIn, endNamed, failureIn } from './event-of-link.ts';

/*
 * Which event a change of an attempt or a step makes true, and what it freezes. Nothing here writes: an adapter puts the event
 * into the very transaction of the change.
 */

const codeOf = (attempt: Attempt): string | undefined =>
  isOfLink(attempt) ? attempt.otherTrxCode : attempt.direct.otherTrxCode;

const madeOfIn = (attempt: Attempt) => (isOfLink(attempt) ? attempt.madeOf : undefined);

const paymentFacts = (attempt: Attempt, resultCode = ''): PaymentFacts => {
  const { terms, captured, refunded } = attempt;
  const otherTrxCode = codeOf(attempt);
  return {
    paymentId: attempt.paymentId,
    orderId: attempt.orderId,
    trxId: attempt.trxId,
    state: attempt.state,
    amount: terms.total,
    currency: terms.currency,
    installments: terms.installments,
    type: terms.type,
    maskedCard: attempt.maskedCard,
    resultCode,
    shares: splitsOfAttempt(attempt).map(({ subDealerId, amount }) => ({ subDealerId, amount })),
    ...omitUndefined({
      otherTrxCode,
      authCode: attempt.bank?.authCode,
      captured,
      refunded,
      madeOf: madeOfIn(attempt),
    }),
  };
};

const linkFacts = (attempt: Attempt, state: LinkFacts['state'], resultCode?: string): LinkFacts => ({
  paymentId: attempt.paymentId,
  state,
  ...omitUndefined({ otherTrxCode: codeOf(attempt), resultCode, madeOf: madeOfIn(attempt) }),
});

interface NamedEvent {
  readonly type: OutboxEvent['type'];
  /** Unique among the events of the payment. */
  readonly name: string;
  readonly occurredAtMs: number;
  readonly facts: EventFacts;
}

const eventOf = (
  { payment, dealerCode, listingShards }: Pick<Attempt, 'payment' | 'dealerCode' | 'listingShards'>,
  { name, ...event }: NamedEvent,
): OutboxEvent => ({ eventId: `${payment}-${name}`, dealerCode, payment, listingShards, ...event });

const isOfOwnShop = (attempt: Attempt): boolean => !isOfLink(attempt) || attempt.shop !== undefined;

const approved = (attempt: Attempt): OutboxEvent => {
  const occurredAtMs = attempt.endedAtMs ?? attempt.startedAtMs;
  const payment = paymentFacts(attempt);
  if (isOfOwnShop(attempt)) {
    const name = `${attempt.number}-approved`;
    return eventOf(attempt, { type: 'payment.approved', name, occurredAtMs, facts: { payment } });
  }
  const facts = { link: linkFacts(attempt, 'paid', ''), payment };
  return eventOf(attempt, { type: 'link.paid', name: 'link-paid', occurredAtMs, facts });
};

/** The last attempt failed and closed its link; a shop's 3D payment fails with it. */
const failed = (attempt: Attempt, link: LinkChange | undefined): OutboxEvent | undefined => {
  const result = failureIn(link);
  if (result === undefined) return undefined;
  const resultCode = declineIn(link)?.code ?? result.code;
  const occurredAtMs = result.atMs;
  const payment = paymentFacts(attempt, resultCode);
  if (isOfOwnShop(attempt)) {
    const name = `${attempt.number}-payment-failed`;
    return eventOf(attempt, { type: 'payment.failed', name, occurredAtMs, facts: { payment } });
  }
  const facts = { link: linkFacts(attempt, 'failed', resultCode), payment };
  const name = endNamed('link-failed', isOfLink(attempt) ? generationOfAttempt(attempt) : 1);
  return eventOf(attempt, { type: 'link.failed', name, occurredAtMs, facts });
};

/** The event of a change of an attempt, with the change of the link that is really written with it. */
export const eventOfAttempt = (
  { attempt, approves }: Pick<AttemptChange, 'attempt' | 'approves'>,
  link: LinkChange | undefined,
): OutboxEvent | undefined => (approves === true ? approved(attempt) : failed(attempt, link));

/** A card that was stored for the first time; one that the customer had already keeps its token. */
export const cardStoredEvent = (attempt: Attempt, card: StoredCard): OutboxEvent =>
  eventOf(attempt, {
    type: 'card.stored',
    name: `${attempt.number}-card-stored`,
    occurredAtMs: attempt.endedAtMs ?? attempt.startedAtMs,
    facts: {
      card: { cardToken: card.token, dealerCustomerId: card.customer.dealerCustomerId, maskedCard: card.maskedCard },
    },
  });

/** A receipt of a charge that its payer asked for. */
export const receiptAsked = (attempt: Attempt, receipt: ReceiptFacts, nowMs: number): OutboxEvent =>
  eventOf(attempt, {
    type: 'receipt.asked',
    name: `receipt-${receipt.round}`,
    occurredAtMs: nowMs,
    facts: { payment: paymentFacts(attempt), receipt },
  });

/** What a step that is done tells, by its kind. */
export const DONE_TYPES: Readonly<Partial<Record<Step['kind'], EventType>>> = {
  capture: 'payment.captured',
  void: 'payment.voided',
  refund: 'payment.refunded',
  'pool-approval': 'payment.pool-approved',
  'pool-undo': 'payment.pool-undone',
  // The service's own reversal takes back what nobody was told of.
};

/** What a write of a step tells; undefined for its moves in between, and for ends that change nothing for the dealer. */
const stepEventType = ({ step, fromVersion }: Pick<StepMove, 'step' | 'fromVersion'>) => {
  if (step.state === 'done') return DONE_TYPES[step.kind];
  if (step.state === 'refused' && step.kind === 'refund') return 'payment.refund-failed' as const;
  const isClosing = fromVersion === undefined && step.kind === 'void' && step.asker.by === 'service';
  return isClosing ? ('payment.uncaptured-closed' as const) : undefined;
};

const isPoolStep = (kind: Step['kind']): boolean => kind === 'pool-approval' || kind === 'pool-undo';

const stepFacts = ({ kind, trxId, amount, refundCode, refundRequestId, shares }: Step): StepFacts => ({
  kind,
  trxId,
  shares: shares.map(({ subDealerId, amount: share }) => ({ subDealerId, ...omitUndefined({ amount: share }) })),
  // Nought would read as if nothing had been approved.
  ...omitUndefined({ amount: isPoolStep(kind) ? undefined : amount, refundCode, refundRequestId }),
});

/** The event of a step's move. */
export const eventOfStep = (move: Pick<StepMove, 'step' | 'fromVersion' | 'attempt'>): OutboxEvent | undefined => {
  const type = stepEventType(move);
  // Every end of a step changes its attempt, if only by giving its slot back. A lease of a step that is over does not.
  const attempt = move.attempt?.attempt;
  if (type === undefined || attempt === undefined) return undefined;
  const { step } = move;
  return eventOf(attempt, {
    type,
    name: `s${step.number}-${type.slice('payment.'.length)}`,
    occurredAtMs: step.endedAtMs ?? step.startedAtMs,
    facts: { payment: paymentFacts(attempt), step: stepFacts(step) },
  });
};
