import type { AnyAnswer } from './answer.ts';
import type { OperationFacts } from './wire-types.ts';

/** How often a call that may be sent again is sent in all. */
export const MOST_TRIES = 3;
const FIRST_PAUSE_MS = 500;

/** True where sending the same call twice has the effect of sending it once. */
export const mayRepeat = ({ repeat }: Pick<OperationFacts, 'repeat'>, fields: object): boolean => {
  if (repeat === 'look-up') return true;
  if (repeat === 'never') return false;
  const code = Object.entries(fields).find(([name]) => name === repeat)?.[1];
  return typeof code === 'string' && code.trim() !== '';
};

/** Codes behind which the first call is not over, or did not tell its end. */
const OPEN = /(?:^EX|\.OutcomeUnknown|\.StillRunning)$/;

/** True where the same call may get another answer: nothing was told, or nothing is decided. */
export const isWorthRepeating = (answer: AnyAnswer): boolean => {
  if (answer.kind === 'no-answer') return true;
  return (answer.kind === 'refused' || answer.kind === 'refused-otherwise') && OPEN.test(answer.code);
};

/** The pause behind a try: 0.5 s, then 1.5 s, and up to half as much again by chance, so that callers do not come together. */
export const pauseMsAfter = (tries: number, chance: number): number =>
  Math.round(FIRST_PAUSE_MS * 3 ** (tries - 1) * (1 + chance / 2));
