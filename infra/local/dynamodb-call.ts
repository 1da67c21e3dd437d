import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod';

const errorSchema = z.object({
  __type: z.string().default('UnknownError'),
  message: z.string().optional(),
  Message: z.string().optional(),
});

/** A refusal of DynamoDB's control calls: the error's name without its namespace, and its text. */
export class DynamoDbCallError extends Error {
  override readonly name: string;

  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

const TIMEOUT_MS = 10_000;

// Streams are read several times a second: a request of `fetch` takes three times as much processor time.
const agent = new Agent({ keepAlive: true });

interface Answer {
  readonly isOk: boolean;
  readonly body: string;
}

const post = (endpoint: string, headers: Readonly<Record<string, string>>, body: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const outgoing = request(endpoint, { method: 'POST', headers, agent, signal }, (answer) => {
      const isOk = answer.statusCode === 200;
      text(answer).then((read) => resolve({ isOk, body: read }), reject);
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });

const call = async (endpoint: string, target: string, input: unknown): Promise<Record<string, unknown>> => {
  const body = JSON.stringify(input);
  const headers = {
    'content-type': 'application/x-amz-json-1.0',
    'content-length': String(Buffer.byteLength(body)),
    'x-amz-target': target,
    // The engines demand a signature and do not check it.
    authorization:
      'AWS4-HMAC-SHA256 Credential=local/20200101/eu-central-1/dynamodb/aws4_request, SignedHeaders=host, Signature=00',
    'x-amz-date': new Date().toISOString().replace(/[-:]|\.\d+/g, ''),
  };
  const answered = await post(endpoint, headers, body);
  const answer: unknown = JSON.parse(answered.body);
  if (answered.isOk) return z.record(z.string(), z.unknown()).parse(answer);
  const { __type: type, message, Message: otherMessage } = errorSchema.parse(answer);
  throw new DynamoDbCallError(type.slice(type.lastIndexOf('#') + 1), message ?? otherMessage ?? '');
};

/** One control call (CreateTable and the like) in DynamoDB's JSON protocol, with a time-out of 10 s and no retry. */
export const callDynamoDb = (endpoint: string, operation: string, input: unknown): Promise<Record<string, unknown>> =>
  call(endpoint, `DynamoDB_20120810.${operation}`, input);

/** The same for a call about a table's stream. */
export const callStreams = (endpoint: string, operation: string, input: unknown): Promise<Record<string, unknown>> =>
  call(endpoint, `DynamoDBStreams_20120810.${operation}`, input);
