import middy from '@middy/core';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { FormField } from '../domain/form-field.ts';
import { answerTimeOf } from '../observability/bank-time.ts';
import { framesOf } from '../observability/frames.ts';
import { type AnswerMetrics, errorNameOf, type Log } from '../observability/log.ts';
import { failurePage } from '../pages/closed-link-page.ts';
import type { Page, PageFrame } from '../pages/document.ts';
import type { Clock } from '../ports/clock.ts';
import type { PayerBrowser } from '../ports/three-d-gate.ts';
import { behindEdge } from './behind-edge.ts';
import { answeringInTime, DeadlineReached } from './deadline.ts';
import type { HttpResponse } from './envelope.ts';
import { isMultipart, type MultipartBody } from './file-form.ts';
import { type FrameOptions, type PageAnswer, pageFrameOf, pageResponse } from './page-response.ts';
import { postedBytes, postedForm } from './posted-form.ts';

export interface PageCall {
  /** GET and HEAD change nothing (rule 30); a function that serves them beside POST looks at this. */
  readonly method?: string;
  /** The route as the gateway names it, such as `GET /pay/{token}`, for a function that serves pages of two kinds. */
  readonly route?: string;
  /** Variable segments of the path, as the gateway decoded them. */
  readonly parameters: Readonly<Record<string, string | undefined>>;
  /** The query of the address. Anybody can write it, so it decides nothing. */
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly frame: PageFrame;
  /** True if the caller names this media type among those it takes. */
  readonly accepts: (mediaType: string) => boolean;
  /** What a form posted, in order and with repetitions; undefined for a body that is too large. */
  readonly posted: readonly FormField[] | undefined;
  /** The very bytes of a posted form, whatever their number; undefined for a body that is none by its type. */
  readonly form?: Buffer | undefined;
  /** A posted form with files, unread: a page that takes none leaves it. Undefined for another type. */
  readonly multipart?: MultipartBody | undefined;
  /** The caller's address as the gateway reports it. */
  readonly sourceAddress: string;
  /** The origin of the page that posted, as a browser names it. */
  readonly origin?: string | undefined;
  /** What a browser wants the answer for: `document`, `iframe`. */
  readonly destination?: string | undefined;
  /** How the payer's browser presents itself, for a bank that is asked in its place. */
  readonly browser: PayerBrowser;
  /** The cookies of the browser, each as `name=value`. */
  readonly cookies?: readonly string[] | undefined;
}

export interface PageHandlerOptions extends FrameOptions {
  readonly name: string;
  /** Sandbox stages have banks and dealers on the machine itself. */
  readonly sandbox: boolean;
  /** SHA-256 of each valid secret of the edge in front of the stage; none without an edge (rule 44). */
  readonly edgeSecretHashes: readonly string[];
  readonly show: (call: PageCall) => Promise<PageAnswer>;
  /** The page of an unexpected failure; absent: that of payers. `isPost`: what was posted may have been carried out. */
  readonly failure?: (frame: PageFrame, failed: { readonly correlationId: string; readonly isPost: boolean }) => Page;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: AnswerMetrics;
}

const IS_FORM = /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i;

const multipartOf = (event: APIGatewayProxyEventV2): MultipartBody | undefined => {
  const type = event.headers['content-type'] ?? '';
  return isMultipart(type) ? { type, bytes: postedBytes(event) } : undefined;
};

const callOf = (event: APIGatewayProxyEventV2, frame: PageFrame): PageCall => ({
  method: event.requestContext.http.method,
  route: event.routeKey,
  parameters: event.pathParameters ?? {},
  query: event.queryStringParameters ?? {},
  frame,
  accepts: (mediaType) => (event.headers.accept ?? '').includes(mediaType),
  posted: postedForm(event),
  form: IS_FORM.test(event.headers['content-type'] ?? '') ? postedBytes(event) : undefined,
  multipart: multipartOf(event),
  sourceAddress: event.requestContext.http.sourceIp,
  origin: event.headers.origin,
  destination: event.headers['sec-fetch-dest'],
  browser: {
    userAgent: event.headers['user-agent'],
    accept: event.headers.accept,
    acceptLanguage: event.headers['accept-language'],
  },
  cookies: event.cookies,
});

/**
 * The pipeline of a payer's page: language, page, one log line. An unexpected failure is answered by a page, and so is
 * work that takes the whole invocation; the link's page shows its outcome later.
 */
export const pageHandler = (options: PageHandlerOptions) => {
  const { name, show, clock, log, metrics } = options;
  const account = (event: APIGatewayProxyEventV2, response: HttpResponse, startedAtMs: number): void => {
    const { ownMs, fields } = answerTimeOf(startedAtMs, clock.now());
    const code = String(response.statusCode);
    metrics.answered({ correlationId: event.requestContext.requestId, operation: name, code, ownMs, ...fields });
  };
  const failed = (event: APIGatewayProxyEventV2, error: unknown): HttpResponse => {
    const correlationId = event.requestContext.requestId;
    const about = { correlationId, operation: name, errorName: errorNameOf(error), frames: framesOf(error) };
    log.error('unexpected error', about);
    const isPost = event.requestContext.http.method === 'POST';
    const frame = pageFrameOf(event, options);
    const page = options.failure?.(frame, { correlationId, isPost }) ?? failurePage(correlationId, frame);
    return pageResponse({ statusCode: 500, page }, event, options);
  };

  // Keyed by event, a new object for each invocation. An invocation that was answered late is not logged and counted
  // twice.
  const startedAt = new WeakMap<APIGatewayProxyEventV2, number>();
  const accountOnce = (event: APIGatewayProxyEventV2, response: HttpResponse): void => {
    const startedAtMs = startedAt.get(event);
    if (startedAtMs === undefined) return;
    startedAt.delete(event);
    account(event, response, startedAtMs);
  };

  const pipeline = middy<APIGatewayProxyEventV2, HttpResponse>({
    timeoutEarlyInMillis: 0,
  })
    .use({
      before: (request) => {
        startedAt.set(request.event, clock.now());
      },
      after: (request) => {
        if (request.response) accountOnce(request.event, request.response);
      },
      onError: (request) => {
        const { event, error } = request;
        request.response = failed(event, error);
        accountOnce(event, request.response);
      },
    })
    .handler(
      async (event): Promise<HttpResponse> =>
        pageResponse(await show(callOf(event, pageFrameOf(event, options))), event, options),
    );
  const inTime = answeringInTime<APIGatewayProxyEventV2, HttpResponse>(
    (event, context) => pipeline(event, context),
    (event) => {
      const response = failed(event, new DeadlineReached());
      accountOnce(event, response);
      return response;
    },
  );
  return behindEdge(options.edgeSecretHashes, inTime);
};
