import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const PRELOAD = fileURLToPath(new URL('../../infra/local/require-node.mjs', import.meta.url));
const COMMAND = fileURLToPath(new URL('run-seeds.ts', import.meta.url));

const begin = (...options: readonly string[]): ChildProcess =>
  spawn(process.execPath, ['--import', PRELOAD, COMMAND, ...options], { stdio: ['ignore', 'pipe', 'pipe'] });

const ended = async (child: ChildProcess): Promise<{ readonly code: unknown; readonly text: string }> => {
  let text = '';
  for (const out of [child.stdout, child.stderr]) {
    out?.on('data', (part: Buffer) => {
      text += part.toString();
    });
  }
  const [code] = (await once(child, 'close')) as unknown[];
  return { code, text };
};

interface Saved {
  readonly kinds: { readonly link?: { readonly done: readonly (readonly [number, number])[] } };
}

const doneIn = (folder: string): number => {
  const [tree] = existsSync(folder) ? readdirSync(folder).filter((name) => name !== 'running') : [];
  const file = join(folder, tree ?? '-', 'progress.json');
  if (!existsSync(file)) return 0;
  const { kinds } = JSON.parse(readFileSync(file, 'utf8')) as Saved;
  return (kinds.link?.done ?? []).reduce((sum, [first, last]) => sum + last - first + 1, 0);
};

/** The numbers behind a kind's name in the table at the end of a run. */
const columnsOf = (text: string, kind: string): readonly number[] => {
  const line = text.split('\n').find((one) => one.startsWith(`${kind} `));
  return (line ?? '').split(/ {2,}/).slice(1).map(Number);
};

test('`npm run faults -- --all` goes on after kill -9 where it stopped, and ends with a table and exit code 0', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'faults-all-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const options = ['--all', '--kind', 'link', '--kind', 'direct', '--cores', '1', '--folder', folder] as const;

  const killed = begin(...options, '--seeds', '100000');
  const end = ended(killed);
  await expect.poll(() => doneIn(folder)).toBeGreaterThan(2);
  killed.kill('SIGKILL');
  await end;
  const done = doneIn(folder);

  const { code, text } = await ended(begin(...options, '--seeds', String(done + 2)));
  expect({ code, text }).toMatchObject({ code: 0 });
  expect(text).toContain('Goes on where the last run stopped');
  const [seeds, ofNestPay, ofGaranti, wanted, inThisRun, failed] = columnsOf(text, 'link');
  expect([seeds, wanted, inThisRun, failed]).toEqual([done + 2, done + 2, 2, 0]);
  expect(Number(ofNestPay) + Number(ofGaranti)).toBe(seeds);
});

test('a wrong option is refused with a sentence and exit code 2', async () => {
  expect(await ended(begin('--all', '--minutes', 'long'))).toEqual({
    code: 2,
    text: '--minutes is a number above 0, at most 10080, not "long".\n',
  });
});
