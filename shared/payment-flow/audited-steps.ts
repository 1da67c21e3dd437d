import type { Step } from '../domain/payment/step.ts';
import type { AuditEntry } from '../ports/operator-changes.ts';
import type { Steps } from '../ports/payments.ts';

/**
 * Writes the audit entry of a command in the transaction of its step's intent (rules 36, 54): all later moves of the step are
 * written alone. `entryOf` sees the step before anything is written, and may refuse it by an error.
 */
export const auditedSteps = (steps: Steps, entryOf: (step: Step) => AuditEntry): Steps => ({
  apply: (move) => (move.fromVersion === undefined ? steps.apply(move, entryOf(move.step)) : steps.apply(move)),
});
