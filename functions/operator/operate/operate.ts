import * as z from 'zod/mini';
import { istanbulDayOf } from '../../../shared/domain/calendar.ts';
import { framesOf } from '../../../shared/observability/frames.ts';
import { errorNameOf, type Log } from '../../../shared/observability/log.ts';
import { StoreUnavailable } from '../../../shared/ports/store-errors.ts';
import { VaultUnavailable } from '../../../shared/ports/vault.ts';
import { applyOnce, carryOutOnce, tried } from './apply-once.ts';
import { didYouMean } from './closest-name.ts';
import type { Command, CommandCall, OperateDependencies } from './command.ts';
import { CommandError, invalidField } from './command-error.ts';
import { commandNames, loadCommand } from './commands.ts';
import type { OperateAnswer } from './contract.ts';

const DAY_MS = 86_400_000;

const eventSchema = z.strictObject({
  command: z.string().check(z.maxLength(64)),
  // Ids in capital and small letters are the same command, so the id is stored in one spelling.
  commandId: z.optional(
    z.pipe(
      z.uuid(),
      z.transform((id: string) => id.toLowerCase()),
    ),
  ),
  stage: z.string().check(z.maxLength(64)),
  dryRun: z.optional(z.boolean()),
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

const commandOf = async ({ command: name }: Event, { gateways }: OperateDependencies): Promise<Command> => {
  const command = await loadCommand(name, gateways);
  if (command !== undefined) return command;
  const sentence = `There is no such command: help lists all of them.${didYouMean(name, commandNames(gateways))}`;
  throw new CommandError('UnknownCommand', sentence, 'command');
};

/** True for a known command. Only known names are logged. */
const isCommand = (name: string, { gateways }: OperateDependencies): boolean => commandNames(gateways).includes(name);

const refuseWrongStage = (event: Event, stage: string): void => {
  if (event.stage === stage) return;
  const sentence = `This function serves stage "${stage}", and the command names another one.`;
  throw new CommandError('WrongStage', sentence, 'stage');
};

const callAt = (deps: OperateDependencies): CommandCall => {
  const nowMs = deps.clock.now();
  // Istanbul has one offset all year, so 24 hours later is the next day.
  return { deps, nowMs, today: istanbulDayOf(nowMs), tomorrow: istanbulDayOf(nowMs + DAY_MS) };
};

const answerOf = async (event: Event, deps: OperateDependencies): Promise<OperateAnswer> => {
  refuseWrongStage(event, deps.stage);
  const command = await commandOf(event, deps);
  const { commandId, dryRun = false, input = {} } = event;
  const call = callAt(deps);
  if (!command.changes) return { ok: true, ...named(commandId), result: await command.show(input, call) };
  if (dryRun) return { ok: true, ...named(commandId), applied: false, result: await tried({ command, input }, call) };
  if (commandId === undefined) throw invalidField('commandId', 'is required for a command that changes something');
  const applied =
    'plan' in command
      ? await applyOnce({ command, commandId, input }, call)
      : await carryOutOnce({ command, commandId, input }, call);
  return { ok: true, commandId, ...applied };
};

const named = (commandId: string | undefined): { readonly commandId?: string } =>
  commandId === undefined ? {} : { commandId };

const detailOf = (error: unknown): { readonly errorDetail?: string } =>
  error instanceof StoreUnavailable || error instanceof VaultUnavailable ? { errorDetail: error.errorName } : {};

export interface OperatorCommandDependencies extends OperateDependencies {
  readonly log: Log;
}

/**
 * Carries out one operator's command. Never rejects: every failure is an answer. An unexpected one is logged by its
 * name under the correlation id in the answer (rule 29).
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
