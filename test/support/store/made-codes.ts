/** Codes of the dealers and merchants that the tests of a file have made. Rows with these codes belong to that file. */
const made = new Set<string>();

/** Remembers a code that stands in every row of its dealer or merchant. */
export const rememberMade = (code: string): void => {
  made.add(code);
};

/** The codes of the file that has just ended. The next file of the same worker begins with none. */
export const takeMade = (): readonly string[] => {
  const codes = [...made];
  made.clear();
  return codes;
};
