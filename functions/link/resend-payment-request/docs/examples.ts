import { objectOf, text, whole } from '../../../../shared/openapi/answer-members.ts';
import { refusalsOf, successesOf, unexpectedExample } from '../../../../shared/openapi/example-makers.ts';
import {
  afterRequest,
  byLinkCode,
  byLinkId,
  namedLinkFields,
  namedLinkOrderWith,
  namedLinkRefusals,
  requested,
} from '../../../../shared/openapi/named-link-words.ts';
import { type DocumentOf, OWN_LINK_ID } from '../../../../shared/openapi/operation-document.ts';
import type { contract } from '../contract.ts';

type Reason = keyof (typeof contract)['codes'];

/** A payment request whose first SMS went out. */
const setUp = { ...afterRequest(requested()), definition: { deliveryMode: 'sms' }, smsRounds: 1 } as const;
const resent = {
  UserPosPaymentId: OWN_LINK_ID,
  OtherTrxCode: 'N-1042',
  MessageListCount: 1,
  MessageList: [{ Channel: 'Sms', Round: 2 }],
};
const success = successesOf(byLinkCode, { data: resent, generated: ['UserPosPaymentId'], setUp });
const refused = refusalsOf<Reason>(byLinkCode, setUp);
const message = objectOf({
  Channel: { type: 'string', enum: ['Sms', 'Email'], description: 'The way that it takes.' },
  Round: whole('2 for the first resend on its channel.'),
});
const data = objectOf({
  UserPosPaymentId: whole('Id of the payment request.'),
  OtherTrxCode: text("The dealer's own code, or empty."),
  MessageListCount: whole('Number of entries in MessageList.'),
  MessageList: { type: 'array', items: message, description: 'The messages that were asked for.' },
});

/** The words and examples of sending a payment request once more (decisions: messages). */
export const document: DocumentOf<typeof contract> = {
  title: 'Resend a payment request',
  description:
    'Sends an open payment request to its payer once more, on every channel it was sent on. The messages leave within a minute; GetUserPosPayment tells what becomes of them. A repeat before they leave gets the same answer and sends nothing more; a later one is another round. An operation of our own, which the dealer interface does not have.',
  fields: namedLinkFields,
  anyOfFields: ['OtherTrxCode', 'UserPosPaymentId'],
  data,
  order: [
    ...namedLinkOrderWith('The dealer has no permission for payment requests.'),
    {
      step: 'State of the payment request',
      conditions: {
        ResendNotAvailable: 'It is not open any more, or a round that was asked for could not be sent.',
        NothingToResend:
          'No channel is left to send it on, by its definition, its contacts or the settings of the service; or it was not sent a first time.',
      },
    },
    {
      step: 'Limits',
      conditions: {
        DailyResendLimitExceeded: 'It was sent again as often as the settings of the dealer permit in a day.',
      },
    },
  ],
  examples: [
    success('byCode', 'A payment request by its code', {}),
    success('byId', 'A payment request by its id', { ...byLinkId, OtherTrxCode: '' }),
    ...namedLinkRefusals('ResendUserPosPayment', 'paymentRequest'),
    refused('ResendNotAvailable', {
      summary: 'It was cancelled',
      message: 'This payment request is not open any more.',
      setUp: {
        ...setUp,
        ...afterRequest(requested(), { operation: 'CancelUserPosPayment', request: byLinkCode }),
      },
    }),
    refused('NothingToResend', {
      name: 'noChannel',
      summary: 'Its definition sends nothing',
      message: 'Its definition, its contacts or the service leave no channel to send it on.',
      setUp: { ...setUp, definition: { deliveryMode: 'none' } },
    }),
    refused('NothingToResend', {
      name: 'notSentYet',
      summary: 'It was not sent a first time',
      message: 'It has not been sent a first time, so it cannot be sent again.',
      setUp: { ...setUp, smsRounds: 0 },
    }),
    refused('DailyResendLimitExceeded', {
      summary: 'It was sent again three times today',
      message: 'It was sent again as often as is permitted in a day.',
      setUp: { ...setUp, smsRounds: 4 },
    }),
    unexpectedExample(byLinkCode),
  ],
};
