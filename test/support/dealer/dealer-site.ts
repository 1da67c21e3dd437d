import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What a dealer's page received from a payer's browser. */
export interface ReceivedReport {
  readonly path: string;
  readonly contentType: string;
  readonly origin: string | undefined;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

export interface DealerSite {
  /** Its address at 127.0.0.1. At localhost the same pages have another origin. */
  readonly address: string;
  readonly elsewhere: string;
  readonly reports: readonly ReceivedReport[];
  stop(): Promise<void>;
}

const page = (content: string): string => `<!doctype html><meta charset="utf-8"><title>Shop</title>${content}`;

/**
 * A dealer's own pages on loopback: `/result` takes the report, `/moved` takes it and redirects to another origin,
 * `/frame?of=` shows an address in an iframe. It verifies the hash by independent code.
 */
export const startDealerSite = async (): Promise<DealerSite> => {
  const reports: ReceivedReport[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', 'http://shop');
      const sends = (content: string): void => {
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(content));
      };
      if (request.method === 'POST') {
        const fields = [...new URLSearchParams(await text(request))];
        const { 'content-type': contentType = '', origin } = request.headers;
        reports.push({ path: url.pathname, contentType, origin, fields });
        const elsewhere = `http://localhost:${(server.address() as AddressInfo).port}/thanks`;
        if (url.pathname === '/moved') response.writeHead(303, { location: elsewhere }).end();
        else sends('<h1 id="received">Shop received the result</h1>');
      } else if (url.pathname === '/frame') {
        sends(`<h1>Shop</h1><iframe width="600" height="900" src="${url.searchParams.get('of')}"></iframe>`);
      } else sends('<h1 id="thanks">Thank you from elsewhere</h1>');
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    elsewhere: `http://localhost:${port}`,
    reports,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};

/** The outcome as a dealer finds it: by comparing the hash with the two that CodeForHash allows. */
export const outcomeOf = ({ fields }: ReceivedReport, codeForHash: string): 'paid' | 'not paid' | 'forged' => {
  const hashValue = fields.find(([name]) => name === 'hashValue')?.[1];
  const hashOf = (letter: string): string =>
    createHash('sha256')
      .update(codeForHash + letter)
      .digest('hex');
  if (hashValue === hashOf('T')) return 'paid';
  return hashValue === hashOf('F') ? 'not paid' : 'forged';
};
