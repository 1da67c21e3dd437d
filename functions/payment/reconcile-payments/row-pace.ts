/**
 * Spaces the rows of one gateway by its rate. Answers how long the next row waits, in ms, when one begins at `nowMs`.
 * Timers fire late, so the wait is counted from when a row should have begun: else each delay lowers the rate. A delay of
 * more than one interval is not made up, and a clock that is set back lengthens no wait: two rows at most begin together.
 */
export const rowPace = (perSecond: number): ((nowMs: number) => number) => {
  const intervalMs = 1000 / perSecond;
  let dueMs: number | undefined;
  return (nowMs) => {
    const nextMs = (dueMs ?? nowMs) + intervalMs;
    dueMs = Math.min(Math.max(nextMs, nowMs), nowMs + intervalMs);
    return dueMs - nowMs;
  };
};
