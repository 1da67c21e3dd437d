import * as z from 'zod/mini';
import type { DirectPaymentReason } from '../../shared/domain/refusal-reasons.ts';
import { MAX_SUB_DEALERS } from '../../shared/domain/split/payment-split.ts';
import { basketProducts, buyerOfPaymentWithBasket } from '../../shared/http/buyer-fields.ts';
import { type CodesOf, defineOperation } from '../../shared/http/contract.ts';
import { amount, codedInteger, integer, list, nested, rate, recordId, text } from '../../shared/http/fields.ts';

const AUTHENTICATION = 'PaymentDealer.CheckPaymentDealerAuthentication.';
const LIMITS = 'PaymentDealer.CheckDealerPaymentLimits.';
const PAYMENT = 'PaymentDealer.DoDirectPayment.';

/** Longer than any right value, so that a wrong one is refused by its own rule and not by its length. */
const anyLength = () => text({ max: 1000 });

const subDealer = () =>
  list(
    z.object({
      DealerId: recordId(),
      Amount: amount(),
      DealerCommissionRate: rate(),
      DealerCommissionAmount: amount(),
      DealerCommissionFixedAmount: amount(),
      GroupRevenueRate: rate(),
      GroupRevenueAmount: amount(),
      AmountToBeCommissioned: amount(),
      IsIncludedFixedAmount: integer(),
    }),
    { max: MAX_SUB_DEALERS },
  );

/** The request block of 2.2, 2.4, 2.5 and 2.6. `BasketProduct` may stand beside BuyerInformation. */
const directPaymentRequest = z.object({
  CardHolderFullName: text({ max: 100 }),
  CardNumber: anyLength(),
  ExpMonth: anyLength(),
  ExpYear: anyLength(),
  CvcNumber: anyLength(),
  CardToken: anyLength(),
  Amount: amount(),
  Currency: anyLength(),
  InstallmentNumber: codedInteger(),
  ClientIP: text({ max: 100 }),
  OtherTrxCode: text({ max: 128 }),
  IsPreAuth: integer(),
  IsPoolPayment: integer(),
  IntegratorId: recordId(),
  Software: text({ max: 30 }),
  SubMerchantName: text({ max: 100 }),
  Description: text({ max: 200 }),
  CommissionScenario: integer(),
  SubDealer: subDealer(),
  BuyerInformation: buyerOfPaymentWithBasket(),
  BasketProduct: basketProducts(),
  CustomerInformation: nested(
    z.object({
      DealerCustomerId: recordId(),
      CustomerCode: text({ max: 100 }),
      FirstName: text({ max: 100 }),
      LastName: text({ max: 100 }),
      Gender: integer(),
      BirthDate: anyLength(),
      GsmNumber: anyLength(),
      Email: anyLength(),
      Address: text({ max: 500 }),
      CardName: text({ max: 50 }),
    }),
  ),
});

export type DirectPaymentRequest = z.output<typeof directPaymentRequest>;

/**
 * Non-3D payment, with sub-dealers and without: 2.2 to 2.6, 7.2 and the wire facts. 7.2 has no code for an address, a
 * channel or an operation that the dealer may not use: they are InvalidAccount.
 */
export const contract = defineOperation({
  name: 'make-direct-payment',
  operation: 'DoDirectPaymentMarketPlace',
  channel: 'directPayment',
  routes: [
    { method: 'POST', path: '/PaymentDealer/DoDirectPaymentMarketPlace' },
    { method: 'POST', path: '/PaymentDealer/DoDirectPayment', operation: 'DoDirectPayment' },
  ],
  authenticationBlocks: ['PaymentDealerAuthentication'],
  requestBlock: 'PaymentDealerRequest',
  request: directPaymentRequest,
  codes: {
    MalformedRequest: `${AUTHENTICATION}InvalidRequest`,
    InvalidRequest: `${PAYMENT}InvalidRequest`,
    InvalidAccount: `${AUTHENTICATION}InvalidAccount`,
    IpAddressNotAllowed: `${AUTHENTICATION}InvalidAccount`,
    ChannelPermissionNotAvailable: `${AUTHENTICATION}InvalidAccount`,
    NoAllowedToUseThisWebService: `${AUTHENTICATION}InvalidAccount`,
    VirtualPosNotFound: `${AUTHENTICATION}VirtualPosNotFound`,
    DailyDealerLimitExceeded: `${LIMITS}DailyDealerLimitExceeded`,
    DailyCardLimitExceeded: `${LIMITS}DailyCardLimitExceeded`,
    InvalidCardInfo: 'PaymentDealer.CheckCardInfo.InvalidCardInfo',
    ThreeDRequired: `${PAYMENT}ThreeDRequired`,
    InstallmentNotAvailableForForeignCurrencyTransaction: `${PAYMENT}InstallmentNotAvailableForForeignCurrencyTransaction`,
    ThisInstallmentNumberNotAvailableForDealer: `${PAYMENT}ThisInstallmentNumberNotAvailableForDealer`,
    InvalidInstallmentNumber: `${PAYMENT}InvalidInstallmentNumber`,
    ThisInstallmentNumberNotAvailableForVirtualPos: `${PAYMENT}ThisInstallmentNumberNotAvailableForVirtualPos`,
    VirtualPosNotAvailable: `${PAYMENT}VirtualPosNotAvailable`,
    AttemptsUsedUp: `${PAYMENT}InvalidRequest`,
    OtherTrxCodeAlreadyUsed: `${PAYMENT}OtherTrxCodeAlreadyUsed`,
    OutcomeUnknown: `${PAYMENT}OutcomeUnknown`,
    StillRunning: `${PAYMENT}StillRunning`,
  } satisfies CodesOf<DirectPaymentReason>,
  late: {
    reason: 'OutcomeUnknown',
    sentence:
      'The outcome was not known in time; repeat the request with the same OtherTrxCode to learn it. Without one nobody can ask: have the service look before you charge again.',
  },
});
