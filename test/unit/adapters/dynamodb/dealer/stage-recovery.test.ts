import { describe, expect, test } from 'vitest';
import { stageItem } from '../../../../../shared/adapters/dynamodb/dealer/stage-brake.ts';
import { dynamoStageRecovery, heldInRecovery } from '../../../../../shared/adapters/dynamodb/dealer/stage-recovery.ts';
import { blockIdentifiers } from '../../../../../shared/adapters/dynamodb/identifiers.ts';
import { adoptTable, restoredStage } from '../../../../../shared/adapters/dynamodb/operator/adopted-table.ts';
import { isRecovering, isStagePaused, type StageRecord } from '../../../../../shared/domain/dealer/stage.ts';
import type { DueQueue, DueRow } from '../../../../../shared/ports/attempts.ts';
import { MemoryTable } from '../../../../support/store/memory-table.ts';

const OWN = 'restored';
const record = { version: 3, paused: false, tableName: OWN, changedAtMs: 1 };
const entry = (commandId: string) => ({
  commandId,
  command: 'adopt-table',
  atMs: 5,
  changed: ['tableName'],
  inputFingerprint: OWN,
  result: {},
});

/** Whether a row that is due is handed out, by the record of the stage. */
const isHandedOut = async (stage: StageRecord | undefined): Promise<boolean> => {
  const store = new MemoryTable();
  if (stage !== undefined) await store.transact([{ put: stageItem(stage) }]);
  const recovery = dynamoStageRecovery({ store, tableName: OWN, clock: { now: () => 0 } });
  const row: DueRow = { kind: 'attempt', payment: 'a'.repeat(26), number: 1, position: '0', gatewayTag: '-' };
  const queue = heldInRecovery<Pick<DueQueue, 'due'>>({ due: async () => [row] }, recovery);
  return (await queue.due(0, { nowMs: 0, limit: 1 })).length > 0;
};

describe('A queue of a stage that recovers (rule 47)', () => {
  test.each([
    ['a fresh stage', undefined, true],
    ['a stage with its own record', record, true],
    ['a paused stage, which still settles (rule 18)', { ...record, paused: true }, true],
    ['a copy that nobody adopted', { ...record, tableName: 'before' }, false],
    ['an adopted copy', { ...record, recovery: { adoptedAtMs: 1, fromTable: 'before' } }, false],
  ])('%s', async (_name, stage, expected) => {
    expect(await isHandedOut(stage)).toBe(expected);
    // Whatever is held, no new charge begins either.
    if (!expected) expect([isRecovering(stage, OWN), isStagePaused(stage, OWN)]).toEqual([true, true]);
  });
});

describe('The adoption of a restored table (rule 47)', () => {
  test('moves every sequence once, also one that the copy does not know, and pauses the stage', async () => {
    const store = new MemoryTable();
    await store.transact([{ put: stageItem({ ...record, tableName: 'before' }) }]);
    expect(await blockIdentifiers(store).next('payment')).toBe(100_000);
    const stored = await restoredStage(store);
    expect(await adoptTable(store, stored, { tableName: OWN, entry: entry('one') })).toBe(true);
    // Another run, or a repeat that read before, changes nothing.
    expect(await adoptTable(store, stored, { tableName: OWN, entry: entry('two') })).toBe(false);
    expect(await blockIdentifiers(store).next('payment')).toBe(1_100_020);
    expect(await blockIdentifiers(store).next('statement')).toBe(1_100_000);
    expect(await restoredStage(store)).toEqual({
      version: 4,
      paused: true,
      tableName: OWN,
      changedAtMs: 5,
      recovery: { adoptedAtMs: 5, fromTable: 'before' },
    });
  });
});
