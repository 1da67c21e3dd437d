import { on } from 'node:events';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** A stream of a terminal. */
export type TerminalOutput = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** What somebody types, line by line. */
export interface LineEditor {
  /** The next line; undefined at the end of the input. */
  next(prompt: string): Promise<string | undefined>;
  /** A line that is not shown and not remembered. */
  readonly ask: (question: string) => Promise<string | undefined>;
  close(): void;
}

export interface LineEditorOptions {
  readonly input: NodeJS.ReadableStream;
  readonly output: TerminalOutput;
  /** What Tab offers: the candidates, and the word that they replace. */
  readonly completionsOf?: (line: string) => readonly [readonly string[], string];
  /** Whether the history remembers a line. */
  readonly keeps?: (line: string) => boolean;
  /** Ctrl-C while no line is waited for. */
  readonly interrupt?: () => void;
}

const HISTORY = 200;

/** The output of the editor, which shows nothing while a secret is typed. */
class SilenceableOutput extends Writable {
  silent = false;
  readonly #to: TerminalOutput;

  constructor(to: TerminalOutput) {
    super();
    this.#to = to;
  }

  get columns(): number | undefined {
    return this.#to.columns;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (!this.silent) this.#to.write(chunk);
    done();
  }
}

/** Edits lines on a terminal, with a history in memory alone. */
export const openLineEditor = (options: LineEditorOptions): LineEditor => {
  const output = new SilenceableOutput(options.output);
  const { completionsOf = () => [[], ''] as const, keeps = () => false } = options;
  const editor = createInterface({
    input: options.input,
    output,
    terminal: true,
    historySize: HISTORY,
    completer: (line: string) => {
      const [hits, word] = completionsOf(line);
      return [[...hits], word];
    },
  });
  editor.on('history', (history: string[]) => {
    if (output.silent || !keeps(history[0] ?? '')) history.shift();
  });
  // Pasted lines arrive at once, and wait here until it is their turn.
  const lines = on(editor, 'line', { close: ['close'] });
  let isWaiting = false;
  editor.on('SIGINT', () => {
    if (!isWaiting) options.interrupt?.();
    else if (output.silent) editor.write('\n');
    else {
      editor.write(null, { ctrl: true, name: 'u' });
      editor.write(null, { ctrl: true, name: 'k' });
    }
  });
  const line = async (): Promise<string | undefined> => {
    isWaiting = true;
    const { value, done } = await lines.next();
    isWaiting = false;
    return done === true ? undefined : String((value as readonly unknown[])[0]);
  };
  return {
    next: (prompt) => {
      editor.setPrompt(prompt);
      editor.prompt();
      return line();
    },
    ask: async (question) => {
      options.output.write(question);
      output.silent = true;
      try {
        return await line();
      } finally {
        output.silent = false;
        options.output.write('\n');
      }
    },
    close: () => editor.close(),
  };
};
