import type { DeclineClass } from '../domain/attempt/decline-classes.ts';

/** `service` of the metrics that all functions count together. Each metric and dimension more costs money. */
export const ANSWERS_SERVICE = 'api';
export const GATEWAYS_SERVICE = 'gateways';
export const VAULT_SERVICE = 'vault';

/** Time of every call to a bank's gateway, by gateway. No alarm rings for it: banks are as slow as they are. */
export const BANK_CALL_MS = 'BankCallMs';

/** How a charge or an authentication ended at the bank. */
export type ChargeEnd = 'approved' | 'unknown' | DeclineClass;

/** Names of the metrics of charges, by gateway, shared by the code that writes them and the alarms that watch them. */
export const chargeMetricNames = {
  approved: 'ChargesApproved',
  unknown: 'ChargesUnknown',
  'card-details': 'DeclinesOfCardDetails',
  issuer: 'DeclinesOfIssuer',
  fraud: 'DeclinesOfFraud',
  'three-d': 'DeclinesOfThreeD',
  bank: 'DeclinesOfBank',
} as const satisfies Readonly<Record<ChargeEnd, string>>;

/** Age of the oldest attempt that is still in doubt after the sweeper asked its gateway. */
export const OLDEST_IN_DOUBT_SECONDS = 'OldestInDoubtSeconds';

/** One call to a gateway. Order and call stand in the line for those who search the log, and are no dimensions. */
export interface MeasuredCall {
  readonly gateway: string;
  readonly call: string;
  /** Absent where most kinds of gateway make no call. */
  readonly durationMs?: number;
  readonly orderId: string;
  /** What the bank answered, by its kind. */
  readonly answer: string;
  /** The bank code of a decline. */
  readonly code?: string;
  /** Only of charges and authentications. */
  readonly end?: ChargeEnd;
  /** Only of starts on the server: why the gate's answer could not be passed on. */
  readonly unusable?: string;
}

export interface GatewayMetrics {
  called(call: MeasuredCall): void;
}

/** Names of the metrics of the breaker (rule 46), by gateway. */
export const breakerMetricNames = { opened: 'BreakerOpened', refused: 'BreakerRefused' } as const;

/** Names of the metrics of the breakers of gates, which refuse starts on the server alone (rule 46). */
export const gateBreakerMetricNames = { opened: 'GateBreakerOpened', refused: 'GateBreakerRefused' } as const;

/** Answers of gates to starts on the server that could not be passed on to a payer, by gateway. */
export const UNUSABLE_GATE_ANSWERS = 'UnusableGateAnswers';

/** KMS calls that were refused as too many. Some of them succeed when the SDK repeats them. */
export const VAULT_THROTTLES = 'VaultThrottles';
