import * as z from 'zod/mini';
import type { ThreeDPaymentReason } from '../../../shared/domain/refusal-reasons.ts';
import { buyerOfPaymentWithBasket, codedBasketProducts } from '../../../shared/http/buyer-fields.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { directPaymentMembers } from '../../../shared/http/direct-payment-members.ts';
import { integer, text } from '../../../shared/http/fields.ts';
import { oneRedirectUrl } from '../../../shared/http/redirect-url-field.ts';

const AUTHENTICATION = 'PaymentDealer.CheckPaymentDealerAuthentication.';
const LIMITS = 'PaymentDealer.CheckDealerPaymentLimits.';
const START = 'PaymentDealer.DoDirectPayment3dRequest.';

/** The request block: that of a direct payment, and where and how the payer returns. */
const threeDRequest = z
  .object({
    ...directPaymentMembers(),
    // Price and quantity have codes of their own here.
    BuyerInformation: buyerOfPaymentWithBasket(codedBasketProducts()),
    BasketProduct: codedBasketProducts(),
    // Longer than any valid name, so that a wrong one gets its own code.
    SubMerchantName: text({ max: 1000 }),
    ReturnHash: integer(),
    RedirectUrl: text({ max: 2048 }),
    RedirectURL: text({ max: 2048 }),
    RedirectType: integer(),
    IsTokenized: integer(),
    Language: text({ max: 10 }),
  })
  .check(oneRedirectUrl);

export type ThreeDRequest = z.output<typeof threeDRequest>;

/** Payment with 3D from a dealer's own shop, with sub-dealers and without (decisions: 3D from a shop). */
export const contract = defineOperation({
  name: 'start-3d-payment',
  operation: 'DoDirectPaymentThreeD',
  channel: 'directPayment',
  routes: [
    { method: 'POST', path: '/PaymentDealer/DoDirectPaymentThreeD' },
    {
      method: 'POST',
      path: '/PaymentDealer/DoDirectPaymentThreeDMarketPlace',
      operation: 'DoDirectPaymentThreeDMarketPlace',
    },
  ],
  authenticationBlocks: ['PaymentDealerAuthentication'],
  requestBlock: 'PaymentDealerRequest',
  request: threeDRequest,
  codes: {
    MalformedRequest: `${AUTHENTICATION}InvalidRequest`,
    InvalidRequest: `${START}InvalidRequest`,
    InvalidAccount: `${AUTHENTICATION}InvalidAccount`,
    NoAllowedToUseThisWebService: `${AUTHENTICATION}InvalidAccount`,
    VirtualPosNotFound: `${AUTHENTICATION}VirtualPosNotFound`,
    DailyDealerLimitExceeded: `${LIMITS}DailyDealerLimitExceeded`,
    DailyCardLimitExceeded: `${LIMITS}DailyCardLimitExceeded`,
    InvalidCardInfo: 'PaymentDealer.CheckCardInfo.InvalidCardInfo',
    RedirectUrlRequired: `${START}RedirectUrlRequired`,
    InvalidCurrencyCode: `${START}InvalidCurrencyCode`,
    InvalidInstallmentNumber: `${START}InvalidInstallmentNumber`,
    InstallmentNotAvailableForForeignCurrencyTransaction: `${START}InstallmentNotAvailableForForeignCurrencyTransaction`,
    ForeignCurrencyNotAvailableForThisDealer: `${START}ForeignCurrencyNotAvailableForThisDealer`,
    PaymentMustBeAuthorization: `${START}PaymentMustBeAuthorization`,
    AuthorizationForbiddenForThisDealer: `${START}AuthorizationForbiddenForThisDealer`,
    PoolPaymentNotAvailableForDealer: `${START}PoolPaymentNotAvailableForDealer`,
    PoolPaymentRequiredForDealer: `${START}PoolPaymentRequiredForDealer`,
    TokenizationNotAvailableForDealer: `${START}TokenizationNotAvailableForDealer`,
    CardTokenCannotUseWithSaveCard: `${START}CardTokenCannotUseWithSaveCard`,
    CardTokenNotFound: `${START}CardTokenNotFound`,
    OnlyCardTokenOrCardNumber: `${START}OnlyCardTokenOrCardNumber`,
    ChannelPermissionNotAvailable: `${START}ChannelPermissionNotAvailable`,
    IpAddressNotAllowed: `${START}IpAddressNotAllowed`,
    VirtualPosNotAvailable: `${START}VirtualPosNotAvailable`,
    ThisInstallmentNumberNotAvailableForVirtualPos: `${START}ThisInstallmentNumberNotAvailableForVirtualPos`,
    ThisInstallmentNumberNotAvailableForDealer: `${START}ThisInstallmentNumberNotAvailableForDealer`,
    DealerCommissionRateNotFound: `${START}DealerCommissionRateNotFound`,
    DealerGroupCommissionRateNotFound: `${START}DealerGroupCommissionRateNotFound`,
    InvalidSubMerchantName: `${START}InvalidSubMerchantName`,
    InvalidUnitPrice: `${START}InvalidUnitPrice`,
    InvalidQuantityValue: `${START}InvalidQuantityValue`,
    BasketAmountIsNotEqualPaymentAmount: `${START}BasketAmountIsNotEqualPaymentAmount`,
    BasketProductNotFoundInYourProductList: `${START}BasketProductNotFoundInYourProductList`,
    MustBeOneOfDealerProductIdOrProductCode: `${START}MustBeOneOfDealerProductIdOrProductCode`,
    AttemptsUsedUp: `${START}InvalidRequest`,
    OtherTrxCodeAlreadyUsed: `${START}OtherTrxCodeAlreadyUsed`,
    StillRunning: `${START}StillRunning`,
  } satisfies CodesOf<ThreeDPaymentReason>,
});
