/** What DynamoDB's control calls answer on refusal: the error's name without its namespace, and its text. */
export class DynamoDbCallError extends Error {
  override readonly name: string;

  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

/** One control call (CreateTable and the like) in DynamoDB's JSON protocol, with a time-out of 10 s and no retry. */
export async function callDynamoDb(
  endpoint: string,
  operation: string,
  input: unknown,
): Promise<Record<string, unknown>> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `DynamoDB_20120810.${operation}`,
      // The engines want to see a signature and check none.
      authorization:
        'AWS4-HMAC-SHA256 Credential=local/20200101/eu-central-1/dynamodb/aws4_request, SignedHeaders=host, Signature=00',
      'x-amz-date': new Date().toISOString().replace(/[-:]|\.\d+/g, ''),
    },
    body: JSON.stringify(input),
    signal: AbortSignal.timeout(10_000),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  if (response.ok) return answer;
  const type = String(answer['__type'] ?? 'UnknownError');
  throw new DynamoDbCallError(
    type.slice(type.lastIndexOf('#') + 1),
    String(answer['message'] ?? answer['Message'] ?? ''),
  );
}
