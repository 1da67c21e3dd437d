import { scryptPasswords } from '../desk/scrypt-passwords.ts';
import { totpCodes } from '../desk/totp-codes.ts';
import { dynamoDealerLooks } from '../dynamodb/dealer/dealer-looks.ts';
import { dynamoDealers } from '../dynamodb/dealer/dealers.ts';
import { dynamoPendingSignIns } from '../dynamodb/desk/desk-sessions.ts';
import { dynamoDeskUsers } from '../dynamodb/desk/desk-users.ts';
import { dynamoSignInCounters } from '../dynamodb/desk/sign-in-counters.ts';
import { dynamoOperatorChanges } from '../dynamodb/operator/operator-changes.ts';
import { kmsClient, kmsOpener, kmsSealer } from '../vault/kms-vault.ts';
import { deskRuntime } from './desk.ts';
import { readVaultKeys } from './environment.ts';
import { systemRandomness } from './system.ts';

/** What changes users, passwords and sessions, each change with its audit entry. */
export const deskAccountRuntime = (variables: NodeJS.ProcessEnv) => {
  const runtime = deskRuntime(variables);
  const { store, events, clock } = runtime;
  const vault = { kms: kmsClient(), ...readVaultKeys(variables), clock };
  return {
    ...runtime,
    dealers: dynamoDealers(store),
    users: dynamoDeskUsers(store),
    pendingSignIns: dynamoPendingSignIns(store),
    counters: dynamoSignInCounters(store),
    changes: dynamoOperatorChanges(store, events),
    passwords: scryptPasswords(),
    codes: totpCodes(),
    storedLooks: dynamoDealerLooks(store),
    randomness: systemRandomness,
    sealer: kmsSealer(vault),
    opener: kmsOpener(vault),
  };
};
