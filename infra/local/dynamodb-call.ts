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

const call = async (endpoint: string, target: string, input: unknown): Promise<Record<string, unknown>> => {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': target,
      // The engines demand a signature and do not check it.
      authorization:
        'AWS4-HMAC-SHA256 Credential=local/20200101/eu-central-1/dynamodb/aws4_request, SignedHeaders=host, Signature=00',
      'x-amz-date': new Date().toISOString().replace(/[-:]|\.\d+/g, ''),
    },
    body: JSON.stringify(input),
    signal: AbortSignal.timeout(10_000),
  });
  const answer: unknown = await response.json();
  if (response.ok) return z.record(z.string(), z.unknown()).parse(answer);
  const { __type: type, message, Message: otherMessage } = errorSchema.parse(answer);
  throw new DynamoDbCallError(type.slice(type.lastIndexOf('#') + 1), message ?? otherMessage ?? '');
};

/** One control call (CreateTable and the like) in DynamoDB's JSON protocol, with a time-out of 10 s and no retry. */
export const callDynamoDb = (endpoint: string, operation: string, input: unknown): Promise<Record<string, unknown>> =>
  call(endpoint, `DynamoDB_20120810.${operation}`, input);

/** The same for a call about a table's stream. */
export const callStreams = (endpoint: string, operation: string, input: unknown): Promise<Record<string, unknown>> =>
  call(endpoint, `DynamoDBStreams_20120810.${operation}`, input);
