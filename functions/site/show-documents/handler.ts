import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBaseUrl, readEnvironment } from '../../../shared/adapters/runtime/environment.ts';
import { systemClock } from '../../../shared/adapters/runtime/system.ts';
import { pageHandler } from '../../../shared/http/page-handler.ts';
import { powertoolsLog, powertoolsMetrics } from '../../../shared/observability/powertools.ts';
import { contract } from './contract.ts';
import { showDocuments } from './show-documents.ts';

const environment = readEnvironment(process.env);
const folder = process.env.LAMBDA_TASK_ROOT ?? '';

export const handler = pageHandler({
  ...environment,
  name: contract.name,
  clock: systemClock,
  log: powertoolsLog(),
  metrics: powertoolsMetrics({ stage: environment.stage }),
  show: showDocuments({ baseUrl: readBaseUrl(process.env), readFile: (name) => readFileSync(join(folder, name)) }),
});
