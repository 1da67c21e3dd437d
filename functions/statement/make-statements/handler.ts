import type { Context } from 'aws-lambda';
import { dynamoDealerDirectory, dynamoDealers } from '../../../shared/adapters/dynamodb/dealer/dealers.ts';
import { documentClient } from '../../../shared/adapters/dynamodb/engine/client.ts';
import { table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { blockIdentifiers } from '../../../shared/adapters/dynamodb/identifiers.ts';
import { dynamoOperatorChanges } from '../../../shared/adapters/dynamodb/operator/operator-changes.ts';
import { hmacPaymentNames } from '../../../shared/adapters/dynamodb/payment/payment-names.ts';
import { dynamoPayments } from '../../../shared/adapters/dynamodb/payment/payments.ts';
import { dynamoStatementMaking } from '../../../shared/adapters/dynamodb/statement/statement-making.ts';
import { readEnvironment } from '../../../shared/adapters/runtime/environment.ts';
import { systemClock as clock } from '../../../shared/adapters/runtime/system.ts';
import { powertoolsLog, powertoolsStatementMetrics } from '../../../shared/observability/powertools.ts';
import { makeStatements } from './make-statements.ts';

const { stage, tableName } = readEnvironment(process.env);
const store = table(documentClient(), tableName);

const make = makeStatements({
  making: dynamoStatementMaking(store),
  payments: dynamoPayments(store, hmacPaymentNames(stage)),
  identifiers: blockIdentifiers(store),
  dealers: dynamoDealers(store),
  dealerDirectory: dynamoDealerDirectory(store),
  changes: dynamoOperatorChanges(store),
  clock,
  stage,
  log: powertoolsLog(),
  metrics: powertoolsStatementMetrics({ stage }),
});

export const handler = (event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>) =>
  make(event, clock.now() + context.getRemainingTimeInMillis());
