import { Refusal } from '../../domain/refusal.ts';
import type { RefusalReason } from '../../domain/refusal-reasons.ts';
import type { StepNotDone } from '../../pages/desk/payment/not-done-reasons.ts';

/** Every reason for which a step of a payment is refused at the desk. One that is missing here does not compile. */
const STEP_REASONS: Readonly<Record<StepNotDone, true>> = {
  PaymentNotAvailable: true,
  CaptureNotAvailable: true,
  InvalidAmount: true,
  InvalidRequest: true,
  RefundNotAvailable: true,
  RefundRequestAlreadyExist: true,
  DealerPaymentNotFound: true,
  PaymentAlreadyApproved: true,
  PaymentIsNotPoolPayment: true,
  PaymentNotApprovedYet: true,
  PaymentNotApprovedYetForSubDealer: true,
  UndoNotAvailable: true,
  ChannelPermissionNotAvailable: true,
};

const isStepReason = (reason: RefusalReason): reason is StepNotDone => Object.hasOwn(STEP_REASONS, reason);

/** Why a step was refused, where its rules refused it; undefined for every other error. No money moved then. */
export const stepRefusalOf = (error: unknown): StepNotDone | undefined =>
  error instanceof Refusal && isStepReason(error.reason) ? error.reason : undefined;
