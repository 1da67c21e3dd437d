import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A stream keeps its records for a day. */
const KEPT_S = 86_400;
const BUSY_TIMEOUT_MS = 5000;

/** The native engine's file in a data folder. */
export const engineFile = (dataFolder: string): string => join(dataFolder, 'dynoxide.sqlite');

/**
 * With a stream on, the native engine searches its newest record before each write, and has no index for it: a write would
 * take longer and longer. So its file gets that index before the first write, and loses the records of earlier days, which
 * nobody reads any more.
 */
export const prepareStreamRecords = (dataFolder: string): void => {
  const database = new DatabaseSync(engineFile(dataFolder));
  try {
    database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    database.exec(
      'CREATE INDEX IF NOT EXISTS newest_stream_record ON _stream_records(table_name, CAST(sequence_number AS INTEGER))',
    );
    // The newest record stays: the engine counts on from it.
    database
      .prepare('DELETE FROM _stream_records WHERE created_at < ? AND id < (SELECT MAX(id) FROM _stream_records)')
      .run(Math.floor(Date.now() / 1000) - KEPT_S);
  } finally {
    database.close();
  }
};

const MEMORY_FOLDER = '/dev/shm';

/** A folder for an engine that keeps no data: in memory where the machine has such a folder. */
export const passingFolder = (): { readonly path: string; readonly remove: () => void } => {
  const path = mkdtempSync(join(existsSync(MEMORY_FOLDER) ? MEMORY_FOLDER : tmpdir(), 'payment-links-engine-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
};
