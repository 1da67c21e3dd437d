import { afterAll, beforeAll, describe } from 'vitest';
import { faultExamples } from '../../docs/fault-examples.ts';
import { type FaultyStack, startFaultyStack } from '../../support/app/own-stack.ts';
import { storeCosts } from './store-costs.ts';

// Both call nearly every function, of which each costs more to start than all its calls here: one app serves both.

let stack: FaultyStack;
beforeAll(async () => {
  // The longest cache time that a setting allows: a slow machine would need longer than the second of `npm start`.
  stack = await startFaultyStack({ DEALER_CACHE_MS: '60000' }, { streams: false });
});
afterAll(() => stack.stop());

describe('Store costs', () => storeCosts(() => stack));
describe('Faults', () => faultExamples(() => stack));
