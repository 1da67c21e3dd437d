import { describe, expect, test } from 'vitest';
import { blockIdentifiers } from '../../../../shared/adapters/dynamodb/identifiers.ts';
import { StoreUnavailable } from '../../../../shared/ports/store-errors.ts';
import { SequenceTable } from '../../../fakes/sequence-table.ts';

const take = async (count: number, next: () => Promise<number>): Promise<number[]> => {
  const ids: number[] = [];
  for (let index = 0; index < count; index += 1) ids.push(await next());
  return ids;
};

const newIdentifiers = () => {
  const table = new SequenceTable();
  const identifiers = blockIdentifiers(table);
  return { table, next: () => identifiers.next('sale'), identifiers };
};

describe('ids in blocks (rule 37)', () => {
  test('begin at 100,000 and follow each other (decisions: cards in a request)', async () => {
    const { next } = newIdentifiers();
    expect(await take(45, next)).toEqual(Array.from({ length: 45 }, (_, index) => 100_000 + index));
  });

  test("come in blocks of 20 that double with the instance's own use up to 200", async () => {
    const { table, next } = newIdentifiers();
    await take(20 + 40 + 80 + 160 + 200 + 1, next);
    expect(table.steps.map(({ step }) => step)).toEqual([20, 40, 80, 160, 200, 200]);
  });

  test('of each sequence are counted by themselves', async () => {
    const { table, identifiers } = newIdentifiers();
    expect(await identifiers.next('sale')).toBe(100_000);
    expect(await identifiers.next('customer')).toBe(100_000);
    expect(table.steps.map(({ key }) => key)).toEqual(['SEQUENCE#sale', 'SEQUENCE#customer']);
  });

  test('are never the same for calls at the same time, which take one block after the other', async () => {
    const { table, next } = newIdentifiers();
    const ids = await Promise.all(Array.from({ length: 500 }, () => next()));
    expect(new Set(ids).size).toBe(500);
    expect(table.mostRunning).toBe(1);
    expect(table.steps.map(({ step }) => step)).toEqual([20, 40, 80, 160, 200]);
  });

  test('fail with the store, and the failure is not kept', async () => {
    const { table, next } = newIdentifiers();
    table.failure = new StoreUnavailable('not-applied', 'ThrottlingException');
    await expect(next()).rejects.toBe(table.failure);
    await expect(Promise.all(Array.from({ length: 5 }, () => next()))).rejects.toBe(table.failure);
    table.failure = undefined;
    expect(await next()).toBe(100_000);
  });

  test('fail with the store when a later block cannot be taken, and go on afterwards', async () => {
    const { table, next } = newIdentifiers();
    await take(20, next);
    table.failure = new StoreUnavailable('unknown', 'TimeoutError');
    await expect(next()).rejects.toBe(table.failure);
    table.failure = undefined;
    expect(await next()).toBe(100_020);
  });

  test('are refused past 2,147,483,647 instead of being given (decisions: answers)', async () => {
    const { table, next } = newIdentifiers();
    table.values.set('SEQUENCE#sale', 2_147_483_647 - 10);
    await expect(next()).rejects.toMatchObject({ name: 'StoreUnavailable', errorName: 'SequenceExhausted' });
  });
});
