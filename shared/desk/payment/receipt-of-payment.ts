import type { Message } from '../../domain/message/message.ts';
import type { StageMessaging } from '../../domain/message/messaging-settings.ts';
import { askForReceipt } from '../../domain/message/receipt.ts';
import { askedForOf } from '../../domain/payment/payment.ts';
import type { SendingNotDone } from '../../pages/desk/payment/not-done-reasons.ts';
import type { NamedPayment } from '../../payment-flow/named-payment.ts';

/** The address that a receipt of the payment would go to, as far as it is known; empty where it is not. */
export const knownReceiptAddress = ({ payment, attempt }: NamedPayment): string =>
  payment.link?.delivery.email ?? askedForOf(attempt, payment).buyer.email ?? '';

/** Why no receipt of the payment can leave now, whatever its address; undefined where one can (rule 43). */
export const whyNoReceipt = (
  { payment }: Pick<NamedPayment, 'payment'>,
  {
    messages,
    messaging,
    nowMs,
  }: { readonly messages: readonly Message[]; readonly messaging: StageMessaging; readonly nowMs: number },
): SendingNotDone | undefined => {
  if (messaging.email === undefined) return 'receipt-no-email';
  const ask = askForReceipt({ payment, messages, to: '', language: 'tr', nowMs });
  if (ask.kind !== 'refused') return undefined;
  return ask.reason === 'over' ? 'receipt-over' : 'receipt-too-many';
};
