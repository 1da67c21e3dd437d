import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { type Invocation, UsageError } from './arguments.ts';
import { worksWithoutInput } from './own-commands.ts';

const MAX_BYTES = 1024 * 1024;
const inputSchema = z.record(z.string(), z.unknown());

/** Standard input, or what a test types. */
export interface InputStream extends AsyncIterable<unknown> {
  readonly isTTY?: boolean;
}

/** Asks for something that is not shown while it is typed; absent where nobody can answer. */
export type Ask = (question: string) => Promise<string | undefined>;

interface AskingTerminal {
  readonly input: InputStream;
  readonly ask?: Ask | undefined;
}

const answersTo = async (names: readonly string[], ask: Ask | undefined): Promise<Record<string, string>> => {
  if (names.length > 0 && ask === undefined) {
    throw new UsageError(`${names[0]}=? asks on a terminal, and standard input is none.`);
  }
  const answers: Record<string, string> = {};
  for (const name of names) {
    const answer = await ask?.(`${name}: `);
    if (answer === undefined || answer === '') throw new UsageError(`Nothing was entered for ${name}.`);
    answers[name] = answer;
  }
  return answers;
};

/**
 * The command's input: from --file, else from standard input; name=value pairs override it. Standard input is read only
 * if nothing else gives the input, so that a script with an open standard input does not wait for ever. For the same
 * reason a command without fields reads nothing.
 */
export const readInput = async (
  invocation: Invocation,
  { input, ask }: AskingTerminal,
): Promise<Record<string, unknown>> => {
  const { file, pairs, asked, command } = invocation;
  const given = { ...pairs, ...(await answersTo(asked, ask)) };
  if (file !== undefined) return { ...parsed(readFile(file), `The file ${file}`), ...given };
  if (Object.keys(given).length > 0 || worksWithoutInput(command)) return given;
  return readStandard(command, input);
};

const readStandard = async (
  command: Invocation['command'],
  standard: InputStream,
): Promise<Record<string, unknown>> => {
  if (Object.keys(command.fields).length === 0) return {};
  const text = standard.isTTY === true ? '' : await readStandardInput(standard);
  if (text.trim() !== '') return parsed(text, 'Standard input');
  if (Object.values(command.fields).every(({ presence }) => presence === 'no')) return {};
  throw new UsageError(
    `${command.name} needs an input: --file F.json, JSON on standard input, or name=value; see ${command.name} --help.`,
  );
};

const readFile = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new UsageError(`The file ${path} cannot be read (${code}).`);
  }
};

const readStandardInput = async (standard: InputStream): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of standard) {
    const bytes = Buffer.from(chunk as Uint8Array);
    size += bytes.length;
    if (size > MAX_BYTES) throw new UsageError('Standard input is larger than 1 MB.');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const parsed = (text: string, subject: string): Record<string, unknown> => {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    // The parser's own message quotes the text, which may hold a secret.
    throw new UsageError(`${subject} is not JSON.`);
  }
  const input = inputSchema.safeParse(json);
  if (!input.success || Array.isArray(json)) throw new UsageError(`${subject} is not a JSON object.`);
  return input.data;
};
