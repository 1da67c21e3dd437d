import type { RefusalReason } from './refusal-reasons.ts';

const NEW_CODE =
  'Give the other request a code of its own; repeat a request exactly as it was. A payment that was reported paid keeps its code for ever.';
const OPERATOR = 'Ask the operator to permit it.';
const LIST = 'Take one of the values that the message names.';
const ONE_ID = 'Give one of the two, as an earlier answer told it.';
const SAME_RECORD = 'Give one of the two alone, or both of the same record.';
const YOUR_RECORD = 'Check the id, and that the record belongs to the dealer whose account signs the request.';
const NO_RATE = 'Take another count, or have the operator enter the rate.';
const ADD = 'Add the field.';
const PHONE = 'Write a Turkish mobile number: 10 digits from 5, with or without +90.';
const EMAIL = 'Write an address like name@shop.example.';
const CURRENCY = 'Write TL, USD, EUR or GBP; the lira is TL, and not TRY.';
const STATE = 'Read the payment with GetDealerPaymentTrxDetailList, and act on the state that it shows.';
const SAME_AGAIN =
  'Repeat the same request with the same code, a little later. Do not take it for a decline, and do not send the sale under another code.';
const NO_LIMIT =
  'Wait for the next day or month of Istanbul, or have the operator raise the limit or set one for the currency.';

/**
 * What to do about each refusal: the one text for the catalogue of errors and for pages that explain an answer. A reason
 * that has none does not compile.
 */
