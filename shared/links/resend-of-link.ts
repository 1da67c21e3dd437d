import type { PaymentRequest } from '../domain/link/payment-request.ts';
import { channelsOfLink, type StageMessaging } from '../domain/message/messaging-settings.ts';
import { type Resend, resendOf } from '../domain/message/resend.ts';
import type { DealerMessagingDirectory } from '../ports/dealer-messaging.ts';
import type { Definitions } from '../ports/definitions.ts';
import type { Messages } from '../ports/messages.ts';

export interface ResendReads {
  readonly definitions: Pick<Definitions, 'find'>;
  readonly messages: Pick<Messages, 'ofPayment'>;
  readonly dealerMessaging: DealerMessagingDirectory;
  /** How the stage sends messages. */
  readonly messaging: StageMessaging;
}

/**
 * The next round of a link's messages, or why there is none: one decision for dealers and operators. One trip, its reads
 * side by side. Throws StoreUnavailable and UnreadableRow.
 */
export const resendOfLink = async (
  { definitions, messages, dealerMessaging, messaging }: ResendReads,
  link: PaymentRequest,
  nowMs: number,
): Promise<Resend> => {
  const { dealerCustomerTypeId: definitionId } = link;
  const [definition, sent, settings] = await Promise.all([
    definitionId === undefined ? undefined : definitions.find(definitionId),
    messages.ofPayment(link.payment),
    dealerMessaging.of(link.dealerCode),
  ]);
  const channels = channelsOfLink(definition?.deliveryMode ?? 'none', link.delivery, {
    stage: messaging,
    dealer: settings,
  });
  return resendOf({ link, channels, messages: sent, settings, nowMs });
};
