import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

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
      // Came inside the archive of another package, whose hash covers it.
      inBundle: z.boolean().optional(),
    }),
  ),
});

const EXACT_VERSION = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;

/** Every dependency of the manifest is one exact version, and the lockfile has that very version. */
export const pinnedDependencies = (root: string): readonly string[] => {
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const { packages } = lockSchema.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  const wanted = Object.entries({
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...manifest.optionalDependencies,
  });
  return wanted.flatMap(([name, version]) => {
    if (!EXACT_VERSION.test(version)) return [`package.json: ${name} is "${version}", which is no exact version`];
    const locked = packages[`node_modules/${name}`]?.version;
    return locked === version ? [] : [`package-lock.json: ${name} is ${locked ?? 'missing'} and should be ${version}`];
  });
};

/** The lockfile installs from whatever registry is set up, and every package in it is known by its hash. */
export const lockfile = (root: string): readonly string[] => {
  const text = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const hosts = text
    .split('\n')
    .map((line, index) => ({ line: line.trim(), number: index + 1 }))
    .filter(({ line }) => line.startsWith('"resolved":') || /"(?:git\+|git:|ssh:|file:)/.test(line));
  const { packages } = lockSchema.parse(JSON.parse(text));
  const unhashed = Object.entries(packages).filter(
    ([place, { integrity, inBundle }]) => place !== '' && integrity === undefined && inBundle !== true,
  );
  return [
    ...hosts.map(({ line, number }) => `package-lock.json:${number}: ${line}`),
    ...unhashed.map(([place]) => `package-lock.json: ${place} has no hash`),
  ];
};
