import * as z from 'zod/mini';
import { lambdaInvoker } from '../../shared/adapters/lambda/operation-invoker.ts';
import { readEnvironment } from '../../shared/adapters/runtime/environment.ts';
import { behindEdge } from '../../shared/http/behind-edge.ts';
import { powertoolsLog } from '../../shared/observability/powertools.ts';
import { handleUnmatchedPath } from './handle-unmatched-path.ts';

const environment = readEnvironment(process.env);
const schema = z.record(z.string(), z.array(z.string()));
const routesByFolder = z.parse(schema, JSON.parse(process.env.OPERATION_FUNCTIONS ?? '{}'));
const functions = Object.fromEntries(
  Object.entries(routesByFolder).flatMap(([folder, routes]) =>
    routes.map((route) => [route, `payment-link-${environment.stage}-${folder}`]),
  ),
);

const handle = handleUnmatchedPath({
  functions,
  invoker: lambdaInvoker(),
  log: powertoolsLog(),
  stage: environment,
});

export const handler = behindEdge(environment.edgeSecretHashes, (event) => handle(event));
