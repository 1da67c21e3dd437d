import type { IncomingMessage, ServerResponse } from 'node:http';

/** What only this machine serves at one path and below it: `/inbox`, `/inbox.json`, `/inbox/…`. The path `/` stands for itself alone. */
export interface OwnPage {
  readonly path: string;
  /** Methods that it takes; the service answers the others. Absent: all. */
  readonly methods?: readonly string[];
  readonly serve: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;
}

/** Serves a request and says true; false, and nothing answered, where no page is at its path. */
export type OwnPages = (request: IncomingMessage, response: ServerResponse) => boolean;

const isAt = (path: string, asked: string): boolean =>
  asked === path || (path !== '/' && (asked.startsWith(`${path}/`) || asked.startsWith(`${path}.`)));

/** A page of another name or origin must read nothing here: DNS can point any name to loopback (rule 49). */
const isFromHere = ({ headers, socket }: IncomingMessage): boolean => {
  const { host = '', origin } = headers;
  const hosts = [`127.0.0.1:${socket.localPort}`, `localhost:${socket.localPort}`];
  return hosts.includes(host) && (origin === undefined || hosts.some((one) => origin === `http://${one}`));
};

/** Headers of everything that this machine alone serves, with a page's own policy. */
export const ownHeaders = (type: string, policy: string): Readonly<Record<string, string>> => ({
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'content-type': `${type}; charset=utf-8`,
  'content-security-policy': policy,
});

const refuse = (response: ServerResponse, status: number, sentence: string): void => {
  response.writeHead(status, ownHeaders('text/plain', "default-src 'none'")).end(sentence);
};

/**
 * The table of what the runner serves itself, beside the functions. Every page of it answers to a local Host and Origin alone
 * (rule 49).
 */
export const ownPages =
  (pages: readonly OwnPage[]): OwnPages =>
  (request, response) => {
    const asked = (request.url ?? '').split('?')[0] ?? '';
    const page = pages.find(
      ({ path, methods }) => isAt(path, asked) && (methods?.includes(request.method ?? 'GET') ?? true),
    );
    if (page === undefined) return false;
    if (!isFromHere(request)) {
      request.resume();
      refuse(response, 403, 'Forbidden');
      return true;
    }
    Promise.try(page.serve, request, response).catch((error: unknown) => {
      console.error(`The page ${page.path} failed:`, error);
      if (!response.headersSent) refuse(response, 500, 'Internal Server Error');
      else response.destroy();
    });
    return true;
  };
