import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Language } from '../../shared/domain/language.ts';
import { installmentChoices } from '../../shared/pages/installment-choices.ts';
import { pageHeaders } from '../../shared/pages/page-headers.ts';
import { deskSamples } from '../unit/pages/desk/desk-samples.ts';
import { manyQuotes, quotes, samples } from '../unit/pages/page-samples.ts';

interface Posted {
  readonly path: string;
  readonly fields: readonly (readonly [string, string])[];
}

export interface PagesServer {
  readonly address: string;
  readonly posted: Posted[];
  /** What the script asked quotes for. */
  readonly quoted: Posted[];
  close(): Promise<void>;
}

const languageOf = (url: URL): Language => (url.searchParams.get('lang') === 'en' ? 'en' : 'tr');

/** What the service answers a quote call: markup for the form, twelve counts on the first form and four on the others. */
const plansOn = ({ pathname }: URL, language: Language): string => {
  const shown = pathname === '/first/quote' ? manyQuotes : quotes;
  return installmentChoices({ quotes: shown, chosenCount: 1, currency: 'TL', language }).markup;
};

const receive = async (request: IncomingMessage, path: string, posted: Posted[]): Promise<void> => {
  posted.push({ path, fields: [...new URLSearchParams(await text(request))] });
};

/**
 * Serves every sample page by its name, with the headers of its kind, on loopback. Every post is noted and answered by
 * a page that says so; a quote call gets twelve counts. `/framed?of=...` is a page that frames another one.
 */
export const startPagesServer = async (): Promise<PagesServer> => {
  const posted: Posted[] = [];
  const quoted: Posted[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const name = url.pathname.slice(1);
    const make = samples[name]?.make ?? deskSamples.get(name);
    const html = { 'content-type': 'text/html; charset=utf-8' };
    if (request.method === 'POST' && url.pathname.endsWith('/quote')) {
      void receive(request, url.pathname, quoted).then(() =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ plans: plansOn(url, languageOf(url)) })),
      );
    } else if (request.method === 'POST') {
      void receive(request, url.pathname, posted).then(() => response.writeHead(200, html).end('<h1>posted</h1>'));
    } else if (url.pathname === '/framed') {
      response.writeHead(200, html).end(`<iframe src="${url.searchParams.get('of')}"></iframe>`);
    } else if (make === undefined) {
      response.writeHead(404).end();
    } else {
      // Real targets are replaced by this server, so that no test leaves the machine.
      const page = make(languageOf(url));
      const body = page.markup.replaceAll(/https:\/\/(?:gate|shop)\.example/g, '');
      const frameAncestor = url.searchParams.get('ancestor') ?? undefined;
      const refreshAfterSeconds = url.pathname === '/waiting' ? 5 : undefined;
      const headers = pageHeaders(page, { sandbox: true, frameAncestor, refreshAfterSeconds });
      response.writeHead(200, headers).end(body);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    posted,
    quoted,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
