import { importedBy } from '../../../infra/checks/imports.ts';
import { sourcesDigest } from '../../../infra/local/build-cache.ts';

const PROJECT_FOLDER = new URL('../../..', import.meta.url).pathname.replace(/\/$/, '');

/** Programs of fault runs that no import names: they are started. */
const STARTED = ['test/faults/seed-worker-main.ts', 'test/faults/killed-app-main.ts'];
/** Rooms that decide what a seed does, whole: the real adapters and the app are bundled from them. */
const WHOLE = ['functions', 'shared', 'infra', 'test/faults', 'cdk.json', 'package-lock.json', 'tsconfig.json'];

/** What fault runs import of the parts that they share with tests. A test that changes alone changes no seed. */
const sharedWithTests = (): readonly string[] => {
  const imported = STARTED.flatMap((program) => [...importedBy(PROJECT_FOLDER, program)]);
  return [...new Set(imported)].filter((path) => /^test\/(?!faults\/)/.test(path)).toSorted();
};

/** A digest of everything that decides what a seed does. Equal digests let counts of seeds be added up. */
export const treeDigest = (): string => sourcesDigest(PROJECT_FOLDER, [...WHOLE, ...sharedWithTests()]);
