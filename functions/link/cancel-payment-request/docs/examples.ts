import { text, whole } from '../../../../shared/openapi/answer-members.ts';
import { refusalsOf, successesOf, unexpectedExample } from '../../../../shared/openapi/example-makers.ts';
import {
  afterRequest,
  byLinkCode,
  byLinkId,
  namedLinkFields,
  namedLinkOrder,
  namedLinkRefusals,
  requested,
} from '../../../../shared/openapi/named-link-words.ts';
import { type DocumentOf, OWN_LINK_ID } from '../../../../shared/openapi/operation-document.ts';
import type { contract } from '../contract.ts';

type Reason = keyof (typeof contract)['codes'];

const setUp = afterRequest(requested());
const cancelled = { UserPosPaymentId: OWN_LINK_ID, OtherTrxCode: 'N-1042', State: 'Cancelled' };
const success = successesOf(byLinkCode, { data: cancelled, generated: ['UserPosPaymentId'], setUp });
const refused = refusalsOf<Reason>(byLinkCode, setUp);
const members = {
  UserPosPaymentId: whole('Id of the payment request.'),
  OtherTrxCode: text("The dealer's own code, or empty."),
  State: { const: 'Cancelled', description: 'Always Cancelled.' },
};

/** The words and examples of cancelling a payment request (decisions: state of a link). */
export const document: DocumentOf<typeof contract> = {
  title: 'Cancel a payment request',
  description:
    "Ends an open payment request: nobody can pay it any more. A payer who is at the bank's 3D page does not prevent it, and is not charged on return. An operation of our own, which the dealer interface does not have.",
  fields: namedLinkFields,
  anyOfFields: ['OtherTrxCode', 'UserPosPaymentId'],
  data: { type: 'object', properties: members, required: Object.keys(members) },
  order: [
    ...namedLinkOrder,
    {
      step: 'State of the payment request',
      conditions: {
        CancelNotAvailable:
          'It is paid, failed or expired, or an attempt to pay it is being charged or has no outcome yet; the message tells which. Ask again later in the second case.',
      },
    },
  ],
  examples: [
    success('byCode', 'A payment request by its code', {}),
    success('byId', 'A payment request by its id', { ...byLinkId, OtherTrxCode: '' }),
    success('replayed', 'The same request again', {}, { setUp: { ...setUp, earlier: byLinkCode }, replayed: true }),
    ...namedLinkRefusals('CancelUserPosPayment'),
    {
      ...refused('CancelNotAvailable', {
        summary: 'The payer has given up',
        message: 'This payment request is failed: only an open one can be cancelled.',
      }),
      fault: 'the payer has given up',
    },
    unexpectedExample(byLinkCode),
  ],
};
