/** Dealers and merchants of the embedded bank that the tests of a file have made: their rows are that file's own. */
const made = new Set<string>();

/** Remembers a code that is in every row of what it names. */
export const rememberMade = (code: string): void => {
  made.add(code);
};

/** The codes of the file that has just ended. The next file of the same worker begins with none. */
export const takeMade = (): readonly string[] => {
  const codes = [...made];
  made.clear();
  return codes;
};
