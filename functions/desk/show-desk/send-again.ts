import type { DeskCall } from '../../../shared/desk/call/desk-call.ts';
import { paymentOfDesk } from '../../../shared/desk/payment/named-payment.ts';
import { redrivableOf } from '../../../shared/desk/payment/payment-actions.ts';
import { knownReceiptAddress, whyNoReceipt } from '../../../shared/desk/payment/receipt-of-payment.ts';
import { deliveriesOfPayment } from '../../../shared/desk/payment/told-programs.ts';
import { mayDo } from '../../../shared/domain/desk/roles.ts';
import type { StageMessaging } from '../../../shared/domain/message/messaging-settings.ts';
import { channelId } from '../../../shared/domain/outbox/delivery.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { notDonePage } from '../../../shared/pages/desk/payment/not-done-page.ts';
import type { NotDone } from '../../../shared/pages/desk/payment/not-done-reasons.ts';
import {
  sendReceiptPage,
  sendWebhooksPage,
  type UntoldView,
} from '../../../shared/pages/desk/payment/send-again-pages.ts';
import type { NamedPayment } from '../../../shared/payment-flow/named-payment.ts';
import type { Randomness } from '../../../shared/ports/identifiers.ts';
import type { Messages } from '../../../shared/ports/messages.ts';
import type { Outbox } from '../../../shared/ports/outbox.ts';
import type { Payments } from '../../../shared/ports/payments.ts';
import type { ShowDeskPage } from './desk-pages.ts';

export interface ShowSendAgainDependencies {
  readonly payments: Pick<Payments, 'findById'>;
  readonly messages: Pick<Messages, 'ofPayment'>;
  readonly outbox: Pick<Outbox, 'deliveriesOf'>;
  /** How the stage sends messages. */
  readonly messaging: StageMessaging;
  readonly randomness: Pick<Randomness, 'guid'>;
}

const notDone = (
  call: DeskCall,
  { payment: { paymentId } }: NamedPayment,
  { reason, statusCode = 409 }: { readonly reason: NotDone; readonly statusCode?: 403 | 409 },
): PageAnswer => ({
  statusCode,
  page: notDonePage({ frame: call.frame, paymentId, reason, movesMoney: false }),
});

const receiptPage = async (
  call: DeskCall,
  named: NamedPayment,
  { messages, messaging, randomness }: ShowSendAgainDependencies,
): Promise<PageAnswer> => {
  const sent = await messages.ofPayment(named.payment.name);
  const reason = whyNoReceipt(named, { messages: sent, messaging, nowMs: call.nowMs });
  if (reason !== undefined) return notDone(call, named, { reason });
  const { paymentId } = named.payment;
  const once = randomness.guid().toLowerCase();
  const page = sendReceiptPage({ frame: call.frame, paymentId, once, known: knownReceiptAddress(named) });
  return { statusCode: 200, page };
};

const webhooksPage = async (
  call: DeskCall,
  named: NamedPayment,
  { outbox, randomness }: ShowSendAgainDependencies,
): Promise<PageAnswer> => {
  const all = await deliveriesOfPayment(named.payment, outbox);
  const over = redrivableOf(
    all.map(({ delivery }) => delivery),
    call.nowMs,
  );
  if (over.length === 0) return notDone(call, named, { reason: 'nothing-to-resend' });
  const untold = all.flatMap(({ type, delivery }): readonly UntoldView[] => {
    const { state, channel } = delivery;
    if (!over.includes(delivery) || state === 'waiting' || state === 'done') return [];
    return [{ event: type, channel: channelId(channel), state }];
  });
  const { paymentId } = named.payment;
  const once = randomness.guid().toLowerCase();
  return { statusCode: 200, page: sendWebhooksPage({ frame: call.frame, paymentId, once, untold }) };
};

/** The pages from which a receipt or the deliveries to programs are sent once more. They send nothing (rule 54). */
export const showSendAgain =
  (deps: ShowSendAgainDependencies): ShowDeskPage =>
  async (call, { id = '', view }) => {
    if (view !== 'receipt' && view !== 'webhooks') return undefined;
    const named = await paymentOfDesk(call, id, deps.payments);
    if (named === undefined) return undefined;
    const action = view === 'receipt' ? 'send-receipt' : 'resend-webhook';
    if (!mayDo(call.role, action)) return notDone(call, named, { reason: 'not-allowed', statusCode: 403 });
    return view === 'receipt' ? receiptPage(call, named, deps) : webhooksPage(call, named, deps);
  };
