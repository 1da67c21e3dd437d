import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { LogFile } from '../../infra/local/log-file.ts';

const root = mkdtempSync(join(tmpdir(), 'payment-link-log-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const line = (number: number): string => `${String(number).padStart(9, '0')}\n`;

/** Writes numbered lines of 10 bytes, and answers the log's files from the oldest on, each as its lines. */
const written = async (name: string, count: number): Promise<readonly string[][]> => {
  const folder = join(root, name);
  const log = new LogFile(join(folder, 'functions.log'), { maxBytes: 100, kept: 2 });
  for (let number = 0; number < count; number += 1) log.write(line(number));
  await log.close();
  return readdirSync(folder)
    .toSorted()
    .toReversed()
    .map((file) => readFileSync(join(folder, file), 'utf8').match(/.+\n/g) ?? []);
};

describe('A log that is written without end', () => {
  test('is one file while it is short', async () => {
    expect(await written('short', 10)).toEqual([Array.from({ length: 10 }, (_, number) => line(number))]);
  });

  test('keeps a bounded number of bounded files, without a gap up to the last line', async () => {
    const files = await written('long', 1_005);
    expect(files.map((lines) => lines.length)).toEqual([10, 10, 5]);
    expect(files.flat()).toEqual(Array.from({ length: 25 }, (_, index) => line(980 + index)));
  });

  test('goes on in the file of the run before, and is its owner’s alone', async () => {
    const folder = join(root, 'again');
    await written('again', 3);
    const path = join(folder, 'functions.log');
    writeFileSync(path, 'x'.repeat(99), { flag: 'a' });
    await written('again', 1);
    expect(readdirSync(folder).toSorted()).toEqual(['functions.log', 'functions.log.1']);
    expect(readFileSync(path, 'utf8')).toBe(line(0));
    expect(statSync(path).mode & 0o077).toBe(0);
  });
});
