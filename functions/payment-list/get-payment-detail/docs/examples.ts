import {
  pipelineExamples,
  refusalsOf,
  successesOf,
  unexpectedExample,
} from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../../shared/openapi/operation-document.ts';
import { shownCharge as charge, shownPayment as paid } from '../../../../shared/openapi/payment-examples.ts';
import { pipelineSteps } from '../../../../shared/openapi/pipeline-steps.ts';
import { after, byCode, charged, chargedWithSplit } from '../../../../shared/openapi/step-words.ts';
import type { contract } from '../contract.ts';
import { data } from './documentation.ts';

type Reason = keyof (typeof contract)['codes'];

const found = {
  IsSuccessful: true,
  ResultCode: '00',
  ResultMessage: '',
  PaymentDetail: paid,
  ListItemCount: 1,
  PaymentTrxDetailList: [charge],
};

const voided = {
  ...found,
  PaymentDetail: { ...paid, PaymentStatus: 3, CanBeCanceled: false },
  ListItemCount: 2,
  PaymentTrxDetailList: [charge, { ...charge, DealerPaymentTrxId: 100_002, TrxType: 3, VoidRefundReason: 2 }],
};

const notFound = { ...found, PaymentDetail: null, ListItemCount: 0, PaymentTrxDetailList: [] };

const ofSubDealer = {
  ...found,
  PaymentDetail: {
    ...paid,
    SubDealerList: [
      { DealerId: 1774, Amount: 10.25, DealerCommissionAmount: 0.4, NetAmount: 9.85, RefAmount: 0, PoolStatus: 0 },
    ],
  },
};

const generated = ['PaymentDetail', 'PaymentTrxDetailList'];
const success = successesOf(byCode, { data: found, generated, setUp: after(charged()) });
const refused = refusalsOf<Reason>({}, after(charged()));

/** The words and examples of the detail of a payment (decisions: payment detail). */
export const document: DocumentOf<typeof contract> = {
  title: 'Get the detail of a payment',
  description:
    'Reads one payment of the dealer with its transactions, whichever operation or link it came from. It asks no bank and changes nothing. An OtherTrxCode that names no payment is answered with PaymentDetail null. Nothing is final while PaymentStatus and TrxStatus are 0.',
  further: {
    GetDealerPaymentTrxDetailListMarketPlace: {
      title: 'Get the detail of a payment with sub-dealers',
      description: 'The same, for a payment with sub-dealers; SubDealerId shows the share of one of them alone.',
    },
  },
  fields: {
    PaymentId: {
      schema: { type: 'integer', minimum: 0, maximum: 2_147_483_647 },
      description: 'DealerPaymentId of the payment; 0 counts as not given. Not needed where OtherTrxCode is given.',
    },
    DealerPaymentId: {
      schema: { type: 'integer', minimum: 0, maximum: 2_147_483_647 },
      description: 'The same as PaymentId, under its other name.',
    },
    OtherTrxCode: { description: "The dealer's own code of the payment. Not needed where PaymentId is given." },
    SubDealerId: {
      description:
        'Shows in SubDealerList this sub-dealer alone. A payment in which it has no part counts as not found.',
    },
  },
  anyOfFields: ['PaymentId', 'DealerPaymentId', 'OtherTrxCode'],
  data,
  order: [
    ...pipelineSteps({
      block: 'PaymentDealerAuthentication',
      channel: 'The dealer has no permission for the channel; reading a payment needs none.',
    }),
    {
      step: 'Shape and required fields',
      conditions: { InvalidRequest: 'A field cannot be read; the message names it.' },
    },
    {
      step: 'Payment',
      conditions: {
        PaymentIdError:
          'Neither PaymentId nor OtherTrxCode is given, PaymentId is the id of no payment of this dealer, or both are given and name two payments.',
      },
    },
  ],
  examples: [
    success('byCode', 'A payment by its code', {}),
    success(
      'voided',
      'A payment that was voided',
      {},
      { data: voided, setUp: after(charged(), { operation: 'DoVoid', request: byCode }) },
    ),
    success(
      'idThatIsNoNumber',
      'A PaymentId that is no number is ignored beside a code',
      { PaymentId: 'none' },
      { spelling: 'tolerated' },
    ),
    success('notFound', 'A code that names no payment', { OtherTrxCode: 'D-9999' }, { data: notFound, generated: [] }),
    success(
      'subDealer',
      'The share of one sub-dealer',
      { SubDealerId: 1774 },
      {
        data: ofSubDealer,
        setUp: after(chargedWithSplit()),
        operation: 'GetDealerPaymentTrxDetailListMarketPlace',
      },
    ),
    ...pipelineExamples(byCode, { operation: 'GetDealerPaymentTrxDetailList' }),
    refused(
      'InvalidRequest',
      {
        summary: 'A field cannot be read',
        message: 'OtherTrxCode must be at most 128 characters long.',
      },
      { OtherTrxCode: 'D'.repeat(129) },
    ),
    refused('PaymentIdError', { summary: 'No id is given', message: 'PaymentId or OtherTrxCode must be given.' }),
    refused(
      'PaymentIdError',
      {
        name: 'unknownId',
        summary: 'There is no such payment',
        message: 'PaymentId is the id of no payment of this dealer.',
      },
      { PaymentId: 2_000_000_001 },
    ),
    unexpectedExample(byCode),
  ],
};
