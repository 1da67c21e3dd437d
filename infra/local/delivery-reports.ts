import { randomUUID } from 'node:crypto';
import type { InboxMessage, PlayedFate } from './inbox.ts';
import { LOCAL_ACCOUNT, LOCAL_REGION } from './resolver.ts';

const EMAIL_EVENTS: Readonly<Record<PlayedFate, string>> = {
  delivered: 'Email Delivered',
  bounced: 'Email Bounced',
  complained: 'Email Complaint Received',
};

const about = ({ channel, id, reference }: InboxMessage, fate: PlayedFate) =>
  channel === 'sms'
    ? {
        source: 'aws.sms-voice',
        'detail-type': 'Text Message Delivery Status Updated',
        detail: {
          eventType: fate === 'delivered' ? 'TEXT_DELIVERED' : 'TEXT_UNREACHABLE',
          isFinal: true,
          messageId: id,
          context: { reference },
        },
      }
    : {
        source: 'aws.ses',
        'detail-type': EMAIL_EVENTS[fate],
        detail: {
          ...(fate === 'bounced' ? { bounce: { bounceType: 'Permanent' } } : {}),
          mail: { messageId: id, tags: { reference: [reference] } },
        },
      };

/** The event that EventBridge brings when the service knows what became of a message. */
export const deliveryReport = (message: InboxMessage, fate: PlayedFate) => ({
  version: '0',
  id: randomUUID(),
  account: LOCAL_ACCOUNT,
  time: new Date().toISOString(),
  region: LOCAL_REGION,
  resources: [],
  ...about(message, fate),
});
