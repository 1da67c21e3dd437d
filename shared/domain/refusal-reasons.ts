/**
 * Why requests are refused: a union for each operation. The names are those of the dealer interface's result codes
 * without their prefix. An operation's contract maps each of its reasons to one code; a reason that is misspelt, or that
 * has no code, does not compile.
 */

/** Reasons for which the pipeline of every operation refuses, before the operation's own rules. */
export type PipelineReason =
  | 'MalformedRequest'
  | 'InvalidRequest'
  | 'InvalidAccount'
  | 'IpAddressNotAllowed'
  | 'ChannelPermissionNotAvailable'
  | 'NoAllowedToUseThisWebService';

export type AddSaleReason = 'SaleCodeAlreadyUsing';

/** Reasons of every operation that names a sale by one or both identifiers. */
export type GetSaleReason =
  | 'SaleCodeOrDealerSaleIdMustBeGiven'
  | 'DealerSaleNotFound'
  | 'SaleCodeDoesntMatchDealerSaleId';

/** Reasons of every operation that names a payment plan by its id. */
export type NamedPlanReason = 'DealerPaymentPlanIdIsRequired' | 'PaymentPlanNotFound';

export type ChangePlanReason = NamedPlanReason | 'PaymentDatePassed';
export type AddProductReason = 'ProductNameIsRequired' | 'ProductCodeAlreadyUsing';

/** Reasons of every operation that names a product by one or both identifiers. */
export type NamedProductReason =
  | 'ProductCodeOrDealerProductIdMustBeGiven'
  | 'ProductNotFound'
  | 'ProductCodeDoesntMatchDealerProductId';

/** Reason of every operation that names a schedule of recurring sales. */
export type NamedScheduleReason = 'DealerSaleScheduleIdIsRequired' | 'ScheduleNotFound';

export type GetDealerReason = 'DealerNotFound';

export type GetCustomerReason =
  | 'CustomerCodeOrDealerCustomerIdMustBeGiven'
  | 'DealerCustomerNotFound'
  | 'CustomerCodeDoesntMatchDealerCustomerId';

export type PaymentRequestReason =
  | 'EmailOrGsmNumberRequired'
  | 'GsmRequired'
  | 'EmailRequired'
  | 'InvalidGsmNumber'
  | 'InvalidEmailFormat'
  | 'InvalidCustomerGsmNumber'
  | 'InvalidCustomerEmailFormat'
  | 'InvalidCurrencyCode'
  | 'InstallmentNotAvailableForForeignCurrencyTransaction'
  | 'DealerCustomerTypeNotFound'
  | 'DealerCustomerTypeMismatchForDealer'
  | 'ForeignCurrencyUnavailable'
  | 'InvalidPaymentPermission'
  | 'InvalidPoolPermission'
  | 'InvalidTokenizationPermissionValue'
  | 'InvalidTokenizationPermission'
  | 'InvalidCommissionByDealerValue'
  | 'InvalidCommissionDiffByDealerValue'
  | 'SetInstallmentByAndInstallmentNumberInconsistent'
  | 'InvalidInstallmentNumber'
  | 'SetInstallmentByInconsistent'
  | 'ThreeDRequired'
  | 'InvalidBirthDateFormat'
  | 'DealerCustomerNotCreated'
  | 'DealerCustomerNotFound'
  | 'DealerCustomerInfoIsMissing'
  | 'DealerCustomerIdAndCustomerCodeDontMatchForDealer'
  | 'InvalidBuyerGsmNumber'
  | 'InvalidBuyerEmailFormat'
  | 'DailyDealerLimitExceeded'
  | 'MonthlyDealerLimitExceeded'
  | 'OtherTrxCodeAlreadyUsed';

/** Reasons of every operation about a payment request that exists. */
type NamedLinkReason =
  | 'OtherTrxCodeOrUserPosPaymentIdMustBeGiven'
  | 'UserPosPaymentNotFound'
  | 'OtherTrxCodeDoesntMatchUserPosPaymentId';

export type GetPaymentRequestReason = NamedLinkReason;

/** Reason of an operation that may name a reusable link. */
export type GetFunnelReason = 'UserPosLinkNotFound';

