import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { OperationName } from '../../domain/dealer/dealer.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { RefusalReason } from '../../domain/refusal-reasons.ts';
import { answerTimeOf } from '../../observability/bank-time.ts';
import { framesOf } from '../../observability/frames.ts';
import { type AnswerMetrics, errorNameOf, type Log } from '../../observability/log.ts';
import type { Clock } from '../../ports/clock.ts';
import { StoreUnavailable } from '../../ports/store-errors.ts';
import { VaultUnavailable } from '../../ports/vault.ts';
import { type OperationRoute, operationAt, UNEXPECTED_ERROR_CODE } from '../contract.ts';
import { DeadlineReached } from '../deadline.ts';
import { failureResponse, type HttpResponse } from '../envelope.ts';
import { withSlip } from '../misspelt-members.ts';
import { type PipelineStep, type RequestState, required } from '../request-state.ts';
import { type BlockOfContract, blockIn } from './read-request.ts';

/** A body above the limit: the one refusal of an operation that has an HTTP status of its own. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

export interface AnsweringOptions {
  readonly contract: BlockOfContract & {
    readonly operation: OperationName;
    readonly routes: readonly OperationRoute[];
  };
  readonly codes: Readonly<Record<string, string>>;
  readonly log: Log;
  readonly metrics: AnswerMetrics;
  readonly clock: Clock;
  /** The answer when the time of the invocation is over, if that is no unexpected error. */
  readonly late?: { readonly reason: RefusalReason; readonly sentence: string };
}

const errorDetailOf = (error: unknown): string | undefined => {
  if (error instanceof StoreUnavailable) return `${error.errorName}, outcome ${error.outcome}`;
  return error instanceof VaultUnavailable ? error.errorName : undefined;
};

type Call = Pick<RequestState, 'correlationId' | 'operation' | 'body' | 'dealer'>;

const unexpected = (error: unknown, { correlationId, operation }: Call, log: Log): HttpResponse => {
  const detail = errorDetailOf(error);
  log.error('unexpected error', {
    correlationId,
    operation,
    errorName: errorNameOf(error),
    frames: framesOf(error),
    ...(detail === undefined ? {} : { errorDetail: detail }),
  });
  return failureResponse({
    code: UNEXPECTED_ERROR_CODE,
    sentence: `The service failed unexpectedly. Please repeat the request later and quote correlation id ${correlationId}.`,
  });
};

/** The names of a block's fields, where its reader is an object's. */
const fieldNamesOf = (request: object): readonly string[] =>
  'shape' in request && typeof request.shape === 'object' ? Object.keys(request.shape ?? {}) : [];

/** What a dealer is told of a refusal. A field that it has misspelt is told only to a dealer that is known. */
const sentenceOf = ({ sentence }: Refusal, { body, dealer }: Call, { contract }: AnsweringOptions): string =>
  body === undefined || dealer === undefined
    ? sentence
    : withSlip(sentence, blockIn(body, contract), fieldNamesOf(contract.request));

/** The one place that turns errors into answers. Nothing of `error.message` reaches the caller. */
const answerError = (error: unknown, call: Call, options: AnsweringOptions): HttpResponse => {
  if (error instanceof BodyTooLarge) {
    const sentence = 'The request body is larger than 256 kB.';
    return failureResponse({
      code: options.codes.MalformedRequest ?? UNEXPECTED_ERROR_CODE,
      sentence,
      statusCode: 413,
    });
  }
  const code =
    error instanceof Refusal && Object.hasOwn(options.codes, error.reason) ? options.codes[error.reason] : undefined;
  if (!(error instanceof Refusal) || code === undefined) return unexpected(error, call, options.log);
  return failureResponse({ code, sentence: sentenceOf(error, call, options) });
};

const resultCodeOf = (response: HttpResponse): string =>
  /"ResultCode":"([^"]*)"/.exec(response.body.slice(response.body.lastIndexOf('"ResultCode"')))?.[1] ?? '';

const account = (state: RequestState, response: HttpResponse, options: AnsweringOptions): void => {
  const { correlationId, operation, startedAtMs, dealer } = state;
  const { ownMs, fields } = answerTimeOf(startedAtMs, options.clock.now());
  options.metrics.answered({
    correlationId,
    operation,
    code: resultCodeOf(response),
    ownMs,
    ...fields,
    ...(dealer === undefined ? {} : { dealerCode: dealer.dealerCode }),
  });
};

export interface Answering {
  readonly step: PipelineStep;
  /** The answer when the time of the invocation is over. How its work ends afterwards is neither logged nor counted. */
  readonly answerLate: (event: APIGatewayProxyEventV2) => HttpResponse;
}

/**
 * Turns every error into an envelope, and logs once per invocation how it was answered. Its step is added first: Middy
 * runs `onError` from the last added to the first, so this one decides last.
 */
export const answering = (options: AnsweringOptions): Answering => {
  // By event, which is a new object for each invocation.
  const states = new WeakMap<APIGatewayProxyEventV2, RequestState>();

  const answerWith = (state: RequestState, error: unknown): HttpResponse => {
    const response = answerError(error, state, options);
    account(state, response, options);
    return response;
  };

  return {
    step: {
      before: (request) => {
        request.internal.startedAtMs = options.clock.now();
        request.internal.correlationId = request.event.requestContext.requestId;
        request.internal.operation = operationAt(options.contract, request.event.routeKey);
        states.set(request.event, request.internal);
      },
      after: ({ internal, response }) => {
        if (response && internal.abandoned === undefined) account(internal, response, options);
      },
      onError: (request) => {
        const { internal, error } = request;
        // The caller has had its answer already. Without a response here Middy would throw the error on.
        if (internal.abandoned === true)
          request.response = failureResponse({ code: UNEXPECTED_ERROR_CODE, sentence: '' });
        else request.response = answerWith(internal, error);
      },
    },
    answerLate: (event) => {
      const state = required(states.get(event), 'answering');
      const { late } = options;
      const response = answerWith(
        state,
        late === undefined ? new DeadlineReached() : new Refusal(late.reason, late.sentence),
      );
      state.abandoned = true;
      return response;
    },
  };
};
