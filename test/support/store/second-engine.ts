import { afterAll, beforeEach, inject, type RunnerTask, type RunnerTestFile } from 'vitest';
import { PROJECT_ROOT } from '../../../infra/checks/check-kinds.ts';
import { importedBy } from '../../../infra/checks/imports.ts';
import { type KeptProof, keptProof } from '../../../infra/checks/kept-proof.ts';
import { javaCommand, javaVersion } from '../../../infra/local/java.ts';
import { readTopology } from '../../../infra/local/topology.ts';

/** Files that no import names: the settings of test runs. */
const SETTINGS = new Set(['test/vitest.config.ts', 'tsconfig.json', 'package.json', 'package-lock.json']);

/**
 * The proof that the contract holds on the second engine, kept in this folder until something changes that it depends on: what
 * the test file imports, adapters and suites among it, what sets tests up, the tables of the templates, Java, and packages.
 */
export const secondEngineProof = async (testFile: string): Promise<KeptProof> => {
  const imported = importedBy(PROJECT_ROOT, testFile);
  const { assemblyFolder } = inject('synthesized');
  const { tables } = readTopology(assemblyFolder, inject('stack').baseUrl);
  const java = await javaCommand().then(javaVersion, () => undefined);
  return keptProof({
    name: testFile,
    reads: (path) => imported.has(path) || SETTINGS.has(path) || path.startsWith('test/support/'),
    facts: [JSON.stringify(tables), java ?? 'no Java'],
  });
};

/** Whether every test has run and passed: none failed, and none was left out. */
const havePassed = (tasks: readonly RunnerTask[]): boolean =>
  tasks.every((task) => ('tasks' in task ? havePassed(task.tasks) : task.result?.state === 'pass'));

/** Keeps a proof behind the tests of this file, if all of them have passed. */
export const keepOncePassed = (proof: KeptProof): void => {
  let file: RunnerTestFile | undefined;
  beforeEach(({ task }) => {
    file = task.file;
  });
  afterAll(() => {
    if (file !== undefined && havePassed(file.tasks)) proof.keep();
  });
};
