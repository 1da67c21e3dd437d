import type { LinkChange } from '../link/link-states.ts';
import { generationOf, type LinkResult, type PaymentRequest } from '../link/payment-request.ts';
import { omitUndefined } from '../omit-undefined.ts';
import type { LinkFacts, OutboxEvent } from './event.ts';

type AnyLink = Pick<
  PaymentRequest,
  | 'payment'
  | 'userPosPaymentId'
  | 'dealerCode'
  | 'otherTrxCode'
  | 'terms'
  | 'expiresAtMs'
  | 'dealerCustomerId'
  | 'customerCode'
  | 'listingShards'
  | 'source'
  | 'progress'
  | 'shop'
  | 'madeOf'
>;

/** A mobile payment may end once under each call of its dealer: every end has an event of its own. */
export const endNamed = (name: string, generation: number): string =>
  generation === 1 ? name : `${generation}-${name}`;

const factsOf = (link: AnyLink, state: LinkFacts['state'], result?: LinkResult): LinkFacts => ({
  paymentId: link.userPosPaymentId,
  state,
  amount: link.terms.amount,
  currency: link.terms.currency,
  expiresAtMs: link.expiresAtMs,
  dealerCustomerId: link.dealerCustomerId,
  ...omitUndefined({
    otherTrxCode: link.otherTrxCode,
    customerCode: link.customerCode,
    madeOf: link.madeOf,
    resultCode: result === undefined ? undefined : (link.progress.lastDecline?.code ?? result.code),
  }),
});

const eventOf = (
  link: AnyLink,
  {
    type,
    name,
    occurredAtMs,
  }: { readonly type: OutboxEvent['type']; readonly name: string; readonly occurredAtMs: number },
  facts: LinkFacts,
): OutboxEvent => ({
  eventId: `${link.payment}-${name}`,
  type,
  dealerCode: link.dealerCode,
  payment: link.payment,
  occurredAtMs,
  listingShards: link.listingShards,
  facts: { link: facts },
});

/**
 * A new link. A shop's 3D payment is none: its dealer has the payer at hand. A further call for a mobile payment makes no
 * new one: it is the same payment, and would be counted twice.
 */
export const linkCreated = (link: AnyLink & Pick<PaymentRequest, 'createdAtMs'>): OutboxEvent | undefined =>
  link.source === 'three-d'
    ? undefined
    : eventOf(
        link,
        { type: 'link.created', name: 'link-created', occurredAtMs: link.createdAtMs },
        factsOf(link, 'open'),
      );

export const linkCancelled = (link: AnyLink, nowMs: number): OutboxEvent =>
  eventOf(
    link,
    { type: 'link.cancelled', name: endNamed('link-cancelled', generationOf(link)), occurredAtMs: nowMs },
    factsOf(link, 'cancelled'),
  );

/** Told when nobody can pay the link any more, which is after the life of a 3D attempt that began in time (rule 15). */
export const linkExpired = (link: AnyLink): OutboxEvent =>
  eventOf(
    link,
    { type: 'link.expired', name: endNamed('link-expired', generationOf(link)), occurredAtMs: link.expiresAtMs },
    factsOf(link, 'expired'),
  );

/** The payer is reminded of an open link, once: its id is the same however often the sweep looks. */
export const linkReminderDue = (link: AnyLink, nowMs: number): OutboxEvent =>
  eventOf(link, { type: 'link.reminder-due', name: 'link-reminder-due', occurredAtMs: nowMs }, factsOf(link, 'open'));

/** The link was closed without a payment, by its payer or unopened. Each call of a shop's 3D payment may fail once. */
export const linkClosed = (link: AnyLink, result: LinkResult): OutboxEvent => {
  const ofShop = link.source === 'three-d';
  const name = ofShop ? `${link.progress.attempts}-payment-failed` : endNamed('link-failed', generationOf(link));
  const type = ofShop ? 'payment.failed' : 'link.failed';
  return eventOf(link, { type, name, occurredAtMs: result.atMs }, factsOf(link, 'failed', result));
};

/** The result that a change closes its link with; undefined when it leaves the link open. */
export const failureIn = (change: LinkChange | undefined): LinkResult | undefined =>
  change?.effects.flatMap((effect) => (effect.kind === 'fails' ? [effect.result] : []))[0];

/** The decline that a change notes at its link. */
export const declineIn = (change: LinkChange | undefined) =>
  change?.effects.flatMap((effect) => (effect.kind === 'declines' ? [effect.decline] : []))[0];
