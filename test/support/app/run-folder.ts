import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Makes a folder for this run of the tests, which is deleted at its end. In it stands Node's compile cache, for this process and
 * every process that a test starts, because the same sources are started some hundred times. The workers of the tests do
 * without: each loads its modules once, and writing them to the cache takes longer than compiling them.
 */
export const makeRunFolder = (): void => {
  const folder = mkdtempSync(join(tmpdir(), 'payment-links-run-'));
  process.env.TEST_RUN_FOLDER = folder;
  const compiled = join(folder, 'compiled');
  mkdirSync(compiled);
  process.env.NODE_COMPILE_CACHE = compiled;
  enableCompileCache(compiled);
  process.env.NODE_DISABLE_COMPILE_CACHE = '1';
  // A process that ends at this moment may still write there.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));
};

/** An empty folder of its own for a test that cannot say when it is no longer needed: it goes with the run. */
export const folderOfRun = (): string => mkdtempSync(join(process.env.TEST_RUN_FOLDER ?? tmpdir(), 'folder-'));
