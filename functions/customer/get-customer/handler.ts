import { dynamoCustomers } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import { readVaultKeys } from '../../../shared/adapters/runtime/environment.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { kmsClient, kmsOpener } from '../../../shared/adapters/vault/kms-vault.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { contract } from './contract.ts';
import { getCustomer } from './get-customer.ts';

const runtime = operationRuntime(process.env);

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: getCustomer({
    customers: dynamoCustomers(runtime.store),
    vault: kmsOpener({ kms: kmsClient(), ...readVaultKeys(process.env), clock: runtime.clock }),
  }),
});
