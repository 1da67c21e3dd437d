import type { Log } from '../../observability/log.ts';
import { powertoolsCardMetrics } from '../../observability/powertools.ts';
import type { CardStoring } from '../../payment-flow/store-card.ts';
import type { Clock } from '../../ports/clock.ts';
import { dynamoStoredCards } from '../dynamodb/card/stored-cards.ts';
import type { Table } from '../dynamodb/engine/table.ts';
import { kmsCardHasher } from '../vault/kms-card-hasher.ts';
import { kmsClient, kmsSealer } from '../vault/kms-vault.ts';
import { cardTokens } from './card-tokens.ts';
import { readCardHashKey, readTokensNameCustomers, readVaultKeyArn } from './environment.ts';
import { systemRandomness } from './system.ts';

/**
 * A card is stored between its charge and the record of that charge. So the key service gets less time here than
 * elsewhere.
 */
const KMS_LIMITS = { maxAttempts: 2, requestTimeoutMs: 1000 } as const;

export interface CardStoringOptions {
  readonly store: Table;
  readonly clock: Clock;
  readonly log: Log;
  readonly stage: string;
}

/**
 * The parts that the functions which store cards are built from. Their roles name the vault purposes that each may use.
 */
export const cardStoringRuntime = (
  variables: NodeJS.ProcessEnv,
  { store, clock, log, stage }: CardStoringOptions,
): CardStoring => {
  const kms = kmsClient(KMS_LIMITS);
  return {
    storedCards: dynamoStoredCards(store),
    hasher: kmsCardHasher({ kms, keyArn: readCardHashKey(variables) }),
    sealer: kmsSealer({ kms, keyArn: readVaultKeyArn(variables), clock }),
    cardTokens: cardTokens({ randomness: systemRandomness, nameCustomers: readTokensNameCustomers(variables) }),
    clock,
    log,
    metrics: powertoolsCardMetrics({ stage }),
  };
};
