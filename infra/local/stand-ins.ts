import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { closeServer, listenOnLoopback, readBody } from './http-body.ts';
import { type Inbox, InboxRefusal } from './inbox.ts';
import { KmsError, type LocalKms } from './kms.ts';
import type { InvocationResult } from './workers.ts';

/** The AWS endpoints that handlers call, other than DynamoDB. */
export interface StandIns {
  /** The address, with the secret of this run in it. Whoever knows it may use keys and invoke functions. */
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** Inputs of the stand-ins. */
export interface StandInsOptions {
  readonly kms: () => LocalKms;
  /** Takes the SMS and e-mails that functions send. */
  readonly inbox: Inbox;
  /** Invokes a function by name or ARN; undefined if there is none. */
  readonly invoke: (name: string, payload: string) => Promise<InvocationResult> | undefined;
  /** Hears of each request before it is served. */
  readonly asked?: ((request: AwsRequest) => void) | undefined;
}

/** A request to a stand-in. Its body holds whatever a function sent, secrets included. */
export interface AwsRequest {
  /** The access key that signed it, which says whose request it is; empty where none did. */
  readonly accessKey: string;
  /** The operation as the JSON protocols name it; empty where the path says which it is. */
  readonly target: string;
  readonly path: string;
  readonly body: Buffer;
}

const ACCESS_KEY = /Credential=([^/]+)\//;

const BODY_LIMIT_BYTES = 6 * 1024 * 1024;
const SMS_TARGET = 'PinpointSMSVoiceV2.SendTextMessage';
const EMAIL_PATH = '/v2/email/outbound-emails';
const INVOCATION_PATH = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;

/**
 * One HTTP server on its own loopback port, in place of KMS (JSON 1.1), of Lambda's Invoke, and of the two services that
 * send SMS and e-mails. Any program on this
 * machine can reach a loopback port, and so can a page in a browser. So the path starts with a random secret, and every
 * request with an Origin header is refused (rule 36).
 */
export const startStandIns = async (options: StandInsOptions): Promise<StandIns> => {
  const secret = randomBytes(24).toString('base64url');
  const server = createServer((request, response) => {
    answer(request, response, secret, options).catch((error: unknown) => {
      console.error('A stand-in for AWS failed:', error);
      if (!response.headersSent) send(response, 500, { message: 'Internal failure of the stand-in' });
    });
  });
  server.requestTimeout = 60_000;
  const port = await listenOnLoopback(server, 0);
  return { endpoint: `http://127.0.0.1:${port}/${secret}`, stop: () => closeServer(server, 1_000) };
};

const answer = async (
  request: IncomingMessage,
  response: ServerResponse,
  secret: string,
  options: StandInsOptions,
): Promise<void> => {
  const [, given = '', ...rest] = (request.url ?? '').split('?')[0]?.split('/') ?? [];
  if (request.headers.origin !== undefined || !sameSecret(given, secret)) {
    request.resume();
    send(response, 403, { message: 'Forbidden' });
    return;
  }
  const body = await readBody(request, BODY_LIMIT_BYTES);
  if (body === 'too-large') {
    send(response, 413, { message: 'Request Entity Too Large' }, { 'x-amzn-errortype': 'RequestTooLargeException' });
    return;
  }
  const path = `/${rest.join('/')}`;
  const target = String(request.headers['x-amz-target'] ?? '');
  const [, accessKey = ''] = ACCESS_KEY.exec(request.headers.authorization ?? '') ?? [];
  options.asked?.({ accessKey, target, path, body });
  if (request.method === 'POST' && path === '/' && target.startsWith('TrentService.')) {
    answerKms(response, options.kms(), target.slice('TrentService.'.length), body);
    return;
  }
  if (request.method === 'POST' && path === '/' && target === SMS_TARGET) {
    const wrong = { __type: 'ValidationException', Reason: 'INVALID_PARAMETER' };
    answerMessage(response, () => options.inbox.sendTextMessage(JSON.parse(body.toString())), { body: wrong });
    return;
  }
  if (request.method === 'POST' && path === EMAIL_PATH) {
    const wrong = { body: {}, headers: { 'x-amzn-errortype': 'BadRequestException' } };
    answerMessage(response, () => options.inbox.sendEmail(JSON.parse(body.toString())), wrong);
    return;
  }
  const name = INVOCATION_PATH.exec(path)?.[1];
  if (request.method === 'POST' && name !== undefined) {
    await answerInvoke(request, response, { name: decodeURIComponent(name), body, options });
    return;
  }
  send(response, 404, { message: 'Not found' }, { 'x-amzn-errortype': 'UnknownOperationException' });
};

const sameSecret = (given: string, secret: string): boolean => {
  const a = Buffer.from(given);
  const b = Buffer.from(secret);
  return a.length === b.length && timingSafeEqual(a, b);
};

const answerKms = (response: ServerResponse, kms: LocalKms, operation: string, body: Buffer): void => {
  const type = { 'content-type': 'application/x-amz-json-1.1' };
  try {
    send(response, 200, kms.call(operation, JSON.parse(body.toString())), type);
  } catch (error) {
    if (error instanceof KmsError) send(response, 400, { __type: error.name, message: error.message }, type);
    else if (error instanceof SyntaxError) send(response, 400, { __type: 'SerializationException' }, type);
    else throw error;
  }
};

/** Answers with what `take` returns; a message that the service would not take with `wrong`. */
const answerMessage = (
  response: ServerResponse,
  take: () => unknown,
  wrong: { readonly body: Readonly<Record<string, string>>; readonly headers?: Record<string, string> },
): void => {
  try {
    send(response, 200, take());
  } catch (error) {
    if (!(error instanceof InboxRefusal || error instanceof SyntaxError)) throw error;
    send(response, 400, { ...wrong.body, message: error.message }, wrong.headers);
  }
};

const answerInvoke = async (
  request: IncomingMessage,
  response: ServerResponse,
  { name, body, options }: { name: string; body: Buffer; options: StandInsOptions },
): Promise<void> => {
  const kind = request.headers['x-amz-invocation-type'] ?? 'RequestResponse';
  const running = options.invoke(name, body.length === 0 ? '{}' : body.toString());
  if (running === undefined) {
    const message = `Function not found: ${name}`;
    send(response, 404, { Type: 'User', message }, { 'x-amzn-errortype': 'ResourceNotFoundException' });
    return;
  }
  if (kind === 'Event') {
    // Nobody waits for this call. Its failure is in the log.
    running.catch(() => undefined);
    response.writeHead(202).end();
    return;
  }
  const result = await running;
  response.writeHead(200, {
    'content-type': 'application/json',
    'x-amz-executed-version': '$LATEST',
    ...(result.failed ? { 'x-amz-function-error': 'Unhandled' } : {}),
  });
  response.end(result.payload);
};

const send = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
};
