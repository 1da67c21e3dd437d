import { readFileSync, statSync } from 'node:fs';
import * as z from 'zod';
import { entryFields, importBins, MAX_BINS, removeOtherBins } from '../../functions/operator/operate/commands/bin.ts';
import type { CommandFailure } from '../../functions/operator/operate/contract.ts';
import { demoBins } from '../local/demo-bins.ts';
import { type Invocation, UsageError } from './arguments.ts';
import { CsvError, readCsv } from './csv-table.ts';
import { invokeOperate } from './invoke.ts';
import { partId } from './part-id.ts';
import { type ProgressOutput, progressOn } from './progress.ts';

/** Hundreds of thousands of entries: more than all issuers of the world have. */
const MAX_BYTES = 32 * 1024 * 1024;
/** A directory of a million entries. It ends a list that would otherwise never end. */
const MAX_PAGES = 2000;

type Entry = Readonly<Record<string, unknown>>;

/** Entries of an import, and how to name the place of one of them. */
interface Source {
  readonly entries: readonly Entry[];
  readonly placeOf: (index: number) => string;
}

export interface BinImportOutcome {
  readonly imported: number;
  readonly removed?: number;
  /** Why the run ended early. The same command with the same id goes on. */
  readonly error?: CommandFailure;
}

/** True for an import that the command line carries out in parts. */
export const isImportInParts = ({ command, file, replace, testCards }: Invocation): boolean =>
  command.name === importBins.name && (replace || testCards || file?.toLowerCase().endsWith('.csv') === true);

const readText = (path: string): string => {
  try {
    if (statSync(path).size > MAX_BYTES) throw new UsageError(`The file ${path} is larger than 32 MB.`);
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new UsageError(`The file ${path} cannot be read (${code}).`);
  }
};

/** The rows of a CSV file. Throws a UsageError where it cannot be read or is no table. */
export const csvTableIn = (path: string) => {
  try {
    return readCsv(readText(path));
  } catch (error) {
    if (error instanceof CsvError) throw new UsageError(`${path}: ${error.message}`);
    throw error;
  }
};

const csvSource = (path: string): Source => {
  const [header, ...rows] = csvTableIn(path);
  const columns = header?.cells ?? [];
  const known = Object.keys(entryFields);
  const unknown = columns.findIndex((name) => !known.includes(name));
  if (unknown >= 0 || !columns.includes('bin') || new Set(columns).size < columns.length) {
    throw new UsageError(
      `${path}: the first line must name the columns, bin and any of ${known.slice(1).join(', ')}, each once.`,
    );
  }
  const entries = rows.map(({ line, cells }): Entry => {
    if (cells.length !== columns.length) {
      throw new UsageError(`${path}: line ${line} has ${cells.length} cells, and the first line ${columns.length}.`);
    }
    return Object.fromEntries(columns.flatMap((name, index) => (cells[index] === '' ? [] : [[name, cells[index]]])));
  });
  return { entries, placeOf: (index) => `line ${rows[index]?.line}` };
};

const jsonSource = (path: string): Source => {
  const schema = z.strictObject({ bins: z.array(z.record(z.string(), z.unknown())) });
  const entry = (index: number): string => `bins.${index}`;
  try {
    return { entries: schema.parse(JSON.parse(readText(path).replace(/^\uFEFF/, ''))).bins, placeOf: entry };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${path} is not JSON of the form {"bins": [{"bin": "411111"}]}.`);
  }
};

const sourceOf = ({ file, testCards, pairs }: Invocation): Source => {
  if (Object.keys(pairs).length > 0) throw new UsageError('An import in parts takes no name=value.');
  if (testCards !== (file === undefined)) throw new UsageError('An import takes --file F.csv or --test-cards.');
  if (file === undefined) return { entries: demoBins.map((one) => ({ ...one })), placeOf: (index) => `card ${index}` };
  return file.toLowerCase().endsWith('.csv') ? csvSource(file) : jsonSource(file);
};

/** A BIN that stands twice is looked for over all parts: each part by itself looks for it only among its own. */
const refuseRepeated = ({ entries, placeOf }: Source): void => {
  const places = new Map<unknown, number>();
  for (const [index, { bin }] of entries.entries()) {
    const before = places.get(bin);
    if (before !== undefined)
      throw new UsageError(`The BIN of ${placeOf(index)} stands at ${placeOf(before)} already.`);
    places.set(bin, index);
  }
};

/** The failure of a part, with the place in the file instead of that in the part. */
const placed = (failure: CommandFailure, { placeOf }: Source, first: number): CommandFailure => {
  const [, index, field] = /^bins\.(\d+)(?:\.(\w+))?$/.exec(failure.field ?? '') ?? [];
  if (index === undefined) return failure;
  return { ...failure, message: `${placeOf(first + Number(index))}: ${field ?? 'entry'} ${failure.message}` };
};

const pageSchema = z.object({ removed: z.int(), next: z.string().optional() });

const removeOthers = async (
  invocation: Invocation,
  bin: unknown,
  send: typeof invokeOperate,
): Promise<{ readonly removed: number; readonly error?: CommandFailure }> => {
  const { commandId } = invocation;
  let [removed, cursor]: [number, string | undefined] = [0, undefined];
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const called = { ...invocation, command: removeOtherBins, commandId: partId(commandId, `remove ${page}`) };
    const place = cursor === undefined ? {} : { cursor };
    const answer = await send(called, { importId: partId(commandId, 'import'), bin, ...place });
    if (!answer.ok) return { removed, error: answer.error };
    const read = z.parse(pageSchema, answer.result);
    removed += read.removed;
    if (read.next === undefined) return { removed };
    cursor = read.next;
  }
  return { removed, error: { code: 'Unexpected', message: 'The directory does not end.' } };
};

/**
 * Imports a file of BINs in parts, and shows its progress. Each part is a command with an id of its own that follows from
 * the run's, so that a repeat of the run with the same id goes on behind the last part that was applied. With --replace
 * it then walks the directory and removes what another import wrote: what the file lacks. Throws a UsageError for a file
 * that is no list of BINs, before anything is written.
 */
export const importBinsInParts = async (
  invocation: Invocation,
  output: ProgressOutput,
  send = invokeOperate,
): Promise<BinImportOutcome> => {
  const { commandId, replace } = invocation;
  const source = sourceOf(invocation);
  const { entries } = source;
  if (entries.length === 0) throw new UsageError('The file has no entries.');
  refuseRepeated(source);
  const progress = progressOn(output, 'entries imported');
  const importId = partId(commandId, 'import');
  try {
    for (let first = 0; first < entries.length; first += MAX_BINS) {
      const bins = entries.slice(first, first + MAX_BINS);
      const part = { ...invocation, commandId: partId(commandId, `part ${first}`) };
      const answer = await send(part, { bins, importId });
      if (!answer.ok) return { imported: first, error: placed(answer.error, source, first) };
      const handled = first + bins.length;
      progress.show({ done: handled, total: entries.length, handled });
    }
  } finally {
    progress.end();
  }
  const imported = entries.length;
  return replace ? { imported, ...(await removeOthers(invocation, entries[0]?.bin, send)) } : { imported };
};
