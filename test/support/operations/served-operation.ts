import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type * as z from 'zod/mini';
import { cachedAccounts } from '../../../shared/adapters/accounts/cached-accounts.ts';
import type { RefusalReason } from '../../../shared/domain/refusal-reasons.ts';
import type { OperationContract } from '../../../shared/http/contract.ts';
import type { HttpResponse } from '../../../shared/http/envelope.ts';
import { operationHandler, type UseCase } from '../../../shared/http/operation-handler.ts';
import { FakeMetrics } from '../../fakes/log.ts';
import type { PortsInMemory } from './ports-in-memory.ts';

/** An operation behind the whole pipeline, as its function answers it. */
export interface ServedOperation {
  /** The folder of its function. */
  readonly name: string;
  /** As routes name it: `POST /path`. */
  readonly routeKeys: readonly string[];
  readonly handle: (event: APIGatewayProxyEventV2, context: Context) => Promise<HttpResponse>;
}

/** Puts operations behind the pipeline of dealers' operations. */
export const serving = ({ dealers, clock, log }: Pick<PortsInMemory, 'dealers' | 'clock' | 'log'>) => {
  const accounts = cachedAccounts({ dealers, clock, lifeMs: 0 });
  const parts = { accounts, edgeSecretHashes: [], clock, log, metrics: new FakeMetrics() };
  return <Request extends z.ZodMiniType, Reason extends RefusalReason>(
    contract: OperationContract<Request, Reason>,
    useCase: UseCase<z.output<Request>>,
  ): ServedOperation => ({
    name: contract.name,
    routeKeys: contract.routes.map(({ method, path }) => `${method} ${path}`),
    handle: operationHandler({ ...parts, contract, useCase }),
  });
};
