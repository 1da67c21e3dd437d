import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { madeOf, sourcesDigest } from '../../infra/local/build-cache.ts';

/** A stack with its whole template, as the CDK writes it. */
export interface WrittenStack {
  readonly name: string;
  readonly template: Readonly<Record<string, unknown>>;
}

let folder: string | undefined;

/** Templates depend on the sources of the app and on how the tests make an app of them. */
const folderOfSources = (): string => {
  folder ??= join(madeOf(sourcesDigest()), `templates-${digestOf(readFileSync(STAGE_TEMPLATES, 'utf8'))}`);
  return folder;
};

const STAGE_TEMPLATES = new URL('stage-templates.ts', import.meta.url);
const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

const read = (path: string): readonly WrittenStack[] | undefined => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as readonly WrittenStack[];
  } catch {
    return undefined;
  }
};

/**
 * The stacks that `make` synthesizes from settings, or those that an earlier test, another worker or another run made of the
 * same settings and sources.
 */
export const keptStacks = (settings: string, make: () => readonly WrittenStack[]): readonly WrittenStack[] => {
  const path = join(folderOfSources(), `${digestOf(settings)}.json`);
  const kept = read(path);
  if (kept !== undefined) return kept;
  const stacks = make();
  mkdirSync(folderOfSources(), { recursive: true });
  const making = mkdtempSync(join(folderOfSources(), 'making-'));
  const file = join(making, 'stacks.json');
  writeFileSync(file, JSON.stringify(stacks));
  renameSync(file, path);
  rmSync(making, { recursive: true, force: true });
  return stacks;
};
