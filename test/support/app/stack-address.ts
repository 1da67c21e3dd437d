import type { LocalStack } from '../../../infra/local/stack.ts';

/** Addresses of a running app. */
export interface StackAddress {
  readonly baseUrl: string;
  /** The stand-ins for KMS and Lambda. */
  readonly endpoint: string;
  readonly engineEndpoint: string;
  /** Where the functions call the store: what stands between notes what each of them asks. */
  readonly functionsStoreEndpoint: string;
  readonly tableName: string;
  readonly boxesTableName: string;
  readonly vaultKeyArn: string;
  readonly operateFunctionName: string;
  readonly dataDir: string;
}

export const addressOf = (stack: LocalStack, dataDir: string): StackAddress => {
  const environment = stack.functionEnvironment('create-payment-request');
  return {
    baseUrl: stack.baseUrl,
    endpoint: stack.endpoint,
    engineEndpoint: stack.engineEndpoint,
    functionsStoreEndpoint: environment.AWS_ENDPOINT_URL_DYNAMODB ?? '',
    tableName: stack.tableName,
    boxesTableName: stack.boxesTableName,
    vaultKeyArn: environment.VAULT_KEY_ARN ?? '',
    operateFunctionName: stack.outputs.OperateFunctionName ?? '',
    dataDir,
  };
};
