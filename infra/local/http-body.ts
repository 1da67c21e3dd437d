import type { IncomingMessage, Server } from 'node:http';

/**
 * The whole body of a request, or `too-large` when it passes `limitBytes`. A body that is too large is read on and
 * dropped up to ten times the limit, so that the caller gets to see the answer.
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

/** Has `server` listen on the loopback address only. Fulfilled with the port; 0 asks for any free one. */
export const listenOnLoopback = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.removeListener('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });

/** Stops accepting, lets what runs finish for `graceMs`, then cuts. */
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
