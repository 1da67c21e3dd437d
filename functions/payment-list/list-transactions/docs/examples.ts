import {
  amount,
  CUT_BY_TIME,
  listDone,
  listResult,
  objectOf,
  whole,
} from '../../../../shared/openapi/answer-members.ts';
import { successesOf } from '../../../../shared/openapi/example-makers.ts';
import {
  listExamples,
  listOrder,
  listPeriodFields,
  listSubDealer,
  nothingIn,
} from '../../../../shared/openapi/list-words.ts';
import type { DocumentOf, JsonSchema } from '../../../../shared/openapi/operation-document.ts';
import { shownCharge } from '../../../../shared/openapi/payment-examples.ts';
import { transactionMembers } from '../../../../shared/openapi/payment-transaction.ts';
import { after, byCode, charged } from '../../../../shared/openapi/step-words.ts';
import type { contract } from '../contract.ts';

const entry: JsonSchema = {
  ...objectOf(transactionMembers),
  properties: {
    ...transactionMembers,
    SubDealerAmount: amount('The part of the sub-dealer in Amount; only where SubDealerId is given.'),
  },
};

const data: JsonSchema = objectOf({
  ...listResult(CUT_BY_TIME),
  ListItemCount: whole('Number of entries in PaymentTrxList.'),
  PaymentTrxList: {
    type: 'array',
    maxItems: 500,
    items: entry,
    description: 'Each charge, and each step that reached the bank, the newest first.',
  },
});

const found = {
  ...listDone,
  ListItemCount: 1,
  PaymentTrxList: [shownCharge],
};

const voided = {
  ...found,
  ListItemCount: 2,
  PaymentTrxList: [{ ...shownCharge, DealerPaymentTrxId: 100_002, TrxType: 3, VoidRefundReason: 2 }, shownCharge],
};

const voidedBefore = after(charged(), { operation: 'DoVoid', request: byCode });
const success = successesOf({}, { data: found, generated: ['PaymentTrxList'], setUp: after(charged()) });

/** The words and examples of the list of transactions (decisions: lists of payments). */
export const document: DocumentOf<typeof contract> = {
  title: 'List transactions',
  description:
    'Lists the transactions that began in a period, newest first: at most 31 days and 500 entries a call. They are those that the detail of each payment shows. A list that has more is cut, and ResultMessage says with which TrxEndDate to ask on; then nothing is lost or told twice. It asks no bank and changes nothing. A new transaction may be listed a moment later.',
  further: {
    GetPaymentTrxListMarketPlace: {
      title: 'List transactions with sub-dealers',
      description:
        'The same. SubDealerId lists the transactions in which that sub-dealer has a part, with its part in SubDealerAmount; they may be a minute late.',
    },
  },
  fields: {
    ...listPeriodFields('TrxStartDate', 'TrxEndDate'),
    TrxType: {
      schema: { type: 'integer', enum: [0, 1, 2, 3, 4] },
      description: 'Lists transactions of this TrxType alone; 0 counts as not given.',
    },
    TrxStatus: {
      schema: { type: 'integer', enum: [0, 1, 2] },
      description: 'Lists transactions of this TrxStatus alone.',
    },
    SubDealerId: listSubDealer('transactions', 'SubDealerAmount shows its part.'),
  },
  data,
  order: listOrder('A field cannot be read, the period is longer than 31 days or ends before it begins.'),
  examples: [
    success('latest', 'The transactions of the last 31 days', {}),
    success('voided', 'A payment and its void', { TrxStatus: 1 }, { data: voided, setUp: voidedBefore }),
    {
      ...success('withSubDealers', 'The same, of a dealer with sub-dealers', {}),
      operation: 'GetPaymentTrxListMarketPlace',
    },
    ...listExamples('GetPaymentTrxList', { start: 'TrxStartDate', end: 'TrxEndDate' }),
    nothingIn({ TrxType: 4 }, { name: 'noneRefunded', summary: 'Nothing was refunded', setUp: after(charged()) }),
  ],
};
