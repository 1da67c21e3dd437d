/** Longer texts are nobody's slip of the pen. */
const LONGEST = 120;
/** One wrong letter in so many is still a slip. */
const LETTERS_PER_SLIP = 4;

/** How many letters must be put in, left out or changed to make one text of the other. */
const distanceOf = (from: string, to: string): number => {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [row, letter] of Array.from(from).entries()) {
    const line = [row + 1];
    for (const [column, other] of Array.from(to).entries()) {
      const changed = (above[column] ?? 0) + (letter === other ? 0 : 1);
      line.push(Math.min(changed, (above[column + 1] ?? 0) + 1, (line[column] ?? 0) + 1));
    }
    above = line;
  }
  return above.at(-1) ?? 0;
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
