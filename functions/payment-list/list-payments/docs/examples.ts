import { CUT_BY_TIME, listDone, listResult, objectOf, whole } from '../../../../shared/openapi/answer-members.ts';
import { successesOf } from '../../../../shared/openapi/example-makers.ts';
import {
  listExamples,
  listOrder,
  listPeriodFields,
  listSubDealer,
  nothingIn,
} from '../../../../shared/openapi/list-words.ts';
import type { DocumentOf, JsonSchema } from '../../../../shared/openapi/operation-document.ts';
import { paymentDetailSchema } from '../../../../shared/openapi/payment-detail.ts';
import { shownPayment } from '../../../../shared/openapi/payment-examples.ts';
import { after, charged } from '../../../../shared/openapi/step-words.ts';
import type { contract } from '../contract.ts';

const data: JsonSchema = objectOf({
  ...listResult(CUT_BY_TIME),
  ListItemCount: whole('Number of entries in PaymentList.'),
  PaymentList: {
    type: 'array',
    maxItems: 500,
    items: paymentDetailSchema,
    description: 'Each payment as PaymentDetail shows it, the newest first.',
  },
});

const found = {
  ...listDone,
  ListItemCount: 1,
  PaymentList: [shownPayment],
};

const success = successesOf({}, { data: found, generated: ['PaymentList'], setUp: after(charged()) });

/** The words and examples of the list of payments (decisions: lists of payments). */
export const document: DocumentOf<typeof contract> = {
  title: 'List payments',
  description:
    'Lists the payments that began in a period, newest first: at most 31 days and 500 payments a call. A list that has more is cut, and ResultMessage says with which PaymentEndDate to ask on; then nothing is lost or told twice. It asks no bank and changes nothing. A new payment may be listed a moment later.',
  further: {
    GetPaymentListMarketPlace: {
      title: 'List payments with sub-dealers',
      description:
        'The same. SubDealerId lists the payments in which that sub-dealer has a part, with its share alone; they may be a minute late.',
    },
  },
  fields: {
    ...listPeriodFields('PaymentStartDate', 'PaymentEndDate'),
    PaymentStatus: {
      schema: { type: 'integer', enum: [0, 1, 2, 3, 4] },
      description: 'Lists payments of this PaymentStatus alone.',
    },
    TrxStatus: { schema: { type: 'integer', enum: [0, 1, 2] }, description: 'Lists payments of this TrxStatus alone.' },
    SubDealerId: listSubDealer('payments', 'SubDealerList shows it alone.'),
  },
  data,
  order: listOrder('A field cannot be read, the period is longer than 31 days or ends before it begins.'),
  examples: [
    success('latest', 'The payments of the last 31 days', {}),
    success('paid', 'Those that are paid', { PaymentStatus: 2, TrxStatus: 1 }),
    {
      ...success('withSubDealers', 'The same, with the shares of sub-dealers', {}),
      operation: 'GetPaymentListMarketPlace',
    },
    ...listExamples('GetPaymentList', { start: 'PaymentStartDate', end: 'PaymentEndDate' }),
    nothingIn({ PaymentStatus: 3 }, { name: 'noneVoided', summary: 'No payment was voided', setUp: after(charged()) }),
  ],
};
