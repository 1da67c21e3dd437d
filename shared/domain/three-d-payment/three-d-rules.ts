import { badLanguage } from '../asked-language.ts';
import {
  type CardPaymentRules,
  checkCardPayment,
  type DirectPaymentContext,
  integratorRule,
  isCardPaymentCount,
  isCountBarred,
  isUnknownCurrency,
  requiredFields,
  uncodedValueRules,
} from '../direct-payment/direct-payment-rules.ts';
import type { BasketProduct } from '../link/payment-request.ts';
import { parseRedirectUrl, redirectUrlSentences } from '../link/redirect-url.ts';
import { askedCurrency, askedInstallmentCount, dealerCountsSentence, SINGLE_PAYMENT } from '../money/asked-terms.ts';
import { UNKNOWN_CURRENCY } from '../money/money.ts';
import { oneOf, type Rule } from '../ordered-rules.ts';
import type { ThreeDPaymentReason } from '../refusal-reasons.ts';
import type { Product } from '../sale/product.ts';
import { completeRedirectUrl, type ThreeDFields } from './three-d-fields.ts';

/** Input of the rules. */
export interface ThreeDContext extends DirectPaymentContext {
  readonly fields: ThreeDFields;
  readonly loopbackHttpAllowed: boolean;
  /** Products of the dealer that a checked basket names by their ids; absent where none was looked up. */
  readonly products?: readonly Product[];
}

type ThreeDRule = Rule<ThreeDPaymentReason | 'InvalidRequest', ThreeDContext>;

const invalid = (sentence: ThreeDRule['sentence'], broken: ThreeDRule['broken']): ThreeDRule => ({
  reason: 'InvalidRequest',
  sentence,
  broken,
});

/** Longer than any name on a card statement. */
const MAX_SUB_MERCHANT_NAME = 100;

const redirectUrlOf = ({ fields: { redirectUrl = '' }, dealer, loopbackHttpAllowed }: ThreeDContext) =>
  parseRedirectUrl(completeRedirectUrl(redirectUrl), {
    loopbackHttpAllowed,
    allowedHosts: dealer.allowedRedirectHosts,
  });

/** The form in which an accepted RedirectUrl is stored (rule 31). */
export const storedReturnAddress = (context: ThreeDContext): string => {
  const url = redirectUrlOf(context);
  if (typeof url === 'string') throw new RangeError('a RedirectUrl is stored after it was checked');
  return url.href;
};

/** Ids of products that a basket names, for a dealer whose baskets are checked. */
export const productIdsToCheck = ({
  fields: { basket },
  dealer,
}: Pick<ThreeDContext, 'fields' | 'dealer'>): readonly number[] =>
  dealer.checkBasket ? [...new Set(basket.flatMap(({ productId }) => productId ?? []))] : [];

/** True of a line whose id is no product of the dealer. A code beside it must be that product's. */
const isUnknownProduct = ({ productId, productCode }: BasketProduct, products: readonly Product[] = []): boolean => {
  if (productId === undefined) return false;
  const product = products.find(({ dealerProductId }) => dealerProductId === productId);
  return product === undefined || (productCode !== undefined && product.productCode !== productCode);
};

const basketBroken =
  (wrong: (line: BasketProduct) => boolean): ThreeDRule['broken'] =>
  ({ fields, dealer }) =>
    dealer.checkBasket && fields.basket.some(wrong);

/** What cannot be read is refused of every dealer: a payment keeps its basket. */
const hasUnreadable = ({ fields: { basket } }: ThreeDContext, member: 'unitPrice' | 'quantity'): boolean =>
  basket.some((line) => Number.isNaN(line[member]));

const basketSum = (basket: readonly BasketProduct[]): number =>
  basket.reduce((sum, { unitPrice = 0, quantity = 0 }) => sum + unitPrice * quantity, 0);

/** A basket is checked only when the dealer asks for it: clients send baskets that do not add up. */
const basketRules: readonly ThreeDRule[] = [
  {
    reason: 'InvalidUnitPrice',
    sentence: 'BasketProduct.UnitPrice is required and must be above 0.',
    broken: (context) =>
      hasUnreadable(context, 'unitPrice') || basketBroken(({ unitPrice = 0 }) => unitPrice <= 0)(context),
  },
  {
    reason: 'InvalidQuantityValue',
    sentence: 'BasketProduct.Quantity is required and must be at least 1.',
    broken: (context) =>
      hasUnreadable(context, 'quantity') || basketBroken(({ quantity = 0 }) => quantity < 1)(context),
  },
  {
    reason: 'BasketAmountIsNotEqualPaymentAmount',
    sentence: 'The sum of BasketProduct, UnitPrice times Quantity, must equal Amount.',
    broken: ({ fields: { basket, amount }, dealer }) =>
      dealer.checkBasket && basket.length > 0 && basketSum(basket) !== amount,
  },
  {
    reason: 'MustBeOneOfDealerProductIdOrProductCode',
    sentence: 'BasketProduct must name DealerProductId or ProductCode.',
    broken: basketBroken(({ productId, productCode }) => productId === undefined && productCode === undefined),
  },
  {
    reason: 'BasketProductNotFoundInYourProductList',
    sentence:
      'BasketProduct.DealerProductId is not in the product list of this dealer, or ProductCode is not that of the product.',
    // A code alone may be one of the shop's own articles: the list is about what recurring sales sell.
    broken: ({ fields, dealer, products }) =>
      dealer.checkBasket && fields.basket.some((line) => isUnknownProduct(line, products)),
  },
];

