import {
  pipelineExamples,
  refusalsOf,
  successesOf,
  unexpectedExample,
} from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../../shared/openapi/operation-document.ts';
import { pipelineSteps } from '../../../../shared/openapi/pipeline-steps.ts';
import {
  after,
  byCode,
  byOrder,
  charged,
  paymentIdFields,
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
    DealerPaymentId: {
      description: 'Id of the payment in the service. Given beside another id it must name the same payment.',
    },
    ...paymentIdFields,
    ...paymentTextFields,
  },
  anyOfFields: ['DealerPaymentId', 'OtherTrxCode', 'VirtualPosOrderId'],
  data: poolData,
  order: [
    ...pipelineSteps({
      block: 'PaymentDealerAuthentication',
      channel: 'The dealer has no permission for the channel; this needs none.',
    }),
    {
      step: 'Shape and required fields',
      conditions: {
        InvalidRequest: 'A field cannot be read, holds a card number, or is no e-mail address; the message names it.',
        OtherTrxCodeOrVirtualPosOrderIdMustGiven: 'No id is given.',
      },
    },
    {
      step: 'Payment',
      conditions: {
        OtherTrxCodeAndVirtualPosOrderIdMismatch: 'The ids do not name one and the same payment.',
        PaymentNotFound: 'No payment of this dealer has the ids that were given, or nobody has tried to pay it yet.',
      },
    },
  ],
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
    refused(
      'OtherTrxCodeAndVirtualPosOrderIdMismatch',
      {
        summary: 'The ids name two payments',
        message: 'OtherTrxCode and VirtualPosOrderId do not name the same payment.',
        setUp: after(charged({ OtherTrxCode: 'D-1041' }), charged()),
      },
      byOrder,
    ),
    refused(
      'PaymentNotFound',
      {
        summary: 'There is no such payment',
        message: 'No payment of this dealer has the given OtherTrxCode or VirtualPosOrderId.',
      },
      { OtherTrxCode: 'D-9999' },
    ),
    unexpectedExample(least),
  ],
};
