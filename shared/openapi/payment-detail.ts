import { amount, choice, flag, type Members, moment, objectOf, text, whole } from './answer-members.ts';
import type { JsonSchema } from './operation-document.ts';

export const shownResult: Members = {
  ResultCode: {
    type: 'string',
    pattern: '^([0-9]{2,3})?$',
    description: "00 where it was done, empty while it waits, else the bank's code, 000 to 030.",
  },
  ResultMessage: text('What a code of the bank means; otherwise empty.'),
};

export const currencyCode: JsonSchema = {
  type: 'string',
  enum: ['TL', 'USD', 'EUR', 'GBP'],
  description: 'Currency of all amounts.',
};
export const installmentNumber: JsonSchema = {
  type: 'integer',
  minimum: 0,
  maximum: 12,
  description: '0 is the single payment.',
};
export const paymentStatus = choice(
  [0, 1, 2, 3, 4],
  '0 waiting, 1 pre-authorised, 2 paid, 3 voided, 4 refunded in full. A payment that was refunded in part stays 2.',
);
export const trxStatus = choice([0, 1, 2], '0 waiting, 1 done, 2 failed.');

const POOL = '0 not pooled, 1 waits for the approval, 2 approved.';

const subDealer = objectOf({
  DealerId: whole('Number of the sub-dealer.'),
  Amount: amount('Its gross share.'),
  DealerCommissionAmount: amount('The commission deducted from it.'),
  NetAmount: amount('What is paid to it.'),
  RefAmount: amount('What was refunded of the share so far.'),
  PoolStatus: choice([0, 1, 2], POOL),
});

/** Members of a payment request that a payer made of a reusable link. */
export const madeOfSchemas = {
  UserPosLinkId: whole('Id of the reusable link that the payment was made of, or 0.'),
  LinkCode: text("The dealer's code of that link, or empty."),
} as const satisfies Members;

/** PaymentDetail: one payment by its deciding attempt (decisions: payment detail). */
export const paymentDetailSchema = objectOf({
  DealerPaymentId: whole('Id of the payment in the service.'),
  UserPosPaymentId: whole('Id of the payment request, or 0.'),
  UserPosPaymentUrl: text('Address of the payment request, or empty.'),
  ...madeOfSchemas,
  OtherTrxCode: text("The dealer's own code, or empty."),
  CardHolderFullName: text('Name of the card holder, where the request had it.'),
  CardNumberFirstSix: text('First six digits of the card.'),
  CardNumberLastFour: text('Last four digits of the card.'),
  PaymentDate: moment('When the payment began'),
  Amount: amount(
    'What the card was charged, commission of the payer included; of a captured payment what was captured.',
  ),
  RefAmount: amount('What was refunded so far.'),
  CurrencyCode: currencyCode,
  InstallmentNumber: installmentNumber,
  DealerCommissionAmount: amount('What the service takes, commission of the payer included.'),
  PaymentStatus: paymentStatus,
  TrxStatus: trxStatus,
  IsInternationalCard: flag('Always false: the service does not know where a card was issued.'),
  IsThreeD: flag('Whether the payer passed 3D Secure, or was asked to.'),
  IsThreeDModel: flag('The same.'),
  CanBeCanceled: flag('Whether the payment may be voided now.'),
  MdStatus: choice(
    [0, 1, 2, 3, 4],
    'What the bank said of 3D: 1 the payer was authenticated, 2 to 4 only attempted. 0 without 3D, and where the payer never came back.',
  ),
  Description: text('Free text about the payment.'),
  Software: text('Name of the software that made it.'),
  BuyerFullName: text('Full name of the buyer.'),
  BuyerEmail: text('E-mail address of the buyer.'),
  BuyerGsmNumber: text('Phone of the buyer.'),
  BuyerAddress: text('Postal address of the buyer.'),
  BranchCode: text('Always empty.'),
  BranchName: text('Always empty.'),
  PointDistributionInformation: text('Always empty.'),
  VirtualPosOrderId: text('The id of the payment at the bank.'),
  AuthCode: text('Authorisation code of the bank, or empty.'),
  ...shownResult,
  PoolStatus: choice([0, 1, 2], `${POOL} With sub-dealers it is 2 once every share is approved.`),
  SubDealerList: { type: 'array', items: subDealer, description: 'The shares of the sub-dealers.' },
});
