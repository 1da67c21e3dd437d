import type { Language } from '../domain/language.ts';
import { capsOf } from '../domain/message/message-caps.ts';
import type { StageMessaging } from '../domain/message/messaging-settings.ts';
import { askForReceipt } from '../domain/message/receipt.ts';
import { omitUndefined } from '../domain/omit-undefined.ts';
import type { Payment } from '../domain/payment/payment.ts';
import type { Clock } from '../ports/clock.ts';
import type { DealerMessagingDirectory } from '../ports/dealer-messaging.ts';
import type { Messages } from '../ports/messages.ts';
import type { AuditEntry } from '../ports/operator-changes.ts';

export interface AskReceiptDependencies {
  readonly messages: Pick<Messages, 'ofPayment' | 'begin'>;
  readonly dealerMessaging: DealerMessagingDirectory;
  /** How the stage sends messages. */
  readonly messaging: StageMessaging;
  readonly clock: Clock;
}

/** Another wish may take the round that this one chose; a payment has two. */
const MAX_PLANS = 3;

interface Wish {
  readonly payment: Payment;
  readonly to: string;
  readonly language: Language;
  /** The audit entry of a command that wishes it; a payer's own wish has none. */
  readonly entry?: AuditEntry;
}

/**
 * Writes the wish for a receipt by e-mail (rule 43): the message with its address, counted in every cap before, and the event that
 * makes it leave: both or neither. `over`: the receipt's time has passed, or the payment does not stand. `on-its-way`: also
 * where the same wish was written a moment ago. Throws StoreUnavailable.
 */
export const askReceipt = async (
  { payment, to, language, entry }: Wish,
  { messages, dealerMessaging, messaging, clock }: AskReceiptDependencies,
): Promise<'on-its-way' | 'too-many' | 'over'> => {
  for (let plan = 0; plan < MAX_PLANS; plan += 1) {
    const nowMs = clock.now();
    const [sent, dealer] = await Promise.all([
      messages.ofPayment(payment.name),
      dealerMessaging.of(payment.dealerCode),
    ]);
    const ask = askForReceipt({ payment, messages: sent, to, language, nowMs });
    if (ask.kind === 'asked-already') return 'on-its-way';
    if (ask.kind === 'refused') return ask.reason;
    const { message, event } = ask;
    const caps = capsOf({ ...message, segments: 0, nowMs, stage: messaging, dealer });
    const begun = await messages.begin(message, payment.dealerCode, caps, omitUndefined({ event, entry }));
    if (begun.kind === 'begun') return 'on-its-way';
    if (begun.kind === 'too-many') return 'too-many';
  }
  return 'too-many';
};
