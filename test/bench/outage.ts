import { setTimeout } from 'node:timers/promises';
import { GatewayLanes } from '../../functions/payment/reconcile-payments/gateway-lanes.ts';
import { type ChargeOutage, HOUR_OF_CHARGES, simulateCharges } from '../faults/outage/charge-simulation.ts';
import { HANGS } from '../faults/outage/outage-gateways.ts';
import {
  type OutageMinute,
  type OutageReport,
  type OutageSize,
  simulateOutage,
  WHOLE_OUTAGE,
} from '../faults/outage/sweep-simulation.ts';
import { aimed, print, type Row } from './figures.ts';
import type { RunSetup } from './run-setup.ts';

const MINUTE_MS = 60_000;
const EVERY_MINUTES = 5;
/** The rate that settles an hour of ten charges a second within 15 minutes. */
const RATE_FOR_FIFTEEN_MINUTES = 42;
/** For how long rows are begun by the machine's timer. */
const PACE_SECONDS = 10;
/** An inquiry, and its reads and writes. */
const ROW_MS = 600;

const rowOf = ({ minute, open }: OutageMinute): Row => [minute, ...Object.values(open)];

/** What charges take and become while one bank of three is silent, beside a run without an outage. */
const charges = async (amount: RunSetup['amount']): Promise<void> => {
  const outageMinutes = amount(HOUR_OF_CHARGES.outageMinutes);
  const runs: readonly (readonly [string, ChargeOutage])[] = [
    ['no outage', { ...HOUR_OF_CHARGES, outageMinutes: 0, minutesAfter: 6 }],
    ['outage', { ...HOUR_OF_CHARGES, outageMinutes }],
    ['outage, without breakers', { ...HOUR_OF_CHARGES, outageMinutes: amount(16), withBreakers: false }],
  ];
  const rows: Row[] = [];
  let most: number | undefined;
  for (const [name, size] of runs) {
    const { othersP99Ms, hungP99Ms, throttled, callsIntoOutage, refused, violations } = await simulateCharges(size);
    const figures = [callsIntoOutage, refused, throttled, violations.length] as const;
    rows.push([name, size.outageMinutes, othersP99Ms, ...aimed(othersP99Ms, most), hungP99Ms, ...figures]);
    most ??= 1.5 * othersP99Ms;
  }
  print(
    `Charges while one bank of three is silent\nSimulated: ${HOUR_OF_CHARGES.callsPerSecond} a second, half of them by link, ${HOUR_OF_CHARGES.instances} instances.`,
    'run, minutes, p99 of others in ms, aim, met, p99 of the bank, calls into outage, refused, throttled, violations',
    rows,
  );
};

/** Rows that a lane begins in a second with the machine's own timer, whose bank answers. */
const pace = async (perSecond: number): Promise<number> => {
  const untilMs = Date.now() + PACE_SECONDS * 1000;
  let begun = 0;
  const lanes = new GatewayLanes<number>({
    work: async () => {
      begun += 1;
      await setTimeout(ROW_MS);
      return 'answered';
    },
    mayBegin: () => Date.now() < untilMs,
    perSecond,
    followsAnswers: true,
    now: Date.now,
    pause: (ms) => setTimeout(ms),
  });
  for (let row = 0; row < perSecond * PACE_SECONDS * 2; row += 1) lanes.add('gateway', row);
  await lanes.finished();
  return begun / PACE_SECONDS;
};

/** How near the sweeper comes to its floor: the attempts over the rate. */
const settling = async (perSecond: number, size: OutageSize, report: OutageReport): Promise<Row> => {
  const floorMinutes = (size.outageMinutes * size.doubtsPerMinute) / size.inquiriesPerSecond / 60;
  const minutes = (report.settledAfterMs ?? Number.POSITIVE_INFINITY) / MINUTE_MS;
  const ratio = minutes / floorMinutes;
  return [
    perSecond,
    floorMinutes.toFixed(1),
    minutes.toFixed(1),
    ratio.toFixed(3),
    ...aimed(ratio, 1.02),
    report.mostCallsInMinute,
    report.pagesAfterReturn,
    (await pace(perSecond)).toFixed(1),
  ];
};

/** What the sweeper does in an outage of one bank of three, and how soon all is settled when the bank is back. */
export const outage = async ({ amount }: RunSetup): Promise<void> => {
  const { doubtsPerMinute, inquiriesPerSecond, outageMinutes } = WHOLE_OUTAGE;
  // The rate shrinks with the number of attempts, so that a short run draws the same curve.
  const share = amount(doubtsPerMinute) / doubtsPerMinute;
  const size = {
    ...WHOLE_OUTAGE,
    doubtsPerMinute: amount(doubtsPerMinute),
    inquiriesPerSecond: inquiriesPerSecond * share,
  };
  const report = await simulateOutage(size);
  const { minutes, settledAfterMs = Number.POSITIVE_INFINITY, latestOfOthersMs, handOns, wrong } = report;
  const isShown = ({ minute, open }: OutageMinute): boolean =>
    minute % EVERY_MINUTES === 0 && (minute <= outageMinutes || open[HANGS] !== 0 || minute < outageMinutes + 30);
  print(
    `Attempts in doubt by minute\nSimulated: the bank of the second column is silent for ${outageMinutes} minutes.`,
    'minute, silent bank, second bank, third bank',
    minutes.filter(isShown).map(rowOf),
  );
  print('The sweeper in an outage', 'what, figure, aim, met', [
    [
      'minutes from the return to the last settled',
      (settledAfterMs / MINUTE_MS).toFixed(1),
      ...aimed(settledAfterMs / MINUTE_MS, 30),
    ],
    [
      'seconds that another bank waited at most',
      (latestOfOthersMs / 1000).toFixed(1),
      ...aimed(latestOfOthersMs / 1000, 65),
    ],
    ['most calls to one bank in a minute', report.mostCallsInMinute, ...aimed(report.mostCallsInMinute)],
    ['runs that were handed on', handOns, ...aimed(handOns)],
    ['attempts that end otherwise than the bank says', wrong.length, ...aimed(wrong.length, 0)],
  ]);
  const quicker = { ...size, inquiriesPerSecond: RATE_FOR_FIFTEEN_MINUTES * share };
  const row = await settling(inquiriesPerSecond, size, report);
  const quickerRow = await settling(RATE_FOR_FIFTEEN_MINUTES, quicker, await simulateOutage(quicker));
  print(
    `Minutes until all is settled, by the rate of a gateway\nThe floor: attempts over the rate. Last column: rows begun a second with this machine’s timer, for ${PACE_SECONDS} s.`,
    'a second, floor, minutes, ratio, aim, met, most calls in a minute, pages of the queue, by the timer',
    [row, quickerRow],
  );
  await charges(amount);
};
