import { inject } from 'vitest';
import type { StackAddress } from './stack-address.ts';

let inPlace: StackAddress | undefined;

/** Has tests use this app from now on instead of the running one; undefined: the running one again. */
export const useStack = (stack: StackAddress | undefined): void => {
  inPlace = stack;
};

/** The app that tests use: the running one, or what stands in its place. */
export const stackOfTests = (): StackAddress => inPlace ?? inject('stack');
