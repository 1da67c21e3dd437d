import { UNKNOWN_CURRENCY } from '../../../../shared/domain/money/money.ts';
import type { Rate } from '../../../../shared/domain/money/rate.ts';
import {
  pipelineExamples,
  refusalsOf,
  successesOf,
  unexpectedExample,
} from '../../../../shared/openapi/example-makers.ts';
import {
  type DocumentOf,
  type ExampleSetUp,
  FOREIGN_DEFINITION_ID,
  type RefusalExample,
  type SuccessExample,
} from '../../../../shared/openapi/operation-document.ts';
import { leastLink } from '../../../../shared/openapi/reusable-link-words.ts';
import type { contract } from '../contract.ts';
import { data, fields, order } from './documentation.ts';

type Reason = keyof (typeof contract)['codes'];

const refused = refusalsOf<Reason>(leastLink);
const answer = {
  UserPosLinkId: 100_000,
  Url: 'https://pay.example/link/k3v7q2mzt5w4y6xa2bcdefgh3i.u7Pq0c2mXw9rT4yBn6sKdQ',
};
const success = successesOf(leastLink, { data: answer, generated: ['UserPosLinkId', 'Url'] });

/** The same link with an amount that payers choose. */
const open = { Amount: undefined, OpenAmount: { Min: 5, Max: 5000, Suggested: [10, 25, 50] } };

/** A dealer with two sub-dealers, and a commission rate for the single payment. */
const splitScene: ExampleSetUp = {
  subDealers: [{ subDealerId: 1774 }, { subDealerId: 1803 }],
  dealer: { topDealerRates: { '1': 12_000 as Rate } },
};

const successes: readonly SuccessExample[] = [
  success('course', 'A course with 30 chairs, for the same amount each', {
    Description: 'Bring flour.',
    MaxPayments: 30,
    ExpireDate: '2049-12-31 18:00',
    Ask: [
      { Field: 'FullName', Need: 'required' },
      { Field: 'Note', Need: 'optional', Label: 'Allergies' },
    ],
  }),
  success('openAmount', 'A donation: each payer chooses an amount within limits', open),
  success(
    'openAmountWithSubDealers',
    'A sub-dealer has 80 % of whatever is paid',
    { ...open, CommissionScenario: 6, SubDealer: [{ DealerId: 1774, Rate: 80 }] },
    { setUp: splitScene },
  ),
  success(
    'withSubDealers',
    'Two sub-dealers share each payment',
    {
      CommissionScenario: 3,
      SubDealer: [
        { DealerId: 1774, Amount: 10.25, DealerCommissionAmount: 0.4 },
        { DealerId: 1803, Amount: 17.25, DealerCommissionAmount: 0.7 },
      ],
    },
    { setUp: splitScene },
  ),
  success(
    'replayed',
    'The same request again, numbers written as text: the first answer again',
    { Amount: '27.50', CurrencyCode: 'TL', InstallmentNumber: '' },
    { setUp: { earlier: leastLink }, replayed: true, spelling: 'tolerated' },
  ),
];

/** A refusal for a value without a code of its own. */
const invalid = (name: string, summary: string, message: string, changes: Readonly<Record<string, unknown>>) =>
  refused('InvalidRequest', { name, summary, message }, changes);

const ofTheLink: readonly RefusalExample<Reason>[] = [
  refused(
    'LinkCodeAlreadyUsed',
    {
      summary: 'The code names a link with another amount',
      message:
        'LinkCode already names a different link of this dealer: a changed request needs a new code; repeat one exactly as it was.',
      setUp: { earlier: leastLink },
    },
    { Amount: 28 },
  ),
  invalid('noTitle', 'A required field is missing', 'Title is required.', { Title: '' }),
  invalid('noAmount', 'Nothing says what is paid', 'Amount or OpenAmount must be given.', { Amount: null }),
  invalid('twoAmounts', 'Both say what is paid', 'Amount and OpenAmount must not both be given.', {
    OpenAmount: { Min: 5, Max: 10 },
  }),
  invalid(
    'suggestedOutside',
    'A button for more than payers may choose',
    'Each amount of OpenAmount.Suggested must be from Min to Max.',
    { ...open, OpenAmount: { Min: 5, Max: 20, Suggested: [25] } },
  ),
  invalid('noPayments', 'A link for nobody', 'MaxPayments must be a whole number from 1 to 1000000.', {
    MaxPayments: 0,
  }),
  invalid('past', 'A moment that has passed', 'ExpireDate must be in the future.', { ExpireDate: '2020-01-01 10:00' }),
  invalid('noLabel', 'A note without a name', 'Each Note of Ask needs a Label.', {
    Ask: [{ Field: 'Note', Need: 'optional' }],
  }),
  invalid(
    'ratesTooHigh',
    'The sub-dealers have more than the whole',
    'Rates of SubDealer must sum up to at most 100.',
    {
      ...open,
      CommissionScenario: 6,
      SubDealer: [
        { DealerId: 1774, Rate: 80 },
        { DealerId: 1803, Rate: 30 },
      ],
    },
  ),
];

