import { isoTimeOf } from '../calendar.ts';
import { type MinorUnits, toWireAmount } from '../money/money.ts';
import { omitUndefined } from '../omit-undefined.ts';
import type {
  CardFacts,
  CustomerFacts,
  EndpointFacts,
  LinkFacts,
  OutboxEvent,
  PaymentFacts,
  PlanFacts,
  ReusableLinkFacts,
  SaleFacts,
  ShareFacts,
  StepFacts,
} from '../outbox/event.ts';

/** Layout of the payload. A member that is added keeps it; a change of what a member means raises it. */
const PAYLOAD_VERSION = 1;

const wire = (amount: MinorUnits | undefined): number | undefined =>
  amount === undefined ? undefined : toWireAmount(amount);

const time = (epochMs: number | undefined): string | undefined =>
  epochMs === undefined ? undefined : isoTimeOf(epochMs);

const shareMembers = ({ subDealerId, amount }: Partial<ShareFacts>) =>
  omitUndefined({ DealerId: subDealerId, Amount: wire(amount) });

const linkMembers = (link: LinkFacts) =>
  omitUndefined({
    UserPosPaymentId: link.paymentId,
    UserPosLinkId: link.madeOf?.userPosLinkId,
    LinkCode: link.madeOf?.linkCode,
    OtherTrxCode: link.otherTrxCode,
    State: link.state,
    Amount: wire(link.amount),
    CurrencyCode: link.currency,
    ExpireDate: time(link.expiresAtMs),
    DealerCustomerId: link.dealerCustomerId,
    CustomerCode: link.customerCode,
    ResultCode: link.resultCode,
  });

/** A reusable link is a link too, and names no payment request. */
const reusableLinkMembers = (link: ReusableLinkFacts) =>
  omitUndefined({
    UserPosLinkId: link.userPosLinkId,
    LinkCode: link.linkCode,
    State: link.state,
    MaxPayments: link.maxPayments,
    ExpireDate: time(link.expiresAtMs),
  });

const paymentMembers = (payment: PaymentFacts) =>
  omitUndefined({
    DealerPaymentId: payment.paymentId,
    UserPosLinkId: payment.madeOf?.userPosLinkId,
    LinkCode: payment.madeOf?.linkCode,
    OtherTrxCode: payment.otherTrxCode,
    VirtualPosOrderId: payment.orderId,
    DealerPaymentTrxId: payment.trxId,
    State: payment.state,
    IsPreAuth: payment.type === 'pre-authorisation',
    Amount: toWireAmount(payment.amount),
    CurrencyCode: payment.currency,
    InstallmentNumber: payment.installments,
    CardNumber: payment.maskedCard,
    AuthCode: payment.authCode,
    ResultCode: payment.resultCode,
    CapturedAmount: wire(payment.captured),
    RefAmount: wire(payment.refunded),
    SubDealerList: payment.shares.map(shareMembers),
  });

const stepMembers = (step: StepFacts) =>
  omitUndefined({
    Kind: step.kind,
    DealerPaymentTrxId: step.trxId,
    Amount: wire(step.amount),
    RefundCode: step.refundCode,
    RefundRequestId: step.refundRequestId,
    SubDealerList: step.shares.map(shareMembers),
  });

const customerMembers = ({ dealerCustomerId, customerCode }: CustomerFacts) => ({
  DealerCustomerId: dealerCustomerId,
  CustomerCode: customerCode,
});

const cardMembers = ({ cardToken, dealerCustomerId, maskedCard, expiry }: CardFacts) =>
  omitUndefined({
    CardToken: cardToken,
    DealerCustomerId: dealerCustomerId,
    CardNumber: maskedCard,
    ExpireMonth: expiry,
  });

const planMembers = (plan: PlanFacts) =>
  omitUndefined({
    DealerPaymentPlanId: plan.dealerPaymentPlanId,
    PaymentDate: plan.dueDay,
    State: plan.state,
    Amount: toWireAmount(plan.amount),
    CurrencyCode: plan.currency,
    InstallmentNumber: plan.installments,
    TryCount: plan.tries,
    UserPosPaymentId: plan.linkId,
    DealerPaymentId: plan.paymentId,
    CardNumber: plan.maskedCard,
    ResultCode: plan.resultCode,
    Reason: plan.reason,
  });

const saleMembers = (sale: SaleFacts) =>
  omitUndefined({
    DealerSaleId: sale.dealerSaleId,
    SaleCode: sale.saleCode,
    DealerCustomerId: sale.dealerCustomerId,
    CustomerCode: sale.customerCode,
  });

const endpointMembers = ({ endpointId, failingSinceMs }: EndpointFacts) =>
  omitUndefined({ EndpointId: endpointId, FailingSince: time(failingSinceMs) });

/**
 * The body that is sent of an event. It follows from the frozen event alone, so each try sends the same bytes (rule 42).
 * Members have the names of the dealer interface; amounts are JSON numbers with at most two decimals, as there.
 */
export const webhookPayload = ({ type, occurredAtMs, facts }: Pick<OutboxEvent, 'type' | 'occurredAtMs' | 'facts'>) => {
  const { link, reusableLink, payment, step, customer, card, plan, sale, endpoint } = facts;
  const data = omitUndefined({
    Link: (link && linkMembers(link)) ?? (reusableLink && reusableLinkMembers(reusableLink)),
    Payment: payment && paymentMembers(payment),
    Transaction: step && stepMembers(step),
    Customer: customer && customerMembers(customer),
    Card: card && cardMembers(card),
    Plan: plan && planMembers(plan),
    Sale: sale && saleMembers(sale),
    Endpoint: endpoint && endpointMembers(endpoint),
  });
  return JSON.stringify({ type, timestamp: isoTimeOf(occurredAtMs), version: PAYLOAD_VERSION, data });
};
