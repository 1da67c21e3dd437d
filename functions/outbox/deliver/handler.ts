import type { Context } from 'aws-lambda';
import { dynamoMessages } from '../../../shared/adapters/dynamodb/message/messages.ts';
import { dynamoDeliveryLanes } from '../../../shared/adapters/dynamodb/outbox/delivery-lanes.ts';
import { lateSender } from '../../../shared/adapters/runtime/late-sender.ts';
import { outboxRuntime } from '../../../shared/adapters/runtime/outbox.ts';
import { readStageMessaging } from '../../../shared/adapters/runtime/stage-messaging.ts';
import { systemRandomness as randomness } from '../../../shared/adapters/runtime/system.ts';
import { dealerSenders } from '../../../shared/adapters/runtime/telling-dealers.ts';
import type { MessageChannel } from '../../../shared/domain/message/message.ts';
import { powertoolsDeliveryMetrics, powertoolsMessageMetrics } from '../../../shared/observability/powertools.ts';
import type { ChannelSenders } from '../../../shared/ports/channel-sender.ts';
import { deliver } from './deliver.ts';

const { environment, store, ...runtime } = outboxRuntime(process.env);
// Wrong settings stop the start, and not the first message.
readStageMessaging(process.env);

const { senders: ofDealers, client, opener } = dealerSenders(process.env, { environment, store });

const messagingParts = async () => {
  const [{ messagingRuntime }, { httpsSms }] = await Promise.all([
    import('../../../shared/adapters/runtime/messaging.ts'),
    import('../../../shared/adapters/messaging/https-sms.ts'),
  ]);
  return {
    ...messagingRuntime(process.env, { store, environment }),
    ownSms: httpsSms({ client, opener }),
    metrics: powertoolsMessageMetrics(environment),
  };
};

const ofPayers = (channel: MessageChannel) =>
  lateSender(async () => {
    const [{ eitherSender, planMessageSender }, { messageSender }, messaging] = await Promise.all([
      import('./plan-message-sender.ts'),
      import('./message-sender.ts'),
      messagingParts(),
    ]);
    return eitherSender(planMessageSender(channel, messaging), messageSender(channel, messaging));
  });

// Webhooks are what most deliveries are. What writes messages to people is a part of the bundle by channel.
const senders: ChannelSenders = {
  ...ofDealers,
  sms: ofPayers('sms'),
  email: ofPayers('email'),
  receipt: lateSender(async () => (await import('./receipt-sender.ts')).receiptSender(await messagingParts())),
  'desk-mail': lateSender(async () => {
    const [{ deskMailSender }, { dynamoDeskMails }, messaging] = await Promise.all([
      import('./desk-mail-sender.ts'),
      import('../../../shared/adapters/dynamodb/desk/desk-users.ts'),
      messagingParts(),
    ]);
    return deskMailSender({ ...messaging, mails: dynamoDeskMails(store), opener, deskUrl: process.env.DESK_URL });
  }),
};

const serve = deliver({
  ...runtime,
  senders,
  messages: dynamoMessages(store),
  lanes: dynamoDeliveryLanes(store),
  randomness,
  metrics: powertoolsDeliveryMetrics(environment),
});

export const handler = (event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>) =>
  serve(event, runtime.clock.now() + context.getRemainingTimeInMillis());