const ofEachRequest: readonly RefusalExample<Reason>[] = [
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
    'InvalidCurrencyCode',
    { summary: 'The lira is written TL', message: UNKNOWN_CURRENCY.replace('Currency', 'CurrencyCode') },
    { CurrencyCode: 'TRY' },
  ),
  refused(
    'InstallmentNotAvailableForForeignCurrencyTransaction',
    {
      summary: 'Installments in euro',
      message: 'InstallmentNumber must be a single payment when CurrencyCode is not TL.',
    },
    { CurrencyCode: 'EUR', InstallmentNumber: 3 },
  ),
  refused(
    'InvalidCommissionByDealerValue',
    { summary: 'A value that does not exist', message: 'CommissionByDealer must be a whole number from 0 to 12.' },
    { CommissionByDealer: 13 },
  ),
  refused(
    'InvalidCommissionDiffByDealerValue',
    { summary: 'A value that does not exist', message: 'IsCommissionDiffByDealer must be 0 or 1.' },
    { IsCommissionDiffByDealer: 2 },
  ),
  refused(
    'SetInstallmentByAndInstallmentNumberInconsistent',
    {
      summary: 'Payers are to choose, and the dealer has chosen',
      message:
        'InstallmentNumber must be a single payment when the payer chooses the installments (SetInstallmentBy 0).',
    },
    { SetInstallmentBy: 0, InstallmentNumber: 3 },
  ),
  refused(
    'InvalidInstallmentNumber',
    {
      summary: 'The definition has 2 and 3 installments only',
      message: 'InstallmentNumber must be 1 to 3: the payment-request definition and this dealer allow no other count.',
      setUp: { definition: { installmentCounts: [2, 3] } },
    },
    { InstallmentNumber: 6 },
  ),
  refused(
    'SetInstallmentByInconsistent',
    {
      summary: 'The definition leaves the choice to payers',
      message: 'SetInstallmentBy differs from the side that the payment-request definition fixes.',
      setUp: { definition: { installmentsSetBy: 'payer' } },
    },
    { SetInstallmentBy: 1 },
  ),
];

const permissions: readonly RefusalExample<Reason>[] = [
  refused(
    'ForeignCurrencyUnavailable',
    {
      summary: 'The dealer takes TL only',
      message: 'CurrencyCode is not permitted for this dealer.',
      setUp: { dealer: { currencies: ['TL'] } },
    },
    { CurrencyCode: 'USD' },
  ),
  refused(
    'InvalidPaymentPermission',
    {
      summary: 'The definition knows no pre-authorisation',
      message: 'IsPreAuth asks for a kind of payment that the payment-request definition does not permit.',
      setUp: { definition: { preAuthorisation: false } },
    },
    { IsPreAuth: 1 },
  ),
  refused(
    'InvalidPoolPermission',
    {
      summary: 'The dealer may not use the pool',
      message: 'IsPoolPayment 1 is not permitted.',
      setUp: { dealer: { pool: 'forbidden' } },
    },
    { IsPoolPayment: 1 },
  ),
  refused(
    'ThreeDRequired',
    {
      summary: 'The definition makes 3D Secure mandatory',
      message: 'IsThreeD must be 1: the payment-request definition makes 3D mandatory.',
      setUp: { definition: { threeDMandatory: true } },
    },
    { IsThreeD: 0 },
  ),
  refused('InvalidRequest', {
    name: 'noVirtualPos',
    summary: 'The dealer has no virtual POS yet',
    message: 'This dealer has no virtual POS, so nothing can be paid in any CurrencyCode.',
    setUp: { virtualPos: [] },
  }),
  refused(
    'NoAllowedToUseThisWebService',
    {
      name: 'barredFromSubDealers',
      summary: 'The dealer is barred from payment requests with sub-dealers',
      message: 'This dealer may not use this operation with sub-dealers.',
      setUp: { ...splitScene, dealer: { ...splitScene.dealer, barredOperations: ['CreateUserPosPaymentMarketPlace'] } },
    },
    { CommissionScenario: 1, SubDealer: [{ DealerId: 1774, Amount: 27.5 }] },
  ),
];

/** The words and examples of the creation of reusable links (decisions: reusable links). */
export const document: DocumentOf<typeof contract> = {
  title: 'Create a reusable link',
  description:
    'Creates an address that many payers open. Each of them makes a payment request of it, with the amount of the link or one of the payer’s own, and pays that. An operation of our own, which the dealer interface does not have.',
  fields,
  data,
  order,
  examples: [
    ...successes,
    ...pipelineExamples(leastLink, { operation: 'CreateUserPosLink', channel: 'paymentRequest' }),
    ...ofTheLink,
    ...ofEachRequest,
    ...permissions,
    unexpectedExample(leastLink),
  ],
};
