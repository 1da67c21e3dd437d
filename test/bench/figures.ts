/** The value below which `share` of the values lie. NaN of no values. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN;

/** The value in the middle, so that one slow moment of the machine does not count. */
export const median = (values: readonly number[]): number => percentile(values, 0.5);

export const total = (values: Iterable<number>): number => [...values].reduce((sum, value) => sum + value, 0);

export const timed = async (call: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await call();
  return performance.now() - startedAt;
};

/**
 * Has subjects tell their times in turn, each round beginning with another one, so that what disturbs the machine
 * disturbs all of them alike. Answers every subject's times, round by round.
 */
export const timeInTurn = async (subjects: readonly (() => Promise<number>)[], rounds: number) => {
  const times = subjects.map((): number[] => []);
  for (let turn = 0; turn < rounds * subjects.length; turn += 1) {
    const index = (turn + Math.floor(turn / subjects.length)) % subjects.length;
    times[index]?.push((await subjects[index]?.()) ?? Number.NaN);
  }
  return times;
};

export type Row = readonly (string | number)[];

/** Prints a section: its heading, what its figures are, and a table with the first column to the left. */
export const print = (title: string, notes: string, columns: string, rows: readonly Row[]): void => {
  const names = columns.split(', ');
  const cells = [names, ...rows.map((row) => row.map(String))];
  const widths = names.map((_, index) => Math.max(...cells.map((row) => row[index]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    widths.map((width, index) => (row[index] ?? '')[index === 0 ? 'padEnd' : 'padStart'](width)).join('  ');
  const lines = cells.map(line);
  lines.splice(1, 0, line(widths.map((width) => '-'.repeat(width))));
  console.log(`\n${title}\n${'='.repeat(title.length)}\n${notes}\n\n${lines.join('\n')}`);
};

export const fixed = (...values: readonly number[]): Row => values.map((value) => value.toFixed(2));

/** The cells of an aim: the aim, and `yes`, or `NO` where the measured value passes it. No figure fails the bench. */
export const aimed = (measured: number, atMost?: number): Row =>
  atMost === undefined ? ['-', '-'] : [atMost, measured <= atMost ? 'yes' : 'NO'];
