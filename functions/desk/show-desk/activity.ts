import { istanbulDayOf, monthOf, monthsUpTo } from '../../../shared/domain/calendar.ts';
import { mayDo } from '../../../shared/domain/desk/roles.ts';
import { activityPage } from '../../../shared/pages/desk/account/activity-page.ts';
import { notAllowedDeskPage } from '../../../shared/pages/desk/frame/closed-desk-page.ts';
import { AUDIT_POSITION, type DealerAudit } from '../../../shared/ports/operator-records.ts';
import type { ShowDeskPage } from './desk-pages.ts';

/** Entries of a page: with their values it stays below 40 kB. */
const PAGE = 25;
/** Months that can be chosen. */
const MONTHS = 24;

/** What was changed of the dealer: a month, newest first. */
export const showActivity =
  ({ audit }: { readonly audit: DealerAudit }): ShowDeskPage =>
  async ({ frame, role, dealer: { dealerCode }, page: { query = {} }, nowMs }, { id }) => {
    if (id !== undefined) return undefined;
    if (!mayDo(role, 'see-audit')) return { statusCode: 403, page: notAllowedDeskPage(frame) };
    const months = monthsUpTo(monthOf(istanbulDayOf(nowMs)), MONTHS);
    const [newest = ''] = months;
    const month = months.find((one) => one === query.month) ?? newest;
    const after = AUDIT_POSITION.test(query.after ?? '') ? query.after : undefined;
    const found = await audit.auditOfDealer({ dealerCode, month, after, limit: PAGE + 1 });
    const shown = found.slice(0, PAGE);
    const next = found.length > PAGE ? shown.at(-1)?.position : undefined;
    const entries = shown.map(({ entry }) => entry);
    return { statusCode: 200, page: activityPage({ frame, month, months, entries, next }) };
  };
