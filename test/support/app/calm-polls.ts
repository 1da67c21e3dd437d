import { expect } from 'vitest';
import { watchMachine } from './machine-calm.ts';

/*
 * `expect.poll` of this run. A poll is late on a busy machine and still right, so it may last long. On a calm machine a
 * flow that does not go on is broken, and the test says so soon. Both are told apart by processors that stood idle.
 */

/** A poll is looked at after each window. */
const WINDOW_MS = 30_000;
/** Longest poll on a machine that is busy all the time, where the test names no other. */
const LONGEST_MS = 300_000;
type Poll = typeof expect.poll;
type Matchers = Readonly<Record<string, unknown>>;

/** The matcher that a chain such as `not.toBe` ends in, of a new poll of one window. */
const called = (start: () => unknown, chain: readonly string[], given: readonly unknown[]): Promise<unknown> => {
  let at = start() as Matchers;
  for (const name of chain.slice(0, -1)) at = at[name] as Matchers;
  const matcher = at[chain.at(-1) ?? ''] as (...matched: readonly unknown[]) => Promise<unknown>;
  return matcher.apply(at, given as unknown[]);
};

/** The places of the stack in the test: a later window has none of them on its own stack. */
const testFrames = (): string =>
  (new Error('poll').stack ?? '')
    .split('\n')
    .filter((line) => line.trimStart().startsWith('at ') && !line.includes('calm-polls'))
    .join('\n');

const namingTest = (error: unknown, frames: string): unknown => {
  if (error instanceof Error) error.stack = `${error.name}: ${error.message}\n${frames}`;
  return error;
};

interface Polling {
  /** Begins a poll of one window. */
  readonly start: () => unknown;
  readonly longestMs: number;
}

const polled = async (
  { start, longestMs }: Polling,
  chain: readonly string[],
  given: readonly unknown[],
): Promise<unknown> => {
  const frames = testFrames();
  for (let untilMs = WINDOW_MS; ; untilMs += WINDOW_MS) {
    const wasCalm = watchMachine();
    try {
      return await called(start, chain, given);
    } catch (error) {
      if (untilMs >= longestMs || wasCalm()) throw namingTest(error, frames);
    }
  }
};

/** Stands for an assertion until its matcher is called. */
const chained = (polling: Polling, chain: readonly string[] = []): unknown =>
  new Proxy(() => undefined, {
    get: (_target, name) =>
      name === 'then' || typeof name === 'symbol' ? undefined : chained(polling, [...chain, name]),
    apply: (_target, _self, given: readonly unknown[]) => polled(polling, chain, given),
  });

const IN_WINDOWS = Symbol.for('polls in windows');

/** A worker keeps `expect` for all its files. */
if (!(IN_WINDOWS in expect.poll)) {
  const { poll } = expect;
  const inWindows = (read: Parameters<Poll>[0], options: Parameters<Poll>[1] = {}) =>
    chained({
      start: () => poll(read, { ...options, timeout: WINDOW_MS }),
      longestMs: options.timeout ?? LONGEST_MS,
    });
  Object.assign(expect, { poll: Object.assign(inWindows, { [IN_WINDOWS]: true }) });
}
