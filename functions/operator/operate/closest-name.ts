/** Names that differ more than this are no slip of the fingers. */
const MAX_EDITS = 2;

/** Single-letter edits and swaps of neighbours between two texts (optimal string alignment). */
const editsBetween = (a: string, b: string): number => {
  let [beforeLast, last]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (last?.[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (beforeLast?.[j - 2] ?? 0) + 1 : replaced;
      row.push(Math.min(replaced, swapped, (row[j - 1] ?? 0) + 1, (last?.[j] ?? 0) + 1));
    }
    [beforeLast, last] = [last, row];
  }
  return last?.[b.length] ?? 0;
};

/** The one of `names` that was probably meant; undefined where none is close. Capital letters make no difference. */
export const closestName = (given: string, names: readonly string[]): string | undefined => {
  const plain = given.toLowerCase().slice(0, 64);
  const edits = names.map((name) => ({ name, edits: editsBetween(plain, name.toLowerCase()) }));
  const [best] = edits.toSorted((a, b) => a.edits - b.edits);
  return best !== undefined && best.edits <= Math.min(MAX_EDITS, Math.floor(plain.length / 3)) ? best.name : undefined;
};

/** `Did you mean x?`, to stand behind a sentence; empty where no name is close. */
export const didYouMean = (given: string, names: readonly string[]): string => {
  const closest = closestName(given, names);
  return closest === undefined ? '' : ` Did you mean ${closest}?`;
};
