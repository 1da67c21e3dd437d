import type { DayText } from '../calendar.ts';
import type { Language } from '../language.ts';
import type { Currency, MinorUnits } from '../money/money.ts';
import type { PaymentName } from '../payment/payment-name.ts';
import type { MadeOfLink } from '../reusable-link/link-name.ts';
import type { TryFailure } from '../sale/payment-plan.ts';

/** What dealers and payers can be told of, each in the name that webhooks carry. */
export const eventTypes = [
  'link.created',
  'link.paid',
  'link.failed',
  'link.expired',
  'link.used-up',
  'link.cancelled',
  'payment.approved',
  'payment.failed',
  'payment.captured',
  'payment.voided',
  'payment.refunded',
  'payment.refund-failed',
  'payment.pool-approved',
  'payment.pool-undone',
  'payment.uncaptured-closed',
  'customer.created',
  'customer.updated',
  'customer.removed',
  'card.stored',
  'card.updated',
  'card.removed',
  'card.expiring',
  'plan.upcoming',
  'plan.paid',
  'plan.failed',
  'sale.ended',
  'endpoint.failing',
  'endpoint.test',
] as const;
export type EventType = (typeof eventTypes)[number];

/** What makes messages to people leave, and is told to no program: a dealer cannot ask for it. */
export const ownEventTypes = ['link.reminder-due', 'receipt.asked', 'desk.mail-asked'] as const;
type OwnEventType = (typeof ownEventTypes)[number];

/** True for an event that dealers may be told of. */
export const isForDealers = (type: EventType | OwnEventType): type is EventType =>
  eventTypes.some((one) => one === type);

/**
 * What the plain notice of a dealer tells: the results that the payer's browser reports too. A 3D payment from a shop has
 * such a report, a payment without 3D none.
 */
export const noticeEvents = [
  'link.paid',
  'link.failed',
  'payment.approved',
  'payment.failed',
] as const satisfies readonly EventType[];

/** What the plain notice of a dealer with `planNotice` tells beside it: how its payment plans end. */
export const planNoticeEvents = ['plan.paid', 'plan.failed'] as const satisfies readonly EventType[];

/** What a dealer's own receipts tell: money that came in, by a link or otherwise. */
export const receiptEvents = ['link.paid', 'payment.approved'] as const satisfies readonly EventType[];

/** Settings that want events. Each writes its own part of the dealer's record. */
export type EventWisher = 'webhooks' | 'notice' | 'messages' | 'receipts' | 'plans';

/** Event types that somebody wants of a dealer. They are part of the dealer's record, which every request reads anyway. */
export type WantedEvents = Readonly<Partial<Record<EventWisher, readonly EventType[]>>>;

/** True when somebody wants the event: an event that nobody wants is not written. */
export const isWanted = (wanted: WantedEvents | undefined, type: OutboxEvent['type']): boolean =>
  wanted !== undefined && isForDealers(type) && Object.values(wanted).some((types) => types.includes(type));

/** A link as the event found it. Its address is a secret of the payer, so whoever sends it reads the link. */
export interface LinkFacts {
  /** UserPosPaymentId. */
  readonly paymentId: number;
  readonly otherTrxCode?: string;
  readonly state: 'open' | 'paid' | 'failed' | 'cancelled' | 'expired';
  /** Amount and currency of the request; absent where the transition does not know them. */
  readonly amount?: MinorUnits;
  readonly currency?: Currency;
  readonly expiresAtMs?: number;
  readonly dealerCustomerId?: number;
  readonly customerCode?: string;
  /** Code of the bank for a failure. */
  readonly resultCode?: string;
  /** Present for a request that a payer made of a reusable link. */
  readonly madeOf?: MadeOfLink;
}

/** One sub-dealer's share of a payment. */
export interface ShareFacts {
  readonly subDealerId: number;
  readonly amount: MinorUnits;
}

/** A charge as the event found it. */
export interface PaymentFacts {
  /** DealerPaymentId. */
  readonly paymentId: number;
  readonly otherTrxCode?: string;
  /** VirtualPosOrderId. */
  readonly orderId: string;
  /** DealerPaymentTrxId. */
  readonly trxId?: number;
  readonly state: string;
  /** What the payer pays, commission included. */
  readonly amount: MinorUnits;
  readonly currency: Currency;
  readonly installments: number;
  readonly type: 'sale' | 'pre-authorisation';
  readonly maskedCard: string;
  readonly authCode?: string;
  /** Empty for a success. */
  readonly resultCode: string;
  readonly captured?: MinorUnits;
  readonly refunded?: MinorUnits;
  readonly shares: readonly ShareFacts[];
  /** Present for a payment of a request that a payer made of a reusable link. */
  readonly madeOf?: MadeOfLink;
}

