import { randomUUID } from 'node:crypto';
import { auditUserOf, type DeskVisit } from '../../../shared/desk/call/desk-call.ts';
import type { DeskUser } from '../../../shared/domain/desk/user.ts';
import { omitUndefined } from '../../../shared/domain/omit-undefined.ts';
import { fingerprintOf } from '../../../shared/http/fingerprint.ts';
import type { DeskChange } from '../../../shared/ports/desk-users.ts';
import type { AuditEntry, OperatorChanges } from '../../../shared/ports/operator-changes.ts';

interface DeskEntry extends Partial<Pick<AuditEntry, 'dealerCode' | 'changed' | 'before' | 'after'>> {
  readonly command: string;
  readonly user: Pick<DeskUser, 'userId' | 'email' | 'name'>;
}

/**
 * Writes a change with its audit entry. Its id is new: what it uses up, a link or a pending sign-in, lets it happen once. False,
 * and nothing written, when something of it has changed meanwhile.
 */
export const applyEntered = async (
  changes: Pick<OperatorChanges, 'apply'>,
  { nowMs }: Pick<DeskVisit, 'nowMs'>,
  { command, user, dealerCode, changed = [], before, after }: DeskEntry,
  record: DeskChange,
): Promise<boolean> => {
  const entry: AuditEntry = {
    commandId: randomUUID(),
    command,
    atMs: nowMs,
    changed,
    inputFingerprint: fingerprintOf(command, { userId: user.userId, dealerCode, nowMs }),
    result: {},
    by: auditUserOf({ user }),
    ...omitUndefined({ dealerCode, before, after }),
  };
  const { kind } = await changes.apply({ kind: 'desk', record }, entry);
  return kind === 'applied';
};
