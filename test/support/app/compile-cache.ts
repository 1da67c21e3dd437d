import { mkdtempSync, rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Gives this process and every process that a test starts one folder for Node's compile cache, because the same sources
 * are started some hundred times. The workers of the tests do without: each loads its modules once, and writing them to
 * the cache takes longer than compiling them. The folder is deleted at the end of the run.
 */
export const shareCompileCache = (): void => {
  const folder = mkdtempSync(join(tmpdir(), 'payment-links-compiled-'));
  process.env.NODE_COMPILE_CACHE = folder;
  enableCompileCache(folder);
  process.env.NODE_DISABLE_COMPILE_CACHE = '1';
  // A process that ends at this moment may still write there.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));
};
