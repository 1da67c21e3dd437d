import * as z from 'zod/mini';
import type { EmptyListReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { integer } from '../../../shared/http/fields.ts';
import { listMoment } from '../../../shared/http/list-fields.ts';
import { listFilters, paymentListCodes, paymentLookup } from '../../../shared/http/payment-lookup.ts';

const listRequest = z.object({
  PaymentStartDate: listMoment(),
  PaymentEndDate: listMoment(),
  PaymentStatus: integer(),
  ...listFilters,
});

export type ListPaymentsRequest = z.output<typeof listRequest>;

/** Payments of a period (decisions: lists of payments). Reading needs no permission, and no field is needed. */
export const contract = defineOperation({
  name: 'list-payments',
  ...paymentLookup('GetPaymentList'),
  requestBlockOptional: true,
  request: listRequest,
  codes: paymentListCodes('GetPaymentList') satisfies CodesOf<EmptyListReason>,
});
