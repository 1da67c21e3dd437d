import { dynamoAttempts } from '../dynamodb/attempt/attempts.ts';
import { dynamoBinDirectory } from '../dynamodb/card/bin-directory.ts';
import { blockIdentifiers } from '../dynamodb/identifiers.ts';
import { dynamoLimitUsage } from '../dynamodb/limit/limit-usage.ts';
import { dynamoReusableLinkReads } from '../dynamodb/reusable-link/reusable-links.ts';
import { kmsCardHasher } from '../vault/kms-card-hasher.ts';
import { kmsClient, kmsOpener } from '../vault/kms-vault.ts';
import { type BankRuntimeOptions, bankRuntime } from './bank.ts';
import { breakerRuntime } from './breaker.ts';
import { type CardStoringOptions, cardStoringRuntime } from './card-storing.ts';
import { readCardHashKey, readVaultKeys } from './environment.ts';
import type { OperationRuntime } from './operation.ts';
import { systemRandomness } from './system.ts';

type ChargingOptions = BankRuntimeOptions & CardStoringOptions & Pick<OperationRuntime, 'events'>;

/** What a function that calls the bank for money is composed from. */
export const chargingRuntime = (variables: NodeJS.ProcessEnv, options: ChargingOptions, kms = kmsClient()) => {
  const { store, events, clock } = options;
  return {
    ...bankRuntime(variables, options),
    breaker: breakerRuntime(options),
    attempts: dynamoAttempts(store, events),
    limitUsage: dynamoLimitUsage(store),
    reusableLinks: dynamoReusableLinkReads(store),
    opener: kmsOpener({ kms, ...readVaultKeys(variables), clock }),
    cardStoring: cardStoringRuntime(variables, options),
    randomness: systemRandomness,
    clock,
  };
};

/** The same for a function that takes the card itself: it looks up the card's bank and counts what the card is used for. */
export const cardTakingRuntime = (variables: NodeJS.ProcessEnv, options: ChargingOptions) => {
  const kms = kmsClient();
  return {
    ...chargingRuntime(variables, options, kms),
    bins: dynamoBinDirectory(options.store),
    identifiers: blockIdentifiers(options.store),
    cards: kmsCardHasher({ kms, keyArn: readCardHashKey(variables) }),
    sandbox: options.sandbox,
  };
};
