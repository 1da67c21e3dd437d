import type { DayText } from '../../../shared/domain/calendar.ts';
import {
  type FunnelCounts,
  type GivenBackCounts,
  mostFrequent,
  type Sums,
} from '../../../shared/domain/funnel/funnel-counts.ts';
import type { FunnelGrouping, FunnelSum } from '../../../shared/domain/funnel/funnel-group.ts';
import { type MinuteCounts, percentileOf } from '../../../shared/domain/funnel/minutes.ts';
import type { FunnelChannel } from '../../../shared/domain/funnel/request-stages.ts';
import { currencies, toWireAmount } from '../../../shared/domain/money/money.ts';

/** Decline codes that a row tells. */
const MOST_CODES = 5;
const MEDIAN = 50;
const HIGH = 90;

const CHANNELS = {
  sms: 'Sms',
  email: 'Email',
  'sms-and-email': 'SmsAndEmail',
  dealer: 'Dealer',
  'reusable-link': 'ReusableLink',
} as const satisfies Record<FunnelChannel, string>;

/** A day as the answer writes it. */
export const dayMember = (day: DayText): string => `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`;

const sumList = (sums: Sums) =>
  currencies.flatMap((currency) => {
    const sum = sums[currency];
    return sum === undefined ? [] : [{ CurrencyCode: currency, Amount: toWireAmount(sum) }];
  });

const minutesAt = (minutes: MinuteCounts, percent: number): number | null => percentileOf(minutes, percent) ?? null;

/** The counts of a set of requests. */
export const totalMembers = ({
  counts,
  givenBack,
}: {
  readonly counts: FunnelCounts;
  readonly givenBack: GivenBackCounts;
}) => {
  const { stages, paid, toOpened, toPaid, declines } = counts;
  return {
    CreatedCount: stages.created,
    SentCount: stages.sent,
    DeliveredCount: stages.delivered,
    OpenedCount: stages.opened,
    CardSentCount: stages.cardSent,
    ThreeDPassedCount: stages.threeDPassed,
    PaidCount: stages.paid,
    DeclinedCount: stages.declined,
    ExpiredCount: stages.expired,
    CancelledCount: stages.cancelled,
    GivenBackCount: givenBack.count,
    PaidList: sumList(paid),
    GivenBackList: sumList(givenBack.sums),
    OpenMinutesMedian: minutesAt(toOpened, MEDIAN),
    OpenMinutes90: minutesAt(toOpened, HIGH),
    PayMinutesMedian: minutesAt(toPaid, MEDIAN),
    PayMinutes90: minutesAt(toPaid, HIGH),
    DeclineCodeList: mostFrequent(declines, MOST_CODES).map(({ code, count }) => ({ ResultCode: code, Count: count })),
  };
};

/** A row: what its requests have in common, and their counts. */
export const rowMembers = ({ of, ...sums }: FunnelSum, by: FunnelGrouping) => ({
  Date: by === 'day' ? dayMember(of) : '',
  DealerCustomerTypeId: by === 'definition' ? Number(of) : 0,
  Channel: by === 'channel' ? CHANNELS[of as FunnelChannel] : '',
  ...totalMembers(sums),
});
