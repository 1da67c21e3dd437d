import type { DeskCall } from '../../../shared/desk/call/desk-call.ts';
import { applyAtDesk, type DeskAsked, deskCommandOf } from '../../../shared/desk/call/desk-command.ts';
import { redrivableOf } from '../../../shared/desk/payment/payment-actions.ts';
import { deliveriesOfPayment } from '../../../shared/desk/payment/told-programs.ts';
import { isEmail } from '../../../shared/domain/customer/contact.ts';
import { mayDo } from '../../../shared/domain/desk/roles.ts';
import { channelId } from '../../../shared/domain/outbox/delivery.ts';
import { redriveSome } from '../../../shared/domain/outbox/delivery-moves.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { type AskReceiptDependencies, askReceipt } from '../../../shared/links/ask-receipt.ts';
import { notDonePage, paymentPath } from '../../../shared/pages/desk/payment/not-done-page.ts';
import type { NotDone } from '../../../shared/pages/desk/payment/not-done-reasons.ts';
import { RECEIPT_TO_FIELD } from '../../../shared/pages/desk/payment/send-again-pages.ts';
import type { NamedPayment } from '../../../shared/payment-flow/named-payment.ts';
import type { OperatorChanges } from '../../../shared/ports/operator-changes.ts';
import type { Outbox } from '../../../shared/ports/outbox.ts';

export interface SendAgainDependencies extends AskReceiptDependencies {
  readonly outbox: Pick<Outbox, 'deliveriesOf'>;
  readonly changes: OperatorChanges;
}

interface PostedAgain {
  readonly call: DeskCall;
  readonly named: NamedPayment;
}

const notDone = (
  { call, named: { payment } }: PostedAgain,
  reason: NotDone,
  statusCode: 400 | 403 | 409 = 409,
): PageAnswer => ({
  statusCode,
  page: notDonePage({ frame: call.frame, paymentId: payment.paymentId, reason, movesMoney: false }),
});

const done = ({ named: { payment } }: PostedAgain, action: 'receipt' | 'webhooks'): PageAnswer => ({
  location: `${paymentPath(payment.paymentId)}?done=${action}`,
});

/** Sends the receipt once more, to the address that was typed, within the caps of every receipt (rules 43, 54). */
export const sendReceiptAgain = async (posted: PostedAgain, deps: SendAgainDependencies): Promise<PageAnswer> => {
  const { call, named } = posted;
  if (!mayDo(call.role, 'send-receipt')) return notDone(posted, 'not-allowed', 403);
  if (deps.messaging.email === undefined) return notDone(posted, 'receipt-no-email');
  const to = call.posted.text(RECEIPT_TO_FIELD);
  const { paymentId, dealerCode, link } = named.payment;
  const asked: DeskAsked = { command: 'desk-receipt', input: { paymentId, to: to.toLowerCase() } };
  const command = deskCommandOf(call, asked);
  if (command === undefined) return notDone(posted, 'no-once', 400);
  const before = await deps.changes.findCommand(command.commandId);
  if (before !== undefined) {
    const isSame = before.command === command.command && before.inputFingerprint === command.inputFingerprint;
    return isSame ? done(posted, 'receipt') : notDone(posted, 'used-once');
  }
  if (!isEmail(to)) return notDone(posted, 'receipt-address', 400);
  // Not the address: the entry is kept for ever, and read by everybody at the desk.
  const entry = { ...command, dealerCode, changed: ['messages'], result: { dealerCode, paymentId } };
  const language = link?.language ?? call.language;
  const outcome = await askReceipt({ payment: named.payment, to, language, entry }, deps);
  if (outcome === 'on-its-way') return done(posted, 'receipt');
  return notDone(posted, outcome === 'over' ? 'receipt-over' : 'receipt-too-many');
};

/** Ends a plan that has nothing to send. */
class NothingToResend extends Error {
  override readonly name = 'NothingToResend';
}

/** Begins the tries of deliveries to the dealer's programs anew, of those that are over without having arrived (rules 36, 54). */
export const sendWebhooksAgain = async (posted: PostedAgain, deps: SendAgainDependencies): Promise<PageAnswer> => {
  const { call, named } = posted;
  if (!mayDo(call.role, 'resend-webhook')) return notDone(posted, 'not-allowed', 403);
  const { paymentId, dealerCode } = named.payment;
  const plan = async () => {
    const all = await deliveriesOfPayment(named.payment, deps.outbox);
    const over = redrivableOf(
      all.map(({ delivery }) => delivery),
      call.nowMs,
    );
    const { deliveries } = redriveSome(over, call.nowMs);
    if (deliveries.length === 0) throw new NothingToResend();
    const redriven = deliveries.map(({ eventId, channel }) => ({ eventId, channel: channelId(channel) }));
    const entry = { dealerCode, changed: ['state'], result: { dealerCode, paymentId, redriven } };
    return { change: { kind: 'deliveries', record: { deliveries } } as const, entry, extra: undefined };
  };
  try {
    const asked: DeskAsked = { command: 'desk-webhooks', input: { paymentId } };
    const applied = await applyAtDesk({ call, changes: deps.changes }, asked, plan);
    switch (applied.kind) {
      case 'applied':
      case 'repeated':
        return done(posted, 'webhooks');
      case 'other-command':
        return notDone(posted, 'used-once');
      case 'no-once':
        return notDone(posted, 'no-once', 400);
      case 'changing':
        return notDone(posted, 'changing');
    }
  } catch (error) {
    if (error instanceof NothingToResend) return notDone(posted, 'nothing-to-resend');
    throw error;
  }
};
