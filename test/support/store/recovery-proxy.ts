import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { closeServer, listenOnLoopback, readBody } from '../../../infra/local/http-body.ts';

const MAX_BODY_BYTES = 1024 * 1024;

/**
 * Point-in-time recovery and encryption, which no engine knows, in front of an engine that gets everything else. `key`:
 * what encrypts each table. DynamoDB names only a key of the account.
 */
export const startRecoveryProxy = async (
  engineEndpoint: string,
  key: 'of the account' | 'of AWS' = 'of the account',
): Promise<{ readonly address: string; readonly stop: () => Promise<void> }> => {
  const recoverable = new Set<string>();
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request, MAX_BODY_BYTES);
    if (body === 'too-large') throw new RangeError('a request that is too large');
    const target = String(request.headers['x-amz-target']);
    const answer = (value: unknown): void => {
      response.setHeader('content-type', 'application/x-amz-json-1.0');
      response.end(JSON.stringify(value));
    };
    if (target.endsWith('ContinuousBackups')) {
      const { TableName } = JSON.parse(body.toString()) as { readonly TableName: string };
      if (target.endsWith('.UpdateContinuousBackups')) recoverable.add(TableName);
      const PointInTimeRecoveryStatus = recoverable.has(TableName) ? 'ENABLED' : 'DISABLED';
      answer({ ContinuousBackupsDescription: { PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus } } });
      return;
    }
    const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
    const passed = await fetch(engineEndpoint, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: new Uint8Array(body),
    });
    response.statusCode = passed.status;
    if (target.endsWith('.DescribeTable') && passed.ok && key === 'of the account') {
      const { Table } = (await passed.json()) as { readonly Table: object };
      answer({ Table: { ...Table, SSEDescription: { Status: 'ENABLED', SSEType: 'KMS' } } });
      return;
    }
    response.end(Buffer.from(await passed.arrayBuffer()));
  };
  const server = createServer((request, response) => {
    // A client whose request is dropped says so in its test.
    pass(request, response).catch(() => response.destroy());
  });
  const port = await listenOnLoopback(server, 0);
  return { address: `http://127.0.0.1:${port}`, stop: () => closeServer(server, 0) };
};
