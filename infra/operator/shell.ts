import type { DescribedCommand } from '../../functions/operator/operate/command.ts';
import { completionsOf, isKept } from './completion.ts';
import { type LineEditor, openLineEditor, type TerminalOutput } from './line-editor.ts';
import { OpenQuotation, wordsOf } from './shell-words.ts';

export interface Shell {
  readonly input: NodeJS.ReadableStream;
  readonly output: TerminalOutput;
  readonly errors: TerminalOutput;
  readonly commands: readonly DescribedCommand[];
  /** What it says first. */
  readonly greeting: string;
  /** The stage that the prompt names, so that nobody forgets where a command goes. */
  readonly stage: string;
  /** Carries out one line. */
  readonly carryOut: (words: readonly string[], ask: LineEditor['ask']) => Promise<unknown>;
  /** Ctrl-C while a command runs. */
  readonly interrupt?: (() => void) | undefined;
}

const wordsIn = (line: string): readonly string[] | undefined => {
  try {
    return wordsOf(line);
  } catch (error) {
    if (error instanceof OpenQuotation) return undefined;
    throw error;
  }
};

/** Reads commands line by line until `exit` or the end of the input. */
export const runShell = async (shell: Shell): Promise<void> => {
  const { input, output, errors, commands, greeting, stage, carryOut, interrupt } = shell;
  const editor = openLineEditor({
    input,
    output,
    completionsOf: (line) => completionsOf(line, commands),
    keeps: (line) => isKept(line, commands),
    ...(interrupt === undefined ? {} : { interrupt }),
  });
  output.write(`${greeting}\nhelp lists the commands, Tab completes them, exit ends the shell.\n`);
  try {
    for (;;) {
      const line = await editor.next(`operator ${stage}> `);
      if (line === undefined) return;
      const words = wordsIn(line);
      if (words === undefined) errors.write('A quotation does not end.\n');
      else if (words[0] === 'exit') return;
      else if (words.length > 0) await carryOut(words, editor.ask);
    }
  } finally {
    editor.close();
  }
};
