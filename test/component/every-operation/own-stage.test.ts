import { afterAll, beforeAll, describe } from 'vitest';
import { type FaultyStack, startFaultyStack } from '../../support/app/own-stack.ts';
import { stageCommands } from '../operator/stage-commands.ts';
import { reconcileTwoBanks } from '../payment/reconcile-two-banks.ts';
import { stageBrake } from './stage-brake.ts';

// They pause charges, or count all attempts that are due: no other test may charge meanwhile. One app serves all, for
// each function costs more to start than all its calls here.

let stack: FaultyStack;
beforeAll(async () => {
  // Without caching the next call sees every change.
  stack = await startFaultyStack({ DEALER_CACHE_MS: '0' }, { streams: false });
});
afterAll(() => stack.stop());

describe('The commands', () => stageCommands(() => stack));
describe('The brake', () => stageBrake(() => stack));
// Last, for it leaves attempts at a bank that hangs.
describe('Two banks', () => reconcileTwoBanks(() => stack));
