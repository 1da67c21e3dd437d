/**
 * Waits until a fixed window of the service has room for what a test counts in it: a test that begins just before the
 * end of one would see its counts split over two. What it waits for is the clock itself, which has no event.
 */
export const roomInWindow = async (windowMs: number, neededMs: number): Promise<void> => {
  const leftMs = windowMs - (Date.now() % windowMs);
  if (leftMs < neededMs) await new Promise((resolve) => setTimeout(resolve, leftMs + 50));
};
