import type { Attempt } from '../../shared/domain/attempt/attempt.ts';
import type { openPinnedAccount } from '../../shared/payment-flow/pos-account.ts';
import type { CardStoring } from '../../shared/payment-flow/store-card.ts';
import type { Attempts } from '../../shared/ports/attempts.ts';
import type { BankGateway } from '../../shared/ports/bank-gateway.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { Randomness } from '../../shared/ports/identifiers.ts';
import type { Opener } from '../../shared/ports/vault.ts';
import type { VirtualPosVersions } from '../../shared/ports/virtual-pos-directory.ts';

export interface ReconcileAttemptDependencies {
  readonly attempts: Attempts;
  readonly bank: BankGateway;
  readonly posVersions: VirtualPosVersions;
  readonly opener: Opener;
  readonly cardStoring: CardStoring;
  readonly randomness: Randomness;
  readonly clock: Clock;
}

/**
 * Why an operator should look, by the name of the metric that says so. `contradiction`: the bank holds something else than
 * was ordered, or says what cannot be.
 */
export type ReconcileAlarm = 'unexpected-charge' | 'stuck' | 'overdue' | 'contradiction';

/** How far one attempt has come, and whether its bank answered, where it was asked. */
export type ReconcileOutcome = { readonly bankAnswered?: boolean } & SettledSoFar;

type SettledSoFar =
  | { readonly kind: 'reconciled'; readonly state: Attempt['state']; readonly alarm?: ReconcileAlarm }
  | { readonly kind: 'rescheduled'; readonly state: Attempt['state']; readonly alarm?: ReconcileAlarm }
  /** Somebody else has moved it on meanwhile. */
  | { readonly kind: 'left-alone' };

/** One attempt under its lease, which ends at `leaseUntilMs`: no call to the bank outlives it. */
export interface ReconcileCall {
  readonly deps: ReconcileAttemptDependencies;
  readonly account: Awaited<ReturnType<typeof openPinnedAccount>>;
  readonly leaseUntilMs: number;
}
