import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { accessLines, functionOf, lineBytes } from './answer-lines.ts';
import { type Consumption, consumptionNames, gigabyteSecondsOf } from './cost-model.ts';
import { median, total } from './figures.ts';
import prices from './prices.json' with { type: 'json' };
import { newTap, type RunSetup, type Stack, startStack } from './run-setup.ts';
import { readUnitsOf, type Tap, tripsOf, type WireCall, writeUnitsOf } from './tap.ts';

/** The stream is read every 200 ms: after so long without a call nothing more comes of what was done. */
const QUIET_MS = 500;
const POLL_MS = 50;
const BANK = 'bank-simulator';
const BANK_API = '/fim/api';

/** A request for the next block of ids, which serves many payments. */
const takesIds = ({ body }: WireCall): boolean => body.includes('SEQUENCE#');

/** Milliseconds in which at least one of the calls was under way. */
const waitedMs = (calls: readonly WireCall[]): number =>
  total(
    tripsOf(calls).map(
      (trip) => Math.max(...trip.map(({ endedAt }) => endedAt)) - Math.min(...trip.map(({ startedAt }) => startedAt)),
    ),
  );

interface LogLine {
  readonly service?: string;
  readonly operation?: string;
  readonly OwnTimeMs?: number;
  readonly bankMs?: number;
}

/** The lines of the service's own functions. */
const ownLines = (text: string): readonly (readonly [line: string, read: LogLine])[] =>
  text.split('\n').flatMap((line) => {
    if (line === '') return [];
    const read = JSON.parse(line) as LogLine;
    return [read.service, read.operation].includes(BANK) ? [] : [[line, read] as const];
  });

/** An app whose consumption is counted. */
export interface CountedApp {
  readonly stack: Stack;
  /** The address of the embedded bank for virtual POS, so that its time is known. */
  readonly gateway: string;
  /** Carries something out, waits for what follows of it, and answers what all of it consumed. */
  readonly consumed: (carryOut: () => Promise<unknown>, background?: Background) => Promise<Consumption>;
}

/** Calls of functions that no request waits for, such as fan-out and delivery, and their memory. */
export interface Background {
  readonly calls: number;
  readonly memoryMb: number;
}

export const startCountedApp = async (run: RunSetup): Promise<CountedApp> => {
  const taps: readonly [Tap, Tap, Tap] = [await newTap(run), await newTap(run), await newTap(run)];
  const [store, keyService, bank] = taps;
  const stack = await startStack(run, store, keyService);
  const accessBytes = accessLines();
  const logText = (): string => readFileSync(join(stack.dataDir, 'logs/functions.log'), 'utf8');
  const activity = (): string => [...taps.map((tap) => tap.count()), logText().length].join();

  const settled = async (quietMs: number): Promise<void> => {
    for (let [last, quiet] = [activity(), 0]; quiet < quietMs; quiet += POLL_MS) {
      await pause(POLL_MS);
      const now = activity();
      if (now !== last) [last, quiet] = [now, 0];
    }
  };

  const consumed: CountedApp['consumed'] = async (carryOut, background = { calls: 0, memoryMb: 0 }) => {
    await settled(POLL_MS);
    for (const tap of taps) tap.takeCalls();
    const before = logText().length;
    await carryOut();
    await settled(background.calls === 0 ? 2 * POLL_MS : QUIET_MS);
    const calls = store.takeCalls().filter((call) => !takesIds(call));
    const keyCalls = keyService.takeCalls();
    const bankCalls = bank.takeCalls().filter(({ path }) => path.startsWith(BANK_API));
    const lines = ownLines(logText().slice(before));
    const answered = lines.flatMap(([, { operation = '', OwnTimeMs, bankMs = 0 }]) =>
      OwnTimeMs === undefined
        ? []
        : [{ operation, memoryMb: functionOf(operation).memoryMb, durationMs: OwnTimeMs + bankMs }],
    );
    const functionCalls = answered.length + background.calls;
    const asked = total(answered.map(({ durationMs }) => durationMs));
    const time = {
      storeTrips: tripsOf(calls).length,
      keyCalls: keyCalls.length,
      bankCalls: bankCalls.length,
      ownMs:
        background.calls === 0
          ? Math.max(0, asked - waitedMs([...calls, ...keyCalls, ...bankCalls]))
          : background.calls * prices.assumed.backgroundMs,
    };
    return {
      writeUnits: total(calls.flatMap(writeUnitsOf).map(([, units]) => units)),
      readUnits: total(calls.map(readUnitsOf)),
      apiRequests: answered.length,
      functionCalls,
      keyCalls: keyCalls.length,
      gigabyteSeconds: gigabyteSecondsOf({ ...time, memoryMb: answered[0]?.memoryMb ?? background.memoryMb }),
      // Lambda itself writes nothing about calls that went well. A call that no request waits for is in no access log.
      logBytes:
        total(lines.map(([line]) => lineBytes(line))) + total(answered.map(({ operation }) => accessBytes(operation))),
    };
  };
  return { stack, gateway: bank.inFrontOf(stack.baseUrl), consumed };
};

/**
 * The usual consumption among several: the median of each figure, so that a full cache does not count, and the least time,
 * because other programs of the machine only ever add to it.
 */
export const usual = (all: readonly Consumption[]): Consumption =>
  Object.fromEntries(
    consumptionNames.map((name) => {
      const values = all.map((one) => one[name]);
      return [name, name === 'gigabyteSeconds' ? Math.min(...values) : median(values)];
    }),
  ) as unknown as Consumption;
