import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Another run uses the same folder: told in a sentence. */
export class RunRefused extends Error {
  override readonly name = 'RunRefused';
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/**
 * Takes a folder, and answers how to leave it. Two runs in one folder would each forget what the other has done. A run that
 * was killed leaves its file behind.
 */
export const takeFolder = (folder: string): (() => void) => {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'running');
  const take = (): void => writeFileSync(file, String(process.pid), { flag: 'wx' });
  try {
    take();
  } catch {
    const pid = Number(readFileSync(file, 'utf8'));
    if (isAlive(pid)) {
      throw new RunRefused(
        `Process ${pid} runs seeds with this folder already. Wait for it, give another --folder, or delete ${file}.`,
      );
    }
    rmSync(file, { force: true });
    take();
  }
  return () => rmSync(file, { force: true });
};
