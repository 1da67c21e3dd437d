import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { StackAddress } from '../app/stack-address.ts';
import { rowsOf } from '../bank/bank-merchants.ts';
import { cardSecretsIn } from '../card/card-secrets.ts';
import { rowsNaming } from '../payment/stored-payments.ts';
import { engineClient } from './store.ts';

const MOST_IN_A_BATCH = 25;

/**
 * Deletes the rows that contain one of the codes, with the payments that they are part of, and checks each before: none may hold a card number or a CVC,
 * whatever its test was about. They are deleted because some tests read the whole table, which takes longer the more
 * rows are left. Throws if card data are found.
 */
export const leaveNothing = async (stack: StackAddress, codes: readonly string[]): Promise<void> => {
  const own = rowsNaming(await rowsOf(stack), codes).map((row) => ({
    pk: String(row.pk),
    sk: String(row.sk),
    text: JSON.stringify(row),
  }));
  const client = engineClient(stack.engineEndpoint);
  for (let first = 0; first < own.length; first += MOST_IN_A_BATCH) {
    const batch = own.slice(first, first + MOST_IN_A_BATCH);
    const removals = batch.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [stack.tableName]: removals } }));
  }
  const leaking = own.filter(({ text }) => cardSecretsIn(text).length > 0);
  if (leaking.length > 0) throw new Error(`card data in ${leaking.map(({ pk, sk }) => `${pk} ${sk}`).join(', ')}`);
};
