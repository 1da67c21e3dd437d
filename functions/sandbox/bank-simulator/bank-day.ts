import type { BankSimulatorDependencies } from './dependencies.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
/** Turkey has been three hours ahead of UTC all year since September 2016. */
const ISTANBUL_AHEAD_MS = 180 * MINUTE_MS;

const TIME_OF_DAY = /^([01]\d|2[0-3]):([0-5]\d)$/;

/**
 * Minutes after midnight of a time of day such as `22:00`. Throws on anything else, which is a wrong setting of the
 * stage.
 */
export const readDayEnd = (text: string): number => {
  const [, hours, minutes] = TIME_OF_DAY.exec(text) ?? [];
  if (hours === undefined || minutes === undefined) throw new RangeError('the end of the bank’s day is not a time');
  return Number(hours) * 60 + Number(minutes);
};

/** The latest scheduled end of the bank's day that is not after now; `dayEnd` is minutes after midnight. */
export const latestScheduledEnd = (nowMs: number, dayEnd: number): number => {
  const sinceEnd = (nowMs + ISTANBUL_AHEAD_MS - dayEnd * MINUTE_MS) % DAY_MS;
  return nowMs - sinceEnd;
};

/** Number of the open bank day, for `SETTLEID`. */
export const settlementNumber = (nowMs: number, dayEnd: number): string =>
  String(Math.floor((nowMs + ISTANBUL_AHEAD_MS - dayEnd * MINUTE_MS) / DAY_MS) % 10_000);

/** The bank's time, and the latest end of a day. */
export interface BankDay {
  readonly nowMs: number;
  readonly closedAtMs: number;
}

/** The bank's time, and the latest end of a merchant's day, scheduled or by an operator's command. */
export const bankDayOf = async (
  deps: Pick<BankSimulatorDependencies, 'clock' | 'dayEnd' | 'ledger'>,
  merchantNumber: string,
): Promise<BankDay> => {
  const nowMs = deps.clock.now();
  const byCommand = (await deps.ledger.latestClose(merchantNumber)) ?? 0;
  return { nowMs, closedAtMs: Math.max(latestScheduledEnd(nowMs, deps.dayEnd), byCommand) };
};
