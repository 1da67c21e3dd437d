/** Prints the heading of a section, and what its figures are. */
export function heading(title: string, notes: readonly string[]): void {
  console.log(`\n${title}\n${'='.repeat(title.length)}`);
  for (const note of notes) console.log(note);
}

/** Prints a table: the first column to the left, the others to the right, each as wide as it has to be. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = columns.map((column, index) => Math.max(column.length, ...rows.map((row) => row[index]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    widths
      .map((width, index) => (index === 0 ? (cells[index] ?? '').padEnd(width) : (cells[index] ?? '').padStart(width)))
      .join('  ');
  console.log(`\n${line(columns)}\n${widths.map((width) => '-'.repeat(width)).join('  ')}`);
  for (const row of rows) console.log(line(row));
}

/** `yes`, or `NO` where a measured value passes its aim. Only printed: the benchmark fails for no figure. */
export const within = (measured: number, atMost: number): string => (measured <= atMost ? 'yes' : 'NO');
