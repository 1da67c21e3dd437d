import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { StackAddress } from './stack-address.ts';

/**
 * What the functions of a running app have logged, once a text is in it: lines are on their way while the answer that
 * they tell of is there already.
 */
export const logHolding = async ({ dataDir }: Pick<StackAddress, 'dataDir'>, text: string): Promise<string> => {
  const read = (): string => readFileSync(join(dataDir, 'logs', 'functions.log'), 'utf8');
  await expect.poll(read).toContain(text);
  return read();
};
