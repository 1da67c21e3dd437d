import { isRecovering, isRestored, isStagePaused, type StageRecord } from '../../../../shared/domain/dealer/stage.ts';
import { omitUndefined } from '../../../../shared/domain/omit-undefined.ts';
import { type CommandCall, changeCommand, type PlannedChange, type Result, showCommand } from '../command.ts';
import { notPossible } from '../command-error.ts';
import { optional } from '../fields.ts';
import { whole } from '../kinds.ts';
import { nextVersion } from '../put.ts';
import { shownTime } from '../values-in-views.ts';
import { refuseUndecided } from './lost-orders.ts';

const MAX_VERSION = 999_999;

const stageVersion = (rule: string) =>
  optional(whole(0, MAX_VERSION), `The version that is replaced, as show-stage gives it; ${rule}.`);

const shown = (stored: StageRecord | undefined, { deps }: CommandCall): Result => {
  const { stage, tableName, baseUrl, gateways } = deps;
  return {
    stage,
    baseUrl,
    sandbox: gateways.sandbox,
    paused: isStagePaused(stored, tableName),
    restored: isRecovering(stored, tableName),
    version: stored?.version ?? 0,
    ...(stored === undefined ? {} : { changedAt: shownTime(stored.changedAtMs) }),
  };
};

const planned = (
  { paused, version, ...kept }: Pick<StageRecord, 'paused' | 'version' | 'tableName' | 'recovery'>,
  before: boolean,
  { deps: { stage }, nowMs }: CommandCall,
): PlannedChange => ({
  change: { kind: 'stage', record: { ...kept, paused, version, changedAtMs: nowMs } },
  changed: paused === before ? [] : ['paused'],
  result: { stage, paused, version },
});

export const pauseStage = changeCommand(
  {
    name: 'pause-stage',
    group: 'Stage',
    summary: 'Stop new charges of all dealers at once.',
    notes: [
      'Running functions notice within the life of their caches, a minute at most. Charges that have begun are reconciled, links can be created, and a known OtherTrxCode is answered.',
      'Pausing again makes a new version, so that nobody ends a pause without having seen it. It needs no version itself: whoever wants no charges need not know who wanted the same before. A version that is given must be the current one.',
    ],
    fields: { version: stageVersion('without it, whichever stands') },
    example: {},
    shownBy: 'show-stage',
  },
  async (input, call) => {
    const stored = await call.deps.records.stage();
    const before = isStagePaused(stored, call.deps.tableName);
    const version = nextVersion('the stage', stored?.version, input.version ?? stored?.version);
    // A pause does not make a restored table one that was adopted.
    const { tableName = call.deps.tableName, recovery } = stored ?? {};
    return planned({ paused: true, version, tableName, ...omitUndefined({ recovery }) }, before, call);
  },
);

/** Charges begin only when no order of the lost time is left to decide on (rule 47). */
const refuseUnrecovered = async (stored: StageRecord | undefined, call: CommandCall): Promise<void> => {
  const { tableName } = call.deps;
  if (stored === undefined || !isRecovering(stored, tableName)) return;
  if (isRestored(stored, tableName))
    throw notPossible('The table was restored and not adopted: run adopt-table first.');
  await refuseUndecided(call);
};

export const resumeStage = changeCommand(
  {
    name: 'resume-stage',
    group: 'Stage',
    summary: 'End the pause: new charges may begin again.',
    notes: [
      'A stage whose table was restored from a backup is paused by itself: charges after the backup are at the banks and not in the table. It resumes when adopt-table, import-lost-orders and decide-lost-order have dealt with all of them.',
      'It names the version that it replaces; without it, or with an older one, it is refused and told the current one.',
    ],
    fields: { version: stageVersion('never absent, for a pause has a version') },
    example: { version: 1 },
    shownBy: 'show-stage',
  },
  async (input, call) => {
    const stored = await call.deps.records.stage();
    if (!isStagePaused(stored, call.deps.tableName)) throw notPossible('The stage is not paused.');
    const version = nextVersion('the stage', stored?.version, input.version);
    await refuseUnrecovered(stored, call);
    return planned({ paused: false, version, tableName: call.deps.tableName }, true, call);
  },
);

export const showStage = showCommand(
  {
    name: 'show-stage',
    group: 'Stage',
    summary: 'Show where the stage answers, and whether new charges are paused.',
    notes: ['"restored" means that the record came with the copy of another table. That pauses the stage.'],
    fields: {},
    example: {},
  },
  async (_input, call) => shown(await call.deps.records.stage(), call),
);
