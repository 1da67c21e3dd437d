import { randomBytes } from 'node:crypto';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { linkItem, linkPointerItem } from '../../shared/adapters/dynamodb/rows/payment-request-row.ts';
import { NO_PROGRESS, type PaymentRequest } from '../../shared/domain/link/payment-request.ts';
import { minor } from '../../shared/domain/money/money.ts';
import type { StackAddress } from '../support/stack-address.ts';
import { engineClient } from '../support/store.ts';
import type { Scene } from './scene.ts';

/** Most rows of one transaction. The engine writes one to disk at once, and a BatchWriteItem row by row. */
const BATCH_ROWS = 100;
const BATCHES_AT_ONCE = 2;
/** Far above what the service gives out while it is measured. */
const FIRST_ID = 1_000_000_000;
const DAYS = 30;
const DAY_MS = 86_400_000;

const storedLink = ({ dealerCode, definitionId }: Scene, index: number, nowMs: number): PaymentRequest => {
  const createdAtMs = nowMs - (index % DAYS) * DAY_MS;
  return {
    token: randomBytes(16).toString('base64url'),
    userPosPaymentId: FIRST_ID + index,
    dealerCode,
    dealerName: 'Test Store',
    dealerCustomerTypeId: definitionId,
    dealerCustomerId: 0,
    source: 'payment-request',
    insideFrame: false,
    progress: NO_PROGRESS,
    state: 'open',
    version: 1,
    createdAtMs,
    listingShards: 1,
    expiresAtMs: createdAtMs + 3_600_000,
    terms: {
      amount: minor(124_990),
      currency: 'TL',
      installments: { by: 'dealer', count: 1 },
      allowedCounts: [1],
      commissionByDealer: 0,
      commissionDifferenceOnly: false,
      preAuthorisation: false,
      pooled: false,
      threeDMandatory: false,
      cardStorage: 'never',
    },
    delivery: { fullName: 'Ayşe Yılmaz', gsmNumber: '5321234567', email: 'ayse@example.com' },
    buyer: { fullName: 'Ayşe Yılmaz', email: 'ayse@example.com', gsmNumber: '5321234567' },
    basket: [{ productId: 1, productCode: 'CUP-1', unitPrice: minor(24_995), quantity: 2 }],
    description: 'Order with two articles',
    redirectUrl: 'https://shop.example/result',
    secrets: {
      sealedCodeForHash: `v1.${randomBytes(100).toString('base64url')}.${randomBytes(64).toString('base64url')}`,
      successHash: randomBytes(32).toString('hex'),
      failureHash: randomBytes(32).toString('hex'),
    },
  };
};

/** Stores links of the scene's dealer, of the last thirty days, past the operation: it would take minutes. */
export async function storeLinks(stack: StackAddress, scene: Scene, count: number): Promise<void> {
  const client = engineClient(stack.engineEndpoint);
  const nowMs = Date.now();
  const linksPerBatch = Math.floor(BATCH_ROWS / 2);
  const batches = Math.ceil(count / linksPerBatch);
  const writeBatch = async (batch: number): Promise<void> => {
    const first = batch * linksPerBatch;
    const links = Array.from({ length: Math.min(linksPerBatch, count - first) }, (_, index) =>
      storedLink(scene, first + index, nowMs),
    );
    const TransactItems = links
      .flatMap((link) => [linkItem(link), linkPointerItem(link)])
      .map((Item) => ({ Put: { TableName: stack.tableName, Item } }));
    await client.send(new TransactWriteCommand({ TransactItems }));
  };
  const writer = async (_: unknown, start: number): Promise<void> => {
    for (let batch = start; batch < batches; batch += BATCHES_AT_ONCE) await writeBatch(batch);
  };
  await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, writer));
  client.destroy();
}
