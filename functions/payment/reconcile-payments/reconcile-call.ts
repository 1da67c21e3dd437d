import type { Attempt } from '../../../shared/domain/attempt/attempt.ts';
import type { AttemptState } from '../../../shared/domain/attempt/states.ts';
import type { Payment } from '../../../shared/domain/payment/payment.ts';
import type { StepKind } from '../../../shared/domain/payment/step.ts';
import type { StepAlarm, StepCall } from '../../../shared/payment-flow/step-under-way.ts';
import type { CardStoring } from '../../../shared/payment-flow/store-card.ts';
import type { Attempts } from '../../../shared/ports/attempts.ts';
import type { BankGateway, InquiryAnswer } from '../../../shared/ports/bank-gateway.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { EndedDays } from '../../../shared/ports/ended-days.ts';
import type { Identifiers, Randomness } from '../../../shared/ports/identifiers.ts';
import type { Payments, Steps } from '../../../shared/ports/payments.ts';
import type { Opener } from '../../../shared/ports/vault.ts';
import type { VirtualPosVersions } from '../../../shared/ports/virtual-pos-directory.ts';

export interface ReconcileAttemptDependencies {
  /** Reads attempts with their pending cards. */
  readonly payments: Pick<Payments, 'find'>;
  readonly attempts: Attempts;
  readonly steps: Steps;
  readonly bank: BankGateway;
  readonly posVersions: VirtualPosVersions;
  /** Present in a sandbox stage. */
  readonly endedDays?: EndedDays;
  readonly opener: Opener;
  readonly cardStoring: CardStoring;
  readonly identifiers: Identifiers;
  readonly randomness: Randomness;
  readonly clock: Clock;
}

/**
 * Why an operator should look, by the name of the metric that says so. `contradiction`: the bank holds something else than
 * was ordered, or says what cannot be; an `excess-credit` counts there too. `uncaptured`: a pre-authorisation is closed that nobody captured.
 */
export type ReconcileAlarm = StepAlarm | 'overdue' | 'uncaptured';

/** What still waits: an attempt by its state, a step by its kind, or a step that needs a person. */
export type OpenState = AttemptState | StepKind | 'stuck';

/** How far one attempt or step has come, and whether the bank answered if it was asked. */
export type ReconcileOutcome = { readonly bankAnswered?: boolean } & ReconciledSoFar;

type ReconciledSoFar =
  | { readonly kind: 'reconciled'; readonly state: OpenState; readonly alarm?: ReconcileAlarm }
  | { readonly kind: 'rescheduled'; readonly state: OpenState; readonly alarm?: ReconcileAlarm }
  /** Another call changed it meanwhile. */
  | { readonly kind: 'left-alone' };

/** One attempt or step under its lease, which ends at `leaseUntilMs`: no call to the bank outlives it. */
export interface ReconcileCall extends StepCall {
  readonly deps: ReconcileAttemptDependencies;
  /** The payment as it was read before the lease. */
  readonly payment: Payment;
}

export const LEFT_ALONE: ReconcileOutcome = { kind: 'left-alone' };

/** Causes of an unknown answer that concern the bank or the network. Any other cause concerns only the one order. */
const BANK_IS_SILENT: readonly string[] = ['time-out', 'connection-lost', 'unreadable', 'error-answer', 'not-asked'];

export const hasAnswered = (found: InquiryAnswer): boolean =>
  found.kind !== 'unknown' || !BANK_IS_SILENT.includes(found.cause);

/** The attempt of a payment with a number. */
export const attemptOf = ({ attempts }: Payment, number: number): Attempt | undefined =>
  attempts.find((attempt) => attempt.number === number);
