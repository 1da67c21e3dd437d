import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { nearestPath } from '../../../shared/domain/nearest-name.ts';
import { METHOD_NOT_ALLOWED_CODE, UNEXPECTED_ERROR_CODE, UNKNOWN_PATH_CODE } from '../../../shared/http/contract.ts';
import { failureResponse } from '../../../shared/http/envelope.ts';
import { type FrameOptions, pageFrameOf, pageResponse } from '../../../shared/http/page-response.ts';
import { errorNameOf, type Log } from '../../../shared/observability/log.ts';
import { unknownLinkPage } from '../../../shared/pages/closed-link-page.ts';
import { type OperationInvoker, OperationUnreachable } from '../../../shared/ports/operation-invoker.ts';
import { leftOutAnswer } from './left-out-operations.ts';
import type { FunctionsByRoute } from './route-list.ts';

export interface HandleUnmatchedPathDependencies {
  readonly functions: FunctionsByRoute;
  readonly invoker: OperationInvoker;
  readonly log: Log;
  readonly stage: FrameOptions & { readonly sandbox: boolean };
}

const UNKNOWN_PATH = 'There is no operation at this path.';
const METHOD_LIST = new Intl.ListFormat('en', { type: 'conjunction' });

/** A base address may end in a slash, so `//DealerSale/GetSale` occurs (decisions: paths). */
const collapseSlashes = (path: string): string => {
  const collapsed = path.replaceAll(/\/{2,}/g, '/');
  return collapsed.length > 1 && collapsed.endsWith('/') ? collapsed.slice(0, -1) : collapsed;
};

const matches = (template: string, path: string): boolean => {
  const [expected, actual] = [template.split('/'), path.split('/')];
  return (
    expected.length === actual.length && expected.every((part, index) => part.startsWith('{') || part === actual[index])
  );
};

const methodsOf = (functions: FunctionsByRoute, path: string): readonly string[] =>
  Object.keys(functions)
    .map((route) => route.split(' '))
    .filter(([, template = '']) => matches(template, path))
    .map(([method = '']) => method);

/** Answers anybody, so it names an operation of the service and nothing of what was asked for. */
const unknownPathSentence = (functions: FunctionsByRoute, path: string): string => {
  const operations = Object.keys(functions)
    .filter((route) => route.startsWith('POST ') && !route.includes('{'))
    .map((route) => route.slice('POST '.length));
  const meant = nearestPath(path, operations);
  return meant === undefined ? UNKNOWN_PATH : `${UNKNOWN_PATH} Did you mean ${meant}?`;
};

const asMatched = (event: APIGatewayProxyEventV2, path: string): APIGatewayProxyEventV2 => {
  const { requestContext } = event;
  const routeKey = `${requestContext.http.method} ${path}`;
  const http = { ...requestContext.http, path };
  return { ...event, routeKey, rawPath: path, requestContext: { ...requestContext, routeKey, http } };
};

/**
 * Passes a known operation with doubled or trailing slashes in its path on to its own function, and says of one that is
 * left out that it is. Answers 404 or 405, with an envelope, for everything else; a browser that looks for a page gets one.
 */
export const handleUnmatchedPath =
  ({ functions, invoker, log, stage }: HandleUnmatchedPathDependencies) =>
  async (event: APIGatewayProxyEventV2): Promise<unknown> => {
    const { method } = event.requestContext.http;
    const path = collapseSlashes(event.rawPath);
    const leftOut = method === 'POST' ? leftOutAnswer(path) : undefined;
    if (leftOut !== undefined) return leftOut;
    const methods = methodsOf(functions, path);
    // The path of an operation has no variables: braces that a caller wrote are no page's template.
    const target = method === 'POST' && !path.includes('{') ? functions[`POST ${path}`] : undefined;
    // A payer with half a link reads a page and no envelope.
    if (target === undefined && method === 'GET' && (event.headers.accept ?? '').includes('text/html')) {
      return pageResponse({ statusCode: 404, page: unknownLinkPage(pageFrameOf(event, stage)) }, event, stage);
    }
    // Pages are not passed on: a path with extra slashes is no page. The answer is 404, since a 405 would name the very
    // method that was used.
    if (methods.length === 0 || (target === undefined && methods.includes(method))) {
      return failureResponse({
        code: UNKNOWN_PATH_CODE,
        sentence: unknownPathSentence(functions, path),
        statusCode: 404,
      });
    }
    if (target === undefined) {
      const sentence = `This path takes ${METHOD_LIST.format(methods)} only.`;
      return failureResponse(
        { code: METHOD_NOT_ALLOWED_CODE, sentence, statusCode: 405 },
        { allow: methods.join(', ') },
      );
    }
    try {
      return await invoker.invoke(target, asMatched(event, path));
    } catch (error) {
      const correlationId = event.requestContext.requestId;
      const detail = error instanceof OperationUnreachable ? { errorDetail: error.errorName } : {};
      log.error('unexpected error', { correlationId, errorName: errorNameOf(error), ...detail });
      const sentence = `The service failed unexpectedly. Please repeat the request later and quote correlation id ${correlationId}.`;
      return failureResponse({ code: UNEXPECTED_ERROR_CODE, sentence });
    }
  };
