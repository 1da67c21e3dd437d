import { type Check, commandCheck } from './check-kinds.ts';
import { lockfile, pinnedDependencies } from './dependencies.ts';
import { generatedFiles } from './generated-files.ts';
import { lintWithTypes } from './lint-with-types.ts';
import { machinePaths } from './project-files.ts';
import { references } from './references.ts';
import { runChecks } from './run-checks.ts';
import { walls } from './walls.ts';

// `npm run check`: the conditions that must hold before tests run. One line per check, exit code 1 if any fails.
const checks: readonly Check[] = [
  commandCheck('format, style sheets and JSON (biome)', 'biome', ['check', '.']),
  lintWithTypes,
  commandCheck('no unused file, export or dependency (knip)', 'knip', []),
  { name: 'generated files are current', run: generatedFiles, reads: () => true },
  { name: 'dependencies are pinned', run: pinnedDependencies },
  { name: 'the lockfile names no host', run: lockfile },
  { name: 'no file names a path of a machine', run: machinePaths },
  { name: 'references resolve', run: references },
  { name: 'imports keep to the walls', run: walls },
];

process.exitCode = (await runChecks(checks)) ? 0 : 1;
