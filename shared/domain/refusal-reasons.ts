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

export type GetSaleReason =
  | 'SaleCodeOrDealerSaleIdMustBeGiven'
  | 'DealerSaleNotFound'
  | 'SaleCodeDoesntMatchDealerSaleId';

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
  | 'OtherTrxCodeAlreadyUsed';

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
  | 'AttemptsUsedUp'
  | 'OtherTrxCodeAlreadyUsed'
  | 'OutcomeUnknown'
  | 'StillRunning';

/** Any reason that an operation may have. */
export type RefusalReason =
  | PipelineReason
  | GetSaleReason
  | GetCustomerReason
  | PaymentRequestReason
  | Mobile3DReason
  | DirectPaymentReason;
