import type { RefusalReason } from '../domain/refusal-reasons.ts';

/** Sentences that several reasons share. */
const ASK_OPERATOR = 'Ask the operator of the service for the permission, or leave the field out.';
const TWO_NAMES = 'Send one of the two identifiers alone.';
const PHONE = 'Write a Turkish mobile number such as 5301111111, or +90 and its ten digits.';
const EMAIL = 'Write one address such as name@shop.example.';
const OTHER_COUNT = 'Use a number of installments that the message names, or 1.';
const LIMIT = 'Wait for the next period, charge less, or ask the operator of the service to raise the limit.';

/**
 * How to mend a refusal, by its reason: one sentence for a dealer's developer. The documents and the front page of one
 * machine show it beside the condition of the code.
 */
export const refusalAdvice: Readonly<Record<RefusalReason | 'EX', string>> = {
  EX: 'Repeat the request, with the same OtherTrxCode where there is one. If it fails again, tell the operator the correlation id.',

  MalformedRequest:
    'Send one JSON object with both blocks, and a CheckKey that is made of exactly the DealerCode, Username and Password beside it.',
  InvalidRequest: 'Correct the field that the message names.',
  InvalidAccount: 'Compare DealerCode, Username and Password with what the service issued, capital letters included.',
  IpAddressNotAllowed: 'Call from an address on the list of the dealer, or have the operator add yours.',
  ChannelPermissionNotAvailable: 'Ask the operator of the service to open this payment channel for the dealer.',
  NoAllowedToUseThisWebService: 'Ask the operator of the service to permit this operation to the dealer.',

  SaleCodeOrDealerSaleIdMustBeGiven: 'Give SaleCode or DealerSaleId.',
  DealerSaleNotFound: 'Check the code or id: letters and capitals count, and another dealer’s sale is not found.',
  SaleCodeDoesntMatchDealerSaleId: TWO_NAMES,
  DealerNotFound: 'Give your own DealerCode, the id of one of your sub-dealers, or nothing.',
  CustomerCodeOrDealerCustomerIdMustBeGiven: 'Give CustomerCode or DealerCustomerId.',
  DealerCustomerNotFound: 'Check the code or id, or add the customer with AddCustomer first.',
  CustomerCodeDoesntMatchDealerCustomerId: TWO_NAMES,
  CustomerCodeAlreadyUsing: 'Use the customer that is there, or another CustomerCode.',
  TooManyCards: 'Remove a card that is not used any more, or add this one an hour later.',
  CardTokenNotFound: 'Take CardToken from GetCardList of the customer: a removed card has none.',

  EmailOrGsmNumberRequired: 'Give GsmNumber, Email or RedirectUrl, whichever the definition delivers by.',
  GsmRequired: 'Give GsmNumber, or use a definition that does not deliver by SMS.',
  EmailRequired: 'Give Email, or use a definition that does not deliver by e-mail.',
  InvalidGsmNumber: PHONE,
  InvalidEmailFormat: EMAIL,
  InvalidCustomerGsmNumber: PHONE,
  InvalidCustomerEmailFormat: EMAIL,
  InvalidBuyerGsmNumber: 'Write 7 to 15 digits, with + and the country code in front where it is not Turkey.',
  InvalidBuyerEmailFormat: EMAIL,
  InvalidCurrencyCode: 'Write TL, USD, EUR or GBP. The lira is TL and not TRY; without the field it is TL.',
  InstallmentNotAvailableForForeignCurrencyTransaction: 'Leave InstallmentNumber out, or charge in TL.',
  DealerCustomerTypeNotFound: 'Give the id of a definition that the operator has set up for you.',
  DealerCustomerTypeMismatchForDealer: 'Give the id of a definition of your own.',
  ForeignCurrencyUnavailable: 'Charge in TL, or ask the operator of the service for the currency.',
  InvalidPaymentPermission: 'Use a definition that permits the kind of payment, or leave IsPreAuth and IsDirect out.',
  InvalidPoolPermission: ASK_OPERATOR,
  InvalidTokenizationPermissionValue: 'Write 0, 1 or 2 in IsTokenized, or leave it out.',
  InvalidTokenizationPermission: ASK_OPERATOR,
  InvalidCommissionByDealerValue: 'Write a whole number from 0 to 12 in CommissionByDealer.',
  InvalidCommissionDiffByDealerValue: 'Write 0 or 1 in IsCommissionDiffByDealer.',
  SetInstallmentByAndInstallmentNumberInconsistent:
    'Leave InstallmentNumber out, so that the payer chooses, or write 1 in SetInstallmentBy, so that you do.',
  InvalidInstallmentNumber: OTHER_COUNT,
  SetInstallmentByInconsistent: 'Leave SetInstallmentBy out: the definition says who chooses.',
  ThreeDRequired: 'Pay with 3D Secure: leave IsThreeD out, or use DoDirectPaymentThreeD.',
  InvalidBirthDateFormat: 'Write a day of the past as YYYYMMDD, such as 19850710.',
  DealerCustomerNotCreated: 'Repeat the request: nothing was created.',
  DealerCustomerInfoIsMissing: 'Name the customer by CustomerCode or DealerCustomerId; a new one needs FirstName too.',
  DealerCustomerIdAndCustomerCodeDontMatchForDealer: TWO_NAMES,
  DailyDealerLimitExceeded: LIMIT,
  MonthlyDealerLimitExceeded: LIMIT,
  OtherTrxCodeAlreadyUsed: 'Use a new OtherTrxCode for each new request; repeat an old one exactly as it was.',

  OtherTrxCodeOrUserPosPaymentIdMustBeGiven: 'Give OtherTrxCode or UserPosPaymentId.',
  UserPosPaymentNotFound: 'Check the code or id: it must name a payment request of yours, not a direct payment.',
  OtherTrxCodeDoesntMatchUserPosPaymentId: TWO_NAMES,
  CancelNotAvailable: 'Look at its state with GetUserPosPayment. A paid one is given back with DoCreateRefundRequest.',
  ResendNotAvailable: 'Look at its state with GetUserPosPayment, and create a new payment request if it has ended.',
  NothingToResend: 'Give the payment request a contact, and a definition that delivers by SMS or e-mail.',
  DailyResendLimitExceeded: 'Send the link yourself, or wait until tomorrow (Europe/Istanbul).',

  VirtualPosCommissionRateNotFound: 'Ask the operator of the service for the commission rate, or use another number.',
  VirtualPosNotAvailable: 'Use another card or currency, or ask the operator of the service for a virtual POS.',
  VirtualPosNotFound: 'Ask the operator of the service to set up a virtual POS.',
  ForeignCurrencyNotAvailableForThisDealer: 'Charge in TL, or ask the operator of the service for the currency.',
  PoolPaymentNotAvailableForDealer: ASK_OPERATOR,
  PoolPaymentRequiredForDealer: 'Write 1 in IsPoolPayment.',
  AmountRequired: 'Give Amount.',
  OtherTrxCodeRequired: 'Give OtherTrxCode.',
  RedirectUrlRequired: 'Give the address at which the payer is to end.',
  PaymentTypeRequired: 'Give the code of the bank whose page is to open, such as 64.',
  InvalidPaymentType: 'Give the code of a bank that the service knows, such as 64.',
  AgreementDateNotFound: 'Ask the operator of the service to record the agreement.',
  RedirectUrlCannotContainOtherTrxCode: 'Put the value of OtherTrxCode into RedirectURL, as ?MyTrxCode=… for example.',
  DailyCardLimitExceeded: 'Take another card, or wait until tomorrow (Europe/Istanbul).',
  InvalidCardInfo: 'Check number, expiry and CVC. On one machine and in sandboxes only the test cards are taken.',
  ThisInstallmentNumberNotAvailableForDealer: OTHER_COUNT,
  ThisInstallmentNumberNotAvailableForVirtualPos: OTHER_COUNT,
  DealerCommissionRateNotFound: 'Ask the operator of the service for the commission rate, or use another number.',
  DealerGroupCommissionRateNotFound: 'Ask the operator of the service for the rates of dealer and sub-dealers.',
  OnlyCardTokenOrCardNumber: 'Send CardToken or the card, not both.',
  AttemptsUsedUp: 'Send the payment with a new OtherTrxCode.',
  OutcomeUnknown: 'Repeat the same request with the same OtherTrxCode. Do not charge again under another code.',
  StillRunning: 'Repeat the same request a little later.',
  PaymentMustBeAuthorization: 'Write 1 in IsPreAuth, and capture the payment later.',
  AuthorizationForbiddenForThisDealer: ASK_OPERATOR,
  TokenizationNotAvailableForDealer: ASK_OPERATOR,
  CardTokenCannotUseWithSaveCard: 'Leave IsTokenized out: the card of a token is stored already.',
  InvalidSubMerchantName: 'Shorten SubMerchantName to 100 characters.',
  InvalidUnitPrice: 'Give every line of the basket a UnitPrice above 0.',
  InvalidQuantityValue: 'Give every line of the basket a Quantity of 1 or more.',
  BasketAmountIsNotEqualPaymentAmount: 'Make UnitPrice times Quantity of all lines add up to Amount.',
  BasketProductNotFoundInYourProductList: 'Name the line by ProductCode, or have the operator add the product.',
  MustBeOneOfDealerProductIdOrProductCode: 'Name each line of the basket by DealerProductId or by ProductCode.',

  NoDataFound: 'Widen the period, or leave filters out: nothing of yours fits them.',

  PaymentIdError: 'Give PaymentId or OtherTrxCode of a payment of yours.',
  OtherTrxCodeOrVirtualPosOrderIdMustGiven: 'Give OtherTrxCode or VirtualPosOrderId.',
  OtherTrxCodeAndVirtualPosOrderIdMismatch: TWO_NAMES,
  PaymentNotFound: 'Check the code or order id, and that somebody has tried to pay it.',
  CaptureNotAvailable: 'Look at the state of the payment with GetDealerPaymentTrxDetailList.',
  InvalidAmount: 'Look at what is left of the payment with GetDealerPaymentTrxDetailList, and send no more than that.',
  PaymentNotAvailable: 'Look at the state of the payment; after the end of the bank’s day refund it instead.',
  RefundRequestAlreadyExist: 'Wait for the end of the running step: GetDealerPaymentTrxDetailList shows it.',
  RefundNotAvailable:
    'Look at the state of the payment. A pre-authorisation that is not captured is voided with DoVoid.',
  DealerPaymentNotFound: 'Look at state and sub-dealers of the payment with GetDealerPaymentTrxDetailList.',
  PaymentAlreadyApproved: 'Nothing is left to do: the payment was approved before.',
  PaymentIsNotPoolPayment: 'Send IsPoolPayment 1 with the payment itself.',
  PaymentNotApprovedYet: 'Nothing is left to undo.',
  PaymentNotApprovedYetForSubDealer: 'Leave that sub-dealer out of SubDealer.',
  UndoNotAvailable: 'Look at the payment: what stands in a statement or was refunded stays approved.',

  BinNumberNotFound: 'Check the first 6 or 8 digits of the card. A new card range is added by the operator.',
  RequiredOrderAmount: 'Give an OrderAmount above 0.',
  DealerDoNotBinNumberInquiryAllowed: 'Ask the operator of the service to permit GetBankCardInformation.',
  BinNumberMustGiven: 'Give the first 6 or 8 digits of the card.',
  BothGroupRevenueRateAndGroupRevenueAmountMustBeZero: 'Give GroupRevenueRate or GroupRevenueAmount, as a top dealer.',
};
