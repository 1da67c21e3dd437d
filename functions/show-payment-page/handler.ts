import { documentClient } from '../../shared/adapters/dynamodb/client.ts';
import { dynamoPaymentRequests } from '../../shared/adapters/dynamodb/payment-requests.ts';
import { table } from '../../shared/adapters/dynamodb/table.ts';
import { readEnvironment } from '../../shared/adapters/runtime/environment.ts';
import { systemClock } from '../../shared/adapters/runtime/system.ts';
import { pageHandler } from '../../shared/http/page-handler.ts';
import { powertoolsLog, powertoolsMetrics } from '../../shared/observability/powertools.ts';
import { contract } from './contract.ts';
import { showPaymentPage } from './show-payment-page.ts';

const { stage, tableName, serviceName } = readEnvironment(process.env);
const paymentRequests = dynamoPaymentRequests(table(documentClient(), tableName));

export const handler = pageHandler({
  name: contract.name,
  serviceName,
  show: showPaymentPage({ paymentRequests, clock: systemClock }),
  clock: systemClock,
  log: powertoolsLog(),
  metrics: powertoolsMetrics({ stage }),
});
