import * as z from 'zod/mini';
import { languages } from '../../../domain/language.ts';
import { currencies } from '../../../domain/money/money.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import { EVENT_WAITS_MS } from '../../../domain/outbox/delivery-moves.ts';
import { type EventFacts, eventTypes, type OutboxEvent, ownEventTypes } from '../../../domain/outbox/event.ts';
import { tryFailures } from '../../../domain/sale/payment-plan.ts';
import {
  objectRow,
  optionalId,
  optionalText,
  optionalWhole,
  parseRow,
  type RowOf,
  rowSchema,
  storedAmount,
  storedDay,
  storedId,
  storedText,
  storedWhole,
} from '../engine/row.ts';
import { eventDueKeys } from '../index-keys.ts';
import { keys } from '../keys.ts';

/*
 * `OUTBOX#<event id>` / `EVENT`: what became true, frozen by the transaction that made it true. It stands in the due queue
 * until its deliveries are written.
 */

const optionalAmount = rowSchema(() => z.optional(storedAmount));

const madeOfRow = rowSchema(() =>
  z.optional(z.object({ name: storedText, userPosLinkId: storedId, linkCode: storedText, placeShards: optionalWhole })),
);

const reusableLinkFacts = objectRow(() => ({
  userPosLinkId: storedId,
  linkCode: storedText,
  state: z.enum(['used-up', 'expired']),
  maxPayments: optionalWhole,
  expiresAtMs: optionalWhole,
}));

const linkFacts = objectRow(() => ({
  paymentId: storedWhole,
  otherTrxCode: optionalText,
  state: z.enum(['open', 'paid', 'failed', 'cancelled', 'expired']),
  amount: optionalAmount(),
  currency: z.optional(z.enum(currencies)),
  expiresAtMs: optionalWhole,
  dealerCustomerId: optionalWhole,
  customerCode: optionalText,
  resultCode: optionalText,
  madeOf: madeOfRow(),
}));

const paymentFacts = objectRow(() => ({
  paymentId: storedWhole,
  otherTrxCode: optionalText,
  orderId: storedText,
  trxId: optionalWhole,
  state: storedText,
  amount: storedAmount,
  currency: z.enum(currencies),
  installments: storedWhole,
  type: z.enum(['sale', 'pre-authorisation']),
  maskedCard: storedText,
  authCode: optionalText,
  resultCode: storedText,
  captured: optionalAmount(),
  refunded: optionalAmount(),
  madeOf: madeOfRow(),
  shares: z.array(z.object({ subDealerId: storedWhole, amount: storedAmount })),
}));

const stepFacts = objectRow(() => ({
  kind: storedText,
  trxId: storedWhole,
  amount: optionalAmount(),
  refundCode: optionalText,
  refundRequestId: optionalWhole,
  shares: z.array(z.object({ subDealerId: storedWhole, amount: optionalAmount() })),
}));

const planFacts = objectRow(() => ({
  dealerPaymentPlanId: storedId,
  dueDay: storedDay,
  state: z.enum(['planned', 'paid', 'failed']),
  amount: storedAmount,
  currency: z.enum(currencies),
  installments: storedWhole,
  tries: storedWhole,
  notice: optionalWhole,
  linkId: optionalId,
  paymentId: optionalId,
  maskedCard: optionalText,
  resultCode: optionalText,
  reason: z.optional(z.enum(tryFailures)),
}));

const saleFacts = objectRow(() => ({
  dealerSaleId: storedId,
  saleCode: storedText,
  dealerCustomerId: optionalId,
  customerCode: optionalText,
}));

const cardFacts = objectRow(() => ({
  cardToken: storedText,
  dealerCustomerId: storedWhole,
  maskedCard: storedText,
  expiry: optionalText,
}));

const eventRow = objectRow(() => ({
  eventId: storedText,
  type: z.enum([...eventTypes, ...ownEventTypes]),
  dealerCode: storedText,
  payment: optionalText,
  occurredAtMs: storedWhole,
  listingShards: storedWhole,
  facts: z.object({
    link: z.optional(linkFacts()),
    reusableLink: z.optional(reusableLinkFacts()),
    payment: z.optional(paymentFacts()),
    step: z.optional(stepFacts()),
    customer: z.optional(z.object({ dealerCustomerId: storedWhole, customerCode: storedText })),
    card: z.optional(cardFacts()),
    plan: z.optional(planFacts()),
    sale: z.optional(saleFacts()),
    endpoint: z.optional(z.object({ endpointId: storedText, failingSinceMs: optionalWhole })),
    receipt: z.optional(z.object({ round: storedWhole, language: z.enum(languages) })),
    deskMail: z.optional(z.object({ mailId: storedText })),
  }),
}));

/** The reusable link of facts, without members that are not given. */
const withMadeOf = <Facts extends { readonly madeOf?: RowOf<typeof madeOfRow> }>({ madeOf, ...facts }: Facts) =>
  omitUndefined({ ...facts, madeOf: madeOf && omitUndefined(madeOf) });

const factsOf = ({
  link,
  reusableLink,
  payment,
  step,
  customer,
  card,
  plan,
  sale,
  endpoint,
  receipt,
  deskMail,
}: RowOf<typeof eventRow>['facts']): EventFacts =>
  omitUndefined({
    link: link && withMadeOf(link),
    reusableLink: reusableLink && omitUndefined(reusableLink),
    payment: payment && withMadeOf(payment),
    step: step && omitUndefined({ ...step, shares: step.shares.map(omitUndefined) }),
    customer,
    card: card && omitUndefined(card),
    plan: plan && omitUndefined(plan),
    sale: sale && omitUndefined(sale),
    endpoint: endpoint && omitUndefined(endpoint),
    receipt,
    deskMail,
  });

export const readEvent = (row: unknown): OutboxEvent => {
  const { facts, ...event } = parseRow('event', eventRow, row);
  return omitUndefined({ ...event, facts: factsOf(facts) });
};

/** A new event. The stream's worker takes it at once; the sweep takes it when nobody has by then. */
export const eventItem = (event: OutboxEvent) => ({
  ...keys.event(event.eventId),
  ...eventDueKeys(event.eventId, event.occurredAtMs + EVENT_WAITS_MS),
  entity: 'event',
  ...event,
});
