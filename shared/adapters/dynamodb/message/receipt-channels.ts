import type { StageMessaging } from '../../../domain/message/messaging-settings.ts';
import { receiptEvents } from '../../../domain/outbox/event.ts';
import type { DealerMessagingDirectory } from '../../../ports/dealer-messaging.ts';
import type { ChannelDirectory } from '../../../ports/event-wishes.ts';

export interface ReceiptChannelsOptions {
  readonly dealerMessaging: DealerMessagingDirectory;
  readonly stage: StageMessaging;
}

/** Receipts by e-mail: of each payment to a dealer who wants them, and to a payer who asked. */
export const dynamoReceiptChannels = ({ dealerMessaging, stage }: ReceiptChannelsOptions): ChannelDirectory => ({
  channelsFor: async ({ type, dealerCode, facts }) => {
    if (stage.email === undefined) return [];
    if (type === 'receipt.asked') return [{ kind: 'receipt', to: 'payer', round: facts.receipt?.round ?? 1 }];
    if (!receiptEvents.some((one) => one === type)) return [];
    const { receiptsTo } = await dealerMessaging.of(dealerCode);
    return receiptsTo === undefined ? [] : [{ kind: 'receipt', to: 'dealer', round: 1 }];
  },
});
