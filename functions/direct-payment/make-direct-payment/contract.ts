import * as z from 'zod/mini';
import type { DirectPaymentReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { directPaymentMembers } from '../../../shared/http/direct-payment-members.ts';

const AUTHENTICATION = 'PaymentDealer.CheckPaymentDealerAuthentication.';
const LIMITS = 'PaymentDealer.CheckDealerPaymentLimits.';
const PAYMENT = 'PaymentDealer.DoDirectPayment.';

/** The request block (dealer interface 2.2, 2.4, 2.5 and 2.6). */
const directPaymentRequest = z.object(directPaymentMembers());

export type DirectPaymentRequest = z.output<typeof directPaymentRequest>;

/**
 * Direct payment, with sub-dealers and without (dealer interface 2.2 to 2.6 and 7.2). There is no code for an address,
 * a channel or an operation that the dealer may not use: they are InvalidAccount.
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
    // The interface lists these four only for payments with 3D.
    DealerCommissionRateNotFound: `${PAYMENT}ThisInstallmentNumberNotAvailableForVirtualPos`,
    DealerGroupCommissionRateNotFound: `${PAYMENT}InvalidRequest`,
    OnlyCardTokenOrCardNumber: 'PaymentDealer.CheckCardInfo.InvalidCardInfo',
    CardTokenNotFound: 'PaymentDealer.CheckCardInfo.InvalidCardInfo',
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
