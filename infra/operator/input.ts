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

/**
 * The command's input: from --file, else from standard input; name=value pairs override it. Standard input is read only
 * if nothing else gives the input, so that a script with an open standard input does not wait for ever. For the same
 * reason a command without fields reads nothing.
 */
export const readInput = async (invocation: Invocation, standard: InputStream): Promise<Record<string, unknown>> => {
  const { file, pairs, command } = invocation;
  if (file !== undefined) return { ...parsed(readFile(file), `The file ${file}`), ...pairs };
  if (Object.keys(pairs).length > 0 || worksWithoutInput(command)) return { ...pairs };
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
