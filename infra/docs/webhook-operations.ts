import * as z from 'zod';
import { type EventType, eventTypes } from '../../shared/domain/outbox/event.ts';
import { text, whole } from '../../shared/openapi/answer-members.ts';
import type { JsonSchema } from '../../shared/openapi/operation-document.ts';
import { webhookVectors } from './webhook-vectors.ts';

/** The tag of webhooks. */
export const WEBHOOK_TAG = {
  name: 'Webhooks',
  description: 'What the service posts to the endpoints of a dealer. They are set up by an operator.',
};

const TOLD_WHEN: Readonly<Record<EventType, string>> = {
  'link.created': 'A link or mobile payment was created.',
  'link.paid': 'The payer of a link has paid.',
  'link.failed': 'A link was closed without a payment.',
  'link.expired': 'The time of a link is over, and nobody can pay it any more.',
  'link.used-up': 'Every place of a reusable link with MaxPayments is paid.',
  'link.cancelled': 'A link was cancelled.',
  'payment.approved': 'A direct payment or a 3D payment from a shop was approved.',
  'payment.failed': 'A 3D payment from a shop failed.',
  'payment.captured': 'A pre-authorisation was captured.',
  'payment.voided': 'A payment was voided.',
  'payment.refunded': 'A refund was carried out.',
  'payment.refund-failed': 'A refund ended without money going back.',
  'payment.pool-approved': 'Pooled money was approved.',
  'payment.pool-undone': 'The approval of pooled money was undone.',
  'payment.uncaptured-closed': 'A pre-authorisation that nobody captured is being voided.',
  'customer.created': 'A customer was registered, by whichever operation or payment.',
  'customer.updated': 'Details of a customer were changed.',
  'customer.removed': 'A customer was removed; each of its cards is told too.',
  'card.stored': 'A card of a customer was stored for the first time.',
  'card.updated': 'A stored card was renamed, or added again by AddCard.',
  'card.removed': 'A stored card was removed: its token charges nothing.',
  'card.expiring': 'A card of a recurring sale expires within 30 days; told once for each card and sale.',
  'plan.upcoming': 'A payment plan falls due within a day.',
  'plan.paid': 'A payment plan was paid.',
  'plan.failed': 'The last try of a payment plan has failed.',
  'sale.ended': 'The last payment plan of a recurring sale has ended, and its schedule has no other one.',
  'endpoint.failing': 'Another endpoint of the dealer has failed for six hours.',
  'endpoint.test': 'An operator tests the endpoint.',
};

const moment = (description: string): JsonSchema => ({ type: 'string', format: 'date-time', description });
const number = (description: string): JsonSchema => ({ type: 'number', minimum: 0, description });

const shares: JsonSchema = {
  type: 'array',
  description: 'Shares of sub-dealers; empty where there are none.',
  items: {
    type: 'object',
    properties: { DealerId: whole('Number of the sub-dealer.'), Amount: number('Its share.') },
  },
};

