import * as z from 'zod/mini';
import type { PaymentDetailReason } from '../../../shared/domain/refusal-reasons.ts';
import { type CodesOf, defineOperation } from '../../../shared/http/contract.ts';
import { codedInteger, recordId, text } from '../../../shared/http/fields.ts';
import { paymentDealerCodes } from '../../../shared/http/payment-dealer-codes.ts';
import { paymentLookup } from '../../../shared/http/payment-lookup.ts';

/** PaymentId may be spelled DealerPaymentId. A PaymentId that is no number is ignored if OtherTrxCode is given. */
const paymentDetailRequest = z.object({
  PaymentId: codedInteger(),
  DealerPaymentId: codedInteger(),
  OtherTrxCode: text({ max: 128 }),
  SubDealerId: recordId(),
});

export type PaymentDetailRequest = z.output<typeof paymentDetailRequest>;

/** Detail of one payment with its transactions (decisions: payment detail). Reading needs no permission. */
export const contract = defineOperation({
  name: 'get-payment-detail',
  ...paymentLookup('GetDealerPaymentTrxDetailList'),
  request: paymentDetailRequest,
  codes: {
    ...paymentDealerCodes('GetDealerPaymentTrxDetailList'),
    PaymentIdError: 'PaymentDealer.GetDealerPaymentTrxDetailList.PaymentIdError',
  } satisfies CodesOf<PaymentDetailReason>,
});
