import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Check } from '../../infra/checks/check-kinds.ts';
import { importedBy } from '../../infra/checks/imports.ts';
import { keptProof } from '../../infra/checks/kept-proof.ts';
import { runChecks } from '../../infra/checks/run-checks.ts';

const folder = mkdtempSync(join(tmpdir(), 'payment-links-kept-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let root: string;
const write = (name: string, text: string): void => {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
};
const reads = (path: string): boolean => !path.endsWith('.md');
const isKept = (): boolean => keptProof({ name: 'a proof', reads, facts: ['17'] }, root).isKept;

beforeEach(() => {
  root = mkdtempSync(join(folder, 'project-'));
  write('.gitignore', 'node_modules\n');
  write('shared/one.ts', 'one');
  write('README.md', 'words');
  write('package-lock.json', '{}');
  write('node_modules/.package-lock.json', '{}');
});

describe('A proof', () => {
  beforeEach(() => keptProof({ name: 'a proof', reads, facts: ['17'] }, root).keep());

  test('is kept while nothing changes that it depends on', () => {
    expect(isKept()).toBe(true);
    write('README.md', 'other words');
    write('node_modules/.cache/other', 'x');
    expect(isKept()).toBe(true);
  });

  test.each([
    ['a file changes', () => write('shared/one.ts', 'two')],
    ['a file is new', () => write('shared/two.ts', '')],
    ['a file has another name', () => renameSync(join(root, 'shared/one.ts'), join(root, 'shared/other.ts'))],
    ['a file goes', () => rmSync(join(root, 'shared/one.ts'))],
    ['the lockfile changes', () => write('package-lock.json', '{ }')],
    ['other packages are installed than the lockfile wants', () => write('node_modules/.package-lock.json', '{ }')],
    ['the packages are installed anew', () => rmSync(join(root, 'node_modules'), { recursive: true })],
  ])('is not kept when %s', (_, change) => {
    change();
    expect(isKept()).toBe(false);
  });

  test('is of one subject and its facts', () => {
    expect(keptProof({ name: 'another', reads, facts: ['17'] }, root).isKept).toBe(false);
    expect(keptProof({ name: 'a proof', reads, facts: ['21'] }, root).isKept).toBe(false);
  });
});

test('a proof is not kept of files that changed while it ran, as they are now or as they were', () => {
  const proof = keptProof({ name: 'a proof', reads, facts: ['17'] }, root);
  write('shared/one.ts', 'changed meanwhile');
  proof.keep();
  expect(isKept()).toBe(false);
  write('shared/one.ts', 'one');
  expect(isKept()).toBe(false);
});

describe('npm run check', () => {
  const findings: string[] = [];
  let runs = 0;
  const check: Check = {
    name: 'counted',
    reads,
    run: () => {
      runs += 1;
      return [...findings];
    },
  };
  const runWith = async (one: Check): Promise<readonly string[]> => {
    const lines: string[] = [];
    await runChecks([one], { root, print: (line) => lines.push(line) });
    return lines.map((line) => line.split(' ')[0] ?? '');
  };
  beforeEach(() => {
    runs = 0;
    findings.length = 0;
  });

  test('runs a check that was green again when a file changed, and says of others that they are kept', async () => {
    expect([await runWith(check), await runWith(check), runs]).toEqual([['ok'], ['kept'], 1]);
    write('shared/one.ts', 'two');
    expect([await runWith(check), runs]).toEqual([['ok'], 2]);
  });

  test('runs a check that was red again, and after a green one of other content', async () => {
    findings.push('something is wrong');
    for (let time = 1; time <= 2; time += 1) expect([(await runWith(check))[0], runs]).toEqual(['FAILED', time]);
    findings.length = 0;
    expect([await runWith(check), runs]).toEqual([['ok'], 3]);
    write('shared/one.ts', 'wrong');
    findings.push('something is wrong');
    expect((await runWith(check))[0]).toBe('FAILED');
    // The content that was green is again what it was, and its proof is kept still.
    write('shared/one.ts', 'one');
    expect([await runWith(check), runs]).toEqual([['kept'], 4]);
  });

  test('always runs a check that does not say what it reads', async () => {
    const { reads: _, ...always } = check;
    expect([await runWith(always), await runWith(always), runs]).toEqual([['ok'], ['ok'], 2]);
  });
});

test('what a file imports is found through others, types, data and imports at run time among them, but no package', () => {
  write(
    'test/a.test.ts',
    "import type { B } from '../shared/b.ts';\nimport data from './data.json' with { type: 'json' };\n",
  );
  write('shared/b.ts', "export * from './c.ts';\nimport 'zod';\nexport const late = () => import('./late.mjs');\n");
  write('shared/c.ts', "import { b } from './b.ts';\n// import { no } from './one.ts';\n");
  write('shared/late.mjs', '');
  write('test/data.json', '{}');
  const found = [...importedBy(root, 'test/a.test.ts')].toSorted();
  expect(found).toEqual(['shared/b.ts', 'shared/c.ts', 'shared/late.mjs', 'test/a.test.ts', 'test/data.json']);
});
