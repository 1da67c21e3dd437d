import type { FormField } from '../../../shared/domain/form-field.ts';
import type { BankChallenge } from '../../../shared/ports/bank-ledger.ts';
import type { BankSimulatorDependencies } from './dependencies.ts';
import { proofs } from './proofs.ts';

const MAX_WRONG_CODES = 3;

const answered = (deps: BankSimulatorDependencies, challenge: BankChallenge, mdStatus: string): BankChallenge => ({
  ...challenge,
  version: challenge.version + 1,
  state: 'answered',
  mdStatus,
  ...proofs(deps, challenge, mdStatus),
});

/** The payer's decision: `approve` needs the one-time code; `fail` and `give-up` end the authentication. */
const decided = (
  deps: BankSimulatorDependencies,
  challenge: BankChallenge,
  posted: ReadonlyMap<string, string>,
): BankChallenge | undefined => {
  const decision = posted.get('decision');
  if (decision === 'fail' || decision === 'give-up') return answered(deps, challenge, '0');
  if (decision !== 'approve') return undefined;
  if (posted.get('code')?.trim() === challenge.oneTimeCode) return answered(deps, challenge, '1');
  const wrongCodes = challenge.wrongCodes + 1;
  return wrongCodes < MAX_WRONG_CODES
    ? { ...challenge, version: challenge.version + 1, wrongCodes }
    : { ...answered(deps, challenge, '0'), wrongCodes };
};

/**
 * Takes the payer's decision on an open challenge. The first decision counts. The
 * answer leads to the page of the challenge, which shows the outcome.
 */
export const decide = async (
  deps: BankSimulatorDependencies,
  challenge: BankChallenge,
  fields: readonly FormField[],
): Promise<void> => {
  if (challenge.state !== 'open') return;
  const changed = decided(deps, challenge, new Map(fields));
  if (changed !== undefined) await deps.ledger.changeChallenge(changed);
};
