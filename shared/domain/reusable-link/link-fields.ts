import type { PaymentRequestFields } from '../link/payment-request-fields.ts';
import type { MinorUnits } from '../money/money.ts';
import type { Rate } from '../money/rate.ts';
import type { SplitEntry } from '../split/payment-split.ts';

/** A question as it was read. */
export interface QuestionFields {
  readonly field?: string | undefined;
  readonly need?: string | undefined;
  readonly label?: string | undefined;
}

/** A SubDealer entry as it was read: with an open amount it has a rate in place of an amount. */
export interface SharedEntry extends SplitEntry {
  readonly rate?: Rate | undefined;
}

/** Limits of an amount that payers choose, as they were read. */
interface OpenAmountFields {
  readonly min?: MinorUnits | undefined;
  readonly max?: MinorUnits | undefined;
  readonly suggested: readonly MinorUnits[];
}

/** Fields that a reusable link has in common with each request that is made of it. */
type SharedField =
  | 'dealerCustomerTypeId'
  | 'amount'
  | 'currency'
  | 'description'
  | 'expireDate'
  | 'language'
  | 'redirectUrl'
  | 'returnHash'
  | 'isThreeD'
  | 'isPreAuth'
  | 'isPoolPayment'
  | 'installmentNumber'
  | 'setInstallmentBy'
  | 'commissionByDealer'
  | 'isCommissionDiffByDealer'
  | 'commissionScenario';

/** The fields of a new reusable link as they were read (decisions: reusable links). */
export interface ReusableLinkFields extends Pick<PaymentRequestFields, SharedField> {
  readonly linkCode?: string | undefined;
  readonly title?: string | undefined;
  readonly openAmount: OpenAmountFields;
  readonly maxPayments?: number | undefined;
  readonly questions: readonly QuestionFields[];
  readonly subDealers: readonly SharedEntry[];
}
