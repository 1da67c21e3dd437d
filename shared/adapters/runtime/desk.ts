import { scryptPasswords } from '../desk/scrypt-passwords.ts';
import { totpCodes } from '../desk/totp-codes.ts';
import { dynamoDealerLooks } from '../dynamodb/dealer/dealer-looks.ts';
import { dynamoDealers } from '../dynamodb/dealer/dealers.ts';
import { dynamoDeskSessions, dynamoPendingSignIns } from '../dynamodb/desk/desk-sessions.ts';
import { dynamoDeskUsers } from '../dynamodb/desk/desk-users.ts';
import { dynamoSignInCounters } from '../dynamodb/desk/sign-in-counters.ts';
import { dynamoOperatorChanges } from '../dynamodb/operator/operator-changes.ts';
import { kmsClient, kmsOpener, kmsSealer } from '../vault/kms-vault.ts';
import { readVaultKeys } from './environment.ts';
import { pageRuntime } from './page.ts';
import { systemRandomness } from './system.ts';

/** Where the desk answers, and to whom. Throws when the variables are missing, which stops the function's start. */
const readDeskPlace = (
  variables: NodeJS.ProcessEnv,
): { readonly deskUrl: string; readonly allowedNetworks: 'any address' | readonly string[] } => {
  const { DESK_URL: deskUrl, DESK_NETWORKS: networks } = variables;
  if (deskUrl === undefined) throw new Error('environment variable DESK_URL is missing');
  return { deskUrl, allowedNetworks: networks === undefined ? 'any address' : networks.split(',') };
};

/** The parts that every function of the desk is built from: a page's, and who is signed in. */
export const deskRuntime = (variables: NodeJS.ProcessEnv) => {
  const runtime = pageRuntime(variables);
  const dealers = dynamoDealers(runtime.store);
  return { ...runtime, ...readDeskPlace(variables), sessions: dynamoDeskSessions(runtime.store, dealers) };
};

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
