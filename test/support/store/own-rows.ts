import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { ALL_DEALERS, dealerPartition } from '../../../shared/adapters/dynamodb/keys.ts';
import { PAYMENT_PARTITION_PREFIX } from '../../../shared/adapters/dynamodb/payment/payment-keys.ts';
import type { StackAddress } from '../app/stack-address.ts';
import { paymentsOf, rowsOf } from '../bank/bank-merchants.ts';
import { cardSecretsIn } from '../card/card-secrets.ts';
import { engineClient } from './store.ts';

const MOST_IN_A_BATCH = 25;

type StoredRow = Readonly<Record<string, unknown>>;

/** Every row of a dealer's payments, and every other whose key names the dealer or merchant. */
export const rowsUnder = async (stack: StackAddress, code: string): Promise<readonly StoredRow[]> => {
  const payments = await paymentsOf(stack, code);
  const prefixes = [
    dealerPartition(code),
    `BANK#${code}#`,
    ...payments.map((name) => `${PAYMENT_PARTITION_PREFIX}${name}`),
  ];
  return (await Promise.all(prefixes.map((prefix) => rowsOf(stack, prefix)))).flat();
};

/** Rows of what all dealers share that name one of the codes. */
const sharedRows = async (stack: StackAddress, codes: ReadonlySet<string>): Promise<readonly StoredRow[]> => {
  const prefixes = ['DEFINITION#', ALL_DEALERS, 'BANK#CHALLENGE#'];
  const [definitions = [], listed = [], challenges = []] = await Promise.all(
    prefixes.map((prefix) => rowsOf(stack, prefix)),
  );
  const listedHere = new Set([...codes].map(dealerPartition));
  return [
    ...definitions.filter(({ dealerCode }) => codes.has(String(dealerCode))),
    ...listed.filter(({ sk }) => listedHere.has(String(sk))),
    ...challenges.filter(({ clientId }) => codes.has(String(clientId))),
  ];
};

/** Throws if a row holds a card number or a CVC. */
export const refuseCardDataIn = (rows: readonly StoredRow[]): void => {
  const leaking = rows.filter((row) => cardSecretsIn(JSON.stringify(row)).length > 0);
  if (leaking.length > 0)
    throw new Error(`card data in ${leaking.map(({ pk, sk }) => `${String(pk)} ${String(sk)}`).join(', ')}`);
};

/**
 * Deletes the rows of these dealers and merchants, and checks each before: none may hold a card number or a CVC,
 * whatever its test was about. They are deleted because some tests read a queue or a table of all dealers, which takes longer
 * the more rows are left.
 */
export const leaveNothing = async (stack: StackAddress, codes: readonly string[]): Promise<void> => {
  const rows: StoredRow[] = [...(await sharedRows(stack, new Set(codes)))];
  for (const code of codes) rows.push(...(await rowsUnder(stack, code)));
  const client = engineClient(stack.engineEndpoint);
  for (let first = 0; first < rows.length; first += MOST_IN_A_BATCH) {
    const removals = rows
      .slice(first, first + MOST_IN_A_BATCH)
      .map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [stack.tableName]: removals } }));
  }
  refuseCardDataIn(rows);
};
