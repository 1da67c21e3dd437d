import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { arrowsOf } from '../../infra/checks/imports.ts';

/** Simulations of many payments: they would be asked about nearly every mutant, and take seconds. */
const SIMULATIONS = ['/charges-in-outage.test.ts', '/outage.test.ts', '/noon.test.ts'];

/** Files that run the tests of components over an app in memory. */
const IN_MEMORY = 'test/mutants/in-memory';

export const isInMemory = (path: string): boolean => path.startsWith(`${IN_MEMORY}/`);

export const testFiles = (root: string): readonly string[] =>
  ['test/unit', 'test/property', IN_MEMORY].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => `${folder}/${name}`)
      .filter((path) => !SIMULATIONS.some((end) => path.endsWith(end)))
      .toSorted(),
  );

/** For every file, the files that import it. */
export type Importers = ReadonlyMap<string, ReadonlySet<string>>;

export const importersFrom = (root: string, starts: readonly string[]): Importers => {
  const importers = new Map<string, Set<string>>();
  const seen = new Set<string>(starts);
  const waiting = [...starts];
  for (let from = waiting.pop(); from !== undefined; from = waiting.pop()) {
    for (const { to, ofTypes } of arrowsOf(root, from)) {
      if (ofTypes || !to.endsWith('.ts')) continue;
      const of = importers.get(to) ?? new Set();
      importers.set(to, of.add(from));
      if (seen.has(to)) continue;
      seen.add(to);
      waiting.push(to);
    }
  }
  return importers;
};

/** Every file that imports one of these, by however many steps, with the number of steps. The files themselves are 0 away. */
export const distancesTo = (importers: Importers, targets: readonly string[]): ReadonlyMap<string, number> => {
  const distances = new Map(targets.map((path) => [path, 0]));
  let edge = [...targets];
  for (let steps = 1; edge.length > 0; steps += 1) {
    const next: string[] = [];
    for (const path of edge.flatMap((target) => [...(importers.get(target) ?? [])])) {
      if (distances.has(path)) continue;
      distances.set(path, steps);
      next.push(path);
    }
    edge = next;
  }
  return distances;
};

/** The last two folders of a path: `domain/attempt` of sources and of their tests. */
const subjectOf = (path: string): string => dirname(path).split('/').slice(-2).join('/');

/** The name of a file without its folder and ending: `calendar` of the source and of its test. */
export const nameOfFile = (path: string): string => basename(path).replace(/(?:\.test)?\.ts$/, '');

/** Test files that import a file: its namesake first, then those of its subject, then those that import it by the fewest steps. */
export const nearestFirst = (
  paths: readonly string[],
  distances: ReadonlyMap<string, number>,
  target: string,
): readonly string[] => {
  const isOther = (path: string): number => (subjectOf(path) === subjectOf(target) ? 0 : 1);
  const isNamedOtherwise = (path: string): number => (nameOfFile(path) === nameOfFile(target) ? 0 : 1);
  const distance = (path: string): number => distances.get(path) ?? Number.POSITIVE_INFINITY;
  return paths
    .filter((path) => distances.has(path))
    .toSorted(
      (one, other) =>
        isNamedOtherwise(one) - isNamedOtherwise(other) ||
        isOther(one) - isOther(other) ||
        distance(one) - distance(other),
    );
};
