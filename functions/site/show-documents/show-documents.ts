import { isOneMachine } from '../../../shared/http/own-origins.ts';
import type { PageCall } from '../../../shared/http/page-handler.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { unknownLinkPage } from '../../../shared/pages/closed-link-page.ts';
import { REFERENCE_SCRIPT, REFERENCE_STYLE, referencePage } from './reference-page.ts';

export interface ShowDocumentsDependencies {
  /** A file of the bundle, compressed with gzip. */
  readonly readFile: (name: string) => Buffer;
  /** The stage's own address. */
  readonly baseUrl: string;
}

const HTML = 'text/html; charset=utf-8';
const CSS = 'text/css; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

/** Files of the bundle by their names in the address. */
const bundled: Readonly<Record<string, string>> = {
  'swagger-ui-bundle.js': SCRIPT,
  'swagger-ui.css': CSS,
  'openapi.json': JSON_TYPE,
  'postman.json': JSON_TYPE,
};

const written: Readonly<Record<string, { readonly type: string; readonly text: string }>> = {
  'reference.js': { type: SCRIPT, text: REFERENCE_SCRIPT },
  'reference.css': { type: CSS, text: REFERENCE_STYLE },
};

/**
 * The page's own policy: it loads its files and calls this service, and nothing else. The renderer sets styles of single
 * elements, which a policy can allow only as a whole; no script is inline, and none is made from text.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Answers the reference of the API and its files. It reads no table and knows no dealer. */
export const showDocuments =
  ({ readFile, baseUrl }: ShowDocumentsDependencies) =>
  async ({ parameters: { file }, frame }: PageCall): Promise<PageAnswer> => {
    if (file === undefined) {
      const content = Buffer.from(referencePage({ hasFrontPage: isOneMachine(baseUrl) }));
      return { document: { type: HTML, content, policy: POLICY } };
    }
    const own = Object.hasOwn(written, file) ? written[file] : undefined;
    if (own !== undefined) return { document: { type: own.type, content: Buffer.from(own.text) } };
    const type = Object.hasOwn(bundled, file) ? bundled[file] : undefined;
    if (type === undefined) return { statusCode: 404, page: unknownLinkPage(frame) };
    return { document: { type, gzipped: readFile(`${file}.gz`) } };
  };
