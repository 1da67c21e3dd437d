import { successesOf, unexpectedExample } from '../../../../shared/openapi/example-makers.ts';
import {
  afterRequest,
  byLinkCode,
  byLinkId,
  namedLinkFields,
  namedLinkOrder,
  namedLinkRefusals,
  requested,
} from '../../../../shared/openapi/named-link-words.ts';
import { type DocumentOf, OWN_DEFINITION_ID, OWN_LINK_ID } from '../../../../shared/openapi/operation-document.ts';
import type { contract } from '../contract.ts';
import { data } from './documentation.ts';

const open = {
  UserPosPaymentId: OWN_LINK_ID,
  OtherTrxCode: 'N-1042',
  UserPosLinkId: 0,
  LinkCode: '',
  AnswerList: [],
  DealerCustomerTypeId: OWN_DEFINITION_ID,
  DealerCustomerId: 0,
  CustomerCode: '',
  Url: 'https://pay.example/pay/k3v7q2mzt5w4y6xa2bcdefgh3i.u7Pq0c2mXw9rT4yBn6sKdQ',
  State: 'Open',
  CanBeCanceled: true,
  Language: '',
  CreateDate: '2026-11-22T14:42:17.26',
  ExpireDate: '2026-11-23T14:42:17.26',
  Amount: 27.5,
  CurrencyCode: 'TL',
  CommissionScenario: 0,
  SubDealerList: [],
  ResultCode: '',
  ResultMessage: '',
  Delivery: {
    FullName: 'Elif Yılmaz',
    GsmNumber: '5301111111',
    Email: '',
    OpenDate: '',
    MessageListCount: 0,
    MessageList: [],
  },
  AttemptListCount: 0,
  AttemptList: [],
  PaymentDetail: null,
};

const sent = {
  Channel: 'Sms',
  Kind: 'Link',
  Round: 1,
  Recipient: '5301111111',
  State: 'Delivered',
  QueueDate: '2026-11-22T14:42:18.04',
  SendDate: '2026-11-22T14:42:18.31',
  EndDate: '2026-11-22T14:42:21.7',
  Reason: '',
};

const generated = ['UserPosPaymentId', 'DealerCustomerTypeId', 'Url', 'CreateDate', 'ExpireDate'];
const success = successesOf(byLinkCode, { data: open, generated, setUp: afterRequest(requested()) });

/** The words and examples of the state of a payment request (decisions: state of a link). */
export const document: DocumentOf<typeof contract> = {
  title: 'Get the state of a payment request',
  description:
    'Reads one payment request of the dealer: whether it is open, paid or over, what was sent, every attempt to pay it with the code of the bank, and its payment. It asks no bank and changes nothing. An operation of our own, which the dealer interface does not have.',
  fields: namedLinkFields,
  anyOfFields: ['OtherTrxCode', 'UserPosPaymentId'],
  data,
  order: namedLinkOrder,
  examples: [
    success('byCode', 'A payment request by its code', {}),
    success('byId', 'A payment request by its id', { ...byLinkId, OtherTrxCode: '' }),
    success(
      'sent',
      'A payment request that was sent by SMS',
      {},
      {
        data: { ...open, Delivery: { ...open.Delivery, MessageListCount: 1, MessageList: [sent] } },
        generated: [...generated, 'Delivery'],
        setUp: { ...afterRequest(requested()), definition: { deliveryMode: 'sms' }, smsRounds: 1 },
      },
    ),
    success(
      'cancelled',
      'A payment request that was cancelled',
      {},
      {
        data: { ...open, State: 'Cancelled', CanBeCanceled: false },
        setUp: afterRequest(requested(), { operation: 'CancelUserPosPayment', request: byLinkCode }),
      },
    ),
    ...namedLinkRefusals('GetUserPosPayment'),
    unexpectedExample(byLinkCode),
  ],
};
