import type { LocalStack } from '../../../infra/local/stack.ts';

/** Addresses of a running app. */
export interface StackAddress {
  readonly baseUrl: string;
  /** The stand-ins for KMS and Lambda. */
  readonly endpoint: string;
  readonly engineEndpoint: string;
  readonly tableName: string;
  readonly boxesTableName: string;
  readonly vaultKeyArn: string;
  readonly operateFunctionName: string;
  readonly dataDir: string;
}

export const addressOf = (stack: LocalStack, dataDir: string): StackAddress => ({
  baseUrl: stack.baseUrl,
  endpoint: stack.endpoint,
  engineEndpoint: stack.engineEndpoint,
  tableName: stack.tableName,
  boxesTableName: stack.boxesTableName,
  vaultKeyArn: stack.functionEnvironment('create-payment-request').VAULT_KEY_ARN ?? '',
  operateFunctionName: stack.outputs.OperateFunctionName ?? '',
  dataDir,
});
