import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Page, PageFrame } from '../pages/document.ts';
import { chooseLanguage } from '../pages/language.ts';
import { pageHeaders } from '../pages/page-headers.ts';
import type { ListedTestCard } from '../pages/sandbox-ribbon.ts';
import type { HttpResponse } from './envelope.ts';

/** Node's compression, which redirects and most answers to programs do without. */
const zlib = () => process.getBuiltinModule('node:zlib');

/** A page with its headers, a 303 to another address, what a page's script reads, a picture, or a public document. */
export type PageAnswer =
  | ({
      readonly statusCode: number;
      readonly page: Page;
      readonly frameAncestor?: string | undefined;
      readonly refreshAfterSeconds?: number;
      /** Seconds until it makes sense to come again. */
      readonly retryAfterSeconds?: number;
    } & SetCookies)
  | ({ readonly location: string } & SetCookies)
  | { readonly json: object }
  | { readonly file: { readonly type: string; readonly bytes: Buffer } }
  | { readonly download: Download }
  | { readonly document: PublicDocument }
  /** An answer with headers of its own: the demo shop's pages are not the service's. */
  | { readonly response: HttpResponse };

/** A file that the browser keeps under a name, and shows on no page. */
interface Download {
  /** Letters, digits, `.`, `-` and `_` alone: it stands in a header. */
  readonly fileName: string;
  readonly type: string;
  readonly text: string;
}

/** Cookies that the answer sets, each whole. */
interface SetCookies {
  readonly cookies?: readonly string[];
}

/** A public file: it may be kept for a while. What is large is stored compressed. */
type PublicDocument = {
  readonly type: string;
  /** Absent: the file runs no script and loads nothing. */
  readonly policy?: string;
} & ({ readonly content: Buffer } | { readonly gzipped: Buffer });

const DOCUMENT_LIFE_SECONDS = 300;

/** What is no page runs no script and loads nothing, whatever a browser makes of it. */
const fileHeaders = (type: string): Readonly<Record<string, string>> => ({
  'content-type': type,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'strict-origin',
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000',
});

const documentResponse = (document: PublicDocument, takesGzip: boolean): HttpResponse => {
  const content = 'content' in document ? document.content : undefined;
  const gzipped = 'gzipped' in document ? document.gzipped : undefined;
  const headers = {
    ...fileHeaders(document.type),
    ...(document.policy === undefined ? {} : { 'content-security-policy': document.policy }),
    'cache-control': `public, max-age=${DOCUMENT_LIFE_SECONDS}`,
    vary: 'accept-encoding',
    ...(takesGzip ? { 'content-encoding': 'gzip' } : {}),
  };
  const bytes = takesGzip ? (gzipped ?? zlib().gzipSync(content ?? '')) : (content ?? zlib().gunzipSync(gzipped ?? ''));
  return { statusCode: 200, headers, body: bytes.toString('base64'), isBase64Encoded: true };
};

const FILE_NAME = /^[\w.-]{1,100}$/;

const downloadResponse = ({ fileName, type, text }: Download): HttpResponse => {
  if (!FILE_NAME.test(fileName))
    throw new RangeError('the name of a download has a character that a header cannot hold');
  const headers = { ...fileHeaders(type), 'content-disposition': `attachment; filename="${fileName}"` };
  return { statusCode: 200, headers, body: text };
};

const cookiesOf = ({ cookies = [] }: SetCookies): SetCookies => (cookies.length === 0 ? {} : { cookies });

const answered = (
  answer: Exclude<PageAnswer, { readonly document: PublicDocument }>,
  sandbox: boolean,
): HttpResponse => {
  if ('response' in answer) return answer.response;
  if ('json' in answer) {
    const body = JSON.stringify(answer.json);
    return { statusCode: 200, headers: fileHeaders('application/json; charset=utf-8'), body };
  }
  if ('file' in answer) {
    const { type, bytes } = answer.file;
    return { statusCode: 200, headers: fileHeaders(type), body: bytes.toString('base64'), isBase64Encoded: true };
  }
  if ('download' in answer) return downloadResponse(answer.download);
  if ('location' in answer) {
    const headers = { location: answer.location, 'cache-control': 'no-store', 'referrer-policy': 'strict-origin' };
    return { statusCode: 303, headers, body: '', ...cookiesOf(answer) };
  }
  const { statusCode, page, frameAncestor, refreshAfterSeconds, retryAfterSeconds } = answer;
  const headers = {
    ...pageHeaders(page, { sandbox, frameAncestor, refreshAfterSeconds }),
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
  };
  return { statusCode, headers, body: page.markup, ...cookiesOf(answer) };
};

const TAKES_GZIP = /(?:^|,)\s*gzip\s*(?:,|$|;\s*q=(?!0(?:\.0*)?\s*(?:,|$)))/i;

/** The HTTP API does not compress, so the function does: a page is a third of its size on the wire. */
const compressed = (response: HttpResponse, acceptEncoding: string | undefined): HttpResponse => {
  if (response.body === '' || response.isBase64Encoded === true || !TAKES_GZIP.test(acceptEncoding ?? ''))
    return response;
  return {
    ...response,
    headers: { ...response.headers, 'content-encoding': 'gzip', vary: 'accept-language, accept-encoding' },
    body: zlib().gzipSync(response.body).toString('base64'),
    isBase64Encoded: true,
  };
};

/** The response to an answer, compressed where the caller takes it. */
export const pageResponse = (
  answer: PageAnswer,
  event: Pick<APIGatewayProxyEventV2, 'headers'>,
  { sandbox }: { readonly sandbox: boolean },
): HttpResponse => {
  const acceptEncoding = event.headers['accept-encoding'];
  if ('document' in answer) return documentResponse(answer.document, TAKES_GZIP.test(acceptEncoding ?? ''));
  return compressed(answered(answer, sandbox), acceptEncoding);
};

/** The settings of a stage that every page shows. */
export interface FrameOptions {
  readonly serviceName: string;
  /** The cards that a sandbox stage offers to try; absent in a production stage. */
  readonly testCards?: readonly ListedTestCard[] | undefined;
}

/** The frame of the page that answers an event: the payer's language, and the stage's settings. */
export const pageFrameOf = (event: APIGatewayProxyEventV2, { serviceName, testCards }: FrameOptions): PageFrame => ({
  language: chooseLanguage(event.queryStringParameters?.lang, event.headers['accept-language']),
  serviceName,
  testCards,
});
