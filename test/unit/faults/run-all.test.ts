import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Progress } from '../../faults/all/progress.ts';
import { runAll } from '../../faults/all/run-all.ts';
import { RunRefused } from '../../faults/all/run-folder.ts';
import { WorkersFail } from '../../faults/all/workers.ts';

const TREE = 'c'.repeat(32);
const workerFile = fileURLToPath(new URL('../../faults/odd-worker-main.ts', import.meta.url));
/** A busy machine may hold a good worker up for longer: its seed then passes when it is run again, and has not failed. */
const HUNG_AFTER_MS = 2000;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fault-runs-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = async (
  kinds: Readonly<Record<string, number>>,
  { tree = () => TREE, file = workerFile }: { readonly tree?: () => string; readonly file?: string } = {},
) => {
  const out = new PassThrough();
  const parts: Buffer[] = [];
  out.on('data', (part: Buffer) => parts.push(part));
  const end = await runAll({
    kinds: Object.entries(kinds).map(([name, wanted]) => ({ name, wanted })),
    cores: 2,
    folder,
    assemblyFolder: () => Promise.reject(new Error('nothing is synthesized here')),
    out: out as unknown as NodeJS.WriteStream,
    treeDigest: tree,
    workers: { workerFile: file, hungAfterMs: HUNG_AFTER_MS },
  });
  return { end, text: Buffer.concat(parts).toString() };
};

describe('A run of all kinds over workers', () => {
  test('reports a worker that dies and one that hangs with their seeds, replaces them, and runs all the others', async () => {
    const { end, text } = await run({ odd: 9, calm: 9 });
    expect(end).toBe('failed');
    const progress = new Progress(folder, TREE);
    expect(progress.of('odd').done.ranges).toEqual([[1, 9]]);
    expect(progress.of('calm').done.ranges).toEqual([[1, 9]]);
    const failed = [...progress.of('odd').failed.values()].toSorted((one, other) => one.seed - other.seed);
    // Each was run once more, and failed again.
    expect(failed).toMatchObject([
      { seed: 3, message: 'its worker died (SIGKILL)', broken: true, again: 'failed' },
      { seed: 5, message: 'its worker said nothing for 2 s and was ended', broken: true, again: 'failed' },
      { seed: 7, message: 'two charges of one link\nand more', broken: false, again: 'failed' },
    ]);
    expect(progress.of('calm').failed.size).toBe(0);
    expect(text).toContain('odd seed 7: two charges of one link\n');
    expect(readFileSync(progress.failuresFile, 'utf8')).toContain(
      'odd seed 7: two charges of one link\nand more\nwhat happened\n',
    );
  });

  test('goes on where the last run stopped, and runs no seed twice', async () => {
    expect(await run({ calm: 4 })).toMatchObject({ end: 'passed' });
    const { end, text } = await run({ calm: 6 });
    expect(end).toBe('passed');
    expect(text).toContain('Goes on where the last run stopped: 4 lives of this state are done.');
    expect(text).toMatch(/calm +6 +- +- +6 +2 +0 /);
    // What a seed takes was added up once for each.
    expect(new Progress(folder, TREE).of('calm').processorMs).toBe(12);
  });

  test('begins anew in a changed tree and says so', async () => {
    await run({ calm: 4 });
    const { text } = await run({ calm: 4 }, { tree: () => 'd'.repeat(32) });
    expect(text).toContain('The tree has changed since the last run');
    expect(text).toMatch(/calm +4 +- +- +4 +4 +0 /);
  });

  test('says of a kind that cannot begin why, and fails', async () => {
    const { end, text } = await run({ closed: 4, calm: 2 });
    expect(end).toBe('failed');
    expect(text).toContain('closed was not run: no engine');
    expect(text).toMatch(/calm +2 +- +- +2 +2 +0 /);
  });

  test('ends with a sentence where workers end before they run anything', async () => {
    const file = join(folder, 'no-worker.mjs');
    writeFileSync(file, 'throw new Error("no such module");');
    await expect(run({ calm: 1 }, { file })).rejects.toThrow(WorkersFail);
  });

  test('refuses a folder that another run uses, and takes over that of one that was killed', async () => {
    writeFileSync(join(folder, 'running'), String(process.pid));
    await expect(run({ calm: 1 })).rejects.toThrow(RunRefused);
    // No process has this number: it is above the most that Linux gives.
    writeFileSync(join(folder, 'running'), '4194305');
    expect(await run({ calm: 1 })).toMatchObject({ end: 'passed' });
  });
});
