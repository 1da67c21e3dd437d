import middy from '@middy/core';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type * as z from 'zod/mini';
import type { Dealer, OperationName } from '../domain/dealer/dealer.ts';
import { omitUndefined } from '../domain/omit-undefined.ts';
import type { RefusalReason } from '../domain/refusal-reasons.ts';
import type { AnswerMetrics, Log } from '../observability/log.ts';
import type { Accounts } from '../ports/accounts.ts';
import type { Clock } from '../ports/clock.ts';
import { behindEdge } from './behind-edge.ts';
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
  /** The user who called, by its name on the wire; a use case that is called otherwise has none. */
  readonly username?: string;
  /** The operation that was called, by its path. */
  readonly operation: OperationName;
  /** The caller's address, as the gateway reports it. */
  readonly sourceAddress: string;
  readonly read: ReadRequest<Value>;
  /** The OtherTrxCode, if it is given and valid. It is read even when other fields of the request cannot be. */
  readonly otherTrxCode?: string;
}

export interface OperationAnswer {
  readonly data: unknown;
  /** True when this is the answer to an earlier request with the same code. */
  readonly replayed?: boolean;
}

export type UseCase<Value> = (call: OperationCall<Value>) => Promise<OperationAnswer>;

export interface OperationHandlerOptions<Request extends z.ZodMiniType, Reason extends RefusalReason> {
  readonly contract: OperationContract<Request, Reason>;
  readonly useCase: UseCase<z.output<Request>>;
  readonly accounts: Accounts;
  /** SHA-256 of each valid secret of the edge in front of the stage; none without an edge (rule 44). */
  readonly edgeSecretHashes: readonly string[];
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: AnswerMetrics;
}

/** The request if it could be read; otherwise throws its refusal. */
export const readValue = <Value>(read: ReadRequest<Value>): Value => {
  if (!read.ok) throw read.refusal;
  return read.value;
};

/** Middy hands the event to the handler, so the last step replaces the event by the use case's call. */
const handingOver: PipelineStep = {
  before: (request) => {
    const { dealer, username, operation, read, otherTrxCode } = request.internal;
    const call: OperationCall<unknown> = {
      dealer: required(dealer, 'authenticating'),
      operation,
      sourceAddress: request.event.requestContext.http.sourceIp,
      read: required(read, 'readingRequest'),
      ...omitUndefined({ username, otherTrxCode }),
    };
    (request as { event: unknown }).event = call;
  },
};

/**
 * The pipeline of a dealer's operation (decisions: order of refusals): body and CheckKey, account, address, operation
 * and channel, then whatever the use case refuses. The answer is always an envelope, a second before the invocation
 * ends at the latest: retries of the store could outlast the function, and the gateway's own 5xx has no envelope. The
 * outcome of a request that is answered so late is not known, as after a lost answer.
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
    .use(readingRequest(contract))
    .use(handingOver)
    .handler(async (event): Promise<HttpResponse> => {
      const answer = await useCase(event as unknown as OperationCall<z.output<Request>>);
      return successResponse(answer.data, answer.replayed === true ? { 'idempotent-replayed': 'true' } : {});
    });
  const inTime = answeringInTime<APIGatewayProxyEventV2, HttpResponse>(
    (event, context) => pipeline(event, context),
    answerLate,
  );
  return behindEdge(options.edgeSecretHashes, inTime);
};
