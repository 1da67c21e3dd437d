import { createHash } from 'node:crypto';
import { applyOnce as applyAudited } from '../../../shared/audit/apply-once.ts';
import { orderIdOf } from '../../../shared/domain/payment/payment-name.ts';
import type { Step } from '../../../shared/domain/payment/step.ts';
import type { AuditEntry } from '../../../shared/ports/operator-changes.ts';
import type { ChangeCommand, Command, CommandCall, Result, StepCommand, StepCommandCall } from './command.ts';
import { type CommandError, notPossible } from './command-error.ts';
import { canonical } from './put.ts';

/** Secrets are left out: from a digest of a password that a person chose it could be guessed. */
const inputFingerprint = (command: Command, input: unknown): string => {
  const members = typeof input === 'object' && input !== null ? Object.entries(input) : [];
  const open = members.filter(([name]) => command.fields[name]?.secret !== true);
  return createHash('sha256')
    .update(canonical([command.name, Object.fromEntries(open)]), 'utf8')
    .digest('base64url');
};

const usedForOther = (): CommandError =>
  notPossible('This command id was used for another command or input: take a new one.', 'commandId');

const refuseOtherCommand = ({ inputFingerprint: known }: AuditEntry, fingerprint: string): void => {
  if (known !== fingerprint) throw usedForOther();
};

type Applied = { readonly applied: boolean; readonly result: Result };

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
  const once = {
    commandId,
    command: command.name,
    atMs: call.nowMs,
    inputFingerprint: inputFingerprint(command, input),
  };
  const applied = await applyAudited(call.deps.changes, once, async () => {
    const { change, secrets = {}, ...entry } = await command.plan(input, call);
    return { change, entry, extra: secrets };
  });
  switch (applied.kind) {
    case 'applied':
      return { applied: true, result: { ...applied.entry.result, ...applied.extra } };
    case 'repeated':
      return { applied: false, result: applied.entry.result };
    case 'other-command':
      throw usedForOther();
    case 'changing':
      throw notPossible('Other changes came in between every time: try again.');
  }
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
