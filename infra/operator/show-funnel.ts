import type { Writable } from 'node:stream';
import * as z from 'zod';
import { bankCodes } from '../../shared/domain/attempt/bank-codes.ts';
import { CSV_LINE_END, csvRow, EMPTY_CELL, numberCell, textCell } from '../../shared/domain/csv.ts';
import { funnelGroupings } from '../../shared/domain/funnel/funnel-group.ts';
import { type FunnelStage, funnelStages } from '../../shared/domain/funnel/request-stages.ts';
import { currencies } from '../../shared/domain/money/money.ts';
import { asTables } from './tables.ts';

const sums = z.partialRecord(z.enum(currencies), z.number());
const minutes = z.union([z.int(), z.null()]);
const numbers = z.object({
  ...(Object.fromEntries(funnelStages.map((stage) => [stage, z.int()])) as Record<FunnelStage, z.ZodInt>),
  givenBack: z.int(),
  paidSums: sums,
  givenBackSums: sums,
  openMinutesMedian: minutes,
  openMinutes90: minutes,
  payMinutesMedian: minutes,
  payMinutes90: minutes,
  declineCodes: z.array(z.object({ code: z.enum(bankCodes as [string, ...string[]]), count: z.int() })),
});
const funnelSchema = z.object({
  dealerCode: z.string(),
  from: z.string(),
  until: z.string(),
  by: z.enum(funnelGroupings),
  isComplete: z.boolean(),
  countedSince: z.string(),
  todayCountedAt: z.string(),
  total: numbers,
  rows: z.array(numbers.extend({ of: z.string() })),
});

type ShownFunnel = z.output<typeof funnelSchema>;
type ShownNumbers = z.output<typeof numbers>;

const readFunnel = (result: unknown): ShownFunnel => z.parse(funnelSchema, result);

/** The stages as people read them. Those of the end stand below the line: a request meets one of them. */
const STAGE_NAMES: Readonly<Record<FunnelStage, string>> = {
  created: 'created',
  sent: 'sent',
  delivered: 'delivered',
  opened: 'opened',
  cardSent: 'card sent',
  threeDPassed: '3D passed',
  paid: 'paid',
  declined: 'declined for good',
  expired: 'expired',
  cancelled: 'cancelled',
};

const BLOCK = '\u2588';
/** Beside a bar stand the name of its stage, a number and a percentage. */
const BESIDE_BAR = 34;
const LONGEST_BAR = 60;

const percentOf = (part: number, whole: number): string => (whole === 0 ? '' : `${Math.round((100 * part) / whole)} %`);

/** One line for each stage, its bar by its share of what was created. What was counted at all has a block at least. */
const barsOf = (total: ShownNumbers, width: number): readonly string[] => {
  const longest = Math.max(1, Math.min(LONGEST_BAR, width - BESIDE_BAR));
  const names = Object.values(STAGE_NAMES).map((name) => name.length);
  const digits = String(total.created).length;
  return funnelStages.map((stage) => {
    const count = total[stage];
    const share = total.created === 0 ? 0 : count / total.created;
    const bar = BLOCK.repeat(count === 0 ? 0 : Math.max(1, Math.round(share * longest)));
    const label = STAGE_NAMES[stage].padEnd(Math.max(...names));
    return `${label}  ${String(count).padStart(digits)}  ${percentOf(count, total.created).padStart(5)}  ${bar}`.trimEnd();
  });
};

const sumsText = (shown: ShownNumbers['paidSums']): string =>
  Object.entries(shown)
    .map(([currency, sum]) => `${currency} ${sum.toFixed(2)}`)
    .join(', ');

const codesText = ({ declineCodes }: ShownNumbers): string =>
  declineCodes.map(({ code, count }) => `${code} (${count})`).join(', ');

const minutesText = (median: number | null, high: number | null): string =>
  median === null || high === null ? '' : `${median} in the median, ${high} for nine of ten`;

/** A funnel as people read it on a terminal: its stages as bars, then its rows. */
const drawnFunnel = ({ total, rows, by, countedSince, ...about }: ShownFunnel, width: number): string => {
  const facts = {
    paid: sumsText(total.paidSums),
    'given back': `${total.givenBack}${sumsText(total.givenBackSums) === '' ? '' : `, ${sumsText(total.givenBackSums)}`}`,
    'minutes until opened': minutesText(total.openMinutesMedian, total.openMinutes90),
    'minutes from there until paid': minutesText(total.payMinutesMedian, total.payMinutes90),
    'decline codes': codesText(total),
  };
  const table = rows.map(({ of, created, opened, cardSent, paid, declined, expired, cancelled }) => ({
    [by]: of,
    created,
    opened,
    cardSent,
    paid,
    'paid of created': percentOf(paid, created),
    declined,
    expired,
    cancelled,
  }));
  const head = asTables({ ...about, ...(countedSince === '' ? {} : { countedSince }) }, width);
  return [head, barsOf(total, width).join('\n'), asTables({ ...facts, rows: table }, width)].join('\n\n');
};

const minutesCell = (value: number | null) => (value === null ? EMPTY_CELL : numberCell(value));
const sumCell = (value: number | undefined) => (value === undefined ? EMPTY_CELL : textCell(value.toFixed(2)));

/** The rows for spreadsheets: a column for each number, and for each currency. */
const funnelCsv = ({ rows, by }: ShownFunnel): string => {
  const header = [
    by,
    ...funnelStages,
    'givenBack',
    ...currencies.map((currency) => `paid${currency}`),
    ...currencies.map((currency) => `givenBack${currency}`),
    'openMinutesMedian',
    'openMinutes90',
    'payMinutesMedian',
    'payMinutes90',
    'declineCodes',
  ];
  const lines = rows.map((row) =>
    csvRow([
      textCell(row.of),
      ...funnelStages.map((stage) => numberCell(row[stage])),
      numberCell(row.givenBack),
      ...currencies.map((currency) => sumCell(row.paidSums[currency])),
      ...currencies.map((currency) => sumCell(row.givenBackSums[currency])),
      minutesCell(row.openMinutesMedian),
      minutesCell(row.openMinutes90),
      minutesCell(row.payMinutesMedian),
      minutesCell(row.payMinutes90),
      textCell(row.declineCodes.map(({ code, count }) => `${code}: ${count}`).join('; ')),
    ]),
  );
  return [csvRow(header.map((name) => textCell(name))), ...lines].map((line) => `${line}${CSV_LINE_END}`).join('');
};

/** Where a funnel is printed, and how wide that is. */
interface FunnelOutput extends Pick<Writable, 'write'> {
  readonly columns?: number;
}

const WIDTH = 100;

export const printFunnel = (result: unknown, output: FunnelOutput, as: 'bars' | 'csv'): void => {
  const funnel = readFunnel(result);
  output.write(as === 'csv' ? funnelCsv(funnel) : `${drawnFunnel(funnel, output.columns ?? WIDTH)}\n`);
};
