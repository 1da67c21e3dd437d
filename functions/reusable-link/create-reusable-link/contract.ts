import * as z from 'zod/mini';
import type { CreateReusableLinkReason } from '../../../shared/domain/refusal-reasons.ts';
import { MAX_SUB_DEALERS } from '../../../shared/domain/split/payment-split.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { splitMembers } from '../../../shared/http/direct-payment-members.ts';
import { amount, amounts, codedInteger, integer, list, nested, rate, text } from '../../../shared/http/fields.ts';

const AUTHENTICATION = 'PaymentUserPos.DealerAuthentication.';
const CREATE = 'PaymentUserPos.CreateUserPosLink.';

/** Longer than any valid value, so that a wrong one is refused by its own rule and not for its length. */
const anyLength = () => text({ max: 1000 });

const MOST_QUESTIONS = 6;
const MOST_SUGGESTED = 4;

const reusableLinkRequest = z.object({
  LinkCode: text({ max: 100 }),
  DealerCustomerTypeId: integer(),
  CurrencyCode: anyLength(),
  Amount: amount(),
  OpenAmount: nested(z.object({ Min: amount(), Max: amount(), Suggested: amounts(MOST_SUGGESTED) })),
  Title: text({ max: 100 }),
  Description: text({ max: 500 }),
  MaxPayments: integer(),
  ExpireDate: text({ max: 30 }),
  Ask: list(z.object({ Field: text({ max: 30 }), Need: text({ max: 30 }), Label: anyLength() }), {
    max: MOST_QUESTIONS,
    orOne: true,
  }),
  Language: text({ max: 10 }),
  RedirectUrl: text({ max: 2048 }),
  ReturnHash: integer(),
  IsThreeD: integer(),
  IsPreAuth: integer(),
  IsPoolPayment: integer(),
  InstallmentNumber: codedInteger(),
  SetInstallmentBy: integer(),
  CommissionByDealer: codedInteger(),
  IsCommissionDiffByDealer: codedInteger(),
  CommissionScenario: integer(),
  SubDealer: list(z.object({ ...splitMembers(), Rate: rate() }), { max: MAX_SUB_DEALERS, orOne: true }),
});

export type ReusableLinkRequest = z.output<typeof reusableLinkRequest>;

/** Creation of a reusable link, an operation of our own (decisions: reusable links). */
export const contract = defineOperation({
  name: 'create-reusable-link',
  operation: 'CreateUserPosLink',
  channel: 'paymentRequest',
  routes: [{ method: 'POST', path: '/PaymentUserPos/CreateUserPosLink' }],
  authenticationBlocks: ['DealerAuthentication', 'PaymentDealerAuthentication'],
  requestBlock: 'PaymentUserPosRequest',
  request: reusableLinkRequest,
  codes: {
    MalformedRequest: `${AUTHENTICATION}InvalidRequest`,
    InvalidRequest: `${CREATE}InvalidRequest`,
    InvalidAccount: `${AUTHENTICATION}InvalidAccount`,
    ChannelPermissionNotAvailable: `${CREATE}ChannelPermissionNotAvailable`,
    NoAllowedToUseThisWebService: `${CREATE}ChannelPermissionNotAvailable`,
    IpAddressNotAllowed: `${CREATE}IpAddressNotAllowed`,
    LinkCodeAlreadyUsed: `${CREATE}LinkCodeAlreadyUsed`,
    DealerCustomerTypeNotFound: `${CREATE}DealerCustomerTypeNotFound`,
    DealerCustomerTypeMismatchForDealer: `${CREATE}DealerCustomerTypeMismatchForDealer`,
    InvalidCurrencyCode: `${CREATE}InvalidCurrencyCode`,
    InstallmentNotAvailableForForeignCurrencyTransaction: `${CREATE}InstallmentNotAvailableForForeignCurrencyTransaction`,
    InvalidCommissionByDealerValue: `${CREATE}InvalidCommissionByDealerValue`,
    InvalidCommissionDiffByDealerValue: `${CREATE}InvalidCommissionDiffByDealerValue`,
    SetInstallmentByAndInstallmentNumberInconsistent: `${CREATE}SetInstallmentByAndInstallmentNumberInconsistent`,
    InvalidInstallmentNumber: `${CREATE}InvalidInstallmentNumber`,
    SetInstallmentByInconsistent: `${CREATE}SetInstallmentByInconsistent`,
    ForeignCurrencyUnavailable: `${CREATE}ForeignCurrencyUnavailable`,
    InvalidPaymentPermission: `${CREATE}InvalidPaymentPermission`,
    InvalidPoolPermission: `${CREATE}InvalidPoolPermission`,
    ThreeDRequired: `${CREATE}ThreeDRequired`,
  } satisfies CodesOf<CreateReusableLinkReason>,
});
