import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COMPILER_LIMIT_MS = 5 * 60_000;

const manifestSchema = z.object({ version: z.string(), license: z.string() });

const packageManifest = () => {
  const { version, license } = manifestSchema.parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
  return {
    name: 'payment-link-client',
    version,
    description: 'Typed client of the payment-link service for dealers: Node 20 and later, no dependency.',
    license,
    type: 'module',
    engines: { node: '>=20' },
    sideEffects: false,
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    files: ['*.js', '*.d.ts'],
  };
};

/** The compiler keeps `.ts` in the imports of declarations. Beside them stand `.js` and `.d.ts` alone. */
const nameScripts = (file: string): void => {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replaceAll(/(from|import\()( ?)(["'])(\.\/[\w-]+)\.ts\3/g, '$1$2$3$4.js$3'));
};

/** Writes the package of the typed client into an empty folder: scripts, types, manifest, README and license. */
export const buildClientPackage = (folder: string): void => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const compiler = join(ROOT, 'node_modules', '.bin', 'tsc');
  const project = join(ROOT, 'shared', 'client');
  execFileSync(compiler, ['--project', project, '--outDir', folder], { timeout: COMPILER_LIMIT_MS, stdio: 'inherit' });
  for (const name of readdirSync(folder)) {
    if (name.endsWith('.d.ts')) nameScripts(join(folder, name));
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packageManifest(), undefined, 2)}\n`);
  copyFileSync(join(ROOT, 'shared', 'docs', 'client.md'), join(folder, 'README.md'));
  copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
};
