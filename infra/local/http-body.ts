import type { IncomingMessage, Server } from 'node:http';
import type { Server as SocketServer } from 'node:net';

/**
 * The whole body of a request, or `too-large` above `limitBytes`. Up to ten times the limit the rest is read and
 * dropped, because a client that is still sending would not see the answer.
 */
export const readBody = async (request: IncomingMessage, limitBytes: number): Promise<Buffer | 'too-large'> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= limitBytes) chunks.push(chunk);
    else if (size > limitBytes * 10) break;
  }
  return size > limitBytes ? 'too-large' : Buffer.concat(chunks);
};

/** Makes `server` listen on the loopback address only. Fulfilled with the port; 0 asks for any free one. */
export const listenOnLoopback = (server: SocketServer, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.removeListener('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });

/** Stops accepting, gives running requests `graceMs` to finish, then closes their connections. */
export const closeServer = async (server: Server, graceMs: number): Promise<void> => {
  if (!server.listening) return;
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  await closed;
  clearTimeout(cut);
};
