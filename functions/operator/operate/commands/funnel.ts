import { isoTimeOf } from '../../../../shared/domain/calendar.ts';
import {
  type FunnelCounts,
  type GivenBackCounts,
  mostFrequent,
  type Sums,
} from '../../../../shared/domain/funnel/funnel-counts.ts';
import { MOST_FUNNEL_DAYS } from '../../../../shared/domain/funnel/funnel-days.ts';
import { funnelGroupings } from '../../../../shared/domain/funnel/funnel-group.ts';
import { percentileOf } from '../../../../shared/domain/funnel/minutes.ts';
import { currencies, toWireAmount } from '../../../../shared/domain/money/money.ts';
import { statementDays } from '../../../../shared/domain/statement/statement-query.ts';
import { askFunnel } from '../../../../shared/links/ask-funnel.ts';
import { type CommandCall, type FunnelNumbersShown, type FunnelResult, funnelCommand } from '../command.ts';
import { notFound, notPossible } from '../command-error.ts';
import { defaulted, optional } from '../fields.ts';
import { anyId, choice, day } from '../kinds.ts';
import { existingDealer } from './dealer.ts';
import { dealerCodeField } from './fields-in-common.ts';

const MOST_CODES = 5;
const MEDIAN = 50;
const HIGH = 90;

const sumsShown = (sums: Sums) =>
  Object.fromEntries(
    currencies.flatMap((currency) => {
      const sum = sums[currency];
      return sum === undefined ? [] : [[currency, toWireAmount(sum)]];
    }),
  );

const numbersShown = ({
  counts,
  givenBack,
}: {
  readonly counts: FunnelCounts;
  readonly givenBack: GivenBackCounts;
}): FunnelNumbersShown => ({
  ...counts.stages,
  givenBack: givenBack.count,
  paidSums: sumsShown(counts.paid),
  givenBackSums: sumsShown(givenBack.sums),
  openMinutesMedian: percentileOf(counts.toOpened, MEDIAN) ?? null,
  openMinutes90: percentileOf(counts.toOpened, HIGH) ?? null,
  payMinutesMedian: percentileOf(counts.toPaid, MEDIAN) ?? null,
  payMinutes90: percentileOf(counts.toPaid, HIGH) ?? null,
  declineCodes: mostFrequent(counts.declines, MOST_CODES),
});

const linkNamed = async (dealerCode: string, userPosLinkId: number | null, { deps }: CommandCall) => {
  if (userPosLinkId === null) return undefined;
  const found = await deps.reusableLinks.findById(dealerCode, userPosLinkId);
  if (found === undefined) throw notFound(`reusable link ${userPosLinkId} of dealer ${dealerCode}`);
  return found.link.name;
};

export const showFunnel = funnelCommand(
  {
    name: 'show-funnel',
    group: 'Payments',
    summary: 'Show what became of a dealer’s payment requests: sent, opened, tried, paid, declined, expired.',
    notes: [
      'Requests count on the day on which they were created. The night counts each day, and every open day again; today is at most 15 minutes old: what is older is counted by the call and kept.',
      'isComplete is false where a night is not done, or where today has more than 1,000 requests: then the job counts it within 15 minutes.',
      'Opened is noted of requests with a contact, certain of requests of reusable links, and of others once a card was sent. Minutes are measured where the opening was noted.',
      'On a terminal the stages are drawn as bars. --csv writes the rows for spreadsheets, --json all of it for programs.',
    ],
    fields: {
      dealerCode: dealerCodeField,
      from: optional(day, 'First day; 31 days up to the last one when absent.'),
      until: optional(day, 'Last day; today when absent.'),
      dealerCustomerTypeId: optional(anyId, 'Requests of this definition alone.'),
      userPosLinkId: optional(anyId, 'Requests of this reusable link alone.'),
      by: defaulted(choice(funnelGroupings), 'day', { meaning: 'What a row is about.' }),
    },
    example: { dealerCode: '1001' },
  },
  async ({ dealerCode, from, until, dealerCustomerTypeId, userPosLinkId, ...asked }, call): Promise<FunnelResult> => {
    const by = asked.by ?? 'day';
    const { wholePayments: payments, messages, clock, funnels, funnelCounting: counting } = call.deps;
    const { listingShards } = await existingDealer(dealerCode, call);
    const fields = { start: '"from"', end: '"until"', mostDays: MOST_FUNNEL_DAYS };
    const days = statementDays({ start: from ?? undefined, end: until ?? undefined }, call.today, fields);
    if (days.kind === 'refused') throw notPossible(days.sentence, 'from');
    const link = await linkNamed(dealerCode, userPosLinkId ?? null, call);
    const question = { dealerCode, listingShards, days, by, definition: dealerCustomerTypeId ?? undefined, link };
    const answer = await askFunnel({ payments, messages, clock, funnels, counting }, question);
    if (answer === undefined) throw notPossible('These days have too many rows: ask for fewer days.', 'from');
    const { liveCountedAtMs } = answer;
    return {
      dealerCode,
      from: days.from,
      until: days.until,
      by,
      isComplete: answer.isComplete,
      countedSince: answer.sinceDay ?? '',
      todayCountedAt: liveCountedAtMs === undefined ? '' : isoTimeOf(liveCountedAtMs),
      total: numbersShown(answer.total),
      rows: answer.sums.map((sum) => ({ of: sum.of, ...numbersShown(sum) })),
    };
  },
);
