import middy from '@middy/core';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { framesOf } from '../observability/frames.ts';
import { type AnswerMetrics, errorNameOf, type Log } from '../observability/log.ts';
import { pageHeaders } from '../pages/document.ts';
import type { Html } from '../pages/html.ts';
import { chooseLanguage } from '../pages/language.ts';
import { failurePage, type PageFrame } from '../pages/payment-request-page.ts';
import type { Clock } from '../ports/clock.ts';
import type { HttpResponse } from './envelope.ts';

export interface PageCall {
  /** Variable segments of the path, as the gateway decoded them. */
  readonly parameters: Readonly<Record<string, string | undefined>>;
  readonly frame: PageFrame;
}

export interface PageAnswer {
  readonly statusCode: number;
  readonly page: Html;
}

export interface PageHandlerOptions {
  readonly name: string;
  readonly serviceName: string;
  readonly show: (call: PageCall) => Promise<PageAnswer>;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: AnswerMetrics;
}

const responseOf = ({ statusCode, page }: PageAnswer): HttpResponse => ({
  statusCode,
  headers: pageHeaders(),
  body: page.markup,
});

const frameOf = (event: APIGatewayProxyEventV2, serviceName: string): PageFrame => ({
  language: chooseLanguage(event.queryStringParameters?.lang, event.headers['accept-language']),
  serviceName,
});

/** The pipeline of a payer's page: language, page, one log line; an unexpected failure is a page as well. */
export const pageHandler = ({ name, serviceName, show, clock, log, metrics }: PageHandlerOptions) => {
  const account = (event: APIGatewayProxyEventV2, response: HttpResponse, startedAtMs: number): void => {
    const answer = { operation: name, code: String(response.statusCode), durationMs: clock.now() - startedAtMs };
    metrics.answered(answer);
    log.info('answered', { correlationId: event.requestContext.requestId, ...answer });
  };
  return middy<APIGatewayProxyEventV2, HttpResponse, Error, Context, { startedAtMs: number }>({
    timeoutEarlyInMillis: 0,
  })
    .use({
      before: (request) => {
        request.internal.startedAtMs = clock.now();
      },
      after: (request) => {
        if (request.response) account(request.event, request.response, request.internal.startedAtMs);
      },
      onError: (request) => {
        const { event, error } = request;
        const correlationId = event.requestContext.requestId;
        log.error('unexpected error', {
          correlationId,
          operation: name,
          errorName: errorNameOf(error),
          frames: framesOf(error),
        });
        request.response = responseOf({
          statusCode: 500,
          page: failurePage(correlationId, frameOf(event, serviceName)),
        });
        account(event, request.response, request.internal.startedAtMs);
      },
    })
    .handler(
      async (event): Promise<HttpResponse> =>
        responseOf(await show({ parameters: event.pathParameters ?? {}, frame: frameOf(event, serviceName) })),
    );
};
