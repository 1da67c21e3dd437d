import { setImmediate as laterInLoop } from 'node:timers/promises';

/** Fulfilled once the clock shows a later millisecond: what is stored then is newer than what was stored before. */
export const nextMillisecond = async (): Promise<void> => {
  const before = Date.now();
  while (Date.now() <= before) await laterInLoop();
};
