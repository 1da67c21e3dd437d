/** A line ends inside a quotation. */
export class OpenQuotation extends Error {
  override readonly name = 'OpenQuotation';
}

const WORD = /\s*((?:[^\s'"\\]|\\.|'[^']*'|"(?:[^"\\]|\\.)*")+)/y;
const PART = /([^'"\\]+)|\\(.)|'([^']*)'|"((?:[^"\\]|\\.)*)"/g;

const unquoted = (word: string): string =>
  word.replaceAll(
    PART,
    (_whole, open?: string, escaped?: string, single?: string, double?: string) =>
      open ?? escaped ?? single ?? (double ?? '').replaceAll(/\\(["\\])/g, '$1'),
  );

/** The words of a typed line, by the quotations that people know from their shell. Throws OpenQuotation. */
export const wordsOf = (line: string): readonly string[] => {
  const words: string[] = [];
  for (let at = 0; at < line.trimEnd().length; at = WORD.lastIndex) {
    WORD.lastIndex = at;
    const [, word] = WORD.exec(line) ?? [];
    if (word === undefined) throw new OpenQuotation('a quotation does not end');
    words.push(unquoted(word));
  }
  return words;
};
