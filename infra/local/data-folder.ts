import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import type { EngineName } from './engine.ts';

/** A data folder that this process alone may use. */
export interface DataFolder {
  readonly path: string;
  release(): void;
}

/**
 * Takes the data folder for this process. Refuses, by a sentence each, a folder that another run uses and one whose
 * data another engine wrote. The lock is the operating system's, so a run that was killed leaves none behind.
 */
export const takeDataFolder = (path: string, engine: EngineName | 'memory'): DataFolder => {
  const lock = lockOf(path);
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    throw new Error(
      `The data folder ${path} is in use by another run: stop that one, or set DATA_DIR to another folder.`,
    );
  }
  try {
    if (engine !== 'memory') refuseOtherEngine(path, engine);
  } catch (error) {
    lock.close();
    throw error;
  }
  return { path, release: () => lock.close() };
};

const lockOf = (path: string): DatabaseSync => {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return new DatabaseSync(join(path, 'lock'));
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new Error(
      `The data folder ${path} cannot be made or written (${reason}): set DATA_DIR to a folder that can.`,
      { cause: error },
    );
  }
};

const markerSchema = z.object({ engine: z.enum(['dynoxide', 'dynamodb-local']) });

const refuseOtherEngine = (path: string, engine: EngineName): void => {
  const marker = join(path, 'engine.json');
  if (!existsSync(marker)) {
    writeFileSync(marker, `${JSON.stringify({ engine })}\n`);
    return;
  }
  const { engine: writer } = markerSchema.parse(JSON.parse(readFileSync(marker, 'utf8')));
  if (writer !== engine) {
    throw new Error(
      `The data folder ${path} was written by the engine ${writer}, which ${engine} cannot read: start with ENGINE=${writer}, or set DATA_DIR to another folder.`,
    );
  }
};

/** Writes a file that only its owner may read, whole or not at all. */
export const writePrivateFile = (path: string, text: string): void => {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, text, { mode: 0o600 });
  try {
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
};
