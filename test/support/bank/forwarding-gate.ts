import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface ForwardingGate {
  /** Address of the gateway, at 127.0.0.1. */
  readonly address: string;
  readonly stop: () => Promise<void>;
}

/**
 * A gateway whose gate redirects the payer's browser to an issuer at another origin, as gates of banks do. Calls of the
 * service are passed to the bank behind it, once `beforeCalls` is fulfilled.
 */
export const startForwardingGate = async (
  bankUrl: string,
  beforeCalls: () => Promise<void> = async () => undefined,
): Promise<ForwardingGate> => {
  const issuer = bankUrl.replace('127.0.0.1', 'localhost');
  const server = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request);
      if (request.url === '/fim/est3Dgate') {
        response.writeHead(307, { location: `${issuer}/fim/est3Dgate` }).end();
        return;
      }
      await beforeCalls();
      const headers = { 'content-type': request.headers['content-type'] ?? '' };
      const answer = await fetch(`${bankUrl}${request.url}`, { method: 'POST', headers, body });
      const answered = Buffer.from(await answer.arrayBuffer());
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(answered);
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
