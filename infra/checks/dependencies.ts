import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { projectFiles } from './project-files.ts';

const versions = z.record(z.string(), z.string()).default({});
const manifestSchema = z.object({
  dependencies: versions,
  devDependencies: versions,
  optionalDependencies: versions,
});
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      integrity: z.string().optional(),
      // The package came inside the archive of another package, whose hash covers it.
      inBundle: z.boolean().optional(),
    }),
  ),
});

const EXACT_VERSION = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;

/** Folders with a package of their own: the project, and what a rare command installs for itself. */
const packageFolders = (root: string): readonly string[] =>
  projectFiles(root)
    .filter((name) => /(?:^|\/)package\.json$/.test(name))
    .map((name) => dirname(name));

/** Every dependency in a manifest is one exact version, and the lockfile beside it has the same version. */
export const pinnedDependencies = (root: string): readonly string[] =>
  packageFolders(root).flatMap((folder) => {
    const [manifestFile, lockFile] = [join(folder, 'package.json'), join(folder, 'package-lock.json')];
    const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(root, manifestFile), 'utf8')));
    const { packages } = lockSchema.parse(JSON.parse(readFileSync(join(root, lockFile), 'utf8')));
    const wanted = Object.entries({
      ...manifest.dependencies,
      ...manifest.devDependencies,
      ...manifest.optionalDependencies,
    });
    return wanted.flatMap(([name, version]) => {
      if (!EXACT_VERSION.test(version)) return [`${manifestFile}: ${name} is "${version}", which is no exact version`];
      const locked = packages[`node_modules/${name}`]?.version;
      return locked === version ? [] : [`${lockFile}: ${name} is ${locked ?? 'missing'} and should be ${version}`];
    });
  });

/** No lockfile names a registry, so that any can be used, and every package in one has a hash. */
export const lockfile = (root: string): readonly string[] =>
  packageFolders(root).flatMap((folder) => {
    const lockFile = join(folder, 'package-lock.json');
    const text = readFileSync(join(root, lockFile), 'utf8');
    const hosts = text
      .split('\n')
      .map((line, index) => ({ line: line.trim(), number: index + 1 }))
      .filter(({ line }) => line.startsWith('"resolved":') || /"(?:git\+|git:|ssh:|file:)/.test(line));
    const { packages } = lockSchema.parse(JSON.parse(text));
    const unhashed = Object.entries(packages).filter(
      ([place, { integrity, inBundle }]) => place !== '' && integrity === undefined && inBundle !== true,
    );
    return [
      ...hosts.map(({ line, number }) => `${lockFile}:${number}: ${line}`),
      ...unhashed.map(([place]) => `${lockFile}: ${place} has no hash`),
    ];
  });
