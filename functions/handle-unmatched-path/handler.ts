import * as z from 'zod/mini';
import { lambdaInvoker } from '../../shared/adapters/lambda/operation-invoker.ts';
import { readEnvironment } from '../../shared/adapters/runtime/environment.ts';
import { powertoolsLog } from '../../shared/observability/powertools.ts';
import { handleUnmatchedPath } from './handle-unmatched-path.ts';

const functions = z.parse(z.record(z.string(), z.string()), JSON.parse(process.env.OPERATION_FUNCTIONS ?? '{}'));

export const handler = handleUnmatchedPath({
  functions,
  invoker: lambdaInvoker(),
  log: powertoolsLog(),
  stage: readEnvironment(process.env),
});
