import { minor } from '../../../shared/domain/money/money.ts';
import type { Rate } from '../../../shared/domain/money/rate.ts';
import { CARD_WITHOUT_VIRTUAL_POS } from '../../../shared/nestpay/test-card-numbers.ts';
import { pipelineExamples, unexpectedExample } from '../../../shared/openapi/example-makers.ts';
import { installmentsInEuro, missingAmount } from '../../../shared/openapi/examples-in-common.ts';
import type { RefusalExample } from '../../../shared/openapi/operation-document.ts';
import { least, plain, type Reason, refused, sceneWith } from './example-requests.ts';

/** A test card whose charge the embedded bank answers with an error. */
const ANSWERED_WITH_ERROR = '4111110000000534';
const UNKNOWN_TOKEN = '0b9c1f52-9f0a-4d7e-8f0a-2f4a6c1d3e5b';

export const pipeline: readonly RefusalExample<Reason>[] = [
  ...pipelineExamples(least, { operation: 'DoDirectPaymentMarketPlace', channel: 'directPayment' }),
  {
    ...refused('NoAllowedToUseThisWebService', {
      name: 'barredSplit',
      summary: 'The dealer is barred from the operation that SubDealer makes of this one',
      message: 'This dealer may not use this operation with sub-dealers.',
      setUp: sceneWith({ barredOperations: ['DoDirectPaymentMarketPlace'] }),
    }),
    operation: 'DoDirectPayment',
  },
  refused(
    'OtherTrxCodeAlreadyUsed',
    {
      summary: 'The code names a paid payment with another description',
      message:
        'OtherTrxCode names a different request that is paid already: ask GetDealerPaymentTrxDetailList for it, and give a new payment a new code.',
      setUp: sceneWith({}, { earlier: least }),
    },
    { Description: 'Another payment' },
  ),
];

export const requiredAndValues: readonly RefusalExample<Reason>[] = [
  refused(...missingAmount),
  refused(
    'InvalidRequest',
    {
      name: 'missingRate',
      summary: 'The scenario requires a rate',
      message: 'SubDealer[0].DealerCommissionRate is required in CommissionScenario 2.',
    },
    { CommissionScenario: 2 },
  ),
  refused(...installmentsInEuro),
  refused(
    'InvalidInstallmentNumber',
    {
      summary: 'More installments than there are',
      message: 'InstallmentNumber must be 2 to 12, or 0 or 1 for a single payment.',
    },
    { InstallmentNumber: 13 },
  ),
  refused(
    'InvalidRequest',
    {
      name: 'amountsDoNotAddUp',
      summary: 'A kurus is missing in the amounts of the sub-dealers',
      message: 'The sum of SubDealer.Amount is 27.49 and must equal Amount, 27.50.',
    },
    {
      SubDealer: [
        { DealerId: 1774, Amount: 10.25 },
        { DealerId: 1803, Amount: 17.24 },
      ],
    },
  ),
];

export const permissions: readonly RefusalExample<Reason>[] = [
  refused('ThreeDRequired', {
    summary: 'The dealer must use 3D Secure',
    message: 'This dealer must use 3D Secure for this payment.',
    setUp: sceneWith({ threeDRequired: true }),
  }),
  refused(
    'ThisInstallmentNumberNotAvailableForDealer',
    {
      summary: 'The dealer may use 2 installments only',
      message: 'InstallmentNumber must be 1 or 2: this dealer may use no other count.',
      setUp: sceneWith({ installmentCounts: [2] }),
    },
    { InstallmentNumber: 3 },
  ),
  refused(
    'InvalidRequest',
    {
      name: 'foreignSubDealer',
      summary: "A sub-dealer that is not the dealer's",
      message: 'SubDealer.DealerId 999 is not a sub-dealer of this dealer.',
    },
    { SubDealer: [{ DealerId: 999, Amount: 27.5 }] },
  ),
  refused(
    'InvalidRequest',
    {
      name: 'commissionTooLarge',
      summary: 'More commission than the sub-dealer gets',
      message: 'The commission of sub-dealer 1774 is 27.51 and must not exceed its Amount, 27.50.',
    },
    { CommissionScenario: 3, SubDealer: [{ DealerId: 1774, Amount: 27.5, DealerCommissionAmount: 27.51 }] },
  ),
];

