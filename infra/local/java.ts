import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const NEEDED_MAJOR = 17;
const ADVICE = `DynamoDB Local needs Java ${NEEDED_MAJOR} or newer: install a JDK or JRE of that age (for example Eclipse Temurin ${NEEDED_MAJOR}) and put "java" on the PATH or set JAVA_HOME.`;

/** The Java for DynamoDB Local. If it is missing or too old, throws a sentence that says what to install. */
export const javaCommand = async (): Promise<string> => {
  const home = process.env.JAVA_HOME;
  const ofHome = home === undefined || home === '' ? undefined : join(home, 'bin', 'java');
  const command = ofHome !== undefined && existsSync(ofHome) ? ofHome : 'java';
  const output = await javaVersion(command);
  if (output === undefined) throw new Error(`No working Java was found. ${ADVICE}`);
  const major = javaMajor(output);
  if (major === undefined) return command;
  if (major < NEEDED_MAJOR) throw new Error(`The Java on this machine is version ${major}. ${ADVICE}`);
  return command;
};

/** What `java -version` prints; undefined where there is no such program. */
export const javaVersion = (command: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    execFile(command, ['-version'], { timeout: 10_000 }, (error, stdout, stderr) => {
      resolve(error === null ? `${stderr}\n${stdout}` : undefined);
    });
  });

/** The major version from the output of `java -version`: 17 from `17.0.15`, 8 from `1.8.0_402`. */
export const javaMajor = (output: string): number | undefined => {
  const match = /version "(?:1\.)?(\d+)/.exec(output);
  return match?.[1] === undefined ? undefined : Number(match[1]);
};
