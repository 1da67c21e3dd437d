import * as z from 'zod/mini';
import type { EmptyListReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { recordId } from '../../../shared/http/fields.ts';
import { listMoment } from '../../../shared/http/list-fields.ts';
import { listFilters, paymentListCodes, paymentLookup } from '../../../shared/http/payment-lookup.ts';

const listRequest = z.object({
  TrxStartDate: listMoment(),
  TrxEndDate: listMoment(),
  /** No transaction has type 0, which strongly typed clients send for a type that they do not name. */
  TrxType: recordId(),
  ...listFilters,
});

export type ListTransactionsRequest = z.output<typeof listRequest>;

/** Transactions of a period (decisions: lists of payments). Reading needs no permission, and no field is needed. */
export const contract = defineOperation({
  name: 'list-transactions',
  ...paymentLookup('GetPaymentTrxList'),
  requestBlockOptional: true,
  request: listRequest,
  codes: paymentListCodes('GetPaymentTrxList') satisfies CodesOf<EmptyListReason>,
});
