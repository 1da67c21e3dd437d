import { isEmail } from '../../../shared/domain/customer/contact.ts';
import type { PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { decidingAttempt, type Payment } from '../../../shared/domain/payment/payment.ts';
import { readAddress } from '../../../shared/domain/payment/payment-name.ts';
import type { PageCall } from '../../../shared/http/page-handler.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { type AskReceiptDependencies, askReceipt } from '../../../shared/links/ask-receipt.ts';
import { unknownLinkPage } from '../../../shared/pages/closed-link-page.ts';
import { frameAncestorOf } from '../../../shared/pages/page-headers.ts';
import { RECEIPT_FIELD, type ReceiptPosted } from '../../../shared/pages/receipt-form.ts';
import { receiptPage } from '../../../shared/pages/receipt-page.ts';
import { linkUrl, receiptPath, resultUrl } from '../../../shared/payment-flow/addresses.ts';
import type { DealerLooksDirectory } from '../../../shared/ports/dealer-looks.ts';
import type { PaymentRequests } from '../../../shared/ports/payment-requests.ts';
import type { Payments } from '../../../shared/ports/payments.ts';

export interface SendReceiptDependencies extends AskReceiptDependencies {
  readonly paymentRequests: Pick<PaymentRequests, 'findByToken'>;
  readonly payments: Pick<Payments, 'find'>;
  readonly looks: DealerLooksDirectory;
  readonly baseUrl: string;
}

/** What became of the wish; undefined where the receipt's time is over. */
const asked = async (
  { payment, to, call }: { readonly payment: Payment; readonly to: string; readonly call: PageCall },
  deps: SendReceiptDependencies,
): Promise<ReceiptPosted | undefined> => {
  const outcome = await askReceipt({ payment, to, language: call.frame.language }, deps);
  return outcome === 'over' ? undefined : { kind: outcome };
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
