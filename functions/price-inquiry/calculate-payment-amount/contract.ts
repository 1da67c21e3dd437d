import * as z from 'zod/mini';
import type { PaymentAmountReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { amount, rate } from '../../../shared/http/fields.ts';
import { paymentDealerCodes } from '../../../shared/http/payment-dealer-codes.ts';
import { installmentNumber, priceMembers } from '../../../shared/http/price-members.ts';

const PREFIX = 'PaymentDealer.DoCalcPaymentAmount.';

const request = z.object({
  ...priceMembers,
  InstallmentNumber: installmentNumber(),
  GroupRevenueRate: rate(),
  GroupRevenueAmount: amount(),
});

export type PaymentAmountRequest = z.output<typeof request>;

/** What a card pays for an order (decisions: price inquiries). */
export const contract = defineOperation({
  name: 'calculate-payment-amount',
  operation: 'DoCalcPaymentAmount',
  routes: [{ method: 'POST', path: '/PaymentDealer/DoCalcPaymentAmount' }],
  authenticationBlocks: ['PaymentDealerAuthentication'],
  requestBlock: 'PaymentDealerRequest',
  request,
  codes: {
    ...paymentDealerCodes('DoCalcPaymentAmount'),
    RequiredOrderAmount: `${PREFIX}RequiredOrderAmount`,
    InvalidCurrencyCode: `${PREFIX}InvalidCurrencyCode`,
    InvalidInstallmentNumber: `${PREFIX}InvalidInstallmentNumber`,
    VirtualPosCommissionRateNotFound: `${PREFIX}VirtualPosCommissionRateNotFound`,
    InstallmentNotAvailableForForeignCurrencyTransaction: `${PREFIX}InstallmentNotAvailableForForeignCurrencyTransaction`,
    DealerDoNotBinNumberInquiryAllowed: `${PREFIX}DealerDoNotBinNumberInquiryAllowed`,
    BinNumberNotFound: `${PREFIX}BinNumberNotFound`,
    BinNumberMustGiven: `${PREFIX}BinNumberMustGiven`,
    BothGroupRevenueRateAndGroupRevenueAmountMustBeZero: `${PREFIX}BothGroupRevenueRateAndGroupRevenueAmountMustBeZero`,
  } satisfies CodesOf<PaymentAmountReason>,
});
