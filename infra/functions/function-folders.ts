import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FUNCTIONS_FOLDER = fileURLToPath(new URL('../../functions', import.meta.url));

const foldersIn = (path: string): readonly string[] =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

let subjects: ReadonlyMap<string, string> | undefined;

/** The subject of each function: the folder under functions/ that its own folder stands in. */
const subjectsByFunction = (): ReadonlyMap<string, string> => {
  subjects ??= new Map(
    foldersIn(FUNCTIONS_FOLDER).flatMap((subject) =>
      foldersIn(`${FUNCTIONS_FOLDER}/${subject}`).map((name) => [name, subject] as const),
    ),
  );
  return subjects;
};

/** The subject of a function; undefined where there is no function of that name. */
export const subjectOfFunction = (name: string): string | undefined => subjectsByFunction().get(name);

/** The folder of a function, from the project's folder on; undefined where there is none of that name. */
export const folderOfFunction = (name: string): string | undefined => {
  const subject = subjectOfFunction(name);
  return subject === undefined ? undefined : `functions/${subject}/${name}`;
};
