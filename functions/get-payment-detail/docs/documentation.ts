import { text, whole } from '../../../shared/openapi/answer-members.ts';
import type { JsonSchema } from '../../../shared/openapi/operation-document.ts';
import {
  amount,
  choice,
  moment,
  objectOf,
  paymentDetailSchema,
  shownResult,
} from '../../../shared/openapi/payment-detail.ts';

const transaction = objectOf({
  DealerPaymentTrxId: whole('Id of the transaction in the service.'),
  DealerPaymentId: whole('Id of the payment in the service.'),
  TrxCode: {
    type: 'string',
    pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
    description: 'Code of the transaction, the same in every answer.',
  },
  TrxDate: moment('When it began'),
  Amount: amount('What it moved on the card.'),
  TrxType: choice([1, 2, 3, 4], '1 pre-authorisation, 2 payment, 3 void, 4 refund.'),
  TrxStatus: choice([0, 1, 2], '0 waiting, 1 done, 2 failed.'),
  PaymentReason: choice([0], 'Always 0.'),
  VoidRefundReason: choice([0, 2], '2 for voids and refunds.'),
  VirtualPosOrderId: text('The id of the payment at the bank.'),
  ...shownResult,
  EffectiveDate: moment('When it ended, or began while it waits'),
  ExtraRefNo: text('Reference of the bank, or empty.'),
});

export const data: JsonSchema = objectOf({
  IsSuccessful: { const: true, description: 'Always true.' },
  ResultCode: { const: '00', description: 'Always 00.' },
  ResultMessage: { const: '', description: 'Always empty.' },
  PaymentDetail: {
    oneOf: [paymentDetailSchema, { type: 'null' }],
    description: 'The payment; null where the code names none.',
  },
  ListItemCount: whole('Number of entries in PaymentTrxDetailList.'),
  PaymentTrxDetailList: {
    type: 'array',
    items: transaction,
    description: 'The charge, then each step that reached the bank, oldest first.',
  },
});
