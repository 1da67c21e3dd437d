import { refusalsOf, successesOf, unexpectedExample } from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../../shared/openapi/operation-document.ts';
import {
  after,
  bankStepData,
  bankStepDone,
  byCode,
  byOrder,
  charged,
  ONE_STEP,
  OUTCOME_UNKNOWN,
  OUTCOME_UNKNOWN_MESSAGE,
  paymentIdFields,
  sharedRefusals,
  stepOrder,
} from '../../../../shared/openapi/step-words.ts';
import type { contract } from '../contract.ts';

type Reason = keyof (typeof contract)['codes'];

/** A test card whose Void the embedded bank refuses with an error. */
const VOID_REFUSED = '4111110000000641';

const least = { ...byCode, ClientIP: '192.0.2.10', VoidRefundReason: 2 };
const success = successesOf(least, { data: bankStepDone, generated: ['VirtualPosOrderId'], setUp: after(charged()) });
const refused = refusalsOf<Reason>(least, after(charged()));

/** The words and examples of a void (decisions: voids). */
export const document: DocumentOf<typeof contract> = {
  title: 'Void a payment',
  description: `Voids a whole payment: a sale or a captured pre-authorisation until the bank closes the day of it, a pre-authorisation that was not captured as long as it stands. Later a payment is refunded. ${ONE_STEP}`,
  fields: {
    ...paymentIdFields,
    VoidRefundReason: {
      schema: { type: 'integer', enum: [0, 2], default: 2 },
      description: '2; absent or 0 is taken as 2.',
    },
  },
  anyOfFields: ['OtherTrxCode', 'VirtualPosOrderId'],
  data: bankStepData,
  order: [
    ...stepOrder('A field cannot be read, or VoidRefundReason is not 2; the message names the field.'),
    {
      step: 'State of the payment',
      conditions: {
        PaymentNotAvailable:
          'The payment is not paid or still pending, was voided or refunded, or refunded in part; the bank has closed its day; or another step of it is running.',
      },
    },
    { step: 'The bank', conditions: { OutcomeUnknown: OUTCOME_UNKNOWN } },
  ],
  examples: [
    success('byCode', 'A payment by its code', {}),
    success('byOrder', 'A payment by its order at the bank', { ...byOrder, OtherTrxCode: '' }),
    success(
      'preAuthorisation',
      'A pre-authorisation that nobody captured',
      {},
      { setUp: after(charged({ IsPreAuth: 1 })) },
    ),
    success(
      'replayed',
      'The same request again',
      {},
      { setUp: { ...after(charged()), earlier: least }, replayed: true },
    ),
    ...sharedRefusals('DoVoid', 'voidChannels'),
    refused(
      'InvalidRequest',
      { name: 'otherReason', summary: 'Another reason', message: 'VoidRefundReason must be 2, or left out.' },
      { VoidRefundReason: 1 },
    ),
    refused('PaymentNotAvailable', {
      summary: 'The payment was declined',
      message: 'This payment is not paid, or nothing of it is charged any more.',
      setUp: after(charged({ CardNumber: '4111110000000039' })),
    }),
    refused('OutcomeUnknown', {
      summary: 'The bank answers with an error',
      message: OUTCOME_UNKNOWN_MESSAGE,
      setUp: after(charged({ CardNumber: VOID_REFUSED })),
    }),
    unexpectedExample(least),
  ],
};
