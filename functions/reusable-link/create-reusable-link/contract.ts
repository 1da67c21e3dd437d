import * as z from 'zod/mini';
import type { CreateReusableLinkReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { text } from '../../../shared/http/fields.ts';
import { reusableLinkMembers } from '../../../shared/http/reusable-link-members.ts';

const AUTHENTICATION = 'PaymentUserPos.DealerAuthentication.';
const CREATE = 'PaymentUserPos.CreateUserPosLink.';

const reusableLinkRequest = z.object({ LinkCode: text({ max: 100 }), ...reusableLinkMembers() });

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
