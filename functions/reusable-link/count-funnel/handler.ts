import type { Context } from 'aws-lambda';
import { dynamoDealerDirectory, dynamoDealers } from '../../../shared/adapters/dynamodb/dealer/dealers.ts';
import { documentClient } from '../../../shared/adapters/dynamodb/engine/client.ts';
import { table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { dynamoFunnelJob } from '../../../shared/adapters/dynamodb/funnel/funnel-job.ts';
import { dynamoMessages } from '../../../shared/adapters/dynamodb/message/messages.ts';
import { hmacPaymentNames } from '../../../shared/adapters/dynamodb/payment/payment-names.ts';
import { dynamoPayments } from '../../../shared/adapters/dynamodb/payment/payments.ts';
import { dynamoStatementMaking } from '../../../shared/adapters/dynamodb/statement/statement-making.ts';
import { readEnvironment } from '../../../shared/adapters/runtime/environment.ts';
import { systemClock as clock } from '../../../shared/adapters/runtime/system.ts';
import { powertoolsFunnelMetrics, powertoolsLog } from '../../../shared/observability/powertools.ts';
import { countFunnel } from './count-funnel.ts';

const { stage, tableName } = readEnvironment(process.env);
const store = table(documentClient(), tableName);

const count = countFunnel({
  counting: dynamoFunnelJob(store, clock),
  payments: dynamoPayments(store, hmacPaymentNames(stage)),
  messages: dynamoMessages(store),
  lists: dynamoStatementMaking(store),
  dealers: dynamoDealers(store),
  dealerDirectory: dynamoDealerDirectory(store),
  clock,
  log: powertoolsLog(),
  metrics: powertoolsFunnelMetrics({ stage }),
});

export const handler = (_event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>) =>
  count(clock.now() + context.getRemainingTimeInMillis());
