import type { DealerLooksDirectory } from '../../../shared/ports/dealer-looks.ts';
import type { Dealers } from '../../../shared/ports/dealers.ts';
import type { DeskPasswords, OneTimeCodes } from '../../../shared/ports/desk-secrets.ts';
import type { SignInCounters } from '../../../shared/ports/desk-sessions.ts';
import type { DeskUsers } from '../../../shared/ports/desk-users.ts';
import type { Randomness } from '../../../shared/ports/identifiers.ts';
import type { OperatorChanges } from '../../../shared/ports/operator-changes.ts';
import type { Opener, Sealer } from '../../../shared/ports/vault.ts';

/** What the settings of users and dealers are changed with. */
export interface AccountDependencies {
  readonly users: DeskUsers;
  readonly counters: SignInCounters;
  readonly changes: OperatorChanges;
  readonly passwords: DeskPasswords;
  readonly codes: OneTimeCodes;
  readonly sealer: Sealer;
  readonly opener: Opener;
  readonly dealers: Pick<Dealers, 'load'>;
  /** What payers see of a dealer, read strongly. */
  readonly storedLooks: DealerLooksDirectory;
  readonly randomness: Pick<Randomness, 'guid'>;
  readonly serviceName: string;
  readonly sandbox: boolean;
}