export type CancelPaymentRequestReason = NamedLinkReason | 'CancelNotAvailable';

export type ResendPaymentRequestReason =
  | NamedLinkReason
  | 'ResendNotAvailable'
  | 'NothingToResend'
  | 'DailyResendLimitExceeded';

/** Reasons of payment requests that hold for what a reusable link says of its requests too. */
type RequestOfLinkReason = Extract<
  PaymentRequestReason,
  | 'DealerCustomerTypeNotFound'
  | 'DealerCustomerTypeMismatchForDealer'
  | 'InvalidCurrencyCode'
  | 'InstallmentNotAvailableForForeignCurrencyTransaction'
  | 'InvalidCommissionByDealerValue'
  | 'InvalidCommissionDiffByDealerValue'
  | 'SetInstallmentByAndInstallmentNumberInconsistent'
  | 'InvalidInstallmentNumber'
  | 'SetInstallmentByInconsistent'
  | 'ForeignCurrencyUnavailable'
  | 'InvalidPaymentPermission'
  | 'InvalidPoolPermission'
  | 'ThreeDRequired'
>;

export type CreateReusableLinkReason = RequestOfLinkReason | 'LinkCodeAlreadyUsed';

/** Reasons of every operation about a reusable link that exists. */
export type NamedReusableLinkReason =
  | 'LinkCodeOrUserPosLinkIdMustBeGiven'
  | 'UserPosLinkNotFound'
  | 'LinkCodeDoesntMatchUserPosLinkId';

export type UpdateReusableLinkReason = NamedReusableLinkReason | 'MaxPaymentsNotAvailable';

export type Mobile3DReason =
  | 'VirtualPosCommissionRateNotFound'
  | 'VirtualPosNotAvailable'
  | 'InstallmentNotAvailableForForeignCurrencyTransaction'
  | 'ForeignCurrencyNotAvailableForThisDealer'
  | 'PoolPaymentNotAvailableForDealer'
  | 'PoolPaymentRequiredForDealer'
  | 'InvalidInstallmentNumber'
  | 'AmountRequired'
  | 'OtherTrxCodeRequired'
  | 'RedirectUrlRequired'
  | 'PaymentTypeRequired'
  | 'InvalidPaymentType'
  | 'InvalidCurrencyCode'
  | 'AgreementDateNotFound'
  | 'RedirectUrlCannotContainOtherTrxCode'
  | 'AttemptsUsedUp'
  | 'OtherTrxCodeAlreadyUsed'
  | 'StillRunning';

export type DirectPaymentReason =
  | 'VirtualPosNotFound'
  | 'DailyDealerLimitExceeded'
  | 'DailyCardLimitExceeded'
  | 'InvalidCardInfo'
  | 'ThreeDRequired'
  | 'InstallmentNotAvailableForForeignCurrencyTransaction'
  | 'ThisInstallmentNumberNotAvailableForDealer'
  | 'InvalidInstallmentNumber'
  | 'ThisInstallmentNumberNotAvailableForVirtualPos'
  | 'VirtualPosNotAvailable'
  | 'DealerCommissionRateNotFound'
  | 'DealerGroupCommissionRateNotFound'
  | 'OnlyCardTokenOrCardNumber'
  | 'CardTokenNotFound'
  | 'AttemptsUsedUp'
  | 'OtherTrxCodeAlreadyUsed'
  | 'OutcomeUnknown'
  | 'StillRunning';

export type ThreeDPaymentReason =
  | Exclude<DirectPaymentReason, 'ThreeDRequired' | 'OutcomeUnknown'>
  | 'RedirectUrlRequired'
  | 'InvalidCurrencyCode'
  | 'ForeignCurrencyNotAvailableForThisDealer'
  | 'PaymentMustBeAuthorization'
  | 'AuthorizationForbiddenForThisDealer'
  | 'PoolPaymentNotAvailableForDealer'
  | 'PoolPaymentRequiredForDealer'
  | 'TokenizationNotAvailableForDealer'
  | 'CardTokenCannotUseWithSaveCard'
  | 'InvalidSubMerchantName'
  | 'InvalidUnitPrice'
  | 'InvalidQuantityValue'
  | 'BasketAmountIsNotEqualPaymentAmount'
  | 'BasketProductNotFoundInYourProductList'
  | 'MustBeOneOfDealerProductIdOrProductCode';

