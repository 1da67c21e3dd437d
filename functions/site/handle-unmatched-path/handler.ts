import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lambdaInvoker } from '../../../shared/adapters/lambda/operation-invoker.ts';
import { readEnvironment } from '../../../shared/adapters/runtime/environment.ts';
import { behindEdge } from '../../../shared/http/behind-edge.ts';
import { powertoolsLog } from '../../../shared/observability/powertools.ts';
import { handleUnmatchedPath } from './handle-unmatched-path.ts';
import { functionsByRoute } from './route-list.ts';

const environment = readEnvironment(process.env);
// The bundler puts it beside the code.
const routes = readFileSync(join(process.env.LAMBDA_TASK_ROOT ?? '', 'routes.json'), 'utf8');

const handle = handleUnmatchedPath({
  functions: functionsByRoute(routes, environment),
  invoker: lambdaInvoker(),
  log: powertoolsLog(),
  stage: environment,
});

export const handler = behindEdge(environment.edgeSecretHashes, (event) => handle(event));