/** All members are optional: what is not known at that moment is absent, and new members may come. */
const members: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>> = {
  Link: {
    UserPosPaymentId: whole('Id of the payment request; absent where a reusable link itself is told of.'),
    UserPosLinkId: whole('Id of the reusable link that it was made of, or that is told of.'),
    LinkCode: text("The dealer's code of that link."),
    MaxPayments: whole('How many payments the reusable link takes.'),
    OtherTrxCode: text("The dealer's own code."),
    State: text('`open`, `paid`, `failed`, `expired` or `cancelled`; of a reusable link `used-up` or `expired`.'),
    Amount: number('Amount of the request.'),
    CurrencyCode: text('Currency of the request.'),
    ExpireDate: moment('Until when it can be paid.'),
    DealerCustomerId: whole('Its customer, or 0.'),
    CustomerCode: text("The dealer's code of that customer."),
    ResultCode: text('Empty for a success, else the bank code.'),
  },
  Payment: {
    DealerPaymentId: whole('Id of the payment.'),
    UserPosLinkId: whole('Id of the reusable link that it was made of.'),
    LinkCode: text("The dealer's code of that link."),
    OtherTrxCode: text("The dealer's own code."),
    VirtualPosOrderId: text('Id of the payment at the bank.'),
    DealerPaymentTrxId: whole('Id of the transaction.'),
    State: text('State of the attempt, such as `approved` or `declined`.'),
    IsPreAuth: { type: 'boolean', description: 'Whether it was begun as a pre-authorisation.' },
    Amount: number('What the card was charged.'),
    CurrencyCode: text('Currency of the charge.'),
    InstallmentNumber: whole('Number of installments; 1 is the single payment.'),
    CardNumber: text('The masked card: the first six and the last four digits.'),
    AuthCode: text('Authorisation code of the bank.'),
    ResultCode: text('Empty for a success, else the bank code.'),
    CapturedAmount: number('What was captured.'),
    RefAmount: number('What was given back.'),
    SubDealerList: shares,
  },
  Transaction: {
    Kind: text('`capture`, `void`, `refund`, `pool-approval` or `pool-undo`.'),
    DealerPaymentTrxId: whole('Id of the transaction.'),
    Amount: number('What was captured, voided or given back; absent of a pool step.'),
    RefundCode: text("The dealer's own code of the refund."),
    RefundRequestId: whole('Id of the refund request.'),
    SubDealerList: shares,
  },
  Customer: {
    DealerCustomerId: whole('Id of the customer.'),
    CustomerCode: text("The dealer's code of the customer."),
  },
  Card: {
    CardToken: text('Token of the stored card.'),
    DealerCustomerId: whole('The customer.'),
    CardNumber: text('The masked card.'),
    ExpireMonth: text('Its last month, `YYYYMM`; present where it is about to expire.'),
  },
  Plan: {
    DealerPaymentPlanId: whole('Id of the payment plan.'),
    PaymentDate: text('Its due day, `YYYYMMDD`.'),
    State: text('`planned`, `paid` or `failed`.'),
    Amount: number('What the plan charges.'),
    CurrencyCode: text('Currency of the plan.'),
    InstallmentNumber: whole('Number of installments; 1 is the single payment.'),
    TryCount: whole('Tries so far, one for each card.'),
    UserPosPaymentId: whole('Payment request that was sent for it.'),
    DealerPaymentId: whole('Payment that paid it.'),
    CardNumber: text('The masked card that paid it, or that is charged first.'),
    ResultCode: text('Code of the bank that declined the last try.'),
    Reason: text('Why the last try charged nothing, where no bank declined it.'),
  },
  Sale: {
    DealerSaleId: whole('Id of the recurring sale.'),
    SaleCode: text("The dealer's code of the sale."),
    DealerCustomerId: whole('Its customer.'),
    CustomerCode: text("The dealer's code of that customer."),
  },
  Endpoint: { EndpointId: text('Id of the endpoint.'), FailingSince: moment('Since when it fails.') },
};

/** Schemas of the members of `data`. */
export const webhookSchemas: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.entries(members).map(([name, properties]) => [`Webhook${name}`, { type: 'object', properties }]),
);

const eventSchema = (type: EventType): JsonSchema => ({
  type: 'object',
  properties: {
    type: { const: type },
    timestamp: moment('When it happened, in UTC; not when it was sent.'),
    version: { const: 1, description: 'Rises when a member changes its meaning.' },
    data: {
      type: 'object',
      description: 'What was true at that moment.',
      properties: Object.fromEntries(
        Object.keys(members).map((name) => [name, { $ref: `#/components/schemas/Webhook${name}` }]),
      ),
    },
  },
  required: ['type', 'timestamp', 'version', 'data'],
});

const vectors = webhookVectors();

const header = (name: string, description: string, example: string | undefined): JsonSchema => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
});

const operationOf = (type: EventType): JsonSchema => {
  const vector = vectors.events.find((one) => one.type === type);
  if (vector === undefined) throw new Error(`There is no signed event ${type}.`);
  const { headers, body } = vector;
  return {
    operationId: type.replaceAll(/[.-](\w)/g, (_, letter: string) => letter.toUpperCase()),
    tags: [WEBHOOK_TAG.name],
    summary: TOLD_WHEN[type],
    description: `The example is signed with the secret \`${vectors.secret}\`, as JSON without blanks. Verify over the bytes as they came, before any JSON parser, and refuse a time that is more than five minutes away.`,
    parameters: [
      header('webhook-id', 'Id of the event. A repeat has the same.', headers['webhook-id']),
      header('webhook-timestamp', 'Time of sending, in seconds.', headers['webhook-timestamp']),
      header('webhook-signature', 'One or two signatures, parted by a blank.', headers['webhook-signature']),
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: eventSchema(type),
          examples: { signed: { summary: TOLD_WHEN[type], value: z.json().parse(JSON.parse(body)) } },
        },
      },
    },
    responses: {
      '200': { description: 'Taken. Any 2xx within 10 seconds is; everything else is tried again for days.' },
      '410': { description: 'Nobody wants these events any more: the endpoint is switched off.' },
    },
  };
};

/** Each event as a webhook of OpenAPI 3.1, with a signed example. */
export const webhookOperations = (): JsonSchema =>
  Object.fromEntries(eventTypes.map((type) => [type, { post: operationOf(type) }]));
