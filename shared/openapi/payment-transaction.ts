import { amount, choice, moment, objectOf, text, whole } from './answer-members.ts';
import { madeOfSchemas, shownResult } from './payment-detail.ts';

/** What a transaction shows, whether it is read with its payment or in a list. */
export const transactionMembers = {
  DealerPaymentTrxId: whole('Id of the transaction in the service.'),
  DealerPaymentId: whole('Id of the payment in the service.'),
  ...madeOfSchemas,
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
} as const;

/** An entry of PaymentTrxDetailList (decisions: payment detail). */
export const transactionSchema = objectOf(transactionMembers);
