import type { ReconcilePaymentsDependencies } from '../../../functions/payment/reconcile-payments/reconcile-payments.ts';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/attempt/attempts.ts';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { blockIdentifiers } from '../../../shared/adapters/dynamodb/identifiers.ts';
import { dueIndexKeys, duePartition } from '../../../shared/adapters/dynamodb/index-keys.ts';
import { dynamoDueQueue } from '../../../shared/adapters/dynamodb/payment/due-queue.ts';
import { hmacPaymentNames } from '../../../shared/adapters/dynamodb/payment/payment-names.ts';
import { dynamoPayments } from '../../../shared/adapters/dynamodb/payment/payments.ts';
import { dynamoSteps } from '../../../shared/adapters/dynamodb/payment/steps.ts';
import type { PaymentName } from '../../../shared/domain/payment/payment-name.ts';
import type { DueQueue, DueRow } from '../../../shared/ports/attempts.ts';

/** What the sweeper reads from and writes to a table. Nothing takes up what a run hands on. */
export const sweeperStore = (
  table: Table,
): Pick<ReconcilePaymentsDependencies, 'attempts' | 'identifiers' | 'payments' | 'queue' | 'runs' | 'steps'> => ({
  payments: dynamoPayments(table, hmacPaymentNames('test'), { cards: true }),
  attempts: dynamoAttempts(table),
  steps: dynamoSteps(table),
  queue: dynamoDueQueue(table),
  identifiers: blockIdentifiers(table),
  runs: { start: async () => undefined },
});

const partitionOf = (payment: PaymentName): string =>
  dueIndexKeys({ payment, number: 1, gateway: '', dueAtMs: 0 }).duePk;

/**
 * The due rows of these payments alone, found among the rows of all other tests. A shard that none of them is in is not
 * read.
 */
export const dueOfOwn =
  (queue: DueQueue, own: ReadonlySet<PaymentName>): DueQueue['due'] =>
  async (shard, { nowMs, limit }) => {
    const rows: DueRow[] = [];
    if (![...own].some((payment) => partitionOf(payment) === duePartition(shard))) return rows;
    for (let after: string | undefined; ; ) {
      const page = await queue.due(shard, { nowMs, limit, after });
      rows.push(...page.filter(({ payment }) => own.has(payment)));
      if (page.length < limit) return rows;
      after = page.at(-1)?.position;
    }
  };
