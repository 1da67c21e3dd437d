import * as z from 'zod/mini';
import type { EmptyListReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { integer, recordId } from '../../../shared/http/fields.ts';
import { listMoment } from '../../../shared/http/list-fields.ts';
import { paymentDealerCodes } from '../../../shared/http/payment-dealer-codes.ts';

const listRequest = z.object({
  TrxStartDate: listMoment(),
  TrxEndDate: listMoment(),
  /** No transaction has type 0, which strongly typed clients send for a type that they do not name. */
  TrxType: recordId(),
  TrxStatus: integer(),
  SubDealerId: recordId(),
});

export type ListTransactionsRequest = z.output<typeof listRequest>;

/** Transactions of a period (decisions: lists of payments). Reading needs no permission, and no field is needed. */
export const contract = defineOperation({
  name: 'list-transactions',
  operation: 'GetPaymentTrxList',
  routes: [
    { method: 'POST', path: '/PaymentDealer/GetPaymentTrxList' },
    {
      method: 'POST',
      path: '/PaymentDealer/GetPaymentTrxListMarketPlace',
      operation: 'GetPaymentTrxListMarketPlace',
    },
  ],
  authenticationBlocks: ['PaymentDealerAuthentication'],
  requestBlock: 'PaymentDealerRequest',
  requestBlockOptional: true,
  request: listRequest,
  codes: {
    ...paymentDealerCodes('GetPaymentTrxList'),
    NoDataFound: 'PaymentDealer.GetPaymentTrxList.NoDataFound',
  } satisfies CodesOf<EmptyListReason>,
});
