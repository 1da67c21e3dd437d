import type { SplitEntry } from '../../../shared/domain/split/payment-split.ts';
import { splitEntry } from '../../../shared/http/direct-payment-fields.ts';
import { paymentIdsOf } from '../../../shared/http/named-payment-fields.ts';
import { type PaymentTextFields, paymentTextFieldsOf } from '../../../shared/http/payment-text-fields.ts';
import { type EveryField, noneLeft } from '../../../shared/http/read-members.ts';
import type { AnyPaymentIds } from '../../../shared/payment-flow/payment-by-any-id.ts';
import type { UpdatePaymentSharesRequest } from './contract.ts';

/** Which payment, its shares as they are asked for, and its texts. */
export interface UpdatePaymentSharesFields extends AnyPaymentIds, PaymentTextFields {
  readonly clientIp?: string | undefined;
  readonly commissionScenario?: number | undefined;
  readonly entries: readonly SplitEntry[];
}

/** Maps the names of the wire to those of the domain. */
export const fieldsOf = (request: UpdatePaymentSharesRequest): EveryField<UpdatePaymentSharesFields> => {
  const { DealerPaymentId, OtherTrxCode, VirtualPosOrderId, ClientIP, CommissionScenario, SubDealer, ...texts } =
    request;
  const { Software, Description, BuyerInformation, ...others } = texts;
  noneLeft(others);
  return {
    paymentId: DealerPaymentId,
    ...paymentIdsOf({ OtherTrxCode, VirtualPosOrderId }),
    clientIp: ClientIP,
    commissionScenario: CommissionScenario,
    entries: SubDealer.map(splitEntry),
    ...paymentTextFieldsOf({ Software, Description, BuyerInformation }),
  };
};
