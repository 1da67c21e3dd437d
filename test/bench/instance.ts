import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { functionDefinitions, routeKeyOf } from '../../infra/functions.ts';
import { gatewayEvent } from '../../infra/local/gateway-event.ts';
import { routeMatcher } from '../../infra/local/routes.ts';
import type { HttpResponse } from '../../shared/http/envelope.ts';
import type { RunningStack } from './lab.ts';
import type { SampleRequest } from './scene.ts';

/** A dealer is kept this long, as in production; the local stage's second would reload it during a measurement. */
const DEALER_CACHE_MS = '30000';

type Handler = (event: unknown, context: unknown) => Promise<HttpResponse>;

const JSON_TYPE = 'application/json; charset=utf-8';

const requireHere = createRequire(import.meta.url);
const address = { host: 'api.example', port: 443 };
const match = routeMatcher(
  functionDefinitions.flatMap(({ name, routes }) =>
    routes.map((route) => ({ routeKey: routeKeyOf(route), functionName: name })),
  ),
);

/**
 * Loads a function's bundle anew into this process, with its environment: an instance that has answered nothing yet.
 * Its clients read the environment at their first call, so call it before the next one is loaded.
 */
export function newInstance(
  { environments }: Pick<RunningStack, 'environments'>,
  functionName: string,
  additions: Readonly<Record<string, string>> = {},
): Handler {
  const environment = environments[functionName];
  if (environment?.LAMBDA_TASK_ROOT === undefined) throw new Error(`There is no function ${functionName}.`);
  Object.assign(process.env, environment, { DEALER_CACHE_MS }, additions);
  const file = join(environment.LAMBDA_TASK_ROOT, 'index.js');
  delete requireHere.cache[file];
  return (requireHere(file) as { readonly handler: Handler }).handler;
}

/** The event of a request as an HTTP API makes it, with a code of its own. */
export function eventOf({ method, path, body, contentType = JSON_TYPE }: SampleRequest): Record<string, unknown> {
  const found = match(method, path);
  if (found === undefined) throw new Error(`No function answers ${path}.`);
  const rawHeaders = ['content-type', contentType, 'user-agent', 'bench', 'host', address.host];
  const bytes = Buffer.from(body.replace('@code@', randomUUID()));
  const request = { method, target: path, protocol: 'HTTP/1.1', rawHeaders, sourceIp: '127.0.0.1', body: bytes };
  return gatewayEvent(request, found, address, new Date());
}

/** What Lambda tells a handler beside the event. */
export const contextOf = (functionName: string) => ({
  awsRequestId: randomUUID(),
  functionName,
  functionVersion: '$LATEST',
  invokedFunctionArn: `arn:aws:lambda:eu-central-1:000000000000:function:${functionName}`,
  memoryLimitInMB: '512',
  getRemainingTimeInMillis: () => 10_000,
});

/** Refuses an answer that is not the success that was asked for: a failure may be quick, and says nothing. */
export function checkAnswer({ statusCode, body }: { readonly statusCode: number; readonly body: string }): void {
  const succeeded = body.includes('"ResultCode":"Success"') && !body.includes('"IsSuccessful":false');
  if (statusCode !== 200 || !(body.startsWith('<!') || succeeded))
    throw new Error(`The answer is ${statusCode} ${body.slice(0, 300)}`);
}
