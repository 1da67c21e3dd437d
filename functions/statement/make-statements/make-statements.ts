import * as z from 'zod/mini';
import { isRealDay } from '../../../shared/domain/calendar.ts';
import { DEALER_CODE } from '../../../shared/domain/dealer/dealer.ts';
import { lastClosedDay } from '../../../shared/domain/statement/statement-days.ts';
import { errorNameOf, type StatementMetrics } from '../../../shared/observability/log.ts';
import type { OperatorChanges } from '../../../shared/ports/operator-changes.ts';
import { contract, type MakeStatementsAnswer } from './contract.ts';
import { makeDealer } from './make-dealer.ts';
import { type MakeStageDependencies, makeStage } from './make-stage.ts';

export interface MakeStatementsDependencies extends MakeStageDependencies {
  readonly changes: Pick<OperatorChanges, 'apply'>;
  readonly stage: string;
  readonly metrics: StatementMetrics;
}

/** An operator's call ends before the operator command stops waiting for it. */
const LONGEST_BY_HAND_MS = 20_000;

const commandSchema = z.strictObject({
  commandId: z.uuid(),
  stage: z.string().check(z.maxLength(64)),
  dealerCode: z.optional(z.string().check(z.regex(DEALER_CODE))),
  day: z.optional(z.string().check(z.refine(isRealDay))),
});
type Command = z.output<typeof commandSchema>;

const refused = (code: Extract<MakeStatementsAnswer, { ok: false }>['error']['code'], message: string) =>
  ({ ok: false, error: { code, message } }) as const;

/** Writes the run's audit entry before its first statement (rule 36). Further steps find it there. */
const audit = async ({ changes, clock }: MakeStatementsDependencies, command: Command): Promise<void> => {
  const { commandId, dealerCode, day } = command;
  await changes.apply(
    { kind: 'statements' },
    {
      commandId: commandId.toLowerCase(),
      command: contract.name,
      ...(dealerCode === undefined ? {} : { dealerCode }),
      atMs: clock.now(),
      changed: [],
      inputFingerprint: `${dealerCode ?? ''}/${day ?? ''}`,
      result: {},
    },
  );
};

const byHand = async (
  deps: MakeStatementsDependencies,
  command: Command,
  deadlineMs: number,
): Promise<MakeStatementsAnswer> => {
  const { dealerCode, day } = command;
  const latest = lastClosedDay(deps.clock.now());
  if (day !== undefined && dealerCode === undefined)
    return refused('InvalidInput', 'A day is asked for with a dealer.');
  if (day !== undefined && day > latest) {
    return refused('InvalidInput', `This day is not over for statements yet; the latest one is ${latest}.`);
  }
  if (dealerCode === undefined) {
    await audit(deps, command);
    const { made, failed, isDone, doneDay } = await makeStage(deps, deadlineMs);
    return { ok: true, result: { made, failed, doneDay, isDone } };
  }
  const account = await deps.dealers.load(dealerCode);
  if (account === undefined) return refused('NotFound', 'There is no such dealer.');
  await audit(deps, command);
  const { listingShards } = account.dealer;
  const work = { dealerCode, listingShards, until: day ?? latest, deadlineMs };
  return { ok: true, result: { failed: 0, ...(await makeDealer(deps, work)) } };
};

const answerCommand = async (
  deps: MakeStatementsDependencies,
  raw: unknown,
  deadlineMs: number,
): Promise<MakeStatementsAnswer> => {
  const read = commandSchema.safeParse(raw);
  if (!read.success) {
    const field = read.error.issues[0]?.path.join('.') ?? '';
    return refused('InvalidInput', `The event is not valid: ${field || 'its members'}.`);
  }
  if (read.data.stage !== deps.stage) {
    return refused('WrongStage', `This function serves stage "${deps.stage}", and the command names another one.`);
  }
  try {
    return await byHand(deps, read.data, Math.min(deadlineMs, deps.clock.now() + LONGEST_BY_HAND_MS));
  } catch (error) {
    const { dealerCode } = read.data;
    const about = dealerCode === undefined ? {} : { dealerCode };
    deps.log.error('unexpected error', { command: contract.name, ...about, errorName: errorNameOf(error) });
    return refused('Unexpected', 'The step failed unexpectedly; a new run goes on where this one was.');
  }
};

const isCommand = (raw: unknown): boolean => typeof raw === 'object' && raw !== null && 'commandId' in raw;

/** Makes statements by schedule or by an operator's command (decisions: statements). */
export const makeStatements =
  (deps: MakeStatementsDependencies) =>
  async (raw: unknown, deadlineMs: number): Promise<MakeStatementsAnswer | undefined> => {
    if (isCommand(raw)) return answerCommand(deps, raw, deadlineMs);
    const { made, failed, isLate } = await makeStage(deps, deadlineMs);
    deps.metrics.ran({ made, failed, late: isLate ? 1 : 0 });
    return undefined;
  };
