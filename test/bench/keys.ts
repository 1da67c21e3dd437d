import { randomBytes, randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { contract } from '../../functions/create-payment-request/contract.ts';
import { createPaymentRequest } from '../../functions/create-payment-request/create-payment-request.ts';
import { dynamoCustomers } from '../../shared/adapters/dynamodb/customers.ts';
import { dynamoDefinitions } from '../../shared/adapters/dynamodb/definitions.ts';
import type { Table } from '../../shared/adapters/dynamodb/engine/table.ts';
import type { Row } from '../../shared/adapters/dynamodb/engine/writes.ts';
import { dynamoIdempotencyRecords } from '../../shared/adapters/dynamodb/idempotency-records.ts';
import { blockIdentifiers } from '../../shared/adapters/dynamodb/identifiers.ts';
import { dynamoLimitUsage } from '../../shared/adapters/dynamodb/limit-usage.ts';
import { dynamoPaymentRequests } from '../../shared/adapters/dynamodb/payment-requests.ts';
import { definitionItem } from '../../shared/adapters/dynamodb/rows/definition-row.ts';
import { systemClock, systemRandomness } from '../../shared/adapters/runtime/system.ts';
import type { Dealer } from '../../shared/domain/dealer/dealer.ts';
import { dealerWith, definitionWith } from '../support/dealers.ts';
import { posWith } from '../support/virtual-pos.ts';
import type { Lab } from './lab.ts';
import { heading, table, within } from './report.ts';

const SHARE_AIM = 0.01;
const MANY_DEALERS = 1000;
const MANY_INSTANCES = 50;

/** How often each partition key was written, of the table and of its listing index. */
interface WritesByKey {
  readonly base: Map<string, number>;
  readonly index: Map<string, number>;
}

const add = (counts: Map<string, number>, key: unknown): void => {
  if (typeof key === 'string') counts.set(key, (counts.get(key) ?? 0) + 1);
};

/** A table that keeps definitions and sequences, and of everything else only under which keys it was written. */
function recordingTable(definitions: ReadonlyMap<string, Row>): {
  readonly store: Table;
  readonly writes: WritesByKey;
} {
  const writes: WritesByKey = { base: new Map(), index: new Map() };
  const sequences = new Map<string, number>();
  const store: Table = {
    get: async ({ pk }) => definitions.get(pk),
    getMany: async () => [],
    query: async () => [],
    list: async () => [],
    due: async () => [],
    increment: async ({ pk }, _attribute, { step, start }) => {
      add(writes.base, pk);
      const next = (sequences.get(pk) ?? start) + step;
      sequences.set(pk, next);
      return next;
    },
    transact: async (actions) => {
      for (const action of actions) {
        if (!('put' in action)) throw new Error('Creating a link does something other than putting.');
        add(writes.base, action.put.pk);
        add(writes.index, action.put.listPk);
      }
      return { applied: true };
    },
  };
  return { store, writes };
}

interface Load {
  readonly links: number;
  readonly dealers: number;
  /** Instances of the function that share the links evenly; each takes ids in blocks of its own. */
  readonly instances: number;
}

/** Creates links through the operation itself and its store adapters, and answers where they were written. */
async function writesOf({ links, dealers: dealerCount, instances }: Load): Promise<WritesByKey> {
  const dealers = Array.from({ length: dealerCount }, (): { dealer: Dealer; definitionId: number; row: Row } => {
    const dealer = dealerWith();
    const definition = definitionWith(dealer.dealerCode);
    return { dealer, definitionId: definition.dealerCustomerTypeId, row: definitionItem(definition) };
  });
  const { store, writes } = recordingTable(new Map(dealers.map(({ row }) => [String(row.pk), row])));
  const operations = Array.from({ length: instances }, () => operationOn(store));
  for (let link = 0; link < links; link += 1) {
    const found = dealers[link % dealers.length];
    const operation = operations[link % operations.length];
    if (found === undefined || operation === undefined) throw new Error('There is no dealer or no instance.');
    const value = z.parse(contract.request, {
      DealerCustomerTypeId: String(found.definitionId),
      Amount: '27.5',
      ReturnHash: '1',
      RedirectUrl: 'https://shop.example/result',
    });
    await operation({
      dealer: found.dealer,
      operation: 'CreateUserPosPayment',
      sourceAddress: '192.0.2.1',
      read: { ok: true, value },
    });
  }
  return writes;
}

const operationOn = (store: Table) =>
  createPaymentRequest({
    definitions: dynamoDefinitions(store),
    virtualPosDirectory: { ofDealer: async () => [posWith()] },
    customers: dynamoCustomers(store),
    limitUsage: dynamoLimitUsage(store),
    paymentRequests: dynamoPaymentRequests(store),
    idempotencyRecords: dynamoIdempotencyRecords(store),
    identifiers: blockIdentifiers(store),
    randomness: systemRandomness,
    clock: systemClock,
    sealer: { keyName: 'none', seal: async () => randomBytes(64).toString('base64url') },
    opener: { open: async () => randomUUID() },
    baseUrl: 'https://pay.example',
    sandbox: false,
  });

const total = (counts: ReadonlyMap<string, number>): number => counts.values().reduce((sum, count) => sum + count, 0);

/** Variable parts of a key stand as `*`, so that the table says which kind of key it is. */
const kindOf = (key: string): string => key.replace(/^(DEALER|LINK)#[^#]+/, '$1#*').replace(/\d{8}#\d+$/, '*#*');

function shareRow(name: string, counts: ReadonlyMap<string, number>, writes: number): string[] {
  const [key, most] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? ['-', 0];
  const share = most / writes;
  const percent = `${(share * 100).toFixed(2)} %`;
  return [name, String(writes), kindOf(key), String(most), percent, '1.00 %', within(share, SHARE_AIM)];
}

/** Prints the share of writes that falls on the busiest partition key while links are created. */
export async function keys(lab: Lab): Promise<void> {
  const links = lab.plan.keyLinks;
  const loads: readonly (readonly [string, Load])[] = [
    ['1 dealer', { links, dealers: 1, instances: 1 }],
    [`${MANY_DEALERS} dealers`, { links, dealers: MANY_DEALERS, instances: 1 }],
    [`1 dealer, ${MANY_INSTANCES} instances`, { links, dealers: 1, instances: MANY_INSTANCES }],
  ];
  const rows: string[][] = [];
  for (const [name, one] of loads) {
    const { base, index } = await writesOf(one);
    const both = new Map([...base, ...index]);
    rows.push(shareRow(`${name}: table`, base, total(base)));
    rows.push(shareRow(`${name}: table and index`, both, total(both)));
    rows.push(shareRow(`${name}: index alone`, index, total(index)));
  }
  heading('Writes on the busiest partition key', [
    `${links} links created on one day through the operation and its store adapters, with the least that a link can be`,
    '(no code of the dealer, no new customer), so that nothing else dilutes the busiest key. The aim is of all writes;',
    'the index alone is shown beside it.',
  ]);
  table(['links of', 'writes', 'busiest key', 'writes on it', 'share', 'aim', 'met'], rows);
}
