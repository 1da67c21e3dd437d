import { channelsOfLink, type StageMessaging } from '../../../domain/message/messaging-settings.ts';
import { planMessageKindOf, planMessageRound } from '../../../domain/message/plan-message.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import type { Customers } from '../../../ports/customers.ts';
import type { DealerMessagingDirectory } from '../../../ports/dealer-messaging.ts';
import type { ChannelDirectory } from '../../../ports/event-wishes.ts';

export interface PlanMessageChannelsOptions {
  readonly customers: Customers;
  readonly dealerMessaging: DealerMessagingDirectory;
  readonly stage: StageMessaging;
}

/** Messages to the customer of a recurring sale: on the channels that its dealer chose, and that the customer has a contact for. */
export const dynamoPlanMessageChannels = ({
  customers,
  dealerMessaging,
  stage,
}: PlanMessageChannelsOptions): ChannelDirectory => ({
  channelsFor: async ({ type, dealerCode, facts: { plan, sale } }) => {
    if (planMessageKindOf(type) === undefined || plan === undefined || sale?.dealerCustomerId === undefined) return [];
    const dealer = await dealerMessaging.of(dealerCode);
    const { planMessages = 'none' } = dealer;
    if (planMessages === 'none') return [];
    const { byId } = await customers.find(dealerCode, { dealerCustomerId: sale.dealerCustomerId });
    if (byId === undefined) return [];
    const contacts = omitUndefined({ gsmNumber: byId.gsmNumber, email: byId.email });
    const round = planMessageRound(plan);
    return channelsOfLink(planMessages, contacts, { stage, dealer }).map((kind) => ({ kind, round }));
  },
});