/** A reusable link as the event found it. */
export interface ReusableLinkFacts {
  readonly userPosLinkId: number;
  readonly linkCode: string;
  readonly state: 'used-up' | 'expired';
  readonly maxPayments?: number;
  readonly expiresAtMs?: number;
}

/** A capture, void, refund or pool step as the event found it. */
export interface StepFacts {
  readonly kind: string;
  /** DealerPaymentTrxId of the step. */
  readonly trxId: number;
  /** What was captured, voided or refunded. A pool step moves no amount: its shares say whose pooled money it is about. */
  readonly amount?: MinorUnits;
  readonly refundCode?: string;
  readonly refundRequestId?: number;
  readonly shares: readonly { readonly subDealerId: number; readonly amount?: MinorUnits }[];
}

/** A customer by its names alone: contacts and address are read by GetCustomer. */
export interface CustomerFacts {
  readonly dealerCustomerId: number;
  readonly customerCode: string;
}

export interface CardFacts {
  readonly cardToken: string;
  readonly dealerCustomerId: number;
  readonly maskedCard: string;
  /** `YYYYMM`; present where the card is about to expire. */
  readonly expiry?: string;
}

/** A payment plan of a recurring sale as the event found it. */
export interface PlanFacts {
  readonly dealerPaymentPlanId: number;
  readonly dueDay: DayText;
  readonly state: 'planned' | 'paid' | 'failed';
  readonly amount: MinorUnits;
  readonly currency: Currency;
  readonly installments: number;
  /** Tries so far. */
  readonly tries: number;
  /** Counts the notices of the plan; absent of its ends. */
  readonly notice?: number;
  /** Present of a plan that is paid by a payment request, once one was sent. */
  readonly linkId?: number;
  /** DealerPaymentId of the payment that paid it. */
  readonly paymentId?: number;
  /** The card that paid it, or that is charged first; masked. */
  readonly maskedCard?: string;
  /** Code of the bank that declined the last try. */
  readonly resultCode?: string;
  /** Why the last try charged nothing, where no bank declined it. */
  readonly reason?: TryFailure;
}

/** A recurring sale by its names alone: GetSale answers the rest. */
export interface SaleFacts {
  readonly dealerSaleId: number;
  readonly saleCode: string;
  readonly dealerCustomerId?: number;
  readonly customerCode?: string;
}

/** A webhook endpoint that has failed for long, or that an operator tests. */
export interface EndpointFacts {
  readonly endpointId: string;
  readonly failingSinceMs?: number;
}

/** A receipt that a payer asked for. Its address stands in the row of the message alone. */
export interface ReceiptFacts {
  readonly round: number;
  readonly language: Language;
}

/** A mail to a user of the desk. Its address and its secret stand in the row of the mail alone. */
interface DeskMailFacts {
  readonly mailId: string;
}

/** Frozen in the transaction that makes the event true (rule 42): no secret, no hash, no card beyond its mask. */
export interface EventFacts {
  readonly link?: LinkFacts;
  readonly reusableLink?: ReusableLinkFacts;
  readonly payment?: PaymentFacts;
  readonly step?: StepFacts;
  readonly customer?: CustomerFacts;
  readonly card?: CardFacts;
  readonly plan?: PlanFacts;
  readonly sale?: SaleFacts;
  readonly endpoint?: EndpointFacts;
  readonly receipt?: ReceiptFacts;
  readonly deskMail?: DeskMailFacts;
}

/** Something that became true, in words that stay the same for every try to tell it. */
export interface OutboxEvent {
  /** The same id for the same transition: a transaction that is repeated writes the same event. */
  readonly eventId: string;
  readonly type: EventType | OwnEventType;
  readonly dealerCode: string;
  /** Partition of the payment it is about; absent for an event about no payment. It names and is no secret. */
  readonly payment?: PaymentName;
  readonly occurredAtMs: number;
  /** Number of shards of the dealer's lists. */
  readonly listingShards: number;
  readonly facts: EventFacts;
}
