import type { Attempt } from '../../../shared/domain/attempt/attempt.ts';
import { type Message, messageReference } from '../../../shared/domain/message/message.ts';
import type { DealerMessaging } from '../../../shared/domain/message/messaging-settings.ts';
import { chargeForReceipt, paidAtMs, RECEIPT_LIFE_MS } from '../../../shared/domain/message/receipt.ts';
import type { DeliveryOutcome } from '../../../shared/domain/outbox/delivery.ts';
import type { OutboxEvent } from '../../../shared/domain/outbox/event.ts';
import { isUncaptured } from '../../../shared/domain/payment/charge.ts';
import { askedForOf, type Payment } from '../../../shared/domain/payment/payment.ts';
import { receiptEmail } from '../../../shared/pages/email/receipt-email.ts';
import type { ChannelSender } from '../../../shared/ports/channel-sender.ts';
import type { DealerLooksDirectory } from '../../../shared/ports/dealer-looks.ts';
import type { DealerMessagingDirectory } from '../../../shared/ports/dealer-messaging.ts';
import type { Dealers } from '../../../shared/ports/dealers.ts';
import type { EmailMessage, EmailProvider } from '../../../shared/ports/message-provider.ts';
import type { Payments } from '../../../shared/ports/payments.ts';
import {
  again,
  CALL_MS,
  endedBefore,
  type HandOverDependencies,
  handOverBegun,
  handOverNew,
  heldBack,
  never,
  refuseBegun,
  refuseNew,
  withMessages,
} from './hand-over.ts';

export interface ReceiptSenderDependencies extends HandOverDependencies {
  readonly payments: Pick<Payments, 'find'>;
  readonly dealers: Pick<Dealers, 'load'>;
  readonly dealerMessaging: DealerMessagingDirectory;
  readonly looks: DealerLooksDirectory;
  /** Absent where the stage sends no e-mail. */
  readonly email?: EmailProvider | undefined;
  readonly serviceName: string;
}

/** A receipt, and what it is about. */
interface Receipt {
  readonly event: OutboxEvent;
  readonly payment: Payment;
  readonly charge: Attempt;
  readonly settings: DealerMessaging;
}

/** The dealer's name: that of the link, which its payer read; a payment without a link has none. */
const nameOf = async ({ payment, event }: Receipt, { dealers }: ReceiptSenderDependencies): Promise<string> =>
  payment.link?.dealerName ?? (await dealers.load(event.dealerCode))?.dealer.name ?? '';

const emailOf = async (receipt: Receipt, deps: ReceiptSenderDependencies): Promise<(one: Message) => EmailMessage> => {
  const { event, payment, charge, settings } = receipt;
  const { link } = payment;
  const [dealerName, looks] = await Promise.all([nameOf(receipt, deps), deps.looks.of(event.dealerCode)]);
  const { description, buyer } = askedForOf(charge, payment);
  return (message) => {
    const kind = message.kind === 'sale' ? 'sale' : 'receipt';
    const contents = receiptEmail({
      kind,
      language: event.facts.receipt?.language ?? settings.language,
      serviceName: deps.serviceName,
      dealerName,
      looks,
      total: charge.captured ?? charge.terms.total,
      currency: charge.terms.currency,
      installments: charge.terms.installments,
      isHeld: isUncaptured({ type: charge.terms.type, ...(charge.captured && { captured: charge.captured }) }),
      maskedCard: charge.maskedCard,
      paidAtMs: paidAtMs(charge),
      orderId: charge.orderId,
      otherTrxCode: payment.otherTrxCode,
      authorizationCode: charge.bank?.authCode,
      description,
      payerName: link?.delivery.fullName ?? buyer.fullName,
    });
    const replyTo = kind === 'sale' ? undefined : (settings.replyTo ?? looks?.contact?.email);
    return { ...contents, to: message.to, replyTo, reference: messageReference(message) };
  };
};

/** Why a receipt must not leave; undefined where it may. */
const problemOf = ({ kind }: Message, charge: Attempt | undefined, nowMs: number): string | undefined => {
  if (charge === undefined) return 'given-back';
  const isLate = kind === 'receipt' && nowMs - paidAtMs(charge) >= RECEIPT_LIFE_MS;
  return isLate ? 'too-late' : undefined;
};

interface Refused {
  readonly message: Message;
  readonly known: Message | undefined;
  readonly reason: string | undefined;
  readonly nowMs: number;
}

const refuse = (
  { message, known, reason = '', nowMs }: Refused,
  deps: HandOverDependencies,
): Promise<DeliveryOutcome> =>
  known === undefined ? refuseNew(message, reason, deps) : refuseBegun(known, reason, { ...deps, nowMs });

/**
 * Sends receipts by e-mail: to a payer, whose message was written when the payer asked, and to a dealer that wants one of each
 * payment. The charge is read directly before: nobody reads "paid" of what was given back.
 */
export const receiptSender = (all: ReceiptSenderDependencies): ChannelSender => ({
  send: async (event, { channel }, { nowMs, untilMs }, messages) => {
    const deps = withMessages(all, messages);
    const { payment: name, dealerCode } = event;
    const orderId = event.facts.payment?.orderId;
    if (channel.kind !== 'receipt' || name === undefined || orderId === undefined) return never('not a receipt');
    if (untilMs - nowMs < CALL_MS) return again('too little time is left');
    const named = { payment: name, channel: 'email', kind: channel.to === 'payer' ? 'receipt' : 'sale' } as const;
    const [payment, settings, known] = await Promise.all([
      deps.payments.find(name),
      deps.dealerMessaging.of(dealerCode),
      deps.messages.find({ ...named, round: channel.round }),
    ]);
    const to = named.kind === 'sale' ? settings.receiptsTo : known?.to;
    if (payment?.dealerCode !== dealerCode || to === undefined) return never('nobody wants this receipt any more');
    const fresh = {
      ...named,
      round: channel.round,
      state: 'queued',
      version: 1,
      to,
      handOvers: 1,
      queuedAtMs: nowMs,
    } as const;
    const message: Message = known ?? fresh;
    const ended = endedBefore(message);
    if (ended !== undefined) return ended;
    const charge = chargeForReceipt(payment, orderId);
    const reason = problemOf(message, charge, nowMs) ?? (await heldBack(message, deps));
    if (charge === undefined || reason !== undefined) return refuse({ message, known, reason, nowMs }, deps);
    const contents = await emailOf({ event, payment, charge, settings }, deps);
    const draft = {
      message,
      dealerCode,
      settings,
      nowMs,
      call: (one: Message) => deps.email?.sendEmail(contents(one)),
    };
    return known === undefined ? handOverNew(draft, deps) : handOverBegun(draft, known, deps);
  },
});
