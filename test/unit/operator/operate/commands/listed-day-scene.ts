import type { CommandCall } from '../../../../../functions/operator/operate/command.ts';
import type { DirectAttempt } from '../../../../../shared/domain/attempt/attempt.ts';
import { istanbulDayRange } from '../../../../../shared/domain/calendar.ts';
import type { Step } from '../../../../../shared/domain/payment/step.ts';
import type { ListedPayment, ListedStep } from '../../../../../shared/ports/operator-payments.ts';
import type { DayPageQuery } from '../../../../../shared/ports/operator-records.ts';
import { dealerWith } from '../../../../support/dealer/dealers.ts';
import { STEP_NOON_MS as NOON_MS } from '../../../../support/payment/steps.ts';

/** The day of which these calls are: 15 January 2027. */
export const DAY = '20270115';
const NAME = 'a'.repeat(26);

const at = (index: number, day: string): string => String(istanbulDayRange(day).firstMs + index).padStart(15, '0');

/** Positions of the charges and of the steps of a day, one each millisecond from its begin. */
export const chargeAt = (index: number, day = DAY): string => `${at(index, day)}#${NAME}#01`;
export const stepAt = (index: number, day = DAY): string => `${at(index, day)}#${NAME}#001`;

/** What the lists of a dealer's days hold; a row that cannot be read has no attempt. */
export interface ListedDay {
  readonly charges?: readonly (DirectAttempt | undefined)[];
  readonly steps?: readonly { readonly attempt?: DirectAttempt; readonly step?: Step }[];
}

/** Days of dealers, by dealer and day, and what a command asks of them. */
export const listedDays = (days: Readonly<Record<string, ListedDay>>, tickMs = 0) => {
  const asked: string[] = [];
  const queries: DayPageQuery[] = [];
  const linksOf: unknown[] = [];
  const dealers = [...new Set(Object.keys(days).map((key) => key.split('/')[0] ?? ''))].toSorted();
  let nowMs = NOON_MS;
  const page = <Row extends { readonly position: string }>(
    list: string,
    query: DayPageQuery,
    rowsOf: (day: ListedDay, of: string) => readonly Row[],
  ): readonly Row[] => {
    asked.push(`${query.dealerCode} ${query.day} ${list} ${query.after ?? '-'}`);
    queries.push(query);
    nowMs += tickMs;
    const rows = rowsOf(days[`${query.dealerCode}/${query.day}`] ?? {}, query.day);
    return rows.filter(({ position }) => position > (query.after ?? '')).slice(0, query.limit);
  };
  const chargesOf = ({ charges = [] }: ListedDay, of: string): readonly ListedPayment[] =>
    charges.map((attempt, index) => ({
      position: chargeAt(index, of),
      orderId: attempt?.orderId ?? 'ORDER-x',
      ...(attempt === undefined ? {} : { attempt }),
    }));
  const stepsOf = ({ steps = [] }: ListedDay, of: string): readonly ListedStep[] =>
    steps.map((one, index) => ({ position: stepAt(index, of), orderId: one.attempt?.orderId ?? 'ORDER-x', ...one }));
  const deps = {
    clock: { now: () => nowMs },
    dealers: { load: async () => ({ dealer: dealerWith({ listingShards: 2 }) }) },
    dealerDirectory: {
      page: async ({ after = '' }: { readonly after?: string }) =>
        dealers
          .filter((code) => code > after)
          .slice(0, 1)
          .map((dealerCode) => ({ dealerCode })),
    },
    payments: {
      pageOfDay: async (query: DayPageQuery) => page('charges', query, chargesOf),
      pageOfStepsOfDay: async (query: DayPageQuery) => page('steps', query, stepsOf),
      linksOf: async (attempts: unknown) => {
        linksOf.push(attempts);
        return new Map();
      },
    },
  };
  const call = { deps, nowMs: NOON_MS, today: DAY, tomorrow: '20270116' } as unknown as CommandCall;
  return { call, asked, queries, linksOf };
};
