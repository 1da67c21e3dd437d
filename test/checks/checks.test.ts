import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { outputOfFailure, PROJECT_ROOT } from '../../infra/checks/check-kinds.ts';
import { lockfile, pinnedDependencies } from '../../infra/checks/dependencies.ts';
import { lintWithTypes } from '../../infra/checks/lint-with-types.ts';
import { machinePaths } from '../../infra/checks/project-files.ts';
import { runChecks } from '../../infra/checks/run-checks.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A project that consists of these files. */
const projectOf = (files: Readonly<Record<string, string>>): string => {
  const root = mkdtempSync(join(tmpdir(), 'payment-links-checks-'));
  folders.push(root);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
};

const manifests = (wanted: string, locked: Readonly<Record<string, unknown>>) =>
  projectOf({
    '.gitignore': 'node_modules\n',
    'package.json': JSON.stringify({ dependencies: { a: wanted } }),
    'package-lock.json': JSON.stringify({ packages: { '': {}, 'node_modules/a': locked } }, undefined, 2),
  });

const home = ['', 'home', 'somebody', 'project'].join('/');

describe('npm run check', () => {
  test('a dependency that is pinned exactly, locked and hashed is fine', () => {
    const root = manifests('1.2.3', { version: '1.2.3', integrity: 'sha512-x' });
    expect([...pinnedDependencies(root), ...lockfile(root)]).toEqual([]);
  });

  test.each(['^1.2.3', '~1.2.3', '1.2', '*', 'latest', 'https://host.example/a.tgz'])(
    'a dependency on %s is refused',
    (wanted) => {
      expect(pinnedDependencies(manifests(wanted, { version: '1.2.3' }))).toEqual([
        `package.json: a is "${wanted}", which is no exact version`,
      ]);
    },
  );

  test('a lockfile of another version is refused', () => {
    expect(pinnedDependencies(manifests('1.2.3', { version: '1.2.4' }))).toEqual([
      'package-lock.json: a is 1.2.4 and should be 1.2.3',
    ]);
  });

  test('a lockfile that names a host is refused', () => {
    const resolved = 'https://registry.example/a.tgz';
    const findings = lockfile(manifests('1.2.3', { version: '1.2.3', integrity: 'sha512-x', resolved }));
    expect(findings).toEqual([expect.stringContaining('"resolved": "https://registry.example/a.tgz"')]);
  });

  test('a package of a folder is looked at too, and none of those that it installed', () => {
    const root = projectOf({
      '.gitignore': 'node_modules\n',
      'test/tool/package.json': JSON.stringify({ devDependencies: { a: '^1.2.3', b: '1.0.0' } }),
      'test/tool/package-lock.json': JSON.stringify({ packages: { '': {}, 'node_modules/b': { version: '1.0.0' } } }),
      'test/tool/node_modules/b/package.json': JSON.stringify({ dependencies: { c: '*' } }),
    });
    expect([...pinnedDependencies(root), ...lockfile(root)]).toEqual([
      'test/tool/package.json: a is "^1.2.3", which is no exact version',
      'test/tool/package-lock.json: node_modules/b has no hash',
    ]);
  });

  test('a package without a hash is refused, unless it came inside another', () => {
    expect(lockfile(manifests('1.2.3', { version: '1.2.3' }))).toEqual([
      'package-lock.json: node_modules/a has no hash',
    ]);
    expect(lockfile(manifests('1.2.3', { version: '1.2.3', inBundle: true }))).toEqual([]);
  });

  test('a file that names a path of a machine is found by its line; ignored folders are not looked at', () => {
    const root = projectOf({
      '.gitignore': 'node_modules\n.local/\n',
      'docs/notes.md': `fine\nsee ${home}\n`,
      '.local/log': home,
      'node_modules/a/index.js': home,
    });
    expect(machinePaths(root)).toEqual([`docs/notes.md:2: ${home.split('/').slice(0, 3).join('/')}`]);
  });

  test('a document that the contracts would not generate is refused, and is made current by the generator', async () => {
    const file = join(projectOf({ 'openapi.json': '{}' }), 'openapi.json');
    const generator = join(PROJECT_ROOT, 'infra/docs/generate-openapi.ts');
    const generate = (...options: readonly string[]) =>
      outputOfFailure(process.execPath, [generator, ...options, '--file', file], PROJECT_ROOT);
    expect(await generate('--check')).toEqual([expect.stringMatching(/^\S+ differs from the contracts: run .+\.$/)]);
    expect(await generate()).toEqual([]);
    // `npm run check` proves that the published one is current, and what the check says of a current one.
    expect(readFileSync(file, 'utf8')).toBe(readFileSync(join(PROJECT_ROOT, 'shared/openapi/openapi.json'), 'utf8'));
  });

  test('an error of types fails the check with the output of its tool, and each folder has the types of where it runs', async () => {
    const settings = ['package.json', '.oxlintrc.json', 'tsconfig.json', 'shared/pages/browser/tsconfig.json'].map(
      (name): [string, string] => [name, readFileSync(join(PROJECT_ROOT, name), 'utf8')],
    );
    const root = projectOf({
      ...Object.fromEntries(settings),
      'shared/server.ts': 'export const amount: number = document.title;\nprocess.exit(amount);\n',
      'shared/pages/browser/page.ts': 'export const title: string = document.title;\nprocess.exit(title.length);\n',
    });
    symlinkSync(join(PROJECT_ROOT, 'node_modules'), join(root, 'node_modules'));
    const [output = '', ...others] = await lintWithTypes.run(root);
    expect(others).toEqual([]);
    expect(output.match(/Cannot find name '\w+'/g)?.toSorted()).toEqual([
      "Cannot find name 'document'",
      "Cannot find name 'process'",
    ]);
  });

  test('an unused file, export or dependency is found from the entries of this project', async () => {
    const root = projectOf({
      'package.json': JSON.stringify({ type: 'module', devDependencies: { 'never-imported': '1.0.0' } }),
      '.knip.jsonc': readFileSync(join(PROJECT_ROOT, '.knip.jsonc'), 'utf8'),
      'functions/s/a/handler.ts': "import { used } from '../../../shared/rules.ts';\nexport const handler = used;\n",
      'shared/rules.ts': 'export const used = 1;\nexport const needless = 2;\n',
      'shared/dead.ts': 'export const dead = 3;\n',
    });
    const [output = ''] = await outputOfFailure(
      join(PROJECT_ROOT, 'node_modules/.bin/knip'),
      ['--no-config-hints'],
      root,
    );
    expect(output).toMatch(/Unused files \(1\)\s+shared\/dead\.ts/);
    expect(output).toMatch(/Unused exports \(1\)\s+needless\s+shared\/rules\.ts/);
    expect(output).toMatch(/Unused devDependencies \(1\)\s+never-imported/);
  });

  test('one line per check; one failure or one crash fails the whole', async () => {
    const lines: string[] = [];
    const print = (line: string) => lines.push(line);
    const fine = { name: 'fine', run: () => [] };
    const bad = { name: 'bad', run: () => ['something is wrong'] };
    const broken = { name: 'broken', run: () => Promise.reject(new Error('no such tool')) };
    expect(await runChecks([fine], { print })).toBe(true);
    expect(await runChecks([fine, bad], { print })).toBe(false);
    expect(await runChecks([broken], { print })).toBe(false);
    expect(lines.filter((line) => line.startsWith('ok'))).toHaveLength(2);
    expect(lines).toContain('\nbad:\nsomething is wrong');
    expect(lines).toContain('\nbroken:\nno such tool');
  });
});
