import type { CaptureReason } from '../../../domain/payment/capture-rules.ts';
import type { PoolApprovalReason, PoolUndoReason } from '../../../domain/payment/pool-rules.ts';
import type { RefundReason } from '../../../domain/payment/refund-rules.ts';
import type { VoidReason } from '../../../domain/payment/void-rules.ts';

/** Why a step of a payment is refused at the desk: the reasons of the dealers' operations, and that of the dealer's permissions. */
export type StepNotDone =
  | VoidReason
  | CaptureReason
  | RefundReason
  | PoolApprovalReason
  | PoolUndoReason
  | 'ChannelPermissionNotAvailable';

/**
 * Why the desk itself began nothing. `no-once`: the form is none of ours. `used-once`: its one-time value was used for
 * something else. `too-late-void`: a cashier voids on the day of the payment alone. `unavailable`: a part of the service did
 * not answer, before anything was begun.
 */
export type DeskNotDone = 'no-once' | 'used-once' | 'not-allowed' | 'too-late-void' | 'unavailable' | 'changing';

/** Why a receipt or a delivery does not leave once more. */
export type SendingNotDone =
  | 'receipt-over'
  | 'receipt-too-many'
  | 'receipt-address'
  | 'receipt-no-email'
  | 'nothing-to-resend';

export type NotDone = StepNotDone | DeskNotDone | SendingNotDone;