export type PaymentDetailReason = 'PaymentIdError';

/** Reasons of lists and statements. */
export type EmptyListReason = 'NoDataFound';

/** Reasons of every operation that names a payment by OtherTrxCode or VirtualPosOrderId. */
type NamedPaymentReason =
  | 'OtherTrxCodeOrVirtualPosOrderIdMustGiven'
  | 'OtherTrxCodeAndVirtualPosOrderIdMismatch'
  | 'PaymentNotFound';

export type UpdatePaymentReason = NamedPaymentReason;

export type CapturePaymentReason = NamedPaymentReason | 'CaptureNotAvailable' | 'InvalidAmount' | 'OutcomeUnknown';

export type VoidPaymentReason = NamedPaymentReason | 'PaymentNotAvailable' | 'OutcomeUnknown';

export type RefundPaymentReason =
  | NamedPaymentReason
  | 'InvalidAmount'
  | 'RefundRequestAlreadyExist'
  | 'RefundNotAvailable';

export type ApprovePoolReason =
  | NamedPaymentReason
  | 'DealerPaymentNotFound'
  | 'PaymentAlreadyApproved'
  | 'PaymentIsNotPoolPayment';

export type UndoPoolReason =
  | NamedPaymentReason
  | 'DealerPaymentNotFound'
  | 'PaymentIsNotPoolPayment'
  | 'PaymentNotApprovedYet'
  | 'PaymentNotApprovedYetForSubDealer'
  | 'UndoNotAvailable';

export type UpdatePaymentSharesReason =
  | NamedPaymentReason
  | 'UpdateNotAvailable'
  | 'InvalidAmount'
  | 'DealerGroupCommissionRateNotFound';

export type BankCardReason = 'BinNumberNotFound';

export type PaymentAmountReason =
  | 'RequiredOrderAmount'
  | 'InvalidCurrencyCode'
  | 'InvalidInstallmentNumber'
  | 'VirtualPosCommissionRateNotFound'
  | 'InstallmentNotAvailableForForeignCurrencyTransaction'
  | 'DealerDoNotBinNumberInquiryAllowed'
  | 'BinNumberNotFound'
  | 'BinNumberMustGiven'
  | 'BothGroupRevenueRateAndGroupRevenueAmountMustBeZero';

export type PaymentTableReason =
  | 'RequiredOrderAmount'
  | 'BinNumberNotFound'
  | 'InvalidCurrencyCode'
  | 'DealerCommissionRateNotFound';

export type AddCustomerReason = 'CustomerCodeAlreadyUsing';

export type CustomerWithCardReason = AddCustomerReason | 'InvalidCardInfo' | 'TooManyCards';

export type AddCardReason = GetCustomerReason | 'InvalidCardInfo' | 'TooManyCards';

export type StoredCardReason = 'CardTokenIsRequired' | 'CardTokenNotFound';

/** Any reason that an operation may have. */
export type RefusalReason =
  | PipelineReason
  | GetDealerReason
  | AddSaleReason
  | GetSaleReason
  | ChangePlanReason
  | AddProductReason
  | NamedProductReason
  | NamedScheduleReason
  | GetCustomerReason
  | PaymentRequestReason
  | GetPaymentRequestReason
  | GetFunnelReason
  | CancelPaymentRequestReason
  | ResendPaymentRequestReason
  | CreateReusableLinkReason
  | UpdateReusableLinkReason
  | Mobile3DReason
  | DirectPaymentReason
  | ThreeDPaymentReason
  | PaymentDetailReason
  | EmptyListReason
  | CapturePaymentReason
  | VoidPaymentReason
  | RefundPaymentReason
  | ApprovePoolReason
  | UndoPoolReason
  | UpdatePaymentSharesReason
  | StoredCardReason
  | BankCardReason
  | PaymentAmountReason
  | PaymentTableReason
  | CustomerWithCardReason;
