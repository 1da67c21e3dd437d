import { cachedBinRecords, dynamoBinDirectory } from '../dynamodb/card/bin-directory.ts';
import { dynamoCardKeeping } from '../dynamodb/card/card-keeping.ts';
import { dynamoCustomerBook } from '../dynamodb/customer/customer-book.ts';
import { kmsCardHasher } from '../vault/kms-card-hasher.ts';
import { kmsClient, kmsOpener, kmsSealer } from '../vault/kms-vault.ts';
import { cardTokens } from './card-tokens.ts';
import { readCardHashKey, readTokensNameCustomers, readVaultKeyArn, readVaultKeys } from './environment.ts';
import type { OperationRuntime } from './operation.ts';
import { systemRandomness } from './system.ts';

// What the operations of customers and cards are composed from, by what each may do.

/** Customers and their cards, as they are stored. */
export const customersRuntime = ({ store, events, clock }: OperationRuntime) => ({
  customers: dynamoCustomerBook(store, events),
  cards: dynamoCardKeeping(store, events),
  clock,
  randomness: systemRandomness,
});

const cardBanks = ({ store, clock, environment }: OperationRuntime) =>
  cachedBinRecords({ bins: dynamoBinDirectory(store), clock, lifeMs: environment.dealerCacheMs });

/** The same for operations that show cards, whose expiry and holder are encrypted. */
export const cardShowingRuntime = (variables: NodeJS.ProcessEnv, runtime: OperationRuntime) => ({
  ...customersRuntime(runtime),
  opener: kmsOpener({ kms: kmsClient(), ...readVaultKeys(variables), clock: runtime.clock }),
  bins: cardBanks(runtime),
});

/** The same for operations that encrypt: a password, or a card whose number they hash. */
export const sealingRuntime = (variables: NodeJS.ProcessEnv, runtime: OperationRuntime) => ({
  ...customersRuntime(runtime),
  sealer: kmsSealer({ kms: kmsClient(), keyArn: readVaultKeyArn(variables), clock: runtime.clock }),
});

export const cardAddingRuntime = (variables: NodeJS.ProcessEnv, runtime: OperationRuntime) => ({
  ...sealingRuntime(variables, runtime),
  hasher: kmsCardHasher({ kms: kmsClient(), keyArn: readCardHashKey(variables) }),
  cardTokens: cardTokens({ randomness: systemRandomness, nameCustomers: readTokensNameCustomers(variables) }),
  bins: cardBanks(runtime),
  sandbox: runtime.environment.sandbox,
});
