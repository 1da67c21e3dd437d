import * as z from 'zod/mini';
import type { EmptyListReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { integer, recordId } from '../../../shared/http/fields.ts';
import { listMoment } from '../../../shared/http/list-fields.ts';
import { paymentDealerCodes } from '../../../shared/http/payment-dealer-codes.ts';

const listRequest = z.object({
  PaymentStartDate: listMoment(),
  PaymentEndDate: listMoment(),
  PaymentStatus: integer(),
  TrxStatus: integer(),
  SubDealerId: recordId(),
});

export type ListPaymentsRequest = z.output<typeof listRequest>;

/** Payments of a period (decisions: lists of payments). Reading needs no permission, and no field is needed. */
export const contract = defineOperation({
  name: 'list-payments',
  operation: 'GetPaymentList',
  routes: [
    { method: 'POST', path: '/PaymentDealer/GetPaymentList' },
    {
      method: 'POST',
      path: '/PaymentDealer/GetPaymentListMarketPlace',
      operation: 'GetPaymentListMarketPlace',
    },
  ],
  authenticationBlocks: ['PaymentDealerAuthentication'],
  requestBlock: 'PaymentDealerRequest',
  requestBlockOptional: true,
  request: listRequest,
  codes: {
    ...paymentDealerCodes('GetPaymentList'),
    NoDataFound: 'PaymentDealer.GetPaymentList.NoDataFound',
  } satisfies CodesOf<EmptyListReason>,
});
