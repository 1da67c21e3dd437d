/** Dealers and merchants of the embedded bank that the tests of a file have made: their rows are that file's own. */
const made = new Set<string>();

export const madeHere: ReadonlySet<string> = made;

/** Remembers a code that is in every row of what it names. */
export const rememberMade = (code: string): void => {
  made.add(code);
};
