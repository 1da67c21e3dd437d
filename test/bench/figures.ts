/** The value below which `share` of the values lie. NaN of no values. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN;

/** The value in the middle, so that one slow moment of the machine does not count. */
export const median = (values: readonly number[]): number => percentile(values, 0.5);

export const total = (values: Iterable<number>): number => [...values].reduce((sum, value) => sum + value, 0);

/** Milliseconds that a call takes. */
export const timed = async (call: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await call();
  return performance.now() - startedAt;
};

/**
 * Has subjects measure themselves in turn, each round beginning with another one, so that what disturbs the machine
 * disturbs all of them alike. Answers every subject's values, round by round, without those of the first rounds.
 */
export const inTurn = async <Value>(subjects: readonly (() => Promise<Value>)[], rounds: number, warmUp = 0) => {
  const values = subjects.map((): Value[] => []);
  for (let turn = 0; turn < (warmUp + rounds) * subjects.length; turn += 1) {
    const round = Math.floor(turn / subjects.length);
    const index = (turn + round) % subjects.length;
    const value = await subjects[index]?.();
    if (value !== undefined && round >= warmUp) values[index]?.push(value);
  }
  return values;
};

export type Row = readonly (string | number)[];

/** Prints a text, whose first line is the heading, and a table with the first column to the left. */
export const print = (text: string, columns: string, rows: readonly Row[]): void => {
  const [title = '', ...notes] = text.split('\n');
  const names = columns.split(', ');
  const cells = [names, ...rows.map((row) => row.map(String))];
  const widths = names.map((_, index) => Math.max(...cells.map((row) => row[index]?.length ?? 0)));
  const ruled = cells.toSpliced(
    1,
    0,
    widths.map((width) => '-'.repeat(width)),
  );
  const lines = ruled.map((row) =>
    widths.map((width, index) => (row[index] ?? '')[index === 0 ? 'padEnd' : 'padStart'](width)).join('  '),
  );
  console.log(['', title, '='.repeat(title.length), ...notes, '', ...lines].join('\n'));
};

export const fixed = (...values: readonly number[]): Row => values.map((value) => value.toFixed(2));

/** The cells of an aim: the aim, and `yes`, or `NO` where the measured value passes it. No figure fails the bench. */
export const aimed = (measured: number, atMost?: number): Row =>
  atMost === undefined ? ['-', '-'] : [atMost, measured <= atMost ? 'yes' : 'NO'];
