import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { StackAddress } from './stack-address.ts';

/** The log of a running app's functions, once it holds a text. An answer can arrive before its log line does. */
export const logHolding = async ({ dataDir }: Pick<StackAddress, 'dataDir'>, text: string): Promise<string> => {
  const read = (): string => readFileSync(join(dataDir, 'logs', 'functions.log'), 'utf8');
  await expect.poll(read).toContain(text);
  return read();
};
