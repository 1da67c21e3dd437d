import {
  pipelineExamples,
  refusalsOf,
  successesOf,
  unexpectedExample,
} from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../../shared/openapi/operation-document.ts';
import {
  after,
  byCode,
  byOrder,
  changedPaymentFields,
  changeOrder,
  charged,
  idRefusals,
  paymentTextFields,
  poolData,
  poolDone,
} from '../../../../shared/openapi/step-words.ts';
import type { contract } from '../contract.ts';

type Reason = keyof (typeof contract)['codes'];

const least = { ...byCode, Description: 'Two pieces' };
const success = successesOf(least, {
  data: poolDone,
  generated: ['VirtualPosOrderId'],
  setUp: after(charged()),
});
const refused = refusalsOf<Reason>(least, after(charged()));

/** The words and examples of a change of texts (decisions: lists of payments). */
export const document: DocumentOf<typeof contract> = {
  title: 'Change the texts of a payment',
  description:
    'Changes what the detail and the lists show of a payment: software, description, buyer. A field that is not given stays as it is. It moves no money, and what was given with the payment still decides whether a call repeats it.',
  fields: {
    ...changedPaymentFields,
    ...paymentTextFields,
  },
  anyOfFields: ['DealerPaymentId', 'OtherTrxCode', 'VirtualPosOrderId'],
  data: poolData,
  order: changeOrder('A field cannot be read, holds a card number, or is no e-mail address; the message names it.'),
  examples: [
    success('description', 'The description alone', {}),
    success('buyer', 'The buyer of a payment by its order at the bank', {
      OtherTrxCode: '',
      ...byOrder,
      BuyerInformation: { BuyerFullName: 'Elif Yılmaz', BuyerGsmNumber: '5301111111' },
    }),
    ...pipelineExamples(least, { operation: 'UpdateDealerPayment' }),
    refused(
      'InvalidRequest',
      {
        name: 'cardNumber',
        summary: 'A card number in a text',
        message: 'Description must not hold a card number.',
      },
      { Description: 'Card 4111 1111 1111 1111' },
    ),
    refused(
      'OtherTrxCodeOrVirtualPosOrderIdMustGiven',
      { summary: 'No id is given', message: 'DealerPaymentId, OtherTrxCode or VirtualPosOrderId must be given.' },
      { OtherTrxCode: '' },
    ),
    ...idRefusals(least, charged()),
    unexpectedExample(least),
  ],
};
