import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lintWithTypes } from '../../../infra/checks/lint-with-types.ts';
import { buildClientPackage } from '../../../infra/client/build-package.ts';

const run = promisify(execFile);
const LIMIT = { timeout: 5 * 60_000 };
const folder = mkdtempSync(join(tmpdir(), 'payment-link-client-'));
const installed = join(folder, 'node_modules', 'payment-link-client');

beforeAll(() => {
  mkdirSync(installed, { recursive: true });
  buildClientPackage(installed);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The TypeScript sample of the document with this call in it. */
const sample = (text: string): string => {
  const document = readFileSync(new URL('../../../shared/docs/client.md', import.meta.url), 'utf8');
  const found = [...document.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code);
  const code = found.find((one) => one.includes(text));
  if (code === undefined) throw new Error(`The document has no sample with ${text}.`);
  return code;
};

test('the package has scripts and types, no dependency, and imports nothing but Node', () => {
  const files = readdirSync(installed);
  expect(files).toEqual(expect.arrayContaining(['index.js', 'index.d.ts', 'package.json', 'README.md', 'LICENSE']));
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Record<string, unknown>;
  expect(manifest).toMatchObject({ type: 'module', engines: { node: '>=20' } });
  expect(Object.keys(manifest).filter((name) => /dependencies/i.test(name))).toEqual([]);
  const imports = files
    .filter((name) => /\.(?:js|d\.ts)$/.test(name))
    .flatMap((name) => [
      ...readFileSync(join(installed, name), 'utf8').matchAll(/^(?:im|ex)port\b[^'"]*? from ["']([^"']+)["']/gm),
    ])
    .map(([, specifier = '']) => specifier);
  expect(imports.length).toBeGreaterThan(10);
  expect(imports.filter((one) => !/^(?:node:[\w/]+|\.\/[\w-]+\.js)$/.test(one))).toEqual([]);
});

test('a program that installs the package runs, and verifies as the document says', async () => {
  const program = join(folder, 'program.mjs');
  writeFileSync(program, sample('verifyResult('));
  const { stdout } = await run(process.execPath, [program], { ...LIMIT, cwd: folder });
  expect(stdout).toBe('paid forged\n');
});

test('the samples of the document compile against the types of the package, without types of Node or browsers', async () => {
  const options = { noEmit: true, strict: true, target: 'es2022', lib: ['es2022'], module: 'nodenext', types: [] };
  const files: Readonly<Record<string, string>> = {
    'package.json': '{ "type": "module" }\n',
    'tsconfig.json': `${JSON.stringify({ compilerOptions: options })}\n`,
    '.oxlintrc.json': '{ "plugins": [], "categories": { "correctness": "off" } }\n',
    'console.d.ts': 'declare const console: { log(...values: readonly unknown[]): void };\n',
    ...Object.fromEntries(
      ['createClient({', 'verifyResult(', 'verifyWebhook({'].map((text, index) => [`sample-${index}.ts`, sample(text)]),
    ),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  expect(await lintWithTypes.run(folder)).toEqual([]);
  const wrong = "import { verifyResult } from 'payment-link-client';\nexport const paid: number = verifyResult;\n";
  writeFileSync(join(folder, 'wrong.ts'), wrong);
  expect(await lintWithTypes.run(folder)).toEqual([expect.stringContaining("is not assignable to type 'number'")]);
});
