import { LOCAL_REGION } from './resolver.ts';
import type { StandIns } from './stand-ins.ts';
import type { RunnableFunction } from './workers.ts';

/**
 * The access key in the requests of a function, by which whatever stands before the store knows who asks. The store takes
 * letters and digits alone.
 */
export const accessKeyOf = (name: string): string => name.replaceAll(/[^a-zA-Z0-9]/g, '');

/** The environment of the template and of Lambda itself, with the AWS endpoints directed to this machine. */
export const environmentOf = (
  { name, handler, codeFolder, memoryMb, environment }: RunnableFunction,
  dynamoDb: string,
  standIns: StandIns,
  additions: Readonly<Record<string, string>> = {},
): Record<string, string> => ({
  ...environment,
  AWS_REGION: LOCAL_REGION,
  AWS_DEFAULT_REGION: LOCAL_REGION,
  AWS_ACCESS_KEY_ID: accessKeyOf(name),
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_SESSION_TOKEN: 'local',
  AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
  AWS_LAMBDA_FUNCTION_NAME: name,
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
  AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
  AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
  AWS_LAMBDA_LOG_STREAM_NAME: 'local',
  LAMBDA_TASK_ROOT: codeFolder,
  _HANDLER: handler,
  LANG: 'en_US.UTF-8',
  TZ: ':UTC',
  AWS_ENDPOINT_URL_DYNAMODB: dynamoDb,
  AWS_ENDPOINT_URL_KMS: standIns.endpoint,
  AWS_ENDPOINT_URL_LAMBDA: standIns.endpoint,
  AWS_ENDPOINT_URL_PINPOINT_SMS_VOICE_V2: standIns.endpoint,
  AWS_ENDPOINT_URL_SESV2: standIns.endpoint,
  ...additions,
});
