import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A POST as a dealer's program received it. */
export interface ReceivedPost {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What a path of the receiver answers to its nth POST, counted from 1. It may wait before it does. */
export type Answers = (
  nth: number,
) => { readonly status: number; readonly body?: string } | Promise<{ readonly status: number; readonly body?: string }>;

export interface WebhookReceiver {
  /** The address of a path. */
  readonly at: (path: string) => string;
  /** What a path has received, the first one first. */
  readonly received: (path: string) => readonly ReceivedPost[];
  stop(): Promise<void>;
}

/** The programs of a dealer on loopback, one for each path. */
export const startWebhookReceiver = async (programs: Readonly<Record<string, Answers>>): Promise<WebhookReceiver> => {
  const posts = new Map<string, ReceivedPost[]>();
  const server = createServer((request, response) => {
    void (async () => {
      const path = (request.url ?? '').slice(1);
      const body = await text(request);
      const received = posts.get(path) ?? [];
      posts.set(path, [...received, { headers: request.headers, body }]);
      const answer = await programs[path]?.(received.length + 1);
      response.writeHead(answer?.status ?? 404).end(answer?.body);
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  const { port } = server.address() as AddressInfo;
  return {
    at: (path) => `http://127.0.0.1:${port}/${path}`,
    received: (path) => posts.get(path) ?? [],
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
