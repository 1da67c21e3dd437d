import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { type OwnPage, ownHeaders } from '../own-pages.ts';
import { FRONT_MARKUP } from './markup.ts';

export interface FrontPagesOptions {
  /** What the page shows that does not change while it is open. */
  readonly state: () => Promise<unknown>;
  /** Who may sit at the desk, with the code of this moment. */
  readonly desk: () => Promise<unknown>;
  /** Answers a request by everything so far, and by what happens from then on. */
  readonly follow: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

/** The page loads its own files alone, and nothing may frame it. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const STYLES = ['base.css', 'page.css', 'log.css'];

const fileAt = (name: string): string => fileURLToPath(new URL(`browser/${name}`, import.meta.url));

let script: Promise<string> | undefined;

/** The script of the page, bundled at its first visit: sources run as they are, and nothing is built before the start. */
const readScript = async (): Promise<string> => {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [fileAt('main.ts')],
    bundle: true,
    write: false,
    charset: 'utf8',
    format: 'iife',
    target: ['chrome111', 'safari16', 'firefox113'],
  });
  return outputFiles[0]?.text ?? '';
};

const send = (response: ServerResponse, type: string, body: string, status = 200): void => {
  response.writeHead(status, ownHeaders(type, POLICY)).end(body);
};

const answers: Readonly<
  Record<string, (options: FrontPagesOptions, request: IncomingMessage, response: ServerResponse) => Promise<void>>
> = {
  '/': async (_options, _request, response) => send(response, 'text/html', FRONT_MARKUP),
  '/front/page.css': async (_options, _request, response) =>
    send(response, 'text/css', STYLES.map((name) => readFileSync(fileAt(name), 'utf8')).join('')),
  '/front/page.js': async (_options, _request, response) => {
    script ??= readScript();
    send(response, 'text/javascript', await script);
  },
  '/front/state.json': async (options, _request, response) =>
    send(response, 'application/json', JSON.stringify(await options.state())),
  '/front/desk.json': async (options, _request, response) =>
    send(response, 'application/json', JSON.stringify((await options.desk()) ?? null)),
  '/front/events': (options, request, response) => options.follow(request, response),
};

const serve =
  (options: FrontPagesOptions) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    request.resume();
    const answer = answers[(request.url ?? '').split('?')[0] ?? ''];
    if (answer === undefined) send(response, 'text/plain', 'Not Found', 404);
    else await answer(options, request, response);
  };

/** `/` and what it loads. Other methods than GET go on to the service, which answers them as an unknown path. */
export const frontPages = (options: FrontPagesOptions): readonly OwnPage[] =>
  ['/', '/front'].map((path) => ({ path, methods: ['GET'], serve: serve(options) }));
