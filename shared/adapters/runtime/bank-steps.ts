import { omitUndefined } from '../../domain/omit-undefined.ts';
import { dynamoLimitUsage } from '../dynamodb/limit/limit-usage.ts';
import { kmsClient, kmsOpener } from '../vault/kms-vault.ts';
import { bankRuntime } from './bank.ts';
import { readVaultKeys } from './environment.ts';
import type { OperationRuntime } from './operation.ts';
import { paymentStepsRuntime } from './payment-steps.ts';

/** What a function is composed from that calls the bank for a step while its caller waits. */
export const bankStepsRuntime = (
  variables: NodeJS.ProcessEnv,
  runtime: Pick<OperationRuntime, 'store' | 'dealers' | 'events' | 'clock' | 'environment'>,
) => {
  const { store, dealers, clock, environment } = runtime;
  const { bank, posVersions, endedDays } = bankRuntime(variables, { store, dealers, clock, ...environment });
  const opener = kmsOpener({ kms: kmsClient(), ...readVaultKeys(variables), clock });
  const called = { bank, posVersions, opener, ...omitUndefined({ endedDays }) };
  return { ...paymentStepsRuntime(runtime), ...called, limitUsage: dynamoLimitUsage(store) };
};
