import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InvokeCommand } from '@aws-sdk/client-lambda';
import * as z from 'zod';
import {
  commandErrorCodes,
  type OperateAnswer,
  type OperateEvent,
  operateFunctionName,
} from '../../functions/operator/operate/contract.ts';
import { type Invocation, LOCAL_STAGE, UsageError } from './arguments.ts';
import { newConnections, type Target } from './connections.ts';

const endpointSchema = z.object({
  endpoint: z.url(),
  functionName: z.string(),
  stage: z.string(),
  baseUrl: z.url().optional(),
});
type LocalEndpoint = z.output<typeof endpointSchema>;

const answerSchema = z.union([
  z.object({
    ok: z.literal(true),
    commandId: z.string().optional(),
    applied: z.boolean().optional(),
    result: z.record(z.string(), z.unknown()),
  }),
  z.object({
    ok: z.literal(false),
    commandId: z.string().optional(),
    error: z.object({ code: z.enum(commandErrorCodes), field: z.string().optional(), message: z.string() }),
  }),
]);

interface CalledFunction {
  readonly functionName: string;
  readonly target: Target;
}

/** The outcome of an invocation: the function's answer, or why there is none. */
export type Called<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: { readonly code: string; readonly message: string } };

/**
 * Sends a command to the stage's function. A failed call is an answer with the code Unexpected. Throws a UsageError if
 * the call cannot be made: no running service, no region, no credentials.
 */
export const invokeOperate = async (
  invocation: Invocation,
  input: Readonly<Record<string, unknown>>,
): Promise<OperateAnswer> => {
  const { command, commandId, dryRun, stage } = invocation;
  const event: OperateEvent = { command: command.name, commandId, stage, input, ...(dryRun ? { dryRun } : {}) };
  const called = await callFunction(invocation, undefined, event);
  if (!called.ok) return { ok: false, commandId, error: { code: 'Unexpected', message: called.error.message } };
  const answer = answerSchema.safeParse(called.value);
  if (answer.success) return answer.data as OperateAnswer;
  return { ok: false, commandId, error: { code: 'Unexpected', message: "The function's answer is not one of ours." } };
};

/** Invokes the named function of the stage, by default the operators'. Throws a UsageError as above. */
export const callFunction = async (
  invocation: Invocation,
  name: string | undefined,
  event: object,
): Promise<Called<unknown>> => {
  const { functionName, target } = targetOf(name === undefined ? invocation : { ...invocation, functionName: name });
  const connections = invocation.connections ?? newConnections();
  try {
    const sent = new InvokeCommand({ FunctionName: functionName, Payload: JSON.stringify(event) });
    const { FunctionError, Payload } = await connections.to(target).send(sent);
    if (FunctionError !== undefined) return failed(`The function ${functionName} failed; its log says why.`);
    return { ok: true, value: JSON.parse(Payload?.transformToString() ?? '') as unknown };
  } catch (error) {
    refuseUnconfigured(error);
    return failed(sentenceOf(error, invocation, functionName));
  } finally {
    if (invocation.connections === undefined) connections.close();
  }
};

const targetOf = ({ stage, functionName, region, dataDir }: Invocation): CalledFunction => {
  if (stage !== LOCAL_STAGE) {
    const target = region === undefined ? {} : { region };
    return { functionName: functionName ?? operateFunctionName(stage), target };
  }
  const local = localEndpoint(dataDir);
  if (local === undefined) {
    throw new UsageError(
      `The service is not running with the data folder ${dataDir}: start it first with "npm start".`,
    );
  }
  return {
    functionName: functionName ?? local.functionName,
    target: {
      endpoint: local.endpoint,
      region: region ?? 'eu-central-1',
      // The run's secret is in the endpoint's path; nobody checks the signature.
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    },
  };
};

/** Where the service on this machine listens, as it has written down; undefined while it does not run. */
export const localEndpoint = (dataDir: string): LocalEndpoint | undefined => {
  const path = join(dataDir, 'operator-endpoint.json');
  return existsSync(path) ? endpointSchema.parse(JSON.parse(readFileSync(path, 'utf8'))) : undefined;
};

/** Throws a UsageError for a missing region or missing credentials: nothing was sent, so there is nothing to repeat. */
export const refuseUnconfigured = (error: unknown): void => {
  if (!(error instanceof Error)) return;
  // The SDK has no error name for this case.
  if (error.message === 'Region is missing') throw new UsageError('No AWS region: set AWS_REGION or --region.');
  if (error.name === 'CredentialsProviderError') {
    throw new UsageError(`No AWS credentials found (${error.message}).`);
  }
};

const failed = (message: string): Called<never> => ({ ok: false, error: { code: 'Unexpected', message } });

const sentenceOf = (error: unknown, { stage, command, commandId }: Invocation, functionName: string): string => {
  const name = error instanceof Error ? error.name : 'unknown error';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ECONNREFUSED' && stage === LOCAL_STAGE) {
    return 'The service does not answer any more: start it with "npm start".';
  }
  if (name === 'ResourceNotFoundException') {
    return `There is no function ${functionName}: --stage, --region and --function-name say which one is meant.`;
  }
  const detail = error instanceof Error ? error.message : '';
  const repeating = command.changes ? `repeat it with --id ${commandId}, which cannot apply it twice` : 'repeat it';
  return `The call of ${functionName} failed (${name}: ${detail}); ${repeating}.`;
};
