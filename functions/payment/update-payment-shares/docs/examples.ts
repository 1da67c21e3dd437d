import { subDealer as subDealerMembers } from '../../../../shared/openapi/card-payment-members.ts';
import {
  pipelineExamples,
  refusalsOf,
  successesOf,
  unexpectedExample,
} from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../../shared/openapi/operation-document.ts';
import { approved, pooledWithSplit } from '../../../../shared/openapi/pool-words.ts';
import {
  after,
  byCode,
  byOrder,
  changedPaymentFields,
  changeOrder,
  charged,
  chargedWithSplit,
  idRefusals,
  ONE_STEP,
  paymentTextFields,
  poolData,
  poolDone,
} from '../../../../shared/openapi/step-words.ts';
import type { contract } from '../contract.ts';

type Reason = keyof (typeof contract)['codes'];

const sharesOf = (first: number, second: number) => [
  { DealerId: 1774, Amount: first },
  { DealerId: 1803, Amount: second },
];

const least = { ...byCode, SubDealer: sharesOf(12.5, 15) };
const scenario3 = {
  CommissionScenario: 3,
  SubDealer: [
    { DealerId: 1774, Amount: 12.5, DealerCommissionAmount: 0.5 },
    { DealerId: 1803, Amount: 15, DealerCommissionAmount: 0.6 },
  ],
};
const success = successesOf(least, {
  data: poolDone,
  generated: ['VirtualPosOrderId'],
  setUp: after(chargedWithSplit()),
});
const refused = refusalsOf<Reason>(least, after(chargedWithSplit()));

/** The words and examples of a change of shares (decisions: other shares). */
export const document: DocumentOf<typeof contract> = {
  title: "Change the sub-dealers' shares of a payment",
  description: `Gives the sub-dealers of a payment other shares of all that the card was charged, until a statement has the payment. Statements count the difference on the day of the change. Texts that are given are changed as UpdateDealerPayment does, also without SubDealer. ${ONE_STEP}`,
  fields: {
    ...changedPaymentFields,
    CommissionScenario: {
      description:
        'Absent or 0: the commission of each sub-dealer follows its share, as it does in a capture of a part. 1 to 6: shares and commissions are computed anew from SubDealer, as for a new payment, with the rates of today.',
    },
    SubDealer: {
      description:
        'The shares of all sub-dealers; without CommissionScenario each its gross share. Together they make up what was charged. Whoever is left out has no share any more, and only those may be named who have a part in the payment. A single object counts as a list of it alone.',
      members: subDealerMembers,
    },
    ...paymentTextFields,
  },
  anyOfFields: ['DealerPaymentId', 'OtherTrxCode', 'VirtualPosOrderId'],
  data: poolData,
  order: [
    ...changeOrder(
      'A field cannot be read; SubDealer is missing, beside texts to change too where there is a CommissionScenario, or lacks a field that is required, also by the commission scenario; a commission is named without a CommissionScenario. The message names the field.',
      {
        DealerGroupCommissionRateNotFound:
          "With a CommissionScenario: there is no rate for the payment's installments. The code is InvalidRequest, as for all that the scenario does not allow, also a commission above its Amount.",
      },
    ),
    {
      step: 'State of the payment',
      conditions: {
        UpdateNotAvailable:
          'The payment is not paid, or has no sub-dealers; a part of it was captured, or money was refunded or pooled money approved; a statement has it; another step of it is running; or the service does not change shares yet.',
      },
    },
    {
      step: 'Amount',
      conditions: {
        InvalidAmount:
          'SubDealer does not add up to what was charged, names a sub-dealer twice or one without a part in the payment, or a commission exceeds its share.',
      },
    },
  ],
  examples: [
    success('amounts', 'Other gross shares; commissions follow them', {}),
    success('one', 'One sub-dealer gets all of it, by its order at the bank', {
      OtherTrxCode: '',
      ...byOrder,
      SubDealer: [{ DealerId: 1803, Amount: 27.5 }],
    }),
    success('scenario', 'Shares and commissions by a scenario', scenario3),
    success(
      'authorised',
      'Of a pre-authorisation that nobody captured',
      {},
      { setUp: after(chargedWithSplit({ IsPreAuth: 1 })) },
    ),
    success('texts', 'Texts alone', { SubDealer: undefined, Description: 'Two pieces' }),
    success('both', 'Shares and the buyer', { BuyerInformation: { BuyerFullName: 'Elif Yılmaz' } }),
    success(
      'replayed',
      'The same request again',
      {},
      { setUp: { ...after(chargedWithSplit()), earlier: least }, replayed: true },
    ),
    ...pipelineExamples(least, { operation: 'UpdateDealerPaymentMarketPlace' }),
    refused(
      'InvalidRequest',
      {
        name: 'withoutShares',
        summary: 'No shares are given',
        message: 'SubDealer is required.',
      },
      { SubDealer: [] },
    ),
    refused(
      'InvalidRequest',
      {
        name: 'commissionWithoutScenario',
        summary: 'A commission without a scenario',
        message: 'CommissionScenario is required: SubDealer[0] names a commission.',
      },
      { SubDealer: scenario3.SubDealer },
    ),
    refused(
      'InvalidRequest',
      {
        name: 'commissionAboveShare',
        summary: 'A commission above its share',
        message: 'The commission of sub-dealer 1774 is 12.51 and must not exceed its Amount, 12.50.',
      },
      {
        CommissionScenario: 3,
        SubDealer: [
          { DealerId: 1774, Amount: 12.5, DealerCommissionAmount: 12.51 },
          { DealerId: 1803, Amount: 15, DealerCommissionAmount: 0.6 },
        ],
      },
    ),
    refused(
      'DealerGroupCommissionRateNotFound',
      {
        summary: 'A sub-dealer has no rate of its own',
        message: 'Sub-dealer 1774 has no commission rate for InstallmentNumber 1.',
        setUp: {
          ...after(chargedWithSplit()),
          subDealers: [{ subDealerId: 1774, rates: {} }, { subDealerId: 1803 }],
        },
      },
      { CommissionScenario: 1 },
    ),
    refused(
      'OtherTrxCodeOrVirtualPosOrderIdMustGiven',
      { summary: 'No id is given', message: 'OtherTrxCode or VirtualPosOrderId must be given.' },
      { OtherTrxCode: '' },
    ),
    ...idRefusals(least, chargedWithSplit()),
    refused('UpdateNotAvailable', {
      summary: 'The payment has no sub-dealers',
      message: 'This payment has no sub-dealers.',
      setUp: after(charged()),
    }),
    refused('UpdateNotAvailable', {
      name: 'approvedBefore',
      summary: 'Pooled money of it was approved',
      message: 'Pooled money of this payment was approved.',
      setUp: after(pooledWithSplit, approved()),
    }),
    refused(
      'InvalidAmount',
      {
        summary: 'The shares do not add up',
        message: 'The sum of SubDealer.Amount must equal the payment, 27.50.',
      },
      { SubDealer: sharesOf(12.5, 14.99) },
    ),
    unexpectedExample(least),
  ],
};
