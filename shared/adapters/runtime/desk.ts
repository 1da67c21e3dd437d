import { scryptPasswords } from '../desk/scrypt-passwords.ts';
import { totpCodes } from '../desk/totp-codes.ts';
import { dynamoDealerLooks } from '../dynamodb/dealer/dealer-looks.ts';
import { dynamoDealerMessaging } from '../dynamodb/dealer/dealer-messaging.ts';
import { dynamoDealers } from '../dynamodb/dealer/dealers.ts';
import { dynamoDeskSessions, dynamoPendingSignIns } from '../dynamodb/desk/desk-sessions.ts';
import { dynamoDeskUsers } from '../dynamodb/desk/desk-users.ts';
import { dynamoSignInCounters } from '../dynamodb/desk/sign-in-counters.ts';
import { dynamoMessages } from '../dynamodb/message/messages.ts';
import { dynamoOperatorChanges } from '../dynamodb/operator/operator-changes.ts';
import { dynamoOutbox } from '../dynamodb/outbox/outbox.ts';
import { kmsClient, kmsOpener, kmsSealer } from '../vault/kms-vault.ts';
import { bankStepsRuntime } from './bank-steps.ts';
import { readEnvironment, readJoinedDeliveries, readVaultKeys } from './environment.ts';
import { readStageMessaging } from './messaging.ts';
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

/** What acts on payments: the steps of the dealers' operations, each with its audit entry. */
export const deskActingRuntime = (variables: NodeJS.ProcessEnv) => {
  const runtime = deskRuntime(variables);
  const { store, events, clock } = runtime;
  const environment = readEnvironment(variables);
  const stepping = bankStepsRuntime(variables, { store, dealers: dynamoDealers(store), events, clock, environment });
  return {
    ...runtime,
    ...stepping,
    changes: dynamoOperatorChanges(store, events),
    randomness: systemRandomness,
    outbox: dynamoOutbox(store),
    messages: dynamoMessages(store, { joins: readJoinedDeliveries(variables) }),
    dealerMessaging: dynamoDealerMessaging(store),
    messaging: readStageMessaging(variables),
  };
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
