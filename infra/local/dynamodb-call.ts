import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod';

const errorSchema = z.object({
  __type: z.string().default('UnknownError'),
  message: z.string().optional(),
  Message: z.string().optional(),
});

/** A refusal of a call: the error's name without its namespace, its text, and the whole answer. */
export class DynamoDbCallError extends Error {
  override readonly name: string;
  readonly status: number;
  readonly answer: Readonly<Record<string, unknown>>;

  constructor(status: number, answer: Readonly<Record<string, unknown>>) {
    const { __type: type, message, Message: otherMessage } = errorSchema.parse(answer);
    super(message ?? otherMessage ?? '');
    this.name = type.slice(type.lastIndexOf('#') + 1);
    this.status = status;
    this.answer = answer;
  }
}

const TIMEOUT_MS = 10_000;

// Streams are read several times a second: a request of `fetch` takes three times as much processor time.
const agent = new Agent({ keepAlive: true });

interface Answer {
  readonly status: number;
  readonly body: string;
}

interface Post {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
}

const post = (endpoint: string, { headers, body, timeoutMs }: Post): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const outgoing = request(endpoint, { method: 'POST', headers, agent, signal }, (answer) => {
      const { statusCode: status = 0 } = answer;
      text(answer).then((read) => resolve({ status, body: read }), reject);
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });

const answerSchema = z.record(z.string(), z.unknown());

const call = async (
  endpoint: string,
  target: string,
  input: unknown,
  timeoutMs = TIMEOUT_MS,
): Promise<Record<string, unknown>> => {
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
  const { status, body: read } = await post(endpoint, { headers, body, timeoutMs });
  const answer = answerSchema.parse(JSON.parse(read));
  if (status === 200) return answer;
  throw new DynamoDbCallError(status, answer);
};

/** One call in DynamoDB's JSON protocol, with a time-out of 10 s by default, and no retry. */
export const callDynamoDb = (
  endpoint: string,
  operation: string,
  input: unknown,
  { timeoutMs }: { readonly timeoutMs?: number } = {},
): Promise<Record<string, unknown>> => call(endpoint, `DynamoDB_20120810.${operation}`, input, timeoutMs);

/** The same for a call about a table's stream. */
export const callStreams = (endpoint: string, operation: string, input: unknown): Promise<Record<string, unknown>> =>
  call(endpoint, `DynamoDBStreams_20120810.${operation}`, input);
