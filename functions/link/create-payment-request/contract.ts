import * as z from 'zod/mini';
import type { PaymentRequestReason } from '../../../shared/domain/refusal-reasons.ts';
import { basketProducts, buyerOfPaymentRequest } from '../../../shared/http/buyer-fields.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { splitList } from '../../../shared/http/direct-payment-members.ts';
import { amount, codedInteger, integer, recordId, text } from '../../../shared/http/fields.ts';
import { oneRedirectUrl } from '../../../shared/http/redirect-url-field.ts';

const AUTHENTICATION = 'PaymentUserPos.DealerAuthentication.';
const CREATE = 'PaymentUserPos.CreateUserPosPayment.';

/**
 * More than the longest address, so that a bad address gets its own code and not the code of a text that is too long.
 */
const contact = () => text({ max: 1000 });

/**
 * The request block (dealer interface 2.8). `BasketProduct` may stand beside BuyerInformation, and RedirectURL is
 * RedirectUrl. ExpireDate and Language are members of our own (decisions: expiry and language of a link).
 */
export const paymentUserPosRequest = z
  .object({
    OtherTrxCode: text({ max: 128 }),
    DealerCustomerTypeId: integer(),
    FullName: text({ max: 200 }),
    GsmNumber: contact(),
    Email: contact(),
    IsPoolPayment: integer(),
    IsPreAuth: integer(),
    IsTokenized: codedInteger(),
    DealerCustomerId: recordId(),
    CustomerCode: text({ max: 100 }),
    FirstName: text({ max: 100 }),
    LastName: text({ max: 100 }),
    Gender: integer(),
    BirthDate: text({ max: 1000 }),
    CustomerGsmNumber: contact(),
    CustomerEmail: contact(),
    Address: text({ max: 500 }),
    Amount: amount(),
    Currency: text({ max: 1000 }),
    InstallmentNumber: codedInteger(),
    SetInstallmentBy: integer(),
    CommissionByDealer: codedInteger(),
    IsCommissionDiffByDealer: codedInteger(),
    IsThreeD: integer(),
    Description: text({ max: 200 }),
    ReturnHash: integer(),
    RedirectUrl: text({ max: 2048 }),
    RedirectURL: text({ max: 2048 }),
    ExpireDate: text({ max: 30 }),
    Language: text({ max: 10 }),
    CommissionScenario: integer(),
    SubDealer: splitList(),
    BuyerInformation: buyerOfPaymentRequest(),
    BasketProduct: basketProducts(),
  })
  .check(oneRedirectUrl);

export type PaymentUserPosRequest = z.output<typeof paymentUserPosRequest>;

/** Creation of a payment request, that is a link, with sub-dealers and without (dealer interface 2.8 and 7.4). */
export const contract = defineOperation({
  name: 'create-payment-request',
  operation: 'CreateUserPosPayment',
  channel: 'paymentRequest',
  routes: [
    { method: 'POST', path: '/PaymentUserPos/CreateUserPosPayment' },
    {
      method: 'POST',
      path: '/PaymentUserPos/CreateUserPosPaymentMarketPlace',
      operation: 'CreateUserPosPaymentMarketPlace',
    },
  ],
  authenticationBlocks: ['DealerAuthentication', 'PaymentDealerAuthentication'],
  requestBlock: 'PaymentUserPosRequest',
  request: paymentUserPosRequest,
  codes: {
    MalformedRequest: `${AUTHENTICATION}InvalidRequest`,
    InvalidRequest: `${AUTHENTICATION}InvalidRequest`,
    InvalidAccount: `${AUTHENTICATION}InvalidAccount`,
    ChannelPermissionNotAvailable: `${CREATE}ChannelPermissionNotAvailable`,
    NoAllowedToUseThisWebService: `${CREATE}ChannelPermissionNotAvailable`,
    IpAddressNotAllowed: `${CREATE}IpAddressNotAllowed`,
    EmailOrGsmNumberRequired: `${CREATE}EmailOrGsmNumberRequired`,
    GsmRequired: `${CREATE}GsmRequired`,
    EmailRequired: `${CREATE}EmailRequired`,
    InvalidGsmNumber: `${CREATE}InvalidGsmNumber`,
    InvalidEmailFormat: `${CREATE}InvalidEmailFormat`,
    InvalidCustomerGsmNumber: `${CREATE}InvalidCustomerGsmNumber`,
    InvalidCustomerEmailFormat: `${CREATE}InvalidCustomerEmailFormat`,
    InvalidCurrencyCode: `${CREATE}InvalidCurrencyCode`,
    InstallmentNotAvailableForForeignCurrencyTransaction: `${CREATE}InstallmentNotAvailableForForeignCurrencyTransaction`,
    DealerCustomerTypeNotFound: `${CREATE}DealerCustomerTypeNotFound`,
    DealerCustomerTypeMismatchForDealer: `${CREATE}DealerCustomerTypeMismatchForDealer`,
    ForeignCurrencyUnavailable: `${CREATE}ForeignCurrencyUnavailable`,
    InvalidPaymentPermission: `${CREATE}InvalidPaymentPermission`,
    InvalidPoolPermission: `${CREATE}InvalidPoolPermission`,
    InvalidTokenizationPermissionValue: `${CREATE}InvalidTokenizationPermissionValue`,
    InvalidTokenizationPermission: `${CREATE}InvalidTokenizationPermission`,
    InvalidCommissionByDealerValue: `${CREATE}InvalidCommissionByDealerValue`,
    InvalidCommissionDiffByDealerValue: `${CREATE}InvalidCommissionDiffByDealerValue`,
    SetInstallmentByAndInstallmentNumberInconsistent: `${CREATE}SetInstallmentByAndInstallmentNumberInconsistent`,
    InvalidInstallmentNumber: `${CREATE}InvalidInstallmentNumber`,
    SetInstallmentByInconsistent: `${CREATE}SetInstallmentByInconsistent`,
    ThreeDRequired: `${CREATE}ThreeDRequired`,
    InvalidBirthDateFormat: `${CREATE}InvalidBirthDateFormat`,
    DealerCustomerNotCreated: `${CREATE}DealerCustomerNotCreated`,
    DealerCustomerNotFound: `${CREATE}DealerCustomerNotFound`,
    DealerCustomerInfoIsMissing: `${CREATE}DealerCustomerInfoIsMissing`,
    DealerCustomerIdAndCustomerCodeDontMatchForDealer: `${CREATE}DealerCustomerIdAndCustomerCodeDontMatchForDealer`,
    InvalidBuyerGsmNumber: `${CREATE}InvalidBuyerGsmNumber`,
    InvalidBuyerEmailFormat: `${CREATE}InvalidBuyerEmailFormat`,
    DailyDealerLimitExceeded: `${CREATE}DailyDealerLimitExceeded`,
    MonthlyDealerLimitExceeded: `${CREATE}MonthlyDealerLimitExceeded`,
    OtherTrxCodeAlreadyUsed: `${CREATE}OtherTrxCodeAlreadyUsed`,
  } satisfies CodesOf<PaymentRequestReason>,
});
