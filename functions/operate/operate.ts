import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { istanbulDayOf } from '../../shared/domain/calendar.ts';
import { framesOf } from '../../shared/observability/frames.ts';
import { errorNameOf, type Log } from '../../shared/observability/log.ts';
import type { AuditEntry } from '../../shared/ports/operator-changes.ts';
import { StoreUnavailable } from '../../shared/ports/store-errors.ts';
import { VaultUnavailable } from '../../shared/ports/vault.ts';
import type { ChangeCommand, Command, CommandCall, OperateDependencies, Result } from './command.ts';
import { CommandError, invalidField, notPossible } from './command-error.ts';
import { commandsOf } from './commands.ts';
import type { OperateAnswer } from './contract.ts';
import { canonical } from './put.ts';

/** How often a change is planned anew when another one came in between. */
const MAX_PLANS = 5;
const DAY_MS = 86_400_000;

const eventSchema = z.strictObject({
  command: z.string().check(z.maxLength(64)),
  // One id in either case is one command: its key holds it in one spelling.
  commandId: z.optional(
    z.pipe(
      z.uuid(),
      z.transform((id: string) => id.toLowerCase()),
    ),
  ),
  stage: z.string().check(z.maxLength(64)),
  input: z.optional(z.unknown()),
});
type Event = z.output<typeof eventSchema>;

const readEvent = (raw: unknown): Event => {
  const read = eventSchema.safeParse(raw);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  if (issue?.code === 'unrecognized_keys') throw invalidField(issue.keys[0] ?? '', 'is not a member of the event');
  const field = issue?.path.join('.') ?? '';
  throw invalidField(field === '' ? 'event' : field, field === 'commandId' ? 'must be a UUID' : 'is missing or wrong');
};

const commandOf = ({ command: name }: Event, { gateways }: OperateDependencies): Command => {
  const command = commandsOf(gateways).find((one) => one.name === name);
  if (command === undefined) {
    throw new CommandError('UnknownCommand', 'There is no such command: help lists all of them.', 'command');
  }
  return command;
};

/** Only a name that is known is logged. */
const isCommand = (name: string, { gateways }: OperateDependencies): boolean =>
  commandsOf(gateways).some((one) => one.name === name);

const refuseWrongStage = (event: Event, stage: string): void => {
  if (event.stage === stage) return;
  const sentence = `This function serves stage "${stage}", and the command names another one.`;
  throw new CommandError('WrongStage', sentence, 'stage');
};

/** Secrets are left out: a digest of one that people choose could be guessed at. */
const inputFingerprint = (command: Command, input: unknown): string => {
  const members = typeof input === 'object' && input !== null ? Object.entries(input) : [];
  const open = members.filter(([name]) => command.fields[name]?.secret !== true);
  return createHash('sha256')
    .update(canonical([command.name, Object.fromEntries(open)]), 'utf8')
    .digest('base64url');
};

const repeated = (entry: AuditEntry, fingerprint: string): { applied: boolean; result: Result } => {
  if (entry.inputFingerprint !== fingerprint) {
    throw notPossible('This command id was used for another command or input: take a new one.', 'commandId');
  }
  return { applied: false, result: entry.result };
};

type Applied = { readonly applied: boolean; readonly result: Result };

interface ChangeRequest {
  readonly command: ChangeCommand;
  readonly commandId: string;
  readonly input: unknown;
}

/** Applies a change once per command id: a repeat gets the same result again, without secrets (rule 36). */
const applyOnce = async ({ command, commandId, input }: ChangeRequest, call: CommandCall): Promise<Applied> => {
  const { changes } = call.deps;
  const fingerprint = inputFingerprint(command, input);
  const known = async (): Promise<Applied | undefined> => {
    const entry = await changes.findCommand(commandId);
    return entry === undefined ? undefined : repeated(entry, fingerprint);
  };
  const before = await known();
  if (before !== undefined) return before;
  for (let round = 0; round < MAX_PLANS; round += 1) {
    let plan: Awaited<ReturnType<ChangeCommand['plan']>>;
    try {
      plan = await command.plan(input, call);
    } catch (error) {
      // A call with the same id may have been applied since: then its effect is what stands in this one's way.
      const since = error instanceof CommandError ? await known() : undefined;
      if (since !== undefined) return since;
      throw error;
    }
    const { change, secrets = {}, ...audited } = plan;
    const entry = { ...audited, commandId, command: command.name, atMs: call.nowMs, inputFingerprint: fingerprint };
    const outcome = await changes.apply(change, entry);
    if (outcome.kind === 'command-known') return repeated(outcome.entry, fingerprint);
    if (outcome.kind === 'applied') return { applied: true, result: { ...audited.result, ...secrets } };
  }
  throw notPossible('Other changes came in between every time: try again.');
};

const callAt = (deps: OperateDependencies): CommandCall => {
  const nowMs = deps.clock.now();
  // Istanbul keeps one offset all year, so a day later is the next day.
  return { deps, nowMs, today: istanbulDayOf(nowMs), tomorrow: istanbulDayOf(nowMs + DAY_MS) };
};

const answerOf = async (event: Event, deps: OperateDependencies): Promise<OperateAnswer> => {
  refuseWrongStage(event, deps.stage);
  const command = commandOf(event, deps);
  const { commandId, input = {} } = event;
  const call = callAt(deps);
  if (!command.changes) return { ok: true, ...named(commandId), result: await command.show(input, call) };
  if (commandId === undefined) throw invalidField('commandId', 'is required for a command that changes something');
  return { ok: true, commandId, ...(await applyOnce({ command, commandId, input }, call)) };
};

const named = (commandId: string | undefined): { readonly commandId?: string } =>
  commandId === undefined ? {} : { commandId };

const detailOf = (error: unknown): { readonly errorDetail?: string } =>
  error instanceof StoreUnavailable || error instanceof VaultUnavailable ? { errorDetail: error.errorName } : {};

export interface OperatorCommandDependencies extends OperateDependencies {
  readonly log: Log;
}

/**
 * Carries out one operator's command. Never rejects: whatever goes wrong is an answer, and what is unexpected is
 * logged by its name under the correlation id that the answer gives (rule 29).
 */
export const operate =
  (options: OperatorCommandDependencies) =>
  async (raw: unknown, correlationId: string): Promise<OperateAnswer> => {
    const { log, ...deps } = options;
    const event = eventSchema.safeParse(raw);
    const about = event.success ? named(event.data.commandId) : {};
    const known = event.success && isCommand(event.data.command, deps) ? event.data.command : '';
    const line = { correlationId, command: known, ...about };
    try {
      const answer = await answerOf(readEvent(raw), deps);
      log.info('command carried out', { ...line, code: 'Success' });
      return answer;
    } catch (error) {
      if (error instanceof CommandError) {
        log.info('command refused', { ...line, code: error.code });
        return { ok: false, ...about, error: error.failure };
      }
      log.error('unexpected error', {
        ...line,
        errorName: errorNameOf(error),
        ...detailOf(error),
        frames: framesOf(error),
      });
      const message = `The command failed unexpectedly (correlation id ${correlationId}); a repeat with the same command id is safe.`;
      return { ok: false, ...about, error: { code: 'Unexpected', message } };
    }
  };
