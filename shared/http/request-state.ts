import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { Dealer, OperationName } from '../domain/dealer/dealer.ts';
import type { Refusal } from '../domain/refusal.ts';
import type { JsonObject } from './body.ts';
import type { HttpResponse } from './envelope.ts';

/**
 * A request block after reading: its value, or the refusal for a malformed field, thrown later at its place in the
 * order.
 */
export type ReadRequest<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal<'MalformedRequest' | 'InvalidRequest'> };

/** What the steps of the pipeline hand on to each other during one invocation. */
export interface RequestState extends Record<string, unknown> {
  startedAtMs: number;
  correlationId: string;
  /** Set when the invocation was answered at its deadline: the end of its work is not reported any more. */
  abandoned?: true;
  /** The operation that was called, by its path: logs and metrics name it. */
  operation: OperationName;
  body?: JsonObject;
  dealer?: Dealer;
  username?: string;
  read?: ReadRequest<unknown>;
  otherTrxCode?: string;
}

export type PipelineStep = MiddlewareObj<APIGatewayProxyEventV2, HttpResponse, Error, Context, RequestState>;

/** A value that an earlier step has set. Throws if it is absent: then the steps stand in the wrong order. */
export const required = <Value>(value: Value | undefined, step: string): Value => {
  if (value === undefined) throw new Error(`the pipeline step "${step}" has not run`);
  return value;
};
