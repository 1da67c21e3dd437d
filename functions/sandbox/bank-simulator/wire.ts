import type { FormField } from '../../../shared/domain/form-field.ts';
import type { GatewayKind } from '../../../shared/domain/virtual-pos/virtual-pos.ts';
import type { BankChallenge } from '../../../shared/ports/bank-ledger.ts';
import type { Callback } from './callback.ts';
import type { BankSimulatorDependencies } from './dependencies.ts';
import type { EnteredGate } from './gates.ts';

/** What the bank does differently on the wire of each kind. */
export interface Wire {
  readonly kind: GatewayKind;
  readonly gate: string;
  /** Where its challenge pages are; the reference follows. */
  readonly challenges: string;
  readonly enterGate: (
    deps: BankSimulatorDependencies,
    fields: readonly FormField[],
  ) => Promise<EnteredGate | { readonly refused: string }>;
  readonly callbackOf: (deps: BankSimulatorDependencies, challenge: BankChallenge) => Callback;
}
