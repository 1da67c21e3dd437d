import { pathToFileURL } from 'node:url';
import { TestRunner } from 'vitest';
import { collected } from './collected-tests.ts';

/** Vitest's runner, which imports test files as any other module, and hands over what they hold. */
export default class CollectingRunner extends TestRunner {
  override importFile(path: string): Promise<unknown> {
    return import(pathToFileURL(path).href);
  }

  onCollected(files: typeof collected.files): void {
    collected.files = files;
  }
}
