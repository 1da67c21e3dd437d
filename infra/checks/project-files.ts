import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// A path below one of these folders belongs to one machine. Lambda's /var/task and the temporary folder itself do not:
// they are the same everywhere.
const MACHINE_PATH = /(?<![\w.])(?:\/(?:home|Users|root|work|mnt|media|srv)\/[\w.-]+|\/tmp\/[\w.-]+|[A-Z]:\\\\?\w+)/;

const NEVER_OURS = ['.git', 'node_modules'];

/** The files of the project without those that .gitignore names. It needs no git, so that a copy can be checked too. */
export const projectFiles = (root: string): readonly string[] => {
  const ignored = readFileSync(join(root, '.gitignore'), 'utf8')
    .split('\n')
    .map((line) => line.trim().replace(/\/$/, ''))
    .filter(Boolean);
  const skipped = new Set([...NEVER_OURS, ...ignored]);
  const filesIn = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (skipped.has(name) || NEVER_OURS.includes(entry.name)) return [];
      if (entry.isDirectory()) return filesIn(name);
      return entry.isFile() ? [name] : [];
    });
  return filesIn('');
};

/** No file of the project names a path that exists on one machine only. */
export const machinePaths = (root: string): readonly string[] =>
  projectFiles(root)
    .filter((name) => !name.endsWith('package-lock.json'))
    .flatMap((name) =>
      readFileSync(join(root, name), 'utf8')
        .split('\n')
        .flatMap((line, index) => {
          const found = MACHINE_PATH.exec(line);
          return found === null ? [] : [`${name}:${index + 1}: ${found[0]}`];
        }),
    );
