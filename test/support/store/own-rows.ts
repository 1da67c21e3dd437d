import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { ALL_DEALERS, dealerPartition } from '../../../shared/adapters/dynamodb/keys.ts';
import { readPaymentPointer } from '../../../shared/adapters/dynamodb/payment/payment-item.ts';
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

const isPaymentPointer = ({ pk }: StoredRow): boolean => /^DEALER#[^#]*#PAYMENT#/.test(String(pk));

/** The second part of a partition key: the dealer, merchant or payment in it. */
const namedIn = (pk: string): string => pk.split('#')[1] ?? '';

/** True for a row of one of these dealers and merchants that names it: all but those of its payments. */
const namesOneOf = (codes: ReadonlySet<string>, { pk, sk, dealerCode, clientId }: StoredRow): boolean => {
  const partition = String(pk);
  if (partition.startsWith('DEFINITION#')) return codes.has(String(dealerCode));
  if (partition.startsWith('BANK#CHALLENGE#')) return codes.has(String(clientId));
  if (partition === ALL_DEALERS) return codes.has(namedIn(String(sk)));
  return (partition.startsWith(dealerPartition('')) || partition.startsWith('BANK#')) && codes.has(namedIn(partition));
};

/**
 * Every row of these dealers and merchants. It reads the whole table, which holds little but what the tests of this moment
 * have made: a request for each of many dealers costs more.
 */
const rowsOfAll = async (stack: StackAddress, codes: ReadonlySet<string>): Promise<readonly StoredRow[]> => {
  const rows = await rowsOf(stack);
  const own = rows.filter((row) => namesOneOf(codes, row));
  const payments = new Set(own.filter(isPaymentPointer).map((row) => readPaymentPointer(row)));
  const ofPayments = rows.filter(({ pk }) => {
    const partition = String(pk);
    return partition.startsWith(PAYMENT_PARTITION_PREFIX) && payments.has(namedIn(partition));
  });
  return [...own, ...ofPayments];
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
  const rows = await rowsOfAll(stack, new Set(codes));
  const client = engineClient(stack.engineEndpoint);
  for (let first = 0; first < rows.length; first += MOST_IN_A_BATCH) {
    const removals = rows
      .slice(first, first + MOST_IN_A_BATCH)
      .map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [stack.tableName]: removals } }));
  }
  refuseCardDataIn(rows);
};
