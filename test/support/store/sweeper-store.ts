import type { ReconcilePaymentsDependencies } from '../../../functions/reconcile-payments/reconcile-payments.ts';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { blockIdentifiers } from '../../../shared/adapters/dynamodb/identifiers.ts';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/payment/attempts.ts';
import { dynamoDueQueue } from '../../../shared/adapters/dynamodb/payment/due-queue.ts';
import { dynamoPayments } from '../../../shared/adapters/dynamodb/payment/payments.ts';
import { dynamoSteps } from '../../../shared/adapters/dynamodb/payment/steps.ts';
import { hmacPaymentNames } from '../../../shared/adapters/dynamodb/payment-names.ts';

/** What the sweeper reads from and writes to a table. */
export const sweeperStore = (
  table: Table,
): Pick<ReconcilePaymentsDependencies, 'attempts' | 'identifiers' | 'payments' | 'queue' | 'steps'> => ({
  payments: dynamoPayments(table, hmacPaymentNames('test'), { cards: true }),
  attempts: dynamoAttempts(table),
  steps: dynamoSteps(table),
  queue: dynamoDueQueue(table),
  identifiers: blockIdentifiers(table),
});
