import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isolatedDeclarationSync } from 'rolldown/experimental';
import { transformSync } from 'rolldown/utils';
import * as z from 'zod';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

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

/** The oldest Node that the package runs on knows this much. */
const TARGET = 'es2023';

const failAt = (file: string, errors: readonly { readonly message: string }[]): void => {
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join(' ')}`);
};

/** The script of a source file. Its imports name scripts. */
const scriptOf = (file: string, source: string): string => {
  const { code, errors } = transformSync(file, source, {
    target: TARGET,
    typescript: { rewriteImportExtensions: 'rewrite', onlyRemoveTypeImports: true },
    tsconfig: false,
  });
  failAt(file, errors);
  return code;
};

/** The types of a source file, from what it exports alone. Beside them stand scripts, so imports name those. */
const declarationsOf = (file: string, source: string): string => {
  const { code, errors } = isolatedDeclarationSync(file, source);
  failAt(file, errors);
  return code.replaceAll(/(from|import\()( ?)(["'])(\.\/[\w-]+)\.ts\3/g, '$1$2$3$4.js$3');
};

/** Writes the package of the typed client into an empty folder: scripts, types, manifest, README and license. */
export const buildClientPackage = (folder: string): void => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const sources = join(ROOT, 'shared', 'client');
  for (const file of readdirSync(sources).filter((name) => name.endsWith('.ts'))) {
    const source = readFileSync(join(sources, file), 'utf8');
    const name = join(folder, file.slice(0, -'.ts'.length));
    writeFileSync(`${name}.js`, scriptOf(file, source));
    writeFileSync(`${name}.d.ts`, declarationsOf(file, source));
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packageManifest(), undefined, 2)}\n`);
  copyFileSync(join(ROOT, 'shared', 'docs', 'client.md'), join(folder, 'README.md'));
  copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
};
