import { inject } from 'vitest';
import type { StackAddress } from './stack-address.ts';

let inPlace: StackAddress | undefined;

/** Has tests use another app from now on than the running one. */
export const useStack = (stack: StackAddress): void => {
  inPlace = stack;
};

/** The app that tests use: the running one, or what stands in its place. */
export const stackOfTests = (): StackAddress => inPlace ?? inject('stack');