export const refusalAdvice: Readonly<Record<RefusalReason | 'EX', string>> = {
  EX: 'Repeat the same request. If it stays, give the correlation id of the message to the operator.',
  MalformedRequest:
    'Send one JSON object with application/json, or the same as a form. Hash DealerCode + MK + Username + PD + Password with SHA-256, in UTF-8 and without blanks, and compare with the published vector.',
  InvalidRequest:
    'Mend the field that the message names. It is no failed login, also where the code holds the word DealerAuthentication.',
  InvalidAccount:
    'Check DealerCode, Username and Password for blanks and exchanged stages. A permission of the dealer is given by the operator.',
  IpAddressNotAllowed: 'Call from an address that the operator has listed, or have this one listed.',
  ChannelPermissionNotAvailable: OPERATOR,
  NoAllowedToUseThisWebService: OPERATOR,
  OtherTrxCodeAlreadyUsed: NEW_CODE,
  LinkCodeAlreadyUsed:
    'Give the other link a code of its own; repeat a request exactly as it was. UpdateUserPosLink changes a link that is there.',
  AttemptsUsedUp: 'Begin anew with a new OtherTrxCode.',
  OutcomeUnknown: SAME_AGAIN,
  StillRunning: SAME_AGAIN,

  DealerCustomerTypeNotFound: 'Use the DealerCustomerTypeId that the operator gave you for this stage.',
  DealerCustomerTypeMismatchForDealer: 'Use a DealerCustomerTypeId of your own.',
  EmailOrGsmNumberRequired: 'Give GsmNumber, Email or RedirectUrl, as the definition demands.',
  GsmRequired: ADD,
  EmailRequired: ADD,
  InvalidGsmNumber: PHONE,
  InvalidEmailFormat: EMAIL,
  InvalidCustomerGsmNumber: PHONE,
  InvalidCustomerEmailFormat: EMAIL,
  InvalidBuyerGsmNumber: 'Write 7 to 15 digits.',
  InvalidBuyerEmailFormat: EMAIL,
  InvalidBirthDateFormat: 'Write YYYYMMDD.',
  InvalidCurrencyCode: CURRENCY,
  ForeignCurrencyUnavailable: OPERATOR,
  ForeignCurrencyNotAvailableForThisDealer: OPERATOR,
  InstallmentNotAvailableForForeignCurrencyTransaction: 'Ask for a single payment, or for TL.',
  InvalidInstallmentNumber: LIST,
  ThisInstallmentNumberNotAvailableForDealer: 'Take another count, or have the operator permit this one.',
  ThisInstallmentNumberNotAvailableForVirtualPos: LIST,
  SetInstallmentByAndInstallmentNumberInconsistent: 'Leave InstallmentNumber out, or set SetInstallmentBy to 1.',
  SetInstallmentByInconsistent: 'Leave SetInstallmentBy out: the definition fixes it.',
  InvalidCommissionByDealerValue: 'Write a whole number from 0 to 12.',
  InvalidCommissionDiffByDealerValue: 'Write 0 or 1.',
  InvalidTokenizationPermissionValue: 'Write 0, 1 or 2.',
  InvalidTokenizationPermission: OPERATOR,
  InvalidPaymentPermission: OPERATOR,
  InvalidPoolPermission: OPERATOR,
  ThreeDRequired: 'Take the payment by a link or with 3D Secure.',

  DealerCustomerNotFound: YOUR_RECORD,
  DealerCustomerIdAndCustomerCodeDontMatchForDealer: SAME_RECORD,
  DealerCustomerInfoIsMissing: 'Name a customer, and FirstName where it is a new one.',
  DealerCustomerNotCreated: 'Repeat the request: nothing was made.',
  DailyDealerLimitExceeded: NO_LIMIT,
  MonthlyDealerLimitExceeded: NO_LIMIT,
  DailyCardLimitExceeded: 'Ask for another card, or try again on the next day of Istanbul.',

  OtherTrxCodeOrUserPosPaymentIdMustBeGiven: ONE_ID,
  UserPosPaymentNotFound: YOUR_RECORD,
  OtherTrxCodeDoesntMatchUserPosPaymentId: SAME_RECORD,
  LinkCodeOrUserPosLinkIdMustBeGiven: ONE_ID,
  UserPosLinkNotFound: YOUR_RECORD,
  LinkCodeDoesntMatchUserPosLinkId: SAME_RECORD,
  MaxPaymentsNotAvailable:
    'Read the link with GetUserPosLink, and give no fewer payments than are paid and being paid; or switch it off with IsActive 0.',
  CancelNotAvailable:
    'Read the link with GetUserPosPayment. While it is being charged, try again later; when it is paid, void the payment.',
  ResendNotAvailable: 'Create a new link, or try again later.',
  NothingToResend: 'Create a link with a phone or an address, by a definition that sends.',
  DailyResendLimitExceeded: 'Wait for the next day of Istanbul.',

  AmountRequired: ADD,
  OtherTrxCodeRequired: ADD,
  RedirectUrlRequired: ADD,
  PaymentTypeRequired: ADD,
  InvalidPaymentType: 'Write the code of a bank, as GetBankCardInformation tells it.',
  AgreementDateNotFound: 'Ask the operator to enter the date of the agreement.',
  RedirectUrlCannotContainOtherTrxCode: 'Write the OtherTrxCode of the request into RedirectURL.',
  VirtualPosCommissionRateNotFound: NO_RATE,
  VirtualPosNotAvailable:
    'Ask for another card or currency, or have the operator add a virtual POS that takes them. By CardToken with 3D: send the card itself, or have the operator try the bank and set serverStart.',
  VirtualPosNotFound: 'Ask the operator to add a virtual POS.',
  DealerCommissionRateNotFound: NO_RATE,
  DealerGroupCommissionRateNotFound: NO_RATE,
  PoolPaymentNotAvailableForDealer: 'Leave IsPoolPayment out, or have the operator permit it.',
  PoolPaymentRequiredForDealer: 'Send IsPoolPayment 1.',

  InvalidCardInfo: 'Let the payer check number, expiry date and CVC. In a sandbox take a test card.',
  OnlyCardTokenOrCardNumber: 'Send the card or the token.',
  CardTokenIsRequired: 'Send the token that AddCard answered, or one that GetCardList shows.',
  CardTokenNotFound: 'Use a token that GetCardList shows for this customer.',
  TooManyCards: 'Remove a card of the customer, or wait an hour.',
  PaymentMustBeAuthorization: 'Send IsPreAuth 1.',
  AuthorizationForbiddenForThisDealer: 'Leave IsPreAuth out, or have the operator permit it.',
  TokenizationNotAvailableForDealer: 'Leave IsTokenized out, or have the operator permit it.',
  CardTokenCannotUseWithSaveCard: 'Leave IsTokenized out: the card is stored already.',
  InvalidSubMerchantName: 'Shorten it to 100 characters.',
  InvalidUnitPrice: 'Give each line of the basket a UnitPrice above 0.',
  InvalidQuantityValue: 'Give each line of the basket a Quantity of 1 or more.',
  BasketAmountIsNotEqualPaymentAmount: 'Make the sum of Quantity times UnitPrice equal to Amount.',
  BasketProductNotFoundInYourProductList:
    'Use a DealerProductId of GetProductList with its own ProductCode, or a ProductCode alone.',
  MustBeOneOfDealerProductIdOrProductCode: 'Give each line of the basket one of the two, or both of the same product.',

  PaymentIdError: 'Give PaymentId or OtherTrxCode of a payment of this dealer, or both of the same one.',
  OtherTrxCodeOrVirtualPosOrderIdMustGiven: ONE_ID,
  OtherTrxCodeAndVirtualPosOrderIdMismatch: SAME_RECORD,
  PaymentNotFound: YOUR_RECORD,
  NoDataFound: 'Ask for another period, or with fewer conditions.',
  CaptureNotAvailable: STATE,
  InvalidAmount: 'Read what is left with GetDealerPaymentTrxDetailList, and ask for no more.',
  PaymentNotAvailable: `${STATE} Once the bank has closed its day, ask for a refund.`,
  RefundRequestAlreadyExist: 'Wait until the running step has ended: GetDealerPaymentTrxDetailList shows it.',
  RefundNotAvailable: STATE,
  DealerPaymentNotFound: STATE,
  PaymentAlreadyApproved: 'Nothing is left to do.',
  PaymentIsNotPoolPayment: 'Approve payments alone that were made with IsPoolPayment 1.',
  PaymentNotApprovedYet: 'Nothing is left to do.',
  PaymentNotApprovedYetForSubDealer: 'Name the sub-dealers alone whose shares are approved.',
  UndoNotAvailable: STATE,
  UpdateNotAvailable: STATE,

  DealerNotFound: YOUR_RECORD,
  BinNumberNotFound: 'Show no installments for the card: nothing is known of it.',
  RequiredOrderAmount: 'Send an amount above 0.',
  DealerDoNotBinNumberInquiryAllowed: OPERATOR,
  BinNumberMustGiven: 'Send the first 6 or 8 digits of the card.',
  BothGroupRevenueRateAndGroupRevenueAmountMustBeZero: 'Send one of the two. Top dealers alone may have a revenue.',
  SaleCodeAlreadyUsing: 'Read the sale that is there with GetSale, or use a code of its own.',
  SaleCodeOrDealerSaleIdMustBeGiven: ONE_ID,
  DealerSaleNotFound: YOUR_RECORD,
  SaleCodeDoesntMatchDealerSaleId: SAME_RECORD,
  DealerPaymentPlanIdIsRequired: ADD,
  PaymentPlanNotFound: YOUR_RECORD,
  PaymentDatePassed: 'Read the plan with GetPaymentPlan, and act on the state that it shows.',
  ProductNameIsRequired: ADD,
  ProductCodeAlreadyUsing: 'Use the product that is there, or a code of its own.',
  ProductCodeOrDealerProductIdMustBeGiven: ONE_ID,
  ProductNotFound: YOUR_RECORD,
  ProductCodeDoesntMatchDealerProductId: SAME_RECORD,
  DealerSaleScheduleIdIsRequired: ADD,
  ScheduleNotFound: YOUR_RECORD,
  CustomerCodeOrDealerCustomerIdMustBeGiven: ONE_ID,
  CustomerCodeDoesntMatchDealerCustomerId: SAME_RECORD,
  CustomerCodeAlreadyUsing: 'Use the customer that is there, or a code of its own.',
};
