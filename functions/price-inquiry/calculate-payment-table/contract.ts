import * as z from 'zod/mini';
import type { PaymentTableReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { integer } from '../../../shared/http/fields.ts';
import { paymentDealerCodes } from '../../../shared/http/payment-dealer-codes.ts';
import { priceMembers } from '../../../shared/http/price-members.ts';

const PREFIX = 'PaymentDealer.DoCalcPaymentTable.';

const request = z.object({ ...priceMembers, IsIncludedCommissionAmount: integer() });

export type PaymentTableRequest = z.output<typeof request>;

/** What an order costs in every installment count (decisions: price inquiries). */
export const contract = defineOperation({
  name: 'calculate-payment-table',
  operation: 'DoCalcPaymentTable',
  routes: [{ method: 'POST', path: '/PaymentDealer/DoCalcPaymentTable' }],
  authenticationBlocks: ['PaymentDealerAuthentication'],
  requestBlock: 'PaymentDealerRequest',
  request,
  codes: {
    ...paymentDealerCodes('DoCalcPaymentTable'),
    RequiredOrderAmount: `${PREFIX}RequiredOrderAmount`,
    BinNumberNotFound: `${PREFIX}BinNumberNotFound`,
    InvalidCurrencyCode: `${PREFIX}InvalidCurrencyCode`,
    DealerCommissionRateNotFound: `${PREFIX}DealerCommissionRateNotFound`,
  } satisfies CodesOf<PaymentTableReason>,
});
