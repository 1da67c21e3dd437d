import { linkStateAt } from '../../../domain/link/payment-request.ts';
import { channelsOfLink, type StageMessaging } from '../../../domain/message/messaging-settings.ts';
import type { OutboxEvent } from '../../../domain/outbox/event.ts';
import type { DealerMessagingDirectory } from '../../../ports/dealer-messaging.ts';
import type { Definitions } from '../../../ports/definitions.ts';
import type { ChannelDirectory } from '../../../ports/event-wishes.ts';
import type { PaymentRequests } from '../../../ports/payment-requests.ts';

export interface MessageChannelsOptions {
  readonly links: Pick<PaymentRequests, 'findByName'>;
  readonly definitions: Definitions;
  readonly dealerMessaging: DealerMessagingDirectory;
  readonly stage: StageMessaging;
}

const BRINGS_LINK: readonly OutboxEvent['type'][] = ['link.created', 'link.reminder-due'];

/**
 * The first messages of a new link, and its reminders: those that its definition, its contacts and the ways of its dealer
 * ask for.
 */
export const dynamoMessageChannels = ({
  links,
  definitions,
  dealerMessaging,
  stage,
}: MessageChannelsOptions): ChannelDirectory => ({
  channelsFor: async ({ type, payment, occurredAtMs }) => {
    if (!BRINGS_LINK.includes(type) || payment === undefined) return [];
    const link = await links.findByName(payment);
    if (link?.dealerCustomerTypeId === undefined || linkStateAt(link, occurredAtMs) !== 'open') return [];
    const [definition, dealer] = await Promise.all([
      definitions.find(link.dealerCustomerTypeId),
      dealerMessaging.of(link.dealerCode),
    ]);
    if (definition === undefined) return [];
    return channelsOfLink(definition.deliveryMode, link.delivery, { stage, dealer }).map((kind) => ({
      kind,
      round: 1,
    }));
  },
});
