import type { Dealer } from '../../../../shared/domain/dealer/dealer.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { Rate } from '../../../../shared/domain/money/rate.ts';
import { pipelineExamples, successesOf, unexpectedExample } from '../../../../shared/openapi/example-makers.ts';
import { exampleCustomer, exampleLink, missingAmount } from '../../../../shared/openapi/examples-in-common.ts';
import {
  type DocumentOf,
  type ExampleSetUp,
  FOREIGN_DEFINITION_ID,
  type RefusalExample,
  type SuccessExample,
} from '../../../../shared/openapi/operation-document.ts';
import type { contract } from '../contract.ts';
import { data, fields, order } from './documentation.ts';
import { least, type Reason, refused } from './example-requests.ts';
import { ownMembers, permissions, values, virtualPos } from './examples-of-values.ts';

const answer = {
  UserPosPaymentId: 100_021,
  DealerCustomerId: 0,
  ...exampleLink,
};
const generated = ['UserPosPaymentId', 'Url', 'CodeForHash'];
const customers = [exampleCustomer, { dealerCustomerId: 1034, customerCode: 'C-1034', firstName: 'Deniz' }] as const;

const link = successesOf(least, { data: answer, generated });

const split = {
  CommissionScenario: 3,
  SubDealer: [
    { DealerId: 1774, Amount: 10.25, DealerCommissionAmount: 0.4 },
    { DealerId: 1803, Amount: 17.25, DealerCommissionAmount: 0.7 },
  ],
};

/** A dealer with two sub-dealers, and a commission rate for the single payment. */
const splitScene: ExampleSetUp = {
  subDealers: [{ subDealerId: 1774 }, { subDealerId: 1803 }],
  dealer: { topDealerRates: { '1': 12_000 as Rate } },
};

const limited = (daily: number, monthly: number): Partial<Dealer> => ({
  limits: { TL: { values: { daily: minor(daily), monthly: minor(monthly), shards: 1 } } },
});

const successes: readonly SuccessExample[] = [
  link('linkReturned', 'The dealer shows the link itself', {}),
  link('linkForContact', 'The contact of the payer is recorded with the link', {
    FullName: 'Elif Yılmaz',
    GsmNumber: '+905301111111',
    Email: 'elif@example.com',
  }),
  link('installmentsByDealer', 'Three installments, chosen by the dealer, who bears their commission', {
    InstallmentNumber: 3,
    SetInstallmentBy: 1,
    CommissionByDealer: 3,
  }),
  link(
    'expiryAndLanguage',
    'A link that ends at a time of the dealer, with a page in English',
    { ExpireDate: '2049-12-31 18:00', Language: 'EN' },
    { setUp: { definition: { linkLifeMinutes: 20_000_000 } } },
  ),
  link(
    'knownCustomer',
    'A customer who is registered already',
    { DealerCustomerId: 1033 },
    { setUp: { customers }, data: { ...answer, DealerCustomerId: 1033 } },
  ),
  link(
    'newCustomer',
    'A customer who is registered with the link',
    { CustomerCode: 'C-2001', FirstName: 'Deniz', LastName: 'Kaya', IsTokenized: 2 },
    { data: { ...answer, DealerCustomerId: 100_007 }, generated: [...generated, 'DealerCustomerId'] },
  ),
  link(
    'withSubDealers',
    'A payment that two sub-dealers share',
    { ...split },
    { operation: 'CreateUserPosPaymentMarketPlace', setUp: splitScene },
  ),
  link(
    'replayed',
    'The same request again, numbers written as text: the first answer again',
    { Amount: '27.50', Currency: 'TL', InstallmentNumber: '' },
    { setUp: { earlier: least }, replayed: true, spelling: 'tolerated' },
  ),
];

const pipeline: readonly RefusalExample<Reason>[] = [
  ...pipelineExamples(least, { operation: 'CreateUserPosPayment', channel: 'paymentRequest' }),
  refused(...missingAmount),
  refused(
    'OtherTrxCodeAlreadyUsed',
    {
      summary: 'The code names a request with another amount',
      message:
        'OtherTrxCode already names a different request of this dealer: a changed request needs a new code; repeat one exactly as it was.',
      setUp: { earlier: least },
    },
    { Amount: 28 },
  ),
];

const definition: readonly RefusalExample<Reason>[] = [
  refused(
    'DealerCustomerTypeNotFound',
    {
      summary: 'There is no such definition',
      message: 'DealerCustomerTypeId names no payment-request definition: use the id that the operator gave you.',
    },
    { DealerCustomerTypeId: 2_000_000_001 },
  ),
  refused(
    'DealerCustomerTypeMismatchForDealer',
    {
      summary: 'The definition belongs to another dealer',
      message: 'DealerCustomerTypeId names a payment-request definition of another dealer.',
    },
    { DealerCustomerTypeId: FOREIGN_DEFINITION_ID },
  ),
  refused(
    'EmailOrGsmNumberRequired',
    {
      summary: 'Nothing says how the link reaches its payer',
      message: 'GsmNumber, Email or RedirectUrl is needed so that the link can reach its payer.',
    },
    { RedirectUrl: '' },
  ),
  refused('GsmRequired', {
    summary: 'The definition delivers by SMS',
    message: 'GsmNumber is required by the payment-request definition.',
    setUp: { definition: { deliveryMode: 'sms' } },
  }),
  refused('EmailRequired', {
    summary: 'The definition delivers by e-mail',
    message: 'Email is required by the payment-request definition.',
    setUp: { definition: { deliveryMode: 'email' } },
  }),
];

