/** Longer texts are nobody's slip of the pen. */
const LONGEST = 120;
/** One wrong letter in so many is still a slip. */
const LETTERS_PER_SLIP = 4;

/** How many letters must be put in, left out, changed or swapped with their neighbour to make one text of the other. */
const distanceOf = (from: string, to: string): number => {
  let [twoAbove, above]: number[][] = [[], Array.from({ length: to.length + 1 }, (_, column) => column)];
  for (let row = 0; row < from.length; row += 1) {
    const line = [row + 1];
    for (let column = 0; column < to.length; column += 1) {
      const changed = (above?.[column] ?? 0) + (from[row] === to[column] ? 0 : 1);
      const isSwap = from[row] === to[column - 1] && from[row - 1] === to[column];
      const swapped = isSwap ? (twoAbove?.[column - 1] ?? 0) + 1 : changed;
      line.push(Math.min(changed, swapped, (above?.[column + 1] ?? 0) + 1, (line[column] ?? 0) + 1));
    }
    [twoAbove, above] = [above, line];
  }
  return above?.at(-1) ?? 0;
};

/** The name that was probably meant, capitals aside; undefined where none is near enough to be a slip. */
export const nearestName = (given: string, names: readonly string[]): string | undefined => {
  if (given.length > LONGEST) return undefined;
  const wanted = given.toLowerCase();
  const most = Math.max(1, Math.floor(wanted.length / LETTERS_PER_SLIP));
  let nearest: { readonly name: string; readonly distance: number } | undefined;
  for (const name of names) {
    if (Math.abs(name.length - wanted.length) > most) continue;
    const distance = distanceOf(wanted, name.toLowerCase());
    if (distance <= most && (nearest === undefined || distance < nearest.distance)) nearest = { name, distance };
  }
  return nearest?.name;
};

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/**
 * The path that was probably meant: near as a whole, or by its last part where what stands in front of it is wrong or
 * missing.
 */
export const nearestPath = (given: string, paths: readonly string[]): string | undefined => {
  const whole = nearestName(given, paths);
  if (whole !== undefined) return whole;
  const last = nearestName(lastPart(given), paths.map(lastPart));
  return last === undefined || last === '' ? undefined : paths.find((path) => lastPart(path) === last);
};
