import type { Dealers } from '../../../shared/ports/dealers.ts';
import type { DeskPasswords, OneTimeCodes } from '../../../shared/ports/desk-secrets.ts';
import type { DeskSessions, PendingSignIns, SignInCounters } from '../../../shared/ports/desk-sessions.ts';
import type { DeskUsers } from '../../../shared/ports/desk-users.ts';
import type { OperatorChanges } from '../../../shared/ports/operator-changes.ts';
import type { Opener, Sealer } from '../../../shared/ports/vault.ts';

/** What a sign-in needs. */
export interface SignInDependencies {
  readonly users: DeskUsers;
  readonly sessions: DeskSessions;
  readonly pendingSignIns: PendingSignIns;
  readonly counters: SignInCounters;
  readonly changes: OperatorChanges;
  readonly passwords: DeskPasswords;
  readonly codes: OneTimeCodes;
  readonly opener: Opener;
  readonly sealer: Sealer;
  /** Reads strongly and keeps nothing: a disabled dealer is opened by nobody. */
  readonly dealers: Dealers;
  readonly serviceName: string;
  readonly sandbox: boolean;
}