const customerAndLimits: readonly RefusalExample<Reason>[] = [
  refused(
    'DealerCustomerNotFound',
    {
      summary: 'There is no such customer',
      message: 'No customer of this dealer has the given DealerCustomerId.',
    },
    { DealerCustomerId: 99 },
  ),
  refused(
    'DealerCustomerIdAndCustomerCodeDontMatchForDealer',
    {
      summary: 'The identifiers name two customers',
      message: 'DealerCustomerId and CustomerCode do not belong to the same customer.',
      setUp: { customers },
    },
    { DealerCustomerId: 1033, CustomerCode: 'C-1034' },
  ),
  refused(
    'DealerCustomerInfoIsMissing',
    {
      summary: 'A code that is new, without a first name',
      message: 'CustomerCode and FirstName are the least that creates a customer.',
    },
    { CustomerCode: 'C-2001' },
  ),
  refused('DailyDealerLimitExceeded', {
    summary: '80.00 of 100.00 are used today',
    message: "Amount exceeds what is left of the dealer's daily limit.",
    setUp: { dealer: limited(10_000, 100_000), usedMinor: { kind: 'day', amount: 8000 } },
  }),
  refused('MonthlyDealerLimitExceeded', {
    summary: '980.00 of 1000.00 are used this month',
    message: "Amount exceeds what is left of the dealer's monthly limit.",
    setUp: { dealer: limited(10_000, 100_000), usedMinor: { kind: 'month', amount: 98_000 } },
  }),
];

const faults: readonly RefusalExample<Reason>[] = [
  {
    ...refused(
      'DealerCustomerNotCreated',
      {
        summary: 'The registration of the customer failed',
        message: 'The customer could not be registered, and no link was created.',
      },
      { CustomerCode: 'C-2001', FirstName: 'Deniz' },
    ),
    fault: 'the store refuses the write of customer and link',
  },
  unexpectedExample(least),
];

const subDealers: readonly RefusalExample<Reason>[] = [
  refused('InvalidRequest', {
    name: 'noScenario',
    summary: 'The path for sub-dealers, without any',
    message: 'CommissionScenario is required.',
    setUp: splitScene,
  }),
  refused(
    'InvalidRequest',
    {
      name: 'sumOfSubDealers',
      summary: 'The amounts of the sub-dealers do not add up',
      message: 'The sum of SubDealer.Amount is 27.50 and must equal Amount, 30.00.',
      setUp: splitScene,
    },
    { ...split, Amount: 30 },
  ),
  refused(
    'InvalidRequest',
    {
      name: 'foreignSubDealer',
      summary: 'A sub-dealer of nobody',
      message: 'SubDealer.DealerId 1803 is not a sub-dealer of this dealer.',
      setUp: { ...splitScene, subDealers: [{ subDealerId: 1774 }] },
    },
    split,
  ),
  refused(
    'InvalidRequest',
    {
      name: 'noRateOfDealer',
      summary: "The dealer has no commission rate for the dealer's number of installments",
      message: 'The service has no commission rate of this dealer for InstallmentNumber 3.',
      setUp: splitScene,
    },
    { ...split, InstallmentNumber: 3, SetInstallmentBy: 1 },
  ),
  refused(
    'NoAllowedToUseThisWebService',
    {
      name: 'barredFromSubDealers',
      summary: 'The dealer is barred from payment requests with sub-dealers, at either path',
      message: 'This dealer may not use this operation with sub-dealers.',
      setUp: { ...splitScene, dealer: { ...splitScene.dealer, barredOperations: ['CreateUserPosPaymentMarketPlace'] } },
    },
    split,
  ),
].map((example) =>
  example.name === 'noScenario' ? { ...example, operation: 'CreateUserPosPaymentMarketPlace' } : example,
);

/** The words and examples of payment request creation (dealer interface 2.8 and 7.4). */
export const document: DocumentOf<typeof contract> = {
  title: 'Create payment request',
  description:
    'Creates a payment request: a link on which a payer pays. The link is in the answer. A definition that delivers by SMS or e-mail sends it to GsmNumber or Email too.',
  further: {
    CreateUserPosPaymentMarketPlace: {
      title: 'Create payment request with sub-dealers',
      description:
        'The same, for a payment that is shared among sub-dealers: CommissionScenario and SubDealer are required.',
    },
  },
  fields,
  data,
  order,
  examples: [
    ...successes,
    ...pipeline,
    ...definition,
    ...values,
    ...ownMembers,
    ...permissions,
    ...virtualPos,
    ...customerAndLimits,
    ...subDealers,
    ...faults,
  ],
};
