import { directPaymentLoad, type PaymentLoad, paidLinkLoad } from '../../infra/capacity/payment-load.ts';
import { allPrinted, idlePrinted, idleSettings, quietPrinted, watchedSettings } from '../infra/printed-metrics.ts';
import { templatesOf } from '../infra/stage-templates.ts';
import { startCountedApp } from './cost-counting.ts';
import { measureFunnel } from './cost-funnel.ts';
import { keptBytesOfLink, measureLives } from './cost-lives.ts';
import { type Consumption, dollarsPerMillion, moreThan, sumOf, totalDollars } from './cost-model.ts';
import { aimed, fixed, print, type Row } from './figures.ts';
import { IDLE_AIM_USD, idleCostOf, totalOf } from './idle-cost.ts';
import prices from './prices.json' with { type: 'json' };
import type { RunSetup } from './run-setup.ts';

/** Dollars for a million paid links, without limits, messages and webhooks. */
const LINK_AIM_USD = 40;

const COUNT_COLUMNS = 'WRU, RRU, requests, calls, KMS, GB-s, log bytes';
const DOLLAR_COLUMNS = 'writes, reads, API, calls, KMS, time, logs';

const countCells = (one: Consumption): Row => [
  one.writeUnits.toFixed(1),
  one.readUnits.toFixed(1),
  one.apiRequests,
  one.functionCalls,
  one.keyCalls,
  one.gigabyteSeconds.toFixed(3),
  Math.round(one.logBytes),
];

const dollarCells = (one: Consumption): Row => {
  const dollars = dollarsPerMillion(one);
  const { writeUnits, readUnits, apiRequests, functionCalls, keyCalls, gigabyteSeconds, logBytes } = dollars;
  return [writeUnits, readUnits, apiRequests, functionCalls, keyCalls, gigabyteSeconds, logBytes].map((usd) =>
    usd.toFixed(1),
  );
};

const dollarRow = (name: string, one: Consumption, aim?: number): Row => {
  const all = totalDollars(one);
  return [name, ...dollarCells(one), all.toFixed(1), ...aimed(all, aim)];
};

/**
 * Statements, computed: a row of a dealer, day and currency writes 7 units, and what moved 1 for each kB of a page of 100
 * entries; each entry is read with two items.
 */
const statementsOf = (entriesOfADay: number): Consumption => {
  const pages = Math.ceil(entriesOfADay / 100);
  const none = { apiRequests: 0, functionCalls: 0, keyCalls: 0, gigabyteSeconds: 0, logBytes: 0 };
  return { ...none, writeUnits: (7 + 8 * pages) / entriesOfADay, readUnits: 2 + 1 / entriesOfADay };
};

/** What a production stage with one bank and every setting costs a month without a payment, and what each further bank adds. */
const idleRows = (): readonly Row[] => {
  const rows = idleCostOf(templatesOf(idleSettings), idlePrinted());
  const withAnother = idleCostOf(templatesOf(watchedSettings), [...new Set(allPrinted().map(({ metric }) => metric))]);
  const all = totalOf(rows);
  return [
    ...rows.map(({ what, count, each, usd }): Row => [what, count, each, usd.toFixed(2)]),
    ['all', '', '', all.toFixed(2), ...aimed(all, IDLE_AIM_USD)],
    ['the same, quiet', '', '', totalOf(idleCostOf(templatesOf(idleSettings), quietPrinted(), [])).toFixed(2)],
    ['each further bank', '', '', (totalOf(withAnother) - all).toFixed(2)],
  ];
};

/** Whether what was counted here is what capacity and the documents count with. */
const agreementRows = (counted: readonly (readonly [string, Consumption, PaymentLoad])[]): readonly Row[] =>
  counted.flatMap(([name, one, load]) => {
    const { table, listing, due } = load.writeUnits;
    const requests = Object.values(load.requests).reduce((sum, times) => sum + times, 0);
    const pairs = [
      ['write units', table + listing + due, one.writeUnits],
      ['read units', load.readUnits, one.readUnits],
      ['requests', requests, one.apiRequests],
      ['calls of KMS', load.keyCalls, one.keyCalls],
      ['bytes of log', load.logBytes, one.logBytes],
    ] as const;
    return pairs.map(([what, said, found]): Row => [name, what, said, Math.round(found), found <= said ? 'yes' : 'NO']);
  });

/** Prints what a million payments cost, from what one of each was counted to consume. */
export const cost = async (run: RunSetup): Promise<void> => {
  const app = await startCountedApp(run);
  const { link, direct, extras } = await measureLives(run, app, (steps) => sumOf([...steps]));
  const wholeLink = sumOf([...link.values()]);
  const moreOf = extras.map(([name, withIt, without]) => [name, moreThan(withIt, without)] as const);
  const all: readonly (readonly [string, Consumption])[] = [
    ...[...link].map(([step, one]) => [`- ${step}`, one] as const),
    ['paid link (3D)', wholeLink],
    ['direct payment', direct],
    ...moreOf.map(([name, more]) => [`+ ${name}`, more] as const),
    ['+ statements, 100 payments a dealer and day', statementsOf(100)],
    ...(await measureFunnel(app)),
  ];
  const { assumed, source, region, asOf } = prices;
  const countText = `What one payment consumes
Counted by the engine and at the wire, with warm caches and without blocks of ids. A row with + is what an extra adds.
GB-seconds: least own time measured here, stretched by a function's share of a processor; ${assumed.storeTripMs} ms a trip to DynamoDB,
${assumed.keyCallMs} ms a call to KMS and ${assumed.bankMs} ms a call to the bank are assumed. Log bytes: lines measured, and those of the API.`;
  print(
    countText,
    `payment, ${COUNT_COLUMNS}`,
    all.map(([name, one]) => [name, ...countCells(one)]),
  );
  const dollarText = `Dollars for a million
${source}, ${region}, ${asOf}.
SMS, e-mail and their providers' prices come on top.`;
  print(
    dollarText,
    `payment, ${DOLLAR_COLUMNS}, all, aim, met`,
    all.map(([name, one]) => dollarRow(name, one, name === 'paid link (3D)' ? LINK_AIM_USD : undefined)),
  );
  print(
    'What payments are said to consume (infra/capacity/payment-load.ts), and what was counted here',
    'payment, what, said, counted, met',
    agreementRows([
      ['paid link (3D)', wholeLink, paidLinkLoad],
      ['direct payment', direct, directPaymentLoad],
    ]),
  );
  print('Dollars a month without a payment, at the most', 'what, count, each, all, aim, met', idleRows());
  const { gigabyteStored, gigabyteRecoverable } = prices.perMonthUsd;
  const bytes = await keptBytesOfLink(app);
  const [stored, recoverable] = [gigabyteStored, gigabyteRecoverable].map((usd) => (bytes / 1000) * usd);
  print('Dollars a month for each million paid links that are kept', 'bytes of a link, stored, recoverable', [
    [bytes, ...fixed(stored ?? 0, recoverable ?? 0)],
  ]);
};
