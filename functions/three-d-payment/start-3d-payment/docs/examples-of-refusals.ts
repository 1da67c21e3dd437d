import { minor } from '../../../../shared/domain/money/money.ts';
import type { Rate } from '../../../../shared/domain/money/rate.ts';
import { CARD_WITHOUT_VIRTUAL_POS } from '../../../../shared/nestpay/test-card-numbers.ts';
import { pipelineExamples, refusalsOf, unexpectedExample } from '../../../../shared/openapi/example-makers.ts';
import { installmentsInEuro, liraWrittenTry, missingAmount } from '../../../../shared/openapi/examples-in-common.ts';
import type { RefusalExample } from '../../../../shared/openapi/operation-document.ts';
import type { contract } from '../contract.ts';
import { least, scene, sceneWith, splits, token } from './example-requests.ts';

type Reason = keyof (typeof contract)['codes'];

const refused = refusalsOf<Reason>(least, scene);

const pipeline: readonly RefusalExample<Reason>[] = [
  ...pipelineExamples(least, { operation: 'DoDirectPaymentThreeD', channel: 'directPayment' }),
  {
    ...refused('OtherTrxCodeAlreadyUsed', {
      summary: 'The code names a payment that is paid',
      message: 'OtherTrxCode names a payment that is paid already: ask GetDealerPaymentTrxDetailList for it.',
    }),
    fault: 'the payer has paid',
  },
  {
    ...refused('StillRunning', {
      summary: 'The bank has not told about a charge under the code',
      message: 'An earlier request with this code is not decided; do not send it under another code. Repeat it later.',
    }),
    fault: 'the charge waits for the bank',
  },
];

const values: readonly RefusalExample<Reason>[] = [
  refused(...missingAmount),
  refused('RedirectUrlRequired', { summary: 'No address', message: 'RedirectUrl is required.' }, { RedirectUrl: '' }),
  refused(...liraWrittenTry),
  refused(
    'InvalidInstallmentNumber',
    {
      summary: 'More installments than there are',
      message: 'InstallmentNumber must be 2 to 12, or 0 or 1 for a single payment.',
    },
    { InstallmentNumber: 13 },
  ),
  refused(...installmentsInEuro),
  refused(
    'CardTokenCannotUseWithSaveCard',
    {
      summary: 'A stored card is to be stored',
      message: 'IsTokenized must not be 1 beside CardToken: the card is stored already.',
    },
    { CardToken: token, CardNumber: '', IsTokenized: 1 },
  ),
  refused(
    'InvalidSubMerchantName',
    { summary: 'A name too long', message: 'SubMerchantName must have at most 100 characters.' },
    { SubMerchantName: 'x'.repeat(101) },
  ),
];

const basketOf = (line: object) => ({
  BasketProduct: [{ ProductCode: 'P-5', UnitPrice: 27.5, Quantity: 1, ...line }],
});
const checkedBasket = sceneWith({ checkBasket: true });

const baskets: readonly RefusalExample<Reason>[] = [
  refused(
    'InvalidUnitPrice',
    {
      summary: 'No price',
      message: 'BasketProduct.UnitPrice is required and must be above 0.',
      setUp: checkedBasket,
    },
    basketOf({ UnitPrice: null }),
  ),
  refused(
    'InvalidUnitPrice',
    {
      name: 'unreadablePrice',
      summary: 'A price that is no amount',
      message: 'BasketProduct.UnitPrice is required and must be above 0.',
    },
    basketOf({ UnitPrice: 'abc' }),
  ),
  refused(
    'InvalidQuantityValue',
    {
      name: 'unreadableQuantity',
      summary: 'A quantity that is no number',
      message: 'BasketProduct.Quantity is required and must be at least 1.',
    },
    basketOf({ Quantity: 'z' }),
  ),
  refused(
    'InvalidQuantityValue',
    {
      summary: 'No quantity',
      message: 'BasketProduct.Quantity is required and must be at least 1.',
      setUp: checkedBasket,
    },
    basketOf({ Quantity: null }),
  ),
  refused(
    'BasketAmountIsNotEqualPaymentAmount',
    {
      summary: 'One piece too many',
      message: 'The sum of BasketProduct, UnitPrice times Quantity, must equal Amount.',
      setUp: checkedBasket,
    },
    basketOf({ Quantity: 2 }),
  ),
  refused(
    'MustBeOneOfDealerProductIdOrProductCode',
    {
      summary: 'A line without a product',
      message: 'BasketProduct must name DealerProductId or ProductCode.',
      setUp: checkedBasket,
    },
    basketOf({ ProductCode: null }),
  ),
  refused(
    'BasketProductNotFoundInYourProductList',
    {
      summary: 'An id of no product',
      message:
        'BasketProduct.DealerProductId is not in the product list of this dealer, or ProductCode is not that of the product.',
      setUp: checkedBasket,
    },
    basketOf({ ProductCode: null, DealerProductId: 5 }),
  ),
];