export const virtualPos: readonly RefusalExample<Reason>[] = [
  refused('VirtualPosNotFound', {
    summary: 'The dealer has no virtual POS',
    message: 'This dealer has no virtual POS.',
    setUp: sceneWith({}, { virtualPos: [] }),
  }),
  refused(
    'VirtualPosNotAvailable',
    {
      summary: 'The virtual POS does not take dollars',
      message: 'This dealer has no virtual POS for the bank of the card that takes the Currency.',
      setUp: sceneWith({}, { virtualPos: [{ bankCode: '64', currencies: ['TL'] }] }),
    },
    { Currency: 'USD' },
  ),
  refused(
    'VirtualPosNotAvailable',
    {
      name: 'cardWithoutVirtualPos',
      summary: 'No virtual POS takes the card',
      message: 'No virtual POS takes the card of CardNumber.',
    },
    { CardNumber: CARD_WITHOUT_VIRTUAL_POS },
  ),
  refused(
    'ThisInstallmentNumberNotAvailableForVirtualPos',
    {
      summary: 'The virtual POS takes 2 installments only',
      message: 'InstallmentNumber must be 1 or 2: the virtual POS of the card takes no other count.',
      setUp: sceneWith({}, { virtualPos: [{ bankCode: '64', installmentCounts: [2] }] }),
    },
    { InstallmentNumber: 3 },
  ),
  refused(
    'ThisInstallmentNumberNotAvailableForVirtualPos',
    {
      name: 'countWithoutRate',
      summary: 'The virtual POS takes 3 installments, and has no commission rate for them',
      message: 'InstallmentNumber must be 1: the virtual POS of the card takes no other count.',
      setUp: sceneWith({}, { virtualPos: [{ bankCode: '64', rates: { '1': 17_900 as Rate } }] }),
    },
    { InstallmentNumber: 3 },
  ),
];

export const customerAndCard: readonly RefusalExample<Reason>[] = [
  refused(
    'InvalidRequest',
    {
      name: 'unknownCustomer',
      summary: 'There is no such customer',
      message: 'CustomerInformation.DealerCustomerId is not the id of a customer of this dealer.',
    },
    { CustomerInformation: { DealerCustomerId: 99 } },
  ),
  refused(
    'InvalidCardInfo',
    { summary: 'The check digit of the card is wrong', message: 'CardNumber is not the number of a card.' },
    { CardNumber: '4111111111111112' },
  ),
  {
    ...refused('InvalidCardInfo', {
      name: 'unknownToken',
      summary: "A token that is nobody's",
      message: 'CardToken is not the token of a stored card of this dealer.',
    }),
    request: {
      CardToken: UNKNOWN_TOKEN,
      Amount: least.Amount,
      OtherTrxCode: least.OtherTrxCode,
      CommissionScenario: least.CommissionScenario,
      SubDealer: least.SubDealer,
    },
  },
];

const daily = { TL: { values: { daily: minor(10_000), monthly: 'unlimited', shards: 1 } } } as const;

export const limits: readonly RefusalExample<Reason>[] = [
  refused('DailyDealerLimitExceeded', {
    summary: '80.00 of 100.00 are used today',
    message: 'Amount exceeds what is left of the daily limit of this dealer.',
    setUp: sceneWith({ limits: daily }, { usedMinor: { kind: 'day', amount: 8000 } }),
  }),
  refused(
    'DailyCardLimitExceeded',
    {
      summary: 'The card has paid once today, and may not more often',
      message: 'This dealer may take no more from this card today.',
      setUp: sceneWith({ cardLimit: { count: 1, amount: 'unlimited' } }, { earlier: least }),
    },
    { OtherTrxCode: 'D-1043' },
  ),
];

export const unknownOutcome: readonly RefusalExample<Reason>[] = [
  refused(
    'OutcomeUnknown',
    {
      summary: 'The bank answers an error, which does not tell whether the card was charged',
      message: 'The bank did not report the outcome; repeat the request with the same OtherTrxCode to learn it.',
    },
    { CardNumber: ANSWERED_WITH_ERROR },
  ),
  {
    ...refused('OutcomeUnknown', {
      name: 'outcomeUnknownWithoutCode',
      summary: 'The same of a payment without OtherTrxCode, which its dealer cannot ask after',
      message: 'The bank did not report the outcome; the payment will be reversed if it was charged.',
    }),
    request: { ...plain, CardNumber: ANSWERED_WITH_ERROR, OtherTrxCode: '' },
    operation: 'DoDirectPayment',
  },
];

export const faults: readonly RefusalExample<Reason>[] = [
  {
    ...refused('StillRunning', {
      summary: 'The same request runs for the fourth time at once',
      message: 'A payment with this OtherTrxCode is still running; repeat the request later.',
    }),
    fault: 'two other calls wait for the first one',
  },
  {
    ...refused(
      'StillRunning',
      {
        name: 'notDecided',
        summary: 'Another request with the code is being charged',
        message:
          'An earlier request with this code is not decided; do not send it under another code. Repeat it later.',
      },
      { Description: 'Another payment' },
    ),
    fault: 'another request with the code is being charged',
  },
  {
    ...refused('AttemptsUsedUp', {
      summary: 'Ten attempts with the code were declined before',
      message: 'OtherTrxCode has used its 10 attempts: send the payment with a new OtherTrxCode.',
    }),
    fault: 'ten attempts with the code were declined',
  },
  unexpectedExample(least),
];
