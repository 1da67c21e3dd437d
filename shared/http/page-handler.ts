import { gzipSync } from 'node:zlib';
import middy from '@middy/core';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { FormField } from '../domain/form-field.ts';
import { framesOf } from '../observability/frames.ts';
import { type AnswerMetrics, errorNameOf, type Log } from '../observability/log.ts';
import { failurePage, type PageFrame } from '../pages/closed-link-page.ts';
import { type PageKind, pageHeaders } from '../pages/document.ts';
import type { Html } from '../pages/html.ts';
import { chooseLanguage } from '../pages/language.ts';
import type { Clock } from '../ports/clock.ts';
import { answeringInTime, DeadlineReached } from './deadline.ts';
import type { HttpResponse } from './envelope.ts';
import { postedForm } from './posted-form.ts';

export interface PageCall {
  /** Variable segments of the path, as the gateway decoded them. */
  readonly parameters: Readonly<Record<string, string | undefined>>;
  /** What stands behind the `?`; anybody can write it. */
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly frame: PageFrame;
  /** What a form posted, in order and with repetitions; undefined for a body that is too large. */
  readonly posted: readonly FormField[] | undefined;
  /** The caller's address as the gateway reports it. */
  readonly sourceAddress: string;
}

/** A page with its policy, or the address that the browser is moved to by a 303. */
export type PageAnswer =
  | {
      readonly statusCode: number;
      readonly page: Html;
      readonly kind?: PageKind;
      readonly frameAncestor?: string | undefined;
      readonly refreshAfterSeconds?: number;
    }
  | { readonly location: string };

export interface PageHandlerOptions {
  readonly name: string;
  readonly serviceName: string;
  /** Sandbox stages have banks and dealers on the machine itself. */
  readonly sandbox: boolean;
  readonly show: (call: PageCall) => Promise<PageAnswer>;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: AnswerMetrics;
}

const responseOf = (answer: PageAnswer, sandbox: boolean): HttpResponse => {
  if ('location' in answer) {
    const headers = { location: answer.location, 'cache-control': 'no-store', 'referrer-policy': 'strict-origin' };
    return { statusCode: 303, headers, body: '' };
  }
  const { statusCode, page, kind, frameAncestor, refreshAfterSeconds } = answer;
  return { statusCode, headers: pageHeaders(kind, { sandbox, frameAncestor, refreshAfterSeconds }), body: page.markup };
};

const TAKES_GZIP = /(?:^|,)\s*gzip\s*(?:,|$|;\s*q=(?!0(?:\.0*)?\s*(?:,|$)))/i;

/** The HTTP API does not compress, so the function does: a page is a third of its size on the wire. */
const compressed = (response: HttpResponse, acceptEncoding: string | undefined): HttpResponse => {
  if (response.body === '' || !TAKES_GZIP.test(acceptEncoding ?? '')) return response;
  return {
    ...response,
    headers: { ...response.headers, 'content-encoding': 'gzip', vary: 'accept-language, accept-encoding' },
    body: gzipSync(response.body).toString('base64'),
    isBase64Encoded: true,
  };
};

const callOf = (event: APIGatewayProxyEventV2, frame: PageFrame): PageCall => ({
  parameters: event.pathParameters ?? {},
  query: event.queryStringParameters ?? {},
  frame,
  posted: postedForm({ body: event.body, isBase64Encoded: event.isBase64Encoded }),
  sourceAddress: event.requestContext.http.sourceIp,
});

const frameOf = (event: APIGatewayProxyEventV2, serviceName: string): PageFrame => ({
  language: chooseLanguage(event.queryStringParameters?.lang, event.headers['accept-language']),
  serviceName,
});

/**
 * The pipeline of a payer's page: language, page, one log line; an unexpected failure is a page as well, and so is work
 * that takes the whole invocation. The link's page tells later what became of it.
 */
export const pageHandler = ({ name, serviceName, sandbox, show, clock, log, metrics }: PageHandlerOptions) => {
  const account = (event: APIGatewayProxyEventV2, response: HttpResponse, startedAtMs: number): void => {
    const answer = { operation: name, code: String(response.statusCode), durationMs: clock.now() - startedAtMs };
    metrics.answered(answer);
    log.info('answered', { correlationId: event.requestContext.requestId, ...answer });
  };
  const failed = (event: APIGatewayProxyEventV2, error: unknown): HttpResponse => {
    const correlationId = event.requestContext.requestId;
    const about = { correlationId, operation: name, errorName: errorNameOf(error), frames: framesOf(error) };
    log.error('unexpected error', about);
    const page = failurePage(correlationId, frameOf(event, serviceName));
    return compressed(responseOf({ statusCode: 500, page }, sandbox), event.headers['accept-encoding']);
  };

  // By event, which is a new object for each invocation: what was answered late is neither logged nor counted twice.
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
        compressed(
          responseOf(await show(callOf(event, frameOf(event, serviceName))), sandbox),
          event.headers['accept-encoding'],
        ),
    );
  return answeringInTime<APIGatewayProxyEventV2, HttpResponse>(
    (event, context) => pipeline(event, context),
    (event) => {
      const response = failed(event, new DeadlineReached());
      accountOnce(event, response);
      return response;
    },
  );
};
