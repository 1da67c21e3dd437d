import { tripsOf, type WireCall } from './tap.ts';

/** The most calls that are asked for their trips. */
const MOST_CALLS = 6;
/** The second call meets an engine so slow, and each further one twice as slow: reads side by side meet on a busy machine too. */
const SLOWER_MS = 50;

/**
 * The fewest trips of several calls of one operation. A call may take the next block of ids, read anew what was cached, or have
 * an engine that answers one of two reads before the other one is sent: each of these is a trip that usual calls have not.
 * `call` makes one against an engine that takes so many milliseconds longer, and answers what it asked of the store. No
 * more calls are made once one has `enough` trips.
 */
export const leastTrips = async (
  call: (slowMs: number) => Promise<readonly WireCall[]>,
  { enough = 0, most = MOST_CALLS }: { readonly enough?: number | undefined; readonly most?: number } = {},
): Promise<readonly (readonly WireCall[])[]> => {
  let least: readonly (readonly WireCall[])[] | undefined;
  for (let calls = 0; calls < most && (least === undefined || least.length > enough); calls += 1) {
    const trips = tripsOf(await call(calls === 0 ? 0 : SLOWER_MS * 2 ** (calls - 1)));
    if (least === undefined || trips.length < least.length) least = trips;
  }
  return least ?? [];
};
