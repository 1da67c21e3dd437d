import { randomBytes } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import type { EngineName } from './engine.ts';

/** A data folder that this process alone may use. */
export interface DataFolder {
  readonly path: string;
  release(): void;
}

/**
 * Locks the data folder for this process. Refuses, with a sentence, a folder that another run uses and one with the
 * data of another engine. The lock belongs to the operating system, so a killed run leaves none behind.
 */
export const takeDataFolder = (path: string, engine: EngineName | 'memory'): DataFolder => {
  const lock = lockOf(path);
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw isTaken(error)
      ? new Error(`The data folder ${path} is in use by another run: stop that one, or set DATA_DIR to another folder.`)
      : damaged(path, 'lock', error);
  }
  try {
    if (engine !== 'memory') refuseOtherEngine(path, engine);
  } catch (error) {
    lock.close();
    throw error;
  }
  return { path, release: () => lock.close() };
};

/** SQLite's codes of a file that somebody else has locked: busy and locked. */
const TAKEN = [5, 6];

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && TAKEN.includes(Number(error.errcode) & 0xff);

/** A file of the folder that nobody can read any more, and the way out. */
export const damaged = (path: string, file: string, cause: unknown): Error =>
  new Error(
    `The data folder ${path} is damaged: its file ${file} cannot be read. Delete the folder to begin anew, or set DATA_DIR to another one.`,
    { cause },
  );

/**
 * Makes a folder and those above it that are missing. Not by Node's own `recursive`, which never ends where a file system
 * denies that the folder above is there, as `/proc` does.
 */
const makeFolder = (path: string): void => {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST' && statSync(path).isDirectory()) return;
    const above = dirname(path);
    if (code !== 'ENOENT' || existsSync(above)) throw error;
    makeFolder(above);
    mkdirSync(path, { mode: 0o700 });
  }
};

const lockOf = (path: string): DatabaseSync => {
  try {
    makeFolder(path);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
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
  const writer = writerIn(path, marker);
  if (writer !== engine) {
    throw new Error(
      `The data folder ${path} was written by the engine ${writer}, which ${engine} cannot read: start with ENGINE=${writer}, or set DATA_DIR to another folder.`,
    );
  }
};

const writerIn = (path: string, marker: string): EngineName => {
  try {
    return markerSchema.parse(JSON.parse(readFileSync(marker, 'utf8'))).engine;
  } catch (error) {
    throw damaged(path, 'engine.json', error);
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
