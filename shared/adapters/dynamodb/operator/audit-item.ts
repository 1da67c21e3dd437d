import * as z from 'zod/mini';
import { istanbulDayOf, monthOf } from '../../../domain/calendar.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import type { AuditEntry } from '../../../ports/operator-changes.ts';
import { objectRow, optionalText, parseRow, storedText, storedWhole } from '../engine/row.ts';
import { ABSENT, type Write } from '../engine/writes.ts';
import { auditIndexKeys, listSk } from '../index-keys.ts';
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
const auditItem = (entry: AuditEntry) => {
  const day = istanbulDayOf(entry.atMs);
  return {
    ...keys.command(entry.commandId),
    ...auditIndexKeys(entry),
    entity: 'audit',
    day,
    ...entry,
  };
};

/** Names the command in the list of its dealer, which is read without those of other dealers. It has no condition: the entry's own holds for both. */
const pointerItem = (dealerCode: string, { atMs, commandId }: AuditEntry) => ({
  ...keys.commandOfDealer(dealerCode, monthOf(istanbulDayOf(atMs)), listSk(atMs, commandId)),
  entity: 'command-of-dealer',
  commandId,
});

/** The writes of an audit entry, the entry first: a command that is known fails there. */
export const auditWrites = (entry: AuditEntry): readonly Write[] => [
  { put: auditItem(entry), onlyIf: ABSENT },
  ...(entry.dealerCode === undefined ? [] : [{ put: pointerItem(entry.dealerCode, entry) }]),
];
