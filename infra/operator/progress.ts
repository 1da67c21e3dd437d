/** Where progress is shown: standard error, and something else in tests. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  readonly write: (text: string) => unknown;
}

/** How far something has come: `done` of `total` parts, and how many things were handled on the way. */
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
 * Shows progress: on a terminal a bar that is drawn over itself, elsewhere a line when the percentage has changed, so
 * that a log stays short.
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
