/** The output for progress: standard error, or something else in tests. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  readonly write: (text: string) => unknown;
}

/** Progress of a run: `done` of `total` parts, and the number of things handled so far. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly handled: number;
}

const WIDTH = 30;

const percentOf = ({ done, total }: Progress): number => (total === 0 ? 100 : Math.floor((100 * done) / total));

const barOf = (progress: Progress): string => {
  const filled = Math.floor((WIDTH * percentOf(progress)) / 100);
  return `[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}]`;
};

/**
 * Shows progress. A terminal gets a bar that is redrawn in place. Other outputs get a line only when the percentage
 * changes, so that a log stays short.
 */
export const progressOn = (output: ProgressOutput, what: string) => {
  let shownPercent = -1;
  return {
    show: (progress: Progress): void => {
      const percent = percentOf(progress);
      const text = `${String(percent).padStart(3)} %  ${progress.handled} ${what}`;
      if (output.isTTY === true) output.write(`\r${barOf(progress)} ${text}`);
      else if (percent !== shownPercent) output.write(`${text}\n`);
      shownPercent = percent;
    },
    end: (): void => {
      if (output.isTTY === true && shownPercent >= 0) output.write('\n');
    },
  };
};

/** Lines for somebody who waits at a terminal. Programs read only a failure there, as JSON. */
export const progressLine = (output: ProgressOutput, line: string): void => {
  if (output.isTTY === true) output.write(`${line}\n`);
};
