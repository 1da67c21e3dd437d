import { dynamoLimitUsage } from '../dynamodb/limit/limit-usage.ts';
import { kmsClient, kmsOpener } from '../vault/kms-vault.ts';
import { bankRuntime } from './bank.ts';
import { endedDaysRuntime } from './ended-days.ts';
import { readVaultKeys } from './environment.ts';
import type { OperationRuntime } from './operation.ts';
import { paymentStepsRuntime } from './payment-steps.ts';

/** What a function is composed from that calls the bank for a step while its caller waits. */
export const bankStepsRuntime = (
  variables: NodeJS.ProcessEnv,
  runtime: Pick<OperationRuntime, 'store' | 'dealers' | 'events' | 'clock' | 'environment'>,
) => {
  const { store, dealers, clock, environment } = runtime;
  const { bank, posVersions } = bankRuntime(variables, { store, dealers, clock, ...environment });
  const opener = kmsOpener({ kms: kmsClient(), ...readVaultKeys(variables), clock });
  const called = { bank, posVersions, opener, ...endedDaysRuntime(variables, { store, posVersions }) };
  return { ...paymentStepsRuntime(runtime), ...called, limitUsage: dynamoLimitUsage(store) };
};
