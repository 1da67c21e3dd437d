import { nextTimeOfDay } from '../calendar.ts';

const DAY_BEGINS = '09:00';
const DAY_ENDS = '21:00';

/** The first moment, from this one on, at which people may be written to: between 9:00 and 21:00 in Istanbul. */
export const daytimeFrom = (epochMs: number): number => {
  const beginsMs = nextTimeOfDay(epochMs, DAY_BEGINS);
  return nextTimeOfDay(epochMs, DAY_ENDS) < beginsMs ? epochMs : beginsMs;
};
