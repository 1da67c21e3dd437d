import type { Context } from 'aws-lambda';
import { dynamoDeskMails } from '../../../shared/adapters/dynamodb/desk/desk-users.ts';
import { dynamoDeliveryLanes } from '../../../shared/adapters/dynamodb/outbox/delivery-lanes.ts';
import { messagingRuntime } from '../../../shared/adapters/runtime/messaging.ts';
import { outboxRuntime } from '../../../shared/adapters/runtime/outbox.ts';
import { systemRandomness as randomness } from '../../../shared/adapters/runtime/system.ts';
import { dealerSenders } from '../../../shared/adapters/runtime/telling-dealers.ts';
import { powertoolsDeliveryMetrics, powertoolsMessageMetrics } from '../../../shared/observability/powertools.ts';
import type { ChannelSenders } from '../../../shared/ports/channel-sender.ts';
import { deliver } from './deliver.ts';
import { deskMailSender } from './desk-mail-sender.ts';
import { messageSender } from './message-sender.ts';
import { eitherSender, planMessageSender } from './plan-message-sender.ts';
import { receiptSender } from './receipt-sender.ts';

const { environment, store, ...runtime } = outboxRuntime(process.env);

const telling = dealerSenders(process.env, { environment, store });
const messaging = {
  ...messagingRuntime(process.env, { store, environment }),
  ownSms: telling.ownSms,
  metrics: powertoolsMessageMetrics(environment),
};
const senders: ChannelSenders = {
  ...telling.senders,
  sms: eitherSender(planMessageSender('sms', messaging), messageSender('sms', messaging)),
  email: eitherSender(planMessageSender('email', messaging), messageSender('email', messaging)),
  receipt: receiptSender(messaging),
  'desk-mail': deskMailSender({
    ...messaging,
    mails: dynamoDeskMails(store),
    opener: telling.opener,
    deskUrl: process.env.DESK_URL,
  }),
};

const serve = deliver({
  ...runtime,
  senders,
  messages: messaging.messages,
  lanes: dynamoDeliveryLanes(store),
  randomness,
  metrics: powertoolsDeliveryMetrics(environment),
});

export const handler = (event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>) =>
  serve(event, runtime.clock.now() + context.getRemainingTimeInMillis());
