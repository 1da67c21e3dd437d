import { mkdtempSync, rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Gives this process, its workers and every process that a test starts one folder in which Node keeps what it compiled:
 * the same sources are started some hundred times. The folder is this run's own and goes with it.
 */
export const shareCompileCache = (): void => {
  const folder = mkdtempSync(join(tmpdir(), 'payment-links-compiled-'));
  process.env.NODE_COMPILE_CACHE = folder;
  enableCompileCache(folder);
  // A process that ends in the same moment may still be writing there.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));
};
