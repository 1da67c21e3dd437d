import { describe, expect, test } from 'vitest';
import type { ChangeCommand, CommandCall } from '../../../../../functions/operator/operate/command.ts';
import { pauseStage, resumeStage, showStage } from '../../../../../functions/operator/operate/commands/stage.ts';
import type { StageRecord } from '../../../../../shared/domain/dealer/stage.ts';

const NOON_MS = Date.UTC(2027, 0, 15, 9);
const TABLE = 'own';
const RUNNING: StageRecord = { version: 3, paused: false, tableName: TABLE, changedAtMs: NOON_MS - 60_000 };
const PAUSED: StageRecord = { ...RUNNING, paused: true };
const RECOVERING: StageRecord = { ...PAUSED, recovery: { adoptedAtMs: NOON_MS } };
/** The record of the table that this one is a copy of. */
const COPIED: StageRecord = { ...RUNNING, tableName: 'before' };

/** A stage without dealers, or with one whose list of lost orders is not complete. */
const callWith = (stored: StageRecord | undefined, isOpen = false): CommandCall => {
  const deps = {
    stage: 'live',
    tableName: TABLE,
    baseUrl: 'https://pay.example',
    gateways: { sandbox: false },
    records: {
      stage: async () => stored,
      virtualPosList: async () => ({ records: [{ posId: 'isbank' }], more: false }),
    },
    dealerDirectory: { page: async () => (isOpen ? [{ dealerCode: 'D1' }] : []) },
    lostOrders: { ofPos: async () => undefined },
  };
  return { deps, nowMs: NOON_MS, today: '20270115', tomorrow: '20270116' } as unknown as CommandCall;
};

const planned = (command: ChangeCommand, stored: StageRecord | undefined, input: object = {}, isOpen = false) =>
  command.plan(input, callWith(stored, isOpen));

describe('pause-stage', () => {
  test.each<readonly [string, StageRecord | undefined, number, readonly string[]]>([
    ['that was never paused', undefined, 1, ['paused']],
    ['that runs', RUNNING, 4, ['paused']],
    ['that is paused', PAUSED, 4, []],
  ])('pauses a stage %s without being told a version, as a new version', async (_what, stored, version, changed) => {
    expect(await planned(pauseStage, stored)).toEqual({
      change: { kind: 'stage', record: { paused: true, version, tableName: TABLE, changedAtMs: NOON_MS } },
      changed,
      result: { stage: 'live', paused: true, version },
    });
  });

  test('makes no restored table an adopted one, and ends no recovery', async () => {
    expect((await planned(pauseStage, COPIED)).change).toMatchObject({ record: { tableName: 'before' } });
    expect((await planned(pauseStage, RECOVERING)).change).toMatchObject({
      record: { tableName: TABLE, recovery: RECOVERING.recovery },
    });
  });

  test('with a version needs the current one', async () => {
    await expect(planned(pauseStage, PAUSED, { version: 3 })).resolves.toMatchObject({ result: { version: 4 } });
    await expect(planned(pauseStage, undefined, { version: 0 })).resolves.toMatchObject({ result: { version: 1 } });
    await expect(planned(pauseStage, PAUSED, { version: 2 })).rejects.toMatchObject({
      code: 'VersionConflict',
      sentence: expect.stringContaining('The current version of the stage is 3, and version 2 was given'),
    });
    await expect(planned(pauseStage, undefined, { version: 2 })).rejects.toMatchObject({ code: 'NotFound' });
  });
});

describe('resume-stage', () => {
  test('ends the pause of the version that it names', async () => {
    expect(await planned(resumeStage, PAUSED, { version: 3 })).toEqual({
      change: { kind: 'stage', record: { paused: false, version: 4, tableName: TABLE, changedAtMs: NOON_MS } },
      changed: ['paused'],
      result: { stage: 'live', paused: false, version: 4 },
    });
  });

  test.each([{}, { version: null }, { version: 2 }])(
    'with %j does not end a pause that nobody has seen',
    async (input) => {
      await expect(planned(resumeStage, PAUSED, input)).rejects.toMatchObject({ code: 'VersionConflict' });
    },
  );

  test.each([RUNNING, undefined])('has nothing to do at a stage that is not paused: %#', async (stored) => {
    await expect(planned(resumeStage, stored, { version: 3 })).rejects.toMatchObject({
      code: 'NotPossible',
      sentence: 'The stage is not paused.',
    });
  });

  test('begins no charges in a copy of a table that nobody adopted, or while lost orders are open (rule 47)', async () => {
    await expect(planned(resumeStage, COPIED, { version: 3 })).rejects.toMatchObject({
      sentence: 'The table was restored and not adopted: run adopt-table first.',
    });
    await expect(planned(resumeStage, RECOVERING, { version: 3 }, true)).rejects.toMatchObject({
      sentence: 'Lost orders are open (rule 47): D1/isbank (no complete list).',
    });
    // A stage that does not recover has none.
    await expect(planned(resumeStage, PAUSED, { version: 3 }, true)).resolves.toMatchObject({ changed: ['paused'] });
  });

  test('ends the recovery with the pause', async () => {
    const { change } = await planned(resumeStage, RECOVERING, { version: 3 });
    expect(change).toMatchObject({ record: { paused: false } });
    expect(change).not.toHaveProperty('record.recovery');
  });
});

describe('show-stage', () => {
  const where = { stage: 'live', baseUrl: 'https://pay.example', sandbox: false };

  test.each<readonly [string, StageRecord | undefined, object]>([
    ['without a record', undefined, { paused: false, restored: false, version: 0 }],
    ['that runs', RUNNING, { paused: false, restored: false }],
    ['that is paused', PAUSED, { paused: true, restored: false }],
    ['that recovers', RECOVERING, { paused: true, restored: true }],
    ['whose table is a copy', COPIED, { paused: true, restored: true }],
  ])('tells where a stage %s answers, and whether charges begin', async (_what, stored, expected) => {
    const of = stored === undefined ? {} : { version: 3, changedAt: '2027-01-15T08:59:00.000Z' };
    expect(await showStage.show({}, callWith(stored))).toEqual({ ...where, ...of, ...expected });
  });

  test('the commands of the stage name its version in their examples as it stands', () => {
    for (const command of [pauseStage, resumeStage]) expect(command.shownBy).toBe(showStage.name);
    expect(resumeStage.example).toHaveProperty('version');
    expect(pauseStage.example).not.toHaveProperty('version');
  });
});
