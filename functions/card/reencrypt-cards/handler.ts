import type { Context } from 'aws-lambda';
import { dynamoStoredCards } from '../../../shared/adapters/dynamodb/card/stored-cards.ts';
import { documentClient } from '../../../shared/adapters/dynamodb/engine/client.ts';
import { table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { dynamoOperatorChanges } from '../../../shared/adapters/dynamodb/operator/operator-changes.ts';
import { readEnvironment, readVaultKeys } from '../../../shared/adapters/runtime/environment.ts';
import { systemClock as clock } from '../../../shared/adapters/runtime/system.ts';
import { keyNameOf, kmsClient, kmsOpener, kmsSealer } from '../../../shared/adapters/vault/kms-vault.ts';
import { powertoolsLog } from '../../../shared/observability/powertools.ts';
import { reencryptCards } from './reencrypt-cards.ts';

const { stage, tableName } = readEnvironment(process.env);
const store = table(documentClient(), tableName);
const vault = { kms: kmsClient(), clock, ...readVaultKeys(process.env) };

const reencrypt = reencryptCards({
  storedCards: dynamoStoredCards(store),
  opener: kmsOpener(vault),
  sealer: kmsSealer(vault),
  previousKeyNames: vault.previousKeyArns.map(keyNameOf),
  changes: dynamoOperatorChanges(store),
  clock,
  stage,
  log: powertoolsLog(),
});

export const handler = (event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>) =>
  reencrypt(event, clock.now() + context.getRemainingTimeInMillis());