const permissions: readonly RefusalExample<Reason>[] = [
  refused('PaymentMustBeAuthorization', {
    summary: 'The dealer must pre-authorise',
    message: 'IsPreAuth must be 1 for this dealer.',
    setUp: sceneWith({ preAuthorisation: 'required' }),
  }),
  refused(
    'AuthorizationForbiddenForThisDealer',
    {
      summary: 'The dealer may not pre-authorise',
      message: 'IsPreAuth 1 is not permitted for this dealer.',
      setUp: sceneWith({ preAuthorisation: 'forbidden' }),
    },
    { IsPreAuth: 1 },
  ),
  refused(
    'ForeignCurrencyNotAvailableForThisDealer',
    {
      summary: 'The dealer takes lira only',
      message: 'Currency is not permitted for this dealer.',
      setUp: sceneWith({ currencies: ['TL'] }),
    },
    { Currency: 'USD' },
  ),
  refused(
    'PoolPaymentNotAvailableForDealer',
    {
      summary: 'The dealer has no pool',
      message: 'IsPoolPayment 1 is not permitted for this dealer.',
      setUp: sceneWith({ pool: 'forbidden' }),
    },
    { IsPoolPayment: 1 },
  ),
  refused('PoolPaymentRequiredForDealer', {
    summary: 'The dealer must pool',
    message: 'IsPoolPayment must be 1 for this dealer.',
    setUp: sceneWith({ pool: 'required' }),
  }),
  refused(
    'TokenizationNotAvailableForDealer',
    {
      summary: 'The dealer has no card storage',
      message: 'IsTokenized 1 is not permitted for this dealer.',
      setUp: sceneWith({ cardStorage: false }),
    },
    { IsTokenized: 1 },
  ),
  refused(
    'ThisInstallmentNumberNotAvailableForDealer',
    {
      summary: 'The dealer may use two installments only',
      message: 'InstallmentNumber must be 1 or 2: this dealer may use no other count.',
      setUp: sceneWith({ installmentCounts: [2] }),
    },
    { InstallmentNumber: 3 },
  ),
  refused(
    'InvalidRequest',
    {
      name: 'unsignedResult',
      summary: 'A result without a hash is not permitted to the dealer',
      message: 'ReturnHash must be 1: a result without a hash proves nothing, and this dealer may not have one.',
    },
    { ReturnHash: 0 },
  ),
  refused(
    'DealerGroupCommissionRateNotFound',
    {
      summary: 'A sub-dealer without a rate for two installments',
      message: 'The service has no commission rate of this dealer for InstallmentNumber 2.',
    },
    { ...splits, InstallmentNumber: 2 },
  ),
];

const further: readonly RefusalExample<Reason>[] = [
  refused('VirtualPosNotFound', {
    summary: 'A dealer who is not set up',
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
  refused('DealerCommissionRateNotFound', {
    summary: 'The virtual POS has no rate for the single payment',
    message: 'InstallmentNumber must be 3: the virtual POS of the card takes no other count.',
    setUp: sceneWith({}, { virtualPos: [{ bankCode: '64', rates: { '3': 42_000 as Rate } }] }),
  }),
  refused(
    'ThisInstallmentNumberNotAvailableForVirtualPos',
    {
      summary: 'The virtual POS takes two installments only',
      message: 'InstallmentNumber must be 1 or 2: the virtual POS of the card takes no other count.',
      setUp: sceneWith({}, { virtualPos: [{ bankCode: '64', installmentCounts: [2] }] }),
    },
    { InstallmentNumber: 3 },
  ),
  refused(
    'OnlyCardTokenOrCardNumber',
    { summary: 'Card and token', message: 'CardNumber and CardToken must not be sent together.' },
    { CardToken: token },
  ),
  refused(
    'InvalidCardInfo',
    { summary: 'A wrong digit', message: 'CardNumber is not the number of a card.' },
    { CardNumber: '4111111111111112' },
  ),
  refused(
    'CardTokenNotFound',
    { summary: 'Not a token of the dealer', message: 'CardToken is not the token of a stored card of this dealer.' },
    { CardToken: token, CardNumber: '' },
  ),
  refused('DailyDealerLimitExceeded', {
    summary: "The dealer's day is used up",
    message: 'Amount exceeds what is left of the daily limit of this dealer.',
    setUp: sceneWith({ limits: { TL: { values: { daily: minor(2749), monthly: 'unlimited', shards: 1 } } } }),
  }),
  refused('DailyCardLimitExceeded', {
    summary: 'More than the dealer takes from one card',
    message: 'This dealer may take no more from this card today.',
    setUp: sceneWith({ cardLimit: { count: 'unlimited', amount: minor(2749) } }),
  }),
  unexpectedExample(least),
];

/** One example at least of each reason that the operation has. */
export const refusals: readonly RefusalExample<Reason>[] = [
  ...pipeline,
  ...values,
  ...baskets,
  ...permissions,
  ...further,
];
