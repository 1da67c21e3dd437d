import { isEmail } from '../../../shared/domain/customer/contact.ts';
import type { PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { capsOf } from '../../../shared/domain/message/message-caps.ts';
import type { StageMessaging } from '../../../shared/domain/message/messaging-settings.ts';
import { askForReceipt } from '../../../shared/domain/message/receipt.ts';
import { decidingAttempt, type Payment } from '../../../shared/domain/payment/payment.ts';
import { readAddress } from '../../../shared/domain/payment/payment-name.ts';
import type { PageCall } from '../../../shared/http/page-handler.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { unknownLinkPage } from '../../../shared/pages/closed-link-page.ts';
import { frameAncestorOf } from '../../../shared/pages/page-headers.ts';
import { RECEIPT_FIELD, type ReceiptPosted } from '../../../shared/pages/receipt-form.ts';
import { receiptPage } from '../../../shared/pages/receipt-page.ts';
import { linkUrl, receiptPath, resultUrl } from '../../../shared/payment-flow/addresses.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { DealerLooksDirectory } from '../../../shared/ports/dealer-looks.ts';
import type { DealerMessagingDirectory } from '../../../shared/ports/dealer-messaging.ts';
import type { Messages } from '../../../shared/ports/messages.ts';
import type { PaymentRequests } from '../../../shared/ports/payment-requests.ts';
import type { Payments } from '../../../shared/ports/payments.ts';

export interface SendReceiptDependencies {
  readonly paymentRequests: Pick<PaymentRequests, 'findByToken'>;
  readonly payments: Pick<Payments, 'find'>;
  readonly messages: Pick<Messages, 'ofPayment' | 'begin'>;
  readonly dealerMessaging: DealerMessagingDirectory;
  readonly looks: DealerLooksDirectory;
  /** How the stage sends messages. */
  readonly messaging: StageMessaging;
  readonly clock: Clock;
  readonly baseUrl: string;
}

/** Another post may take the round that this one chose; a payment has two. */
const MAX_PLANS = 3;

interface Wish {
  readonly payment: Payment;
  readonly to: string;
  readonly call: PageCall;
}

/**
 * Writes the wish: the message with its address, counted in every cap, and the event that makes it leave, in one transaction.
 * Undefined where the receipt's time is over.
 */
const asked = async (
  { payment, to, call }: Wish,
  { messages, dealerMessaging, messaging, clock }: SendReceiptDependencies,
): Promise<ReceiptPosted | undefined> => {
  for (let plan = 0; plan < MAX_PLANS; plan += 1) {
    const nowMs = clock.now();
    const [sent, dealer] = await Promise.all([
      messages.ofPayment(payment.name),
      dealerMessaging.of(payment.dealerCode),
    ]);
    const ask = askForReceipt({ payment, messages: sent, to, language: call.frame.language, nowMs });
    if (ask.kind === 'asked-already') return { kind: 'on-its-way' };
    if (ask.kind === 'refused') return ask.reason === 'over' ? undefined : { kind: 'too-many' };
    const { message, event } = ask;
    const caps = capsOf({ ...message, segments: 0, nowMs, stage: messaging, dealer });
    const begun = await messages.begin(message, payment.dealerCode, caps, event);
    if (begun.kind !== 'known') return { kind: begun.kind === 'begun' ? 'on-its-way' : 'too-many' };
  }
  return { kind: 'too-many' };
};

const pageOf = async (
  link: PaymentRequest,
  { payment, posted, call }: { readonly payment: Payment; readonly posted: ReceiptPosted; readonly call: PageCall },
  { looks, clock, baseUrl }: SendReceiptDependencies,
): Promise<PageAnswer> => {
  const { language } = call.frame;
  const { result } = link.progress;
  const isReported = link.redirectUrl !== undefined && result !== undefined;
  const page = receiptPage({
    link,
    nowMs: clock.now(),
    address: linkUrl(baseUrl, link.token),
    authorizationCode: decidingAttempt(payment)?.bank?.authCode,
    backHref: isReported ? resultUrl(baseUrl, result.resultReference, language) : undefined,
    form: { path: receiptPath(baseUrl, link.token, language), posted },
    frame: { ...call.frame, looks: await looks.of(link.dealerCode) },
  });
  return { statusCode: 200, page, frameAncestor: frameAncestorOf(link) };
};

/**
 * Has the receipt of a paid link sent to the payer who asks for it: twice a payment at most, and only while its page shows it
 * (rule 43). The answer is the receipt itself, which says what becomes of it and never shows an address that was taken. Whatever
 * else is posted leads to the link's own page.
 */
export const sendReceipt =
  (deps: SendReceiptDependencies) =>
  async (call: PageCall): Promise<PageAnswer> => {
    const { paymentRequests, payments, messaging, baseUrl } = deps;
    const token = call.parameters.token ?? '';
    const named = readAddress(token);
    // Side by side: what is found by its name alone is shown to nobody without the secret of the token.
    const [link, payment] = await Promise.all([
      paymentRequests.findByToken(token),
      named === undefined ? undefined : payments.find(named.payment),
    ]);
    if (link === undefined) return { statusCode: 404, page: unknownLinkPage(call.frame) };
    const elsewhere = { location: linkUrl(baseUrl, link.token, call.frame.language) };
    const mayAsk = call.method === 'POST' && messaging.email !== undefined && link.state === 'paid';
    if (!mayAsk || payment === undefined) return elsewhere;
    const to = (call.posted?.find(([name]) => name === RECEIPT_FIELD)?.[1] ?? '').trim();
    const posted = isEmail(to) ? await asked({ payment, to, call }, deps) : ({ kind: 'wrong', typed: to } as const);
    return posted === undefined ? elsewhere : pageOf(link, { payment, posted, call }, deps);
  };
