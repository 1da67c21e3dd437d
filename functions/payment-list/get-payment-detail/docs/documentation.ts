import { objectOf, whole } from '../../../../shared/openapi/answer-members.ts';
import type { JsonSchema } from '../../../../shared/openapi/operation-document.ts';
import { paymentDetailSchema } from '../../../../shared/openapi/payment-detail.ts';
import { transactionSchema } from '../../../../shared/openapi/payment-transaction.ts';

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
    items: transactionSchema,
    description: 'The charge, then each step that reached the bank, oldest first.',
  },
});
