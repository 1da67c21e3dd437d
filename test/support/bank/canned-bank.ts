import { createServer } from 'node:http';
import { closeServer, listenOnLoopback } from '../../../infra/local/http-body.ts';

/** A bank that gives prepared answers in turn, and keeps what it was asked. */
export interface CannedBank {
  readonly gateway: string;
  readonly requests: { readonly path: string; readonly contentType: string; readonly body: string }[];
  /** Prepares one answer. */
  answer(body: string | Uint8Array, contentType?: string): void;
  stop(): Promise<void>;
}

export const startCannedBank = async (): Promise<CannedBank> => {
  const answers: (readonly [body: string | Uint8Array, contentType: string])[] = [];
  const requests: CannedBank['requests'] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      requests.push({ path: request.url ?? '', contentType: request.headers['content-type'] ?? '', body });
      const [answer = '', contentType = 'text/xml'] = answers.shift() ?? [];
      response.setHeader('content-type', contentType).end(answer);
    });
  });
  const port = await listenOnLoopback(server, 0);
  return {
    gateway: `http://127.0.0.1:${port}`,
    requests,
    answer: (body, contentType = 'text/xml; charset=UTF-8') => void answers.push([body, contentType]),
    stop: () => closeServer(server, 0),
  };
};
