import * as z from 'zod/mini';
import { istanbulDayOf } from '../../../domain/calendar.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import type { AuditEntry } from '../../../ports/operator-changes.ts';
import { objectRow, optionalText, parseRow, storedText, storedWhole } from '../engine/row.ts';
import { auditIndexKeys } from '../index-keys.ts';
import { keys } from '../keys.ts';

const auditRow = objectRow(() => ({
  commandId: storedText,
  command: storedText,
  dealerCode: optionalText,
  atMs: storedWhole,
  changed: z.array(storedText),
  inputFingerprint: storedText,
  result: z.record(storedText, z.unknown()),
  by: z.optional(z.object({ userId: storedText, email: storedText, name: storedText })),
  before: z.optional(z.record(storedText, z.unknown())),
  after: z.optional(z.record(storedText, z.unknown())),
}));

export const readAuditRow = (row: unknown): AuditEntry => omitUndefined(parseRow('audit entry', auditRow, row));

/** Kept for ever: it is what makes a command apply once (rule 36), and no rule depends on a TTL (rule 12). */
export const auditItem = (entry: AuditEntry) => {
  const day = istanbulDayOf(entry.atMs);
  return {
    ...keys.command(entry.commandId),
    ...auditIndexKeys(entry),
    entity: 'audit',
    day,
    ...entry,
  };
};