const threeDRules: CardPaymentRules<ThreeDContext, ThreeDPaymentReason | 'InvalidRequest'> = {
  required: [
    ...requiredFields,
    {
      reason: 'RedirectUrlRequired',
      sentence: 'RedirectUrl is required.',
      broken: ({ fields }) => fields.redirectUrl === undefined,
    },
  ],
  values: [
    {
      reason: 'InvalidCurrencyCode',
      sentence: UNKNOWN_CURRENCY,
      broken: ({ fields }) => isUnknownCurrency(fields),
    },
    {
      reason: 'InvalidInstallmentNumber',
      sentence: 'InstallmentNumber must be 2 to 12, or 0 or 1 for a single payment.',
      broken: ({ fields }) => !isCardPaymentCount(askedInstallmentCount(fields)),
    },
    {
      reason: 'InstallmentNotAvailableForForeignCurrencyTransaction',
      sentence: 'InstallmentNumber must be a single payment when Currency is not TL.',
      broken: ({ fields }) => askedCurrency(fields) !== 'TL' && askedInstallmentCount(fields) !== SINGLE_PAYMENT,
    },
    {
      reason: 'CardTokenCannotUseWithSaveCard',
      sentence: 'IsTokenized must not be 1 beside CardToken: the card is stored already.',
      broken: ({ fields }) => fields.isTokenized === 1 && fields.card.token !== undefined,
    },
    {
      reason: 'InvalidSubMerchantName',
      sentence: `SubMerchantName must have at most ${MAX_SUB_MERCHANT_NAME} characters.`,
      broken: ({ fields: { subMerchantName = '' } }) => Array.from(subMerchantName).length > MAX_SUB_MERCHANT_NAME,
    },
    ...basketRules,
    ...uncodedValueRules,
    invalid(
      (context) => {
        const url = redirectUrlOf(context);
        return typeof url === 'string' ? redirectUrlSentences[url] : '';
      },
      (context) => typeof redirectUrlOf(context) === 'string',
    ),
    invalid('RedirectType must be 0 or 1.', ({ fields }) => !oneOf(fields.redirectType, [0, 1])),
    invalid('ReturnHash must be 0 or 1.', ({ fields }) => !oneOf(fields.returnHash, [0, 1])),
    invalid('IsTokenized must be 0 or 1.', ({ fields }) => !oneOf(fields.isTokenized, [0, 1])),
    invalid('Language must be TR or EN.', ({ fields }) => badLanguage(fields)),
  ],
  permissions: [
    {
      reason: 'ForeignCurrencyNotAvailableForThisDealer',
      sentence: 'Currency is not permitted for this dealer.',
      broken: ({ fields, dealer }) => !dealer.currencies.includes(askedCurrency(fields)),
    },
    {
      reason: 'PaymentMustBeAuthorization',
      sentence: 'IsPreAuth must be 1 for this dealer.',
      broken: ({ fields, dealer }) => fields.isPreAuth !== 1 && dealer.preAuthorisation === 'required',
    },
    {
      reason: 'AuthorizationForbiddenForThisDealer',
      sentence: 'IsPreAuth 1 is not permitted for this dealer.',
      broken: ({ fields, dealer }) => fields.isPreAuth === 1 && dealer.preAuthorisation === 'forbidden',
    },
    {
      reason: 'PoolPaymentNotAvailableForDealer',
      sentence: 'IsPoolPayment 1 is not permitted for this dealer.',
      broken: ({ fields, dealer }) => fields.isPoolPayment === 1 && dealer.pool === 'forbidden',
    },
    {
      reason: 'PoolPaymentRequiredForDealer',
      sentence: 'IsPoolPayment must be 1 for this dealer.',
      broken: ({ fields, dealer }) => fields.isPoolPayment !== 1 && dealer.pool === 'required',
    },
    {
      reason: 'TokenizationNotAvailableForDealer',
      sentence: 'IsTokenized 1 is not permitted for this dealer.',
      broken: ({ fields, dealer }) => fields.isTokenized === 1 && !dealer.cardStorage,
    },
    {
      reason: 'ThisInstallmentNumberNotAvailableForDealer',
      sentence: ({ dealer }) => dealerCountsSentence(dealer.installmentCounts),
      broken: isCountBarred,
    },
    integratorRule,
    invalid(
      'ReturnHash must be 1: a result without a hash proves nothing, and this dealer may not have one.',
      ({ fields, dealer }) => fields.returnHash !== 1 && !dealer.unsignedResult,
    ),
    invalid(
      'CustomerInformation must name DealerCustomerId or CustomerCode when IsTokenized is 1.',
      ({ fields: { isTokenized, customer } }) =>
        isTokenized === 1 && customer.dealerCustomerId === undefined && customer.customerCode === undefined,
    ),
  ],
};

/**
 * The rules of a 3D payment that need only the request and the dealer: required fields, value ranges with the sums of
 * the commission scenario, permissions (decisions: order of refusals). Throws the Refusal of the first broken one.
 */
export const checkThreeDPayment = (context: ThreeDContext): void => checkCardPayment(threeDRules, context);

/**
 * The fields that name the customer. A card is stored only with IsTokenized 1; without it CustomerInformation registers
 * nobody. With a token CustomerInformation names the card's owner.
 */
export const customerDecides = (fields: ThreeDFields): ThreeDFields =>
  fields.isTokenized === 1 || fields.card.token !== undefined ? fields : { ...fields, customer: {} };
