import { afterAll, beforeAll, describe } from 'vitest';
import { type FaultyStack, startFaultyStack } from '../../support/app/own-stack.ts';
import { recordedDirectPayment } from './recorded-direct-payment.ts';
import { storeCosts } from './store-costs.ts';
import { storeFaults } from './store-faults.ts';

// Each function costs more to start than all its calls here: one app serves all.

let stack: FaultyStack;
beforeAll(async () => {
  // The longest cache time that a setting allows: a slow machine would need longer than the second of `npm start`.
  stack = await startFaultyStack({ DEALER_CACHE_MS: '60000' }, { streams: false });
});
afterAll(() => stack.stop());

describe('Store costs', () => storeCosts(() => stack));
describe('When the store fails', () => storeFaults(() => stack));
describe('A direct payment in the shape in which client libraries send it', () => recordedDirectPayment(() => stack));
