import { dynamoAttempts } from '../../shared/adapters/dynamodb/attempts.ts';
import { dynamoLimitUsage } from '../../shared/adapters/dynamodb/limit-usage.ts';
import { bankRuntime } from '../../shared/adapters/runtime/bank.ts';
import { cardStoringRuntime } from '../../shared/adapters/runtime/card-storing.ts';
import { readVaultKeys } from '../../shared/adapters/runtime/environment.ts';
import { pageRuntime } from '../../shared/adapters/runtime/page.ts';
import { systemRandomness } from '../../shared/adapters/runtime/system.ts';
import { kmsClient, kmsOpener } from '../../shared/adapters/vault/kms-vault.ts';
import { pageHandler } from '../../shared/http/page-handler.ts';
import { answerCallback, complete3D } from './complete-3d.ts';
import { contract } from './contract.ts';

const { store, ...runtime } = pageRuntime(process.env);
const { clock, baseUrl } = runtime;
const { bank, brake, dealerOf, posVersions } = bankRuntime(process.env, { ...runtime, store });

const complete = complete3D({
  attempts: dynamoAttempts(store),
  limitUsage: dynamoLimitUsage(store),
  opener: kmsOpener({ kms: kmsClient(), ...readVaultKeys(process.env), clock }),
  cardStoring: cardStoringRuntime(process.env, { ...runtime, store }),
  randomness: systemRandomness,
  pos: bank,
  posVersions,
  dealerOf,
  brake,
  clock,
  baseUrl,
});

export const handler = pageHandler({ ...runtime, name: contract.name, show: answerCallback(complete) });
