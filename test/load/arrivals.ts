import { setTimeout as pause } from 'node:timers/promises';
import { type Kind, kinds, type LoadOptions } from './options.ts';

/** Numbers from 0 to below 1 that follow from a seed (mulberry32). */
export const randomBySeed = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** One arrival: what it does, and when after the start. */
export interface Arrival {
  readonly kind: Kind;
  readonly atMs: number;
}

type Plan = Pick<LoadOptions, 'seconds' | 'count' | 'rate' | 'seed' | 'mix'>;

/** The arrivals of a run: at random moments with the mean rate, of random kinds with their shares. Equal for equal seeds. */
export const arrivalsOf = function* ({ seconds, count, rate, seed, mix }: Plan): Generator<Arrival> {
  const random = randomBySeed(seed);
  // Each kind as often as its share says.
  const places = kinds.flatMap((kind) => Array.from({ length: mix[kind] }, () => kind));
  let atMs = 0;
  for (let number = 0; number < count; number += 1) {
    atMs += (-Math.log(1 - random()) * 1000) / rate;
    if (atMs > seconds * 1000) return;
    yield { kind: places[Math.floor(random() * places.length)] ?? 'lookup', atMs };
  }
};

/** Begins each arrival at its moment, whether or not earlier ones are over. Answers how many it could not begin. */
export const beginAll = async (
  arrivals: Iterable<Arrival>,
  atOnce: number,
  serve: (arrival: Arrival & { readonly dueMs: number }) => Promise<void>,
): Promise<number> => {
  const startedAtMs = performance.now();
  const serving = new Set<Promise<void>>();
  let notBegun = 0;
  for (const arrival of arrivals) {
    const dueMs = startedAtMs + arrival.atMs;
    const early = dueMs - performance.now();
    if (early > 0) await pause(early);
    if (serving.size >= atOnce) {
      notBegun += 1;
      continue;
    }
    const one: Promise<void> = serve({ ...arrival, dueMs }).finally(() => serving.delete(one));
    serving.add(one);
  }
  await Promise.all(serving);
  return notBegun;
};
