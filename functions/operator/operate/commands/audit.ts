import { omitUndefined } from '../../../../shared/domain/omit-undefined.ts';
import type { AuditEntry } from '../../../../shared/ports/operator-changes.ts';
import { AUDIT_POSITION } from '../../../../shared/ports/operator-records.ts';
import { type Result, showCommand } from '../command.ts';
import { defaulted, optional } from '../fields.ts';
import { code, day, whole } from '../kinds.ts';
import { search } from '../search.ts';
import { shownTime } from '../values-in-views.ts';
import { cursorOf, dealerCodeKind } from './fields-in-common.ts';

const DEFAULT_PAGE = 20;
const MAX_PAGE = 100;

const shown = ({ commandId, command, dealerCode, atMs, changed, result }: AuditEntry): Result =>
  omitUndefined({ at: shownTime(atMs), command, dealerCode, changed, result, commandId });

/** True for a command about the record: one of its ids or names is the text. */
const isAbout =
  (record: string) =>
  ({ result }: AuditEntry): boolean =>
    Object.entries(result).some(([name, value]) => name !== 'version' && String(value) === record);

export const showAudit = showCommand(
  {
    name: 'show-audit',
    group: 'Stage',
    summary: 'Show which commands changed something on a day, oldest first.',
    notes: [
      'An entry tells the time, the command with its answer, and the names of the fields that changed; never a secret.',
      'With "next" in the answer there is more: give it as cursor. A page can be shorter than its limit, even empty, when a dealer or a record is asked for.',
    ],
    fields: {
      day: optional(day, 'Day in Istanbul; today when not given.'),
      dealerCode: optional(dealerCodeKind, 'Only commands about this dealer.'),
      record: optional(code(128), 'Only commands about a record with this id or name, such as a posId or an order id.'),
      limit: defaulted(whole(1, MAX_PAGE), DEFAULT_PAGE, { meaning: 'Most entries in the answer.' }),
      cursor: cursorOf(AUDIT_POSITION),
    },
    example: { dealerCode: '1001' },
  },
  async ({ day: given, dealerCode, record, limit, cursor }, { deps, today }) => {
    const of = given ?? today;
    const aboutRecord = typeof record === 'string' ? isAbout(record) : () => true;
    const { found, next } = await search({
      limit: limit ?? DEFAULT_PAGE,
      after: cursor ?? undefined,
      page: (page) => deps.records.auditOfDay({ day: of, ...page }),
      wanted: ({ entry }) => (dealerCode ?? entry.dealerCode) === entry.dealerCode && aboutRecord(entry),
    });
    return { day: of, commands: found.map(({ entry }) => shown(entry)), ...(next === undefined ? {} : { next }) };
  },
);
