import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { pageHeaders } from '../../shared/pages/document.ts';
import type { Language } from '../../shared/pages/language.ts';
import { samples } from '../unit/pages/page-samples.ts';

interface Posted {
  readonly path: string;
  readonly fields: readonly (readonly [string, string])[];
}

export interface PagesServer {
  readonly address: string;
  readonly posted: Posted[];
  close(): Promise<void>;
}

const languageOf = (url: URL): Language => (url.searchParams.get('lang') === 'en' ? 'en' : 'tr');

const receive = async (request: IncomingMessage, path: string, posted: Posted[]): Promise<void> => {
  posted.push({ path, fields: [...new URLSearchParams(await text(request))] });
};

/**
 * Every sample page under its name, with the headers of its kind, over loopback. What is posted anywhere is noted and
 * answered with a page that says so. `/framed?of=...` is a page that frames another one.
 */
export const startPagesServer = async (): Promise<PagesServer> => {
  const posted: Posted[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const sample = samples[url.pathname.slice(1)];
    const html = { 'content-type': 'text/html; charset=utf-8' };
    if (request.method === 'POST') {
      void receive(request, url.pathname, posted).then(() => response.writeHead(200, html).end('<h1>posted</h1>'));
    } else if (url.pathname === '/framed') {
      response.writeHead(200, html).end(`<iframe src="${url.searchParams.get('of')}"></iframe>`);
    } else if (sample === undefined) {
      response.writeHead(404).end();
    } else {
      // Real targets are replaced by this server: no test leaves the machine.
      const body = sample.make(languageOf(url)).markup.replaceAll(/https:\/\/(?:gate|shop)\.example/g, '');
      const frameAncestor = url.searchParams.get('ancestor') ?? undefined;
      const refreshAfterSeconds = url.pathname === '/waiting' ? 5 : undefined;
      const headers = pageHeaders(sample.kind, { sandbox: true, frameAncestor, refreshAfterSeconds });
      response.writeHead(200, headers).end(body);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    posted,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
