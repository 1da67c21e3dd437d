import { randomInt } from 'node:crypto';

/**
 * Numbers from `least` to below `below` that no other call has: they count on from a random one, so that the numbers of two
 * processes over one store hardly meet. Random ones would: of 60,000 numbers two of 290 are equal in half of all runs.
 */
export const numbersFrom = (least: number, below: number): (() => number) => {
  let next = randomInt(least, below);
  return () => {
    const number = next;
    next = number + 1 < below ? number + 1 : least;
    return number;
  };
};
