import type { MinorUnits } from '../money/money.ts';
import type { PaymentIds } from './payment-ids.ts';

/** A SubDealer entry as it was read. */
export interface ShareEntry {
  readonly subDealerId?: number | undefined;
  /** Gross share, in minor units of the payment's currency. */
  readonly amount?: MinorUnits | undefined;
}

/** What every request for a step holds. ClientIP is recorded and decides nothing. */
interface StepFields extends PaymentIds {
  readonly clientIp?: string | undefined;
}

export interface CaptureFields extends StepFields {
  /** Absent: all that was pre-authorised. */
  readonly amount?: MinorUnits | undefined;
  /** Empty: each share of a whole capture. */
  readonly shares: readonly ShareEntry[];
}

export interface VoidFields extends StepFields {
  /** VoidRefundReason. */
  readonly reason?: number | undefined;
}

export interface RefundFields extends StepFields {
  /** Absent: all that is left. */
  readonly amount?: MinorUnits | undefined;
  /** Empty: in proportion to what is left of each share. */
  readonly shares: readonly ShareEntry[];
  /** The dealer's own code of the refund: the same code is the same request for ever. */
  readonly refundCode?: string | undefined;
}

export interface PoolFields extends StepFields {
  /** The sub-dealers whose shares are moved, without amounts; empty: all. */
  readonly shares: readonly ShareEntry[];
}
