import type { FunnelRow } from '../../../../shared/domain/funnel/funnel-group.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import {
  pipelineExamples,
  refusalsOf,
  successesOf,
  unexpectedExample,
} from '../../../../shared/openapi/example-makers.ts';
import { requested } from '../../../../shared/openapi/named-link-words.ts';
import {
  type DocumentOf,
  type ExampleSetUp,
  OWN_DEFINITION_ID,
} from '../../../../shared/openapi/operation-document.ts';
import { pipelineSteps } from '../../../../shared/openapi/pipeline-steps.ts';
import type { contract } from '../contract.ts';
import { data } from './documentation.ts';

type Reason = keyof (typeof contract)['codes'];

const bySms: FunnelRow = {
  day: '20261120',
  definition: OWN_DEFINITION_ID,
  channel: 'sms',
  counts: {
    stages: {
      created: 40,
      sent: 39,
      delivered: 37,
      opened: 31,
      cardSent: 28,
      threeDPassed: 26,
      paid: 25,
      declined: 2,
      expired: 11,
      cancelled: 2,
    },
    paid: { TL: minor(68_750) },
    toOpened: new Map([
      [2, 16],
      [11, 12],
      [45, 3],
    ]),
    toPaid: new Map([
      [1, 9],
      [3, 16],
    ]),
    declines: { '002': 4, '012': 1 },
  },
  givenBack: { count: 0, sums: {} },
};

const setUp: ExampleSetUp = { funnel: [bySms] };

const counts = {
  CreatedCount: 40,
  SentCount: 39,
  DeliveredCount: 37,
  OpenedCount: 31,
  CardSentCount: 28,
  ThreeDPassedCount: 26,
  PaidCount: 25,
  DeclinedCount: 2,
  ExpiredCount: 11,
  CancelledCount: 2,
  GivenBackCount: 0,
  PaidList: [{ CurrencyCode: 'TL', Amount: 687.5 }],
  GivenBackList: [],
  OpenMinutesMedian: 2,
  OpenMinutes90: 11,
  PayMinutesMedian: 3,
  PayMinutes90: 3,
  DeclineCodeList: [
    { ResultCode: '002', Count: 4 },
    { ResultCode: '012', Count: 1 },
  ],
};

/** A link that was made a moment ago and handed to the dealer. */
const ofNewLink = {
  ...counts,
  CreatedCount: 1,
  SentCount: 0,
  DeliveredCount: 0,
  OpenedCount: 0,
  CardSentCount: 0,
  ThreeDPassedCount: 0,
  PaidCount: 0,
  DeclinedCount: 0,
  ExpiredCount: 0,
  CancelledCount: 0,
  PaidList: [],
  OpenMinutesMedian: null,
  OpenMinutes90: null,
  PayMinutesMedian: null,
  PayMinutes90: null,
  DeclineCodeList: [],
};

const answered = (list: readonly object[], Total: object, isComplete: boolean) => ({
  FromDate: '2026-11-20',
  ToDate: '2026-11-20',
  CountedFromDate: '',
  TodayCountDate: '',
  IsComplete: isComplete,
  Total,
  FunnelListCount: list.length,
  FunnelList: list,
});

const least = { FromDate: '2026-11-20', ToDate: '2026-11-20' };
// Whether nights have counted the day depends on when the example is asked.
const generated = ['CountedFromDate', 'TodayCountDate', 'IsComplete'];
const day = { Date: '2026-11-20', DealerCustomerTypeId: 0, Channel: '', ...counts };
const success = successesOf(least, { data: answered([day], counts, true), generated, setUp });
const refused = refusalsOf<Reason>(least, setUp);

/** The words and examples of the funnel (decisions: funnel). */
export const document: DocumentOf<typeof contract> = {
  title: 'What became of payment requests',
  description:
    "Counts the dealer's payment requests by their day of creation in Istanbul: how many were sent, opened, tried and paid, in how much time, and with which codes attempts were declined. Rows of a day grow until all its requests are over. A night counts each day; today is at most 15 minutes old. Without dates it is about the last 31 days; one call is about 93 days at most. An operation of our own, which the dealer interface does not have.",
  fields: {
    FromDate: { description: 'First day, such as 2026-11-22. A time of day behind it is ignored.' },
    ToDate: { description: 'Last day, written in the same way. Absent: today.' },
    DealerCustomerTypeId: { description: 'Requests of this definition alone.' },
    UserPosLinkId: { description: 'Requests of this reusable link alone.' },
    By: { description: 'Day, Definition or Channel: what a row is about. Absent: Day.' },
  },
  data,
  order: [
    ...pipelineSteps({
      block: 'DealerAuthentication',
      channel: 'The dealer has no permission for the channel; reading the funnel needs none.',
    }),
    {
      step: 'Shape and required fields',
      conditions: {
        InvalidRequest:
          'A field cannot be read; a date is none; ToDate is before FromDate, or more than 93 days behind it; By is something else; the days have too many rows for one answer.',
      },
    },
    {
      step: 'Reusable link',
      conditions: { UserPosLinkNotFound: 'The dealer has no reusable link with UserPosLinkId.' },
    },
  ],
  examples: [
    success('byDay', 'A day of links that were sent by SMS', {}),
    success(
      'byChannel',
      'The same by channel',
      { By: 'Channel' },
      { data: answered([{ ...day, Date: '', Channel: 'Sms' }], counts, true) },
    ),
    success(
      'today',
      'A link that was made a moment ago',
      { FromDate: '', ToDate: '', By: 'Channel' },
      {
        data: answered([{ ...ofNewLink, Date: '', DealerCustomerTypeId: 0, Channel: 'Dealer' }], ofNewLink, true),
        generated: [...generated, 'FromDate', 'ToDate'],
        setUp: { before: [requested({ FullName: '', GsmNumber: '' })] },
      },
    ),
    ...pipelineExamples(least, { operation: 'GetUserPosFunnel' }),
    refused(
      'InvalidRequest',
      { summary: 'By is something else', message: 'By must be Day, Definition or Channel.' },
      { By: 'Week' },
    ),
    refused(
      'InvalidRequest',
      {
        name: 'tooManyDays',
        summary: 'More than 93 days',
        message: 'FromDate and ToDate are more than 93 days apart.',
      },
      { FromDate: '2026-08-01' },
    ),
    refused(
      'UserPosLinkNotFound',
      { summary: 'No such reusable link', message: 'This dealer has no reusable link with this id.' },
      { UserPosLinkId: 1_042 },
    ),
    unexpectedExample(least),
  ],
};
