import { type DayText, istanbulDayOf, istanbulTimeOf } from '../../../shared/domain/calendar.ts';
import { MOST_FUNNEL_DAYS } from '../../../shared/domain/funnel/funnel-days.ts';
import type { FunnelGrouping } from '../../../shared/domain/funnel/funnel-group.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import type { ReusableLinkName } from '../../../shared/domain/reusable-link/link-name.ts';
import { statementDays } from '../../../shared/domain/statement/statement-query.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { type AskFunnelDependencies, askFunnel } from '../../../shared/links/ask-funnel.ts';
import type { FunnelDays } from '../../../shared/ports/funnels.ts';
import type { ReusableLinks } from '../../../shared/ports/reusable-links.ts';
import type { FunnelRequest } from './contract.ts';
import { dayMember, rowMembers, totalMembers } from './funnel-members.ts';

export interface GetLinkFunnelDependencies extends AskFunnelDependencies {
  readonly reusableLinks: Pick<ReusableLinks, 'findById'>;
}

/** By, as the wire writes it. */
const GROUPINGS: ReadonlyMap<string, FunnelGrouping> = new Map([
  ['Day', 'day'],
  ['Definition', 'definition'],
  ['Channel', 'channel'],
]);

const invalid = (sentence: string): Refusal => new Refusal('InvalidRequest', sentence);

const daysOf = ({ FromDate: start, ToDate: end }: FunnelRequest, today: DayText): FunnelDays => {
  const fields = { start: 'FromDate', end: 'ToDate', mostDays: MOST_FUNNEL_DAYS };
  const days = statementDays({ start, end }, today, fields);
  if (days.kind === 'refused') throw invalid(days.sentence);
  return days;
};

const groupingOf = ({ By = 'Day' }: FunnelRequest): FunnelGrouping => {
  const by = GROUPINGS.get(By);
  if (by === undefined) throw invalid('By must be Day, Definition or Channel.');
  return by;
};

/** The reusable link that a request names; undefined where it names none. */
const linkOf = async (
  { reusableLinks }: GetLinkFunnelDependencies,
  dealerCode: string,
  { UserPosLinkId: id }: FunnelRequest,
): Promise<ReusableLinkName | undefined> => {
  if (id === undefined) return undefined;
  const found = await reusableLinks.findById(dealerCode, id);
  if (found === undefined) throw new Refusal('UserPosLinkNotFound', 'This dealer has no reusable link with this id.');
  return found.link.name;
};

/** Tells what became of payment requests by their day of creation (decisions: funnel). It asks no bank and changes no payment. */
export const getLinkFunnel =
  (deps: GetLinkFunnelDependencies): UseCase<FunnelRequest> =>
  async ({ dealer, read }) => {
    const request = readValue(read);
    const days = daysOf(request, istanbulDayOf(deps.clock.now()));
    const by = groupingOf(request);
    const { dealerCode, listingShards } = dealer;
    const link = await linkOf(deps, dealerCode, request);
    const definition = request.DealerCustomerTypeId;
    const answer = await askFunnel(deps, { dealerCode, listingShards, days, by, definition, link });
    if (answer === undefined) throw invalid('These days have too many rows for one answer: ask for fewer days.');
    const { sums, total, sinceDay, liveCountedAtMs, isComplete } = answer;
    return {
      data: {
        FromDate: dayMember(days.from),
        ToDate: dayMember(days.until),
        CountedFromDate: sinceDay === undefined ? '' : dayMember(sinceDay),
        TodayCountDate: liveCountedAtMs === undefined ? '' : istanbulTimeOf(liveCountedAtMs),
        IsComplete: isComplete,
        Total: totalMembers(total),
        FunnelListCount: sums.length,
        FunnelList: sums.map((sum) => rowMembers(sum, by)),
      },
    };
  };
