import * as z from 'zod/mini';
import { istanbulDayOf } from '../../../domain/calendar.ts';
import { given } from '../../../domain/given.ts';
import type { AuditEntry } from '../../../ports/operator-changes.ts';
import { auditListing, keys } from '../keys.ts';
import { parseRow } from './row.ts';

const auditRow = z.object({
  commandId: z.string(),
  command: z.string(),
  dealerCode: z.optional(z.string()),
  atMs: z.int(),
  changed: z.array(z.string()),
  inputFingerprint: z.string(),
  result: z.record(z.string(), z.unknown()),
});

export const readAuditRow = (row: unknown): AuditEntry => given(parseRow('audit entry', auditRow, row));

/** Kept for ever: it is what makes a command apply once (rule 36), and no rule depends on a TTL (rule 12). */
export const auditItem = (entry: AuditEntry) => {
  const day = istanbulDayOf(entry.atMs);
  return {
    ...keys.command(entry.commandId),
    ...auditListing({ day, atMs: entry.atMs, commandId: entry.commandId }),
    entity: 'audit',
    day,
    ...entry,
  };
};
