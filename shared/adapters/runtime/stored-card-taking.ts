import { postToGate } from '../bank/server-start.ts';
import { dynamoAttempts } from '../dynamodb/attempt/attempts.ts';
import { dynamoBinDirectory } from '../dynamodb/card/bin-directory.ts';
import { dynamoStoredCards } from '../dynamodb/card/stored-cards.ts';
import { dynamoCustomers } from '../dynamodb/customer/customers.ts';
import { blockIdentifiers } from '../dynamodb/identifiers.ts';
import { dynamoQuoteCounters } from '../dynamodb/limit/quote-counters.ts';
import { dynamoPaymentRequests } from '../dynamodb/link/payment-requests.ts';
import { kmsCardHasher } from '../vault/kms-card-hasher.ts';
import { kmsClient, kmsOpener } from '../vault/kms-vault.ts';
import { type BankRuntimeOptions, bankRuntime } from './bank.ts';
import type { BreakerRuntimeOptions } from './breaker.ts';
import { readCardHashKey, readVaultKeys } from './environment.ts';
import { breakersRuntime } from './gate-breaker.ts';
import type { OperationRuntime } from './operation.ts';
import { systemRandomness } from './system.ts';

/** What the one function is composed from that opens stored cards for payers (rule 48). It stores none. */
export const storedCardRuntime = (
  variables: NodeJS.ProcessEnv,
  options: BankRuntimeOptions & BreakerRuntimeOptions & Pick<OperationRuntime, 'events'>,
) => {
  const { store, events, clock, sandbox } = options;
  const kms = kmsClient();
  return {
    ...bankRuntime(variables, { ...options, postToGate }),
    ...breakersRuntime(options),
    attempts: dynamoAttempts(store, events),
    paymentRequests: dynamoPaymentRequests(store),
    storedCards: dynamoStoredCards(store),
    customers: dynamoCustomers(store),
    bins: dynamoBinDirectory(store),
    quotes: dynamoQuoteCounters(store),
    identifiers: blockIdentifiers(store),
    cards: kmsCardHasher({ kms, keyArn: readCardHashKey(variables) }),
    opener: kmsOpener({ kms, ...readVaultKeys(variables), clock }),
    randomness: systemRandomness,
    clock,
    sandbox,
  };
};
