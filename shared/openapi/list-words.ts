import type { OperationName } from '../domain/dealer/dealer.ts';
import type { EmptyListReason, PipelineReason } from '../domain/refusal-reasons.ts';
import { pipelineExamples, refusalsOf, unexpectedExample } from './example-makers.ts';
import type { ExampleFields, ExampleSetUp, FieldText, RefusalExample, RefusalStep } from './operation-document.ts';
import { pipelineSteps } from './pipeline-steps.ts';

// Words and examples of the lists of payments and transactions.

type Reason = PipelineReason | EmptyListReason;

const MOMENT =
  'A moment on clocks in Istanbul, `yyyy-MM-dd HH:mm`. Seconds and thousandths may follow; a day alone, `2026-11-22` or `20261122`, is all of it.';

/** The two ends of a period, by their names. */
export const listPeriodFields = <Start extends string, End extends string>(
  start: Start,
  end: End,
): Readonly<Record<Start | End, FieldText>> =>
  ({
    [start]: { description: `Begin of the period. ${MOMENT} Absent: 31 days before its end.` },
    [end]: { description: `End of the period, which is part of it: all of its minute. ${MOMENT} Absent: now.` },
  }) as Readonly<Record<Start | End, FieldText>>;

export const listSubDealer = (what: string, share: string): FieldText => ({
  description: `Lists the ${what} in which this sub-dealer has a part. ${share}`,
});

/** The order of refusals of a list. */
export const listOrder = (invalidRequest: string): readonly RefusalStep<Reason>[] => [
  ...pipelineSteps({
    block: 'PaymentDealerAuthentication',
    channel: 'The dealer has no permission for the channel; a list needs none.',
  }),
  { step: 'Shape and required fields', conditions: { InvalidRequest: invalidRequest } },
  { step: 'Payment', conditions: { NoDataFound: 'The period has nothing that the request asks for.' } },
];

const refused = refusalsOf<Reason>({});

/** An empty list. */
export const nothingIn = (
  request: ExampleFields,
  words: { readonly name: string; readonly summary: string; readonly setUp?: ExampleSetUp },
): RefusalExample<Reason> => refused('NoDataFound', { ...words, message: 'Nothing was found.' }, request);

/** The refusals that both lists share. */
export const listExamples = (
  operation: OperationName,
  { start, end }: { readonly start: string; readonly end: string },
): readonly RefusalExample<Reason>[] => [
  ...pipelineExamples({}, { operation }),
  refused(
    'InvalidRequest',
    {
      name: 'noMoment',
      summary: 'No moment',
      message: `${start} must be a moment, written yyyy-MM-dd HH:mm, or a day, written YYYYMMDD.`,
    },
    { [start]: '01.11.2026' },
  ),
  refused(
    'InvalidRequest',
    { name: 'longPeriod', summary: 'More than 31 days', message: `${start} and ${end} must be at most 31 days apart.` },
    { [start]: '2026-01-01 00:00', [end]: '2026-02-01 00:01' },
  ),
  nothingIn(
    { [start]: '2026-01-01 00:00', [end]: '2026-01-31 23:59' },
    { name: 'nothing', summary: 'A month without payments' },
  ),
  unexpectedExample({}),
];
