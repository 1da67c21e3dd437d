import { omitUndefined } from '../../../../shared/domain/omit-undefined.ts';
import type { AuditEntry } from '../../../../shared/ports/operator-changes.ts';
import { AUDIT_POSITION } from '../../../../shared/ports/operator-records.ts';
import { type Result, showCommand } from '../command.ts';
import { defaulted, optional } from '../fields.ts';
import { code, day, whole } from '../kinds.ts';
import { search } from '../search.ts';
import { shownTime } from '../values-in-views.ts';
import { cursorOf, dealerCodeKind } from './fields-in-common.ts';
import { email } from './looks-fields.ts';

const DEFAULT_PAGE = 20;
const MAX_PAGE = 100;

const shown = (entry: AuditEntry): Result => {
  const { commandId, command, dealerCode, atMs, changed, result, by, before, after } = entry;
  const user = by && `${by.name} <${by.email}>`;
  return omitUndefined({ at: shownTime(atMs), command, dealerCode, user, changed, before, after, result, commandId });
};

/** True for a command of this user of the desk, whose address is the same in small and capital letters. */
const isBy =
  (address: string) =>
  ({ by }: AuditEntry): boolean =>
    by?.email.toLowerCase() === address.toLowerCase();

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
      'An entry of the desk tells its user too, and what was there before and after.',
      'With "next" in the answer there is more: give it as cursor. A page can be shorter than its limit, even empty, when a dealer or a record is asked for.',
    ],
    fields: {
      day: optional(day, 'Day in Istanbul; today when not given.'),
      dealerCode: optional(dealerCodeKind, 'Only commands about this dealer.'),
      record: optional(code(128), 'Only commands about a record with this id or name, such as a posId or an order id.'),
      user: optional(email, 'Only what this user of the desk did, by e-mail address.'),
      limit: defaulted(whole(1, MAX_PAGE), DEFAULT_PAGE, { meaning: 'Most entries in the answer.' }),
      cursor: cursorOf(AUDIT_POSITION),
    },
    example: { dealerCode: '1001' },
  },
  async ({ day: given, dealerCode, record, user, limit, cursor }, { deps, today }) => {
    const of = given ?? today;
    const aboutRecord = typeof record === 'string' ? isAbout(record) : () => true;
    const byUser = typeof user === 'string' ? isBy(user) : () => true;
    const { found, next } = await search({
      limit: limit ?? DEFAULT_PAGE,
      after: cursor ?? undefined,
      page: (page) => deps.records.auditOfDay({ day: of, ...page }),
      wanted: ({ entry }) =>
        (dealerCode ?? entry.dealerCode) === entry.dealerCode && aboutRecord(entry) && byUser(entry),
    });
    return { day: of, commands: found.map(({ entry }) => shown(entry)), ...(next === undefined ? {} : { next }) };
  },
);
