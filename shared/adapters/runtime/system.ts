import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '../../ports/clock.ts';
import type { Randomness } from '../../ports/identifiers.ts';

export const systemClock: Clock = { now: () => Date.now() };

const TOKEN_BYTES = 16;

export const systemRandomness: Randomness = {
  guid: () => randomUUID().toUpperCase(),
  token: () => randomBytes(TOKEN_BYTES).toString('base64url'),
};
