import { join } from 'node:path';
import { outputOfFailure } from './check-kinds.ts';

/** Generated files are up to date: running their generators would change nothing. */
export const generatedFiles = (root: string): Promise<readonly string[]> =>
  outputOfFailure(process.execPath, [join(root, 'infra/checks/generators-main.ts'), '--check'], root);
