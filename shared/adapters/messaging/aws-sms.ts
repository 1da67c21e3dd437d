import { PinpointSMSVoiceV2Client, SendTextMessageCommand } from '@aws-sdk/client-pinpoint-sms-voice-v2';
import type { MessageAnswer, SmsProvider } from '../../ports/message-provider.ts';
import { type AwsFailure, answerToFailure, CLIENT_LIMITS } from './aws-failure.ts';

/** How the stage sends SMS. */
interface AwsSmsSettings {
  /** Sender id, number or pool of the stage: dealers without a sender id of their own use it. */
  readonly sender: string;
}

const COUNTRY = '+90';

const OF_RECIPIENT = new Set([
  'DESTINATION_COUNTRY_BLOCKED',
  'DESTINATION_COUNTRY_BLOCKED_BY_PROTECT_CONFIGURATION',
  'DESTINATION_PHONE_NUMBER_BLOCKED_BY_PROTECT_NUMBER_OVERRIDE',
  'DESTINATION_PHONE_NUMBER_NOT_VERIFIED',
  'INVALID_PARAMETER',
]);

/** What no repetition changes. A missing right, an unknown sender or a used-up budget can be put right in the meantime. */
const refusalOf = ({ name, reason = '' }: AwsFailure): MessageAnswer | undefined => {
  const detail = reason || name;
  if (reason === 'DESTINATION_PHONE_NUMBER_OPTED_OUT') return { kind: 'refused', reason: 'opted-out', detail };
  if (OF_RECIPIENT.has(reason)) return { kind: 'refused', reason: 'recipient-not-valid', detail };
  return name === 'ValidationException' ? { kind: 'refused', reason: 'message-not-valid', detail } : undefined;
};

/** SMS through AWS End User Messaging. */
export const awsSms = ({ sender }: AwsSmsSettings): SmsProvider => {
  // Most deliveries are webhooks, so the client is made for the first message.
  let client: PinpointSMSVoiceV2Client | undefined;
  return {
    name: 'aws-sms',
    sendSms: async ({ to, text, senderId, reference }) => {
      try {
        client ??= new PinpointSMSVoiceV2Client(CLIENT_LIMITS);
        const answer = await client.send(
          new SendTextMessageCommand({
            DestinationPhoneNumber: `${COUNTRY}${to}`,
            OriginationIdentity: senderId ?? sender,
            MessageBody: text,
            MessageType: 'TRANSACTIONAL',
            Context: { reference },
          }),
        );
        return answer.MessageId === undefined
          ? { kind: 'unknown', detail: 'NoMessageId' }
          : { kind: 'accepted', messageId: answer.MessageId };
      } catch (error) {
        return answerToFailure(error, refusalOf);
      }
    },
  };
};
