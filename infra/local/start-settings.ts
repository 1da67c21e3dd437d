import { resolve } from 'node:path';
import { istanbulMomentOf } from '../../shared/domain/calendar.ts';
import type { LineForm } from './request-line.ts';

/** What the environment sets of a run of `npm start`. */
export interface StartSettings {
  readonly dataDir: string;
  /** 0: any free port. */
  readonly port: number;
  readonly lines: LineForm;
  /** By how many milliseconds the clock of the service is ahead of the machine's. */
  readonly clockAheadMs: number;
}

/** Reads the settings of `npm start`. Throws with a sentence about the first that is wrong. */
export const startSettings = (env: Readonly<Record<string, string | undefined>>, nowMs: number): StartSettings => ({
  dataDir: resolve(env.DATA_DIR || '.local'),
  lines: lineFormFrom(env.LOG),
  clockAheadMs: clockAheadFrom(env.CLOCK, nowMs),
  port: portFrom(env.PORT),
});

const portFrom = (text: string | undefined): number => {
  if (text === undefined || text === '') return 3000;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new Error(`PORT is "${text}": it must be a number from 0 (any free port) to 65535.`);
};

const lineFormFrom = (text: string | undefined): LineForm => {
  if (text === undefined || text === '' || text === 'text') return 'text';
  if (text === 'json') return 'json';
  throw new Error(`LOG is "${text}": it must be "text" (a line for people) or "json" (an object for programs).`);
};

/** How far the clock is to be ahead of the machine's, so that it begins at the moment that was asked for. */
const clockAheadFrom = (text: string | undefined, nowMs: number): number => {
  if (text === undefined || text === '') return 0;
  const aheadMs = (istanbulMomentOf(text) ?? Number.NaN) - nowMs;
  if (aheadMs > 0) return aheadMs;
  throw new Error(`CLOCK is "${text}": it must be a later moment in Istanbul, written as 2030-01-31 11:59.`);
};
