import middy from '@middy/core';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type * as z from 'zod/mini';
import type { Dealer, OperationName } from '../domain/dealer/dealer.ts';
import { omitUndefined } from '../domain/omit-undefined.ts';
import type { RefusalReason } from '../domain/refusal-reasons.ts';
import type { AnswerMetrics, Log } from '../observability/log.ts';
import type { Accounts } from '../ports/accounts.ts';
import type { Clock } from '../ports/clock.ts';
import type { OperationContract } from './contract.ts';
import { answeringInTime } from './deadline.ts';
import { type HttpResponse, successResponse } from './envelope.ts';
import { authenticating } from './middleware/authenticate.ts';
import { permittingAddress, permittingOperation } from './middleware/permit.ts';
import { readingBody } from './middleware/read-body.ts';
import { readingRequest } from './middleware/read-request.ts';
import { answering } from './middleware/refusals.ts';
import { type PipelineStep, type ReadRequest, type RequestState, required } from './request-state.ts';

/** What a use case is called with: the authenticated dealer and the request block as it was read. */
export interface OperationCall<Value> {
  readonly dealer: Dealer;
  /** The operation that was called, by its path. */
  readonly operation: OperationName;
  /** Who calls, as the gateway reports it. */
  readonly sourceAddress: string;
  readonly read: ReadRequest<Value>;
  /** The dealer's code, where one is given that can be claimed; also when the rest of the request cannot be read. */
  readonly otherTrxCode?: string;
}

export interface OperationAnswer {
  readonly data: unknown;
  /** The answer of an earlier request with the same code, given again. */
  readonly replayed?: boolean;
}

export type UseCase<Value> = (call: OperationCall<Value>) => Promise<OperationAnswer>;

export interface OperationHandlerOptions<Request extends z.ZodMiniType, Reason extends RefusalReason> {
  readonly contract: OperationContract<Request, Reason>;
  readonly useCase: UseCase<z.output<Request>>;
  readonly accounts: Accounts;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: AnswerMetrics;
}

/** The value of a request that could be read; throws its refusal otherwise. */
export const readValue = <Value>(read: ReadRequest<Value>): Value => {
  if (!read.ok) throw read.refusal;
  return read.value;
};

/** Middy hands the event to the handler, so the last step puts the use case's call in the event's place. */
const handingOver: PipelineStep = {
  before: (request) => {
    const { dealer, operation, read, otherTrxCode } = request.internal;
    const call: OperationCall<unknown> = {
      dealer: required(dealer, 'authenticating'),
      operation,
      sourceAddress: request.event.requestContext.http.sourceIp,
      read: required(read, 'readingRequest'),
      ...(otherTrxCode === undefined ? {} : { otherTrxCode }),
    };
    (request as { event: unknown }).event = call;
  },
};

/**
 * The pipeline of a dealer's operation, in the order of refusals that the wire facts give: body and CheckKey, account,
 * address, operation and channel, then whatever the use case refuses. Whatever the store does, there is an envelope
 * about a second before the invocation's end: retries within retries could outlast the function, and the gateway's own
 * 5xx has none. What such a request did is not known, as with an answer that was lost.
 */
export const operationHandler = <Request extends z.ZodMiniType, Reason extends RefusalReason>(
  options: OperationHandlerOptions<Request, Reason>,
) => {
  const { contract, useCase, accounts } = options;
  const { codes, late } = contract;
  const { step, answerLate } = answering({ ...options, codes, ...omitUndefined({ late }) });
  const pipeline = middy<APIGatewayProxyEventV2, HttpResponse, Error, Context, RequestState>({
    timeoutEarlyInMillis: 0,
  })
    .use(step)
    .use(readingBody)
    .use(authenticating(contract.authenticationBlocks, accounts))
    .use(permittingAddress)
    .use(permittingOperation(contract))
    .use(readingRequest(contract.requestBlock, contract.request))
    .use(handingOver)
    .handler(async (event): Promise<HttpResponse> => {
      const answer = await useCase(event as unknown as OperationCall<z.output<Request>>);
      return successResponse(answer.data, answer.replayed === true ? { 'idempotent-replayed': 'true' } : {});
    });
  return answeringInTime<APIGatewayProxyEventV2, HttpResponse>(
    (event, context) => pipeline(event, context),
    answerLate,
  );
};
