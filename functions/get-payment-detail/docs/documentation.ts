import { text, whole } from '../../../shared/openapi/answer-members.ts';
import type { JsonSchema } from '../../../shared/openapi/operation-document.ts';

type Members = Readonly<Record<string, JsonSchema>>;

const amount = (description: string): JsonSchema => ({ type: 'number', description });
const flag = (description: string): JsonSchema => ({ type: 'boolean', description });
const choice = (values: readonly number[], description: string): JsonSchema => ({
  type: 'integer',
  enum: values,
  description,
});
const moment = (description: string): JsonSchema => ({
  type: 'string',
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,3})?$',
  description: `${description}, on clocks in Istanbul, without a zone.`,
});

const objectOf = (properties: Members): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});

const result: Members = {
  ResultCode: {
    type: 'string',
    pattern: '^([0-9]{2,3})?$',
    description: "00 where it was done, empty while it waits, else the bank's code, 000 to 030.",
  },
  ResultMessage: text('What a code of the bank means; otherwise empty.'),
};

const POOL = '0 not pooled, 1 waits for the approval, 2 approved.';

const subDealer = objectOf({
  DealerId: whole('Number of the sub-dealer.'),
  Amount: amount('Its gross share.'),
  DealerCommissionAmount: amount('The commission deducted from it.'),
  NetAmount: amount('What is paid to it.'),
  RefAmount: amount('What was refunded of the share so far.'),
  PoolStatus: choice([0, 1, 2], POOL),
});

const detail = objectOf({
  DealerPaymentId: whole('Id of the payment in the service.'),
  UserPosPaymentId: whole('Id of the payment request, or 0.'),
  UserPosPaymentUrl: text('Address of the payment request, or empty.'),
  OtherTrxCode: text("The dealer's own code, or empty."),
  CardHolderFullName: text('Name of the card holder, where the request had it.'),
  CardNumberFirstSix: text('First six digits of the card.'),
  CardNumberLastFour: text('Last four digits of the card.'),
  PaymentDate: moment('When the payment began'),
  Amount: amount(
    'What the card was charged, commission of the payer included; of a captured payment what was captured.',
  ),
  RefAmount: amount('What was refunded so far.'),
  CurrencyCode: { type: 'string', enum: ['TL', 'USD', 'EUR', 'GBP'], description: 'Currency of all amounts.' },
  InstallmentNumber: { type: 'integer', minimum: 0, maximum: 12, description: '0 is the single payment.' },
  DealerCommissionAmount: amount('What the service takes, commission of the payer included.'),
  PaymentStatus: choice(
    [0, 1, 2, 3, 4],
    '0 waiting, 1 pre-authorised, 2 paid, 3 voided, 4 refunded in full. A payment that was refunded in part stays 2.',
  ),
  TrxStatus: choice([0, 1, 2], '0 waiting, 1 done, 2 failed.'),
  IsInternationalCard: flag('Always false: the service does not know where a card was issued.'),
  IsThreeD: flag('Whether the payer passed 3D Secure, or was asked to.'),
  IsThreeDModel: flag('The same.'),
  CanBeCanceled: flag('Whether the payment may be voided now.'),
  MdStatus: choice([0, 1], '1 where the payer was authenticated by 3D Secure.'),
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
  ...result,
  PoolStatus: choice([0, 1, 2], `${POOL} With sub-dealers it is 2 once every share is approved.`),
  SubDealerList: { type: 'array', items: subDealer, description: 'The shares of the sub-dealers.' },
});

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
  ...result,
  EffectiveDate: moment('When it ended, or began while it waits'),
  ExtraRefNo: text('Reference of the bank, or empty.'),
});

export const data: JsonSchema = objectOf({
  IsSuccessful: { const: true, description: 'Always true.' },
  ResultCode: { const: '00', description: 'Always 00.' },
  ResultMessage: { const: '', description: 'Always empty.' },
  PaymentDetail: { oneOf: [detail, { type: 'null' }], description: 'The payment; null where the code names none.' },
  ListItemCount: whole('Number of entries in PaymentTrxDetailList.'),
  PaymentTrxDetailList: {
    type: 'array',
    items: transaction,
    description: 'The charge, then each step that reached the bank, oldest first.',
  },
});
