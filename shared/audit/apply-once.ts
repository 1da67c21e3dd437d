import type { AuditEntry, Change, OperatorChanges } from '../ports/operator-changes.ts';

/** A change that is ready to be applied, with what its audit entry says. `Extra` is told to the caller that applied it, and kept nowhere. */
export interface PlannedOnce<Extra = undefined> {
  readonly change: Change;
  readonly entry: Pick<AuditEntry, 'dealerCode' | 'changed' | 'result' | 'before' | 'after'>;
  readonly extra: Extra;
}

/** One command, by the id that its caller gave it. */
export type OnceCommand = Pick<AuditEntry, 'commandId' | 'command' | 'atMs' | 'inputFingerprint' | 'by'>;

export type AppliedOnce<Extra = undefined> =
  | { readonly kind: 'applied'; readonly entry: AuditEntry; readonly extra: Extra }
  /** The same command was applied before; nothing was written. */
  | { readonly kind: 'repeated'; readonly entry: AuditEntry }
  /** The id was used for something else; nothing was written. */
  | { readonly kind: 'other-command' }
  /** Other changes came in between each time; nothing was written. */
  | { readonly kind: 'changing' };

/** How often a change is planned again because another one was written in between. */
const MAX_PLANS = 5;

const repeated = (
  entry: AuditEntry,
  { command, inputFingerprint }: OnceCommand,
): Extract<AppliedOnce, { kind: 'repeated' | 'other-command' }> =>
  entry.command === command && entry.inputFingerprint === inputFingerprint
    ? { kind: 'repeated', entry }
    : { kind: 'other-command' };

/**
 * Applies a change once per command id, with its audit entry in the same transaction (rules 36 and 54). `plan` reads what is
 * stored and plans the change; it is called again where another change was written in between. What it throws is thrown, unless
 * the same command was applied meanwhile, whose effect may be the reason. Throws StoreUnavailable.
 */
export const applyOnce = async <Extra>(
  changes: OperatorChanges,
  command: OnceCommand,
  plan: () => Promise<PlannedOnce<Extra>>,
): Promise<AppliedOnce<Extra>> => {
  const known = async () => {
    const entry = await changes.findCommand(command.commandId);
    return entry === undefined ? undefined : repeated(entry, command);
  };
  const before = await known();
  if (before !== undefined) return before;
  for (let round = 0; round < MAX_PLANS; round += 1) {
    let planned: PlannedOnce<Extra>;
    try {
      planned = await plan();
    } catch (error) {
      const since = await known();
      if (since !== undefined) return since;
      throw error;
    }
    const entry: AuditEntry = { ...planned.entry, ...command };
    const outcome = await changes.apply(planned.change, entry);
    if (outcome.kind === 'command-known') return repeated(outcome.entry, command);
    if (outcome.kind === 'applied') return { kind: 'applied', entry, extra: planned.extra };
  }
  return { kind: 'changing' };
};
