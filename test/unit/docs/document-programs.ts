import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A language of the documents, and how its programs are run where the machine has it. */
export interface ProgramLanguage {
  readonly language: string;
  readonly file: string;
  readonly command: readonly [string, ...string[]];
  readonly probe: readonly string[];
}

export const programLanguages: readonly ProgramLanguage[] = [
  { language: 'ts', file: 'verify.ts', command: [process.execPath], probe: ['--version'] },
  { language: 'python', file: 'verify.py', command: ['python3'], probe: ['--version'] },
  { language: 'php', file: 'verify.php', command: ['php'], probe: ['--version'] },
  { language: 'csharp', file: 'verify.cs', command: ['dotnet', 'run'], probe: ['--version'] },
  { language: 'go', file: 'verify.go', command: ['go', 'run'], probe: ['version'] },
];

export const isHere = ({ command: [program], probe }: ProgramLanguage): boolean =>
  spawnSync(program, probe, { timeout: 30_000 }).status === 0;

/** The first program of a language in a document; empty where there is none. */
export const programIn = (document: string, language: string): string =>
  new RegExp(`^\`\`\`${language}\\n(.*?)\\n\`\`\`$`, 'ms').exec(document)?.[1] ?? '';

/** Runs a program, and tells its exit status and what it printed. */
export const runProgram = (
  { command: [name, ...parameters], file }: ProgramLanguage,
  { folder, program }: { readonly folder: string; readonly program: string },
): { readonly stdout: string; readonly status: number | null } => {
  writeFileSync(join(folder, file), `${program}\n`);
  const { stdout, status } = spawnSync(name, [...parameters, join(folder, file)], {
    encoding: 'utf8',
    timeout: 120_000,
  });
  return { stdout, status };
};
