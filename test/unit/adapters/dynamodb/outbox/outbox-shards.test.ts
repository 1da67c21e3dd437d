import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { deliveryItem, laneTagOf } from '../../../../../shared/adapters/dynamodb/outbox/delivery-item.ts';
import { dynamoDueLinks } from '../../../../../shared/adapters/dynamodb/outbox/due-links.ts';
import { NOBODY_TOLD } from '../../../../../shared/adapters/dynamodb/outbox/event-writer.ts';
import { dynamoOutboxQueue } from '../../../../../shared/adapters/dynamodb/outbox/outbox.ts';
import type { Delivery } from '../../../../../shared/domain/outbox/delivery.ts';
import { MemoryTable } from '../../../../support/store/memory-table.ts';

const DUE_AT_MS = 1_795_000_000_000;

const delivery = (eventId: string, more: Partial<Delivery> = {}): Delivery => ({
  eventId,
  dealerCode: 'D1',
  channel: { kind: 'webhook', endpointId: 'e-1' },
  state: 'waiting',
  version: 1,
  tries: 0,
  createdAtMs: DUE_AT_MS,
  dueAtMs: DUE_AT_MS,
  listingShards: 1,
  ...more,
});

const digestByte = (text: string): number => createHash('sha256').update(text).digest().readUInt8();

/** A dealer whose lane stood in another shard when there were eight. */
const movedLane = (): string => {
  for (let number = 1; ; number += 1) {
    const dealerCode = `D${number}`;
    if (digestByte(laneTagOf(delivery('E-1', { dealerCode }))) % 16 >= 8) return dealerCode;
  }
};

/** The same row as a release with eight shards wrote it. */
const writtenBefore = (one: Delivery) => ({
  ...deliveryItem(one),
  duePk: `DUE#OUTBOX#${digestByte(laneTagOf(one)) % 8}`,
});

describe('The outbox queue has more shards than in the release before, whose rows are read (rule 50)', () => {
  test('a worker finds what either release wrote for its lane, the longest due first, page by page', async () => {
    const table = new MemoryTable();
    const dealerCode = movedLane();
    const at = (eventId: string, afterMs: number) => delivery(eventId, { dealerCode, dueAtMs: DUE_AT_MS + afterMs });
    const rows = [
      deliveryItem(at('E-2', 2)),
      writtenBefore(at('E-1', 1)),
      writtenBefore(at('E-3', 3)),
      deliveryItem(at('E-4', 4)),
    ];
    await table.transact(rows.map((put) => ({ put })));
    const queue = dynamoOutboxQueue(table);
    const lane = laneTagOf(delivery('E-1', { dealerCode }));
    const page = { nowMs: DUE_AT_MS + 9, limit: 3 };
    const first = await queue.dueBeside(lane, page);
    expect(first.map(({ eventId }) => eventId)).toEqual(['E-1', 'E-2', 'E-3']);
    const rest = await queue.dueBeside(lane, { ...page, after: first.at(-1)?.position });
    expect(rest.map(({ eventId }) => eventId)).toEqual(['E-4']);
  });

  test('the sweep reads every shard of either release', async () => {
    const table = new MemoryTable();
    const [queue, links] = [dynamoOutboxQueue(table), dynamoDueLinks(table, NOBODY_TOLD)];
    const put = (duePk: string) => ({ put: { pk: duePk, sk: 'ROW', duePk, dueSk: `${DUE_AT_MS}#-#E-1` } });
    const before = [...Array(8).keys()].map((shard) => put(`DUE#OUTBOX#${shard}`));
    await table.transact([...before, ...[...Array(4).keys()].map((shard) => put(`DUE#LINK#${shard}`))]);
    const page = { nowMs: Number.MAX_SAFE_INTEGER, limit: 10 };
    const found = async (shards: number, due: (shard: number) => Promise<readonly unknown[]>): Promise<number> =>
      (await Promise.all(Array.from({ length: shards }, (_, shard) => due(shard)))).flat().length;
    expect(await found(queue.shards, (shard) => queue.due(shard, page))).toBe(8);
    expect(await found(links.shards, (shard) => links.due(shard, page))).toBe(4);
  });
});
