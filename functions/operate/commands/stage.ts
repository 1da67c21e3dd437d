import { isRestored, isStagePaused, type StageRecord } from '../../../shared/domain/dealer/stage.ts';
import { type CommandCall, changeCommand, type PlannedChange, type Result, showCommand } from '../command.ts';
import { notPossible } from '../command-error.ts';
import { optional } from '../fields.ts';
import { whole } from '../kinds.ts';
import { nextVersion } from '../put.ts';
import { shownTime } from '../shown.ts';

const MAX_VERSION = 999_999;

const VERSION_RULE =
  'pause-stage and resume-stage name the version that they replace; a command without it, or with an older one, is refused and told the current one.';
const stageVersion = optional(
  whole(0, MAX_VERSION),
  'The version that is replaced, as show-stage gives it; absent or 0 for a stage that was never paused.',
);

const shown = (stored: StageRecord | undefined, { deps }: CommandCall): Result => {
  const { stage, tableName, baseUrl, gateways } = deps;
  return {
    stage,
    baseUrl,
    sandbox: gateways.sandbox,
    paused: isStagePaused(stored, tableName),
    restored: stored !== undefined && isRestored(stored, tableName),
    version: stored?.version ?? 0,
    ...(stored === undefined ? {} : { changedAt: shownTime(stored.changedAtMs) }),
  };
};

const planned = (
  { paused, version }: Pick<StageRecord, 'paused' | 'version'>,
  before: boolean,
  { deps: { stage, tableName }, nowMs }: CommandCall,
): PlannedChange => ({
  change: { kind: 'stage', record: { paused, version, tableName, changedAtMs: nowMs } },
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
      'Pausing again makes a new version, so that nobody ends a pause without having seen it.',
      VERSION_RULE,
    ],
    fields: { version: stageVersion },
    example: {},
    shownBy: 'show-stage',
  },
  async (input, call) => {
    const stored = await call.deps.records.stage();
    const before = isStagePaused(stored, call.deps.tableName);
    return planned({ paused: true, version: nextVersion('the stage', stored?.version, input.version) }, before, call);
  },
);

export const resumeStage = changeCommand(
  {
    name: 'resume-stage',
    group: 'Stage',
    summary: 'End the pause: new charges may begin again.',
    notes: [
      'A stage whose table was restored from a backup is paused by itself: charges after the backup are at the banks and not in the table. Resume when you have dealt with them.',
      VERSION_RULE,
    ],
    fields: { version: stageVersion },
    example: { version: 1 },
    shownBy: 'show-stage',
  },
  async (input, call) => {
    const stored = await call.deps.records.stage();
    if (!isStagePaused(stored, call.deps.tableName)) throw notPossible('The stage is not paused.');
    const version = nextVersion('the stage', stored?.version, input.version);
    return planned({ paused: false, version }, true, call);
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
