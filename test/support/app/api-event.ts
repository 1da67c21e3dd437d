import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';

/** An event as the HTTP API hands it to a function (payload format 2.0). */
export const apiEvent = (
  changes: Partial<APIGatewayProxyEventV2> = {},
  sourceIp = '203.0.113.7',
): APIGatewayProxyEventV2 => {
  const http = { method: 'POST', path: '/', protocol: 'HTTP/1.1', sourceIp, userAgent: '' };
  return {
    version: '2.0',
    routeKey: 'POST /',
    rawPath: '/',
    rawQueryString: '',
    headers: { 'content-type': 'application/json' },
    isBase64Encoded: false,
    requestContext: {
      accountId: '000000000000',
      apiId: 'api',
      domainName: 'pay.example',
      domainPrefix: 'pay',
      http,
      requestId: 'request-1',
      routeKey: 'POST /',
      stage: '$default',
      time: '',
      timeEpoch: 0,
    },
    ...changes,
  };
};

/** The parts of a Lambda context that the code reads. */
export const lambdaContext = { getRemainingTimeInMillis: () => 28_000, awsRequestId: 'lambda-1' } as Context;
