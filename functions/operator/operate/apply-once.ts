import { createHash } from 'node:crypto';
import { orderIdOf } from '../../../shared/domain/payment/payment-name.ts';
import type { Step } from '../../../shared/domain/payment/step.ts';
import type { AuditEntry } from '../../../shared/ports/operator-changes.ts';
import type { ChangeCommand, Command, CommandCall, Result, StepCommand, StepCommandCall } from './command.ts';
import { CommandError, notPossible } from './command-error.ts';
import { canonical } from './put.ts';

/** How often a change is planned again because another one was written in between. */
const MAX_PLANS = 5;

/** Secrets are left out: from a digest of a password that a person chose it could be guessed. */
const inputFingerprint = (command: Command, input: unknown): string => {
  const members = typeof input === 'object' && input !== null ? Object.entries(input) : [];
  const open = members.filter(([name]) => command.fields[name]?.secret !== true);
  return createHash('sha256')
    .update(canonical([command.name, Object.fromEntries(open)]), 'utf8')
    .digest('base64url');
};

const refuseOtherCommand = ({ inputFingerprint: known }: AuditEntry, fingerprint: string): void => {
  if (known === fingerprint) return;
  throw notPossible('This command id was used for another command or input: take a new one.', 'commandId');
};

type Applied = { readonly applied: boolean; readonly result: Result };

const repeated = (entry: AuditEntry, fingerprint: string): Applied => {
  refuseOtherCommand(entry, fingerprint);
  return { applied: false, result: entry.result };
};

interface Requested<Of extends Command> {
  readonly command: Of;
  readonly commandId: string;
  readonly input: unknown;
}

/** Applies a change once per command id. A repeat gets the same result, without secrets (rule 36). */
export const applyOnce = async (
  { command, commandId, input }: Requested<ChangeCommand>,
  call: CommandCall,
): Promise<Applied> => {
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
      // A call with the same id may have been applied meanwhile, and its effect may be the reason for this error.
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

/**
 * What a change would do, without a write: its result without secrets, and the names of the fields that would change. A
 * number that the change would take from a sequence may be another one later. Of a step of a payment it is the step that
 * would begin; only the bank knows what it would answer.
 */
export const tried = async (
  { command, input }: { readonly command: ChangeCommand | StepCommand; readonly input: unknown },
  call: CommandCall,
): Promise<Result> => {
  if ('carryOut' in command) {
    const { wouldBegin, result } = await command.tryOut(input, call);
    return { dryRun: true, wouldBegin, ...result };
  }
  const { result, changed } = await command.plan(input, call);
  return { dryRun: true, changed, ...result };
};

/**
 * Begins a step of a payment once per command id. The bank stands between the step's intent and its end, so that they are two
 * transactions: the audit entry is in the first, which is the one that a repeat must not write again. A repeat finds the
 * step by its command id and answers how it stands by then.
 */
export const carryOutOnce = async (
  { command, commandId, input }: Requested<StepCommand>,
  call: CommandCall,
): Promise<Applied> => {
  const fingerprint = inputFingerprint(command, input);
  const known = await call.deps.changes.findCommand(commandId);
  if (known !== undefined) refuseOtherCommand(known, fingerprint);
  const entryFor: StepCommandCall['entryFor'] = (outcome) => ({
    commandId,
    command: command.name,
    atMs: call.nowMs,
    inputFingerprint: fingerprint,
    ...outcome,
  });
  const entryOf = ({ dealerCode, payment, attempt, number, kind }: Step): AuditEntry => {
    const result = { dealerCode, orderId: orderIdOf({ payment, number: attempt }), step: number };
    return entryFor({ dealerCode, changed: [kind], result });
  };
  const { replayed, result } = await command.carryOut(input, { ...call, commandId, entryOf, entryFor });
  return { applied: !replayed, result };
};
