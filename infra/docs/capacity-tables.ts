import { type Bottleneck, bottlenecksOf, bottlenecksOfDealer, fullAt } from '../capacity/bottlenecks.ts';
import { directPaymentLoad, type PaymentLoad, paidLinkLoad } from '../capacity/payment-load.ts';
import { routesOf, throttleFor } from '../capacity/promised-rate.ts';

const END = '<!-- /generated -->';
const RATES = [100, 1_000, 10_000] as const;

const shown = (value: number): string => Math.round(value).toLocaleString('en-US');
/** What stands above its limit is bold. */
const atRate = ({ perPayment, limit }: Bottleneck, rate: number): string =>
  perPayment * rate > limit ? `**${shown(perPayment * rate)}**` : shown(perPayment * rate);
const perPaymentText = (value: number): string => String(Math.round(value * 100) / 100);

const firstFullFirst = (all: readonly Bottleneck[]): readonly Bottleneck[] =>
  all.toSorted((one, other) => fullAt(one) - fullAt(other));

const tableOf = (all: readonly Bottleneck[]): string =>
  [
    `| What | For one | ${RATES.map((rate) => `${shown(rate)}/s`).join(' | ')} | Limit | Full at | Raise |`,
    `|---|---|${'---|'.repeat(RATES.length)}---|---|---|`,
    ...firstFullFirst(all).map((one) => {
      const cells = [
        one.what,
        `${perPaymentText(one.perPayment)} ${one.unit}`,
        ...RATES.map((rate) => atRate(one, rate)),
        shown(one.limit),
        `${shown(Math.floor(fullAt(one)))}/s`,
        one.raise,
      ];
      return `| ${cells.join(' | ')} |`;
    }),
  ].join('\n');

const throttleTable = (): string =>
  [
    `| Route | Posts or gets of a payment | ${RATES.slice(0, 2)
      .map((rate) => `Throttle at ${shown(rate)}/s`)
      .join(' | ')} |`,
    '|---|---|---|---|',
    ...Object.entries({ ...routesOf(paidLinkLoad), ...routesOf(directPaymentLoad) }).map(([routeKey, requests]) => {
      const limits = RATES.slice(0, 2).map((rate) => shown(throttleFor(routeKey, rate)?.ratePerSecond ?? 0));
      return `| \`${routeKey}\` | ${requests} | ${limits.join(' | ')} |`;
    }),
  ].join('\n');

const kilobytes = ({ logBytes }: PaymentLoad): string => (logBytes / 1_000).toFixed(1);

const tables: Readonly<Record<string, () => string>> = {
  links: () => tableOf(bottlenecksOf(paidLinkLoad)),
  direct: () => tableOf(bottlenecksOf(directPaymentLoad)),
  dealer: () => tableOf(bottlenecksOfDealer()),
  throttles: throttleTable,
  log: () =>
    `A paid link writes ${kilobytes(paidLinkLoad)} kB of log, a direct payment ${kilobytes(directPaymentLoad)} kB. There is no limit; it is paid for.`,
};

/** The document with the tables of capacity between their marks. */
export const withCapacityTables = (text: string): string =>
  Object.entries(tables).reduce((changed, [name, table]) => {
    const mark = `<!-- generated:${name} -->`;
    const start = changed.indexOf(mark);
    const end = changed.indexOf(END, start);
    if (start === -1 || end === -1) throw new Error(`The document has no ${mark} before ${END}.`);
    return `${changed.slice(0, start)}${mark}\n${table()}\n${changed.slice(end)}`;
  }, text);
