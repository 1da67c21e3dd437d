/** Longer than any test needs for what it counts, even on a busy machine. */
const NEEDED_MS = 90_000;
const DAY_MS = 86_400_000;
const ISTANBUL_AHEAD_MS = 3 * 3_600_000;

/**
 * Waits until enough of a fixed counting window is left for a test: a test that begins just before the end of one would
 * see its counts split over two. It waits for the clock, which has no event to wait for.
 */
export const roomInWindow = async (windowMs: number, nowMs: number = Date.now()): Promise<void> => {
  const leftMs = windowMs - (nowMs % windowMs);
  if (leftMs < NEEDED_MS) await new Promise((resolve) => setTimeout(resolve, leftMs + 50));
};

/** The same for the day in Istanbul, by which limits, listings and reservations are counted. */
export const roomInDay = (nowMs: number = Date.now()): Promise<void> => roomInWindow(DAY_MS, nowMs + ISTANBUL_AHEAD_MS);
