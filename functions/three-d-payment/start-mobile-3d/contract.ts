import * as z from 'zod/mini';
import type { Mobile3DReason } from '../../../shared/domain/refusal-reasons.ts';
import { buyerOfPayment } from '../../../shared/http/buyer-fields.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { amount, codedInteger, integer, recordId, text } from '../../../shared/http/fields.ts';
import { oneRedirectUrl } from '../../../shared/http/redirect-url-field.ts';

const AUTHENTICATION = 'PaymentDealer.CheckPaymentDealerAuthentication.';
const START = 'PaymentDealer.DoDirectPayment3dMobileRequest.';

/** Longer than any valid value, so that a wrong one is refused by its own rule and not for its length. */
const anyLength = () => text({ max: 1000 });

/** The request block (dealer interface 2.7). RedirectUrl is RedirectURL. */
export const mobile3DRequest = z
  .object({
    PaymentType: anyLength(),
    Amount: amount(),
    Currency: anyLength(),
    InstallmentNumber: codedInteger(),
    ClientIP: text({ max: 100 }),
    RedirectURL: text({ max: 2048 }),
    RedirectUrl: text({ max: 2048 }),
    RedirectType: integer(),
    OtherTrxCode: text({ max: 128 }),
    IsPoolPayment: integer(),
    IntegratorId: recordId(),
    Software: text({ max: 30 }),
    SubMerchantName: text({ max: 100 }),
    Description: text({ max: 200 }),
    BuyerInformation: buyerOfPayment(),
  })
  .check(oneRedirectUrl);

export type Mobile3DRequest = z.output<typeof mobile3DRequest>;

/** Start of a mobile 3D payment (dealer interface 2.7 and 7.3). */
export const contract = defineOperation({
  name: 'start-mobile-3d',
  operation: 'DoDirectPaymentThreeDMobile',
  channel: 'mobile3D',
  routes: [{ method: 'POST', path: '/PaymentDealer/DoDirectPaymentThreeDMobile' }],
  authenticationBlocks: ['PaymentDealerAuthentication'],
  requestBlock: 'PaymentDealerRequest',
  request: mobile3DRequest,
  codes: {
    MalformedRequest: `${AUTHENTICATION}InvalidRequest`,
    InvalidRequest: `${START}InvalidRequest`,
    InvalidAccount: `${AUTHENTICATION}InvalidAccount`,
    IpAddressNotAllowed: `${START}IpAddressNotAllowed`,
    VirtualPosCommissionRateNotFound: `${START}VirtualPosCommissionRateNotFound`,
    VirtualPosNotAvailable: `${START}VirtualPosNotAvailable`,
    InstallmentNotAvailableForForeignCurrencyTransaction: `${START}InstallmentNotAvailableForForeignCurrencyTransaction`,
    ForeignCurrencyNotAvailableForThisDealer: `${START}ForeignCurrencyNotAvailableForThisDealer`,
    PoolPaymentNotAvailableForDealer: `${START}PoolPaymentNotAvailableForDealer`,
    PoolPaymentRequiredForDealer: `${START}PoolPaymentRequiredForDealer`,
    ChannelPermissionNotAvailable: `${START}ChannelPermissionNotAvailable`,
    InvalidInstallmentNumber: `${START}InvalidInstallmentNumber`,
    NoAllowedToUseThisWebService: `${START}NoAllowedToUseThisWebService`,
    AmountRequired: `${START}AmountRequired`,
    OtherTrxCodeRequired: `${START}OtherTrxCodeRequired`,
    RedirectUrlRequired: `${START}RedirectUrlRequired`,
    PaymentTypeRequired: `${START}PaymentTypeRequired`,
    InvalidPaymentType: `${START}InvalidPaymentType`,
    InvalidCurrencyCode: `${START}InvalidCurrencyCode`,
    AgreementDateNotFound: `${START}AgreementDateNotFound`,
    RedirectUrlCannotContainOtherTrxCode: `${START}RedirectUrlCannotContainOtherTrxCode`,
    AttemptsUsedUp: `${START}InvalidRequest`,
    OtherTrxCodeAlreadyUsed: `${START}OtherTrxCodeAlreadyUsed`,
    StillRunning: `${START}StillRunning`,
  } satisfies CodesOf<Mobile3DReason>,
});
