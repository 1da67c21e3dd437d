/** The value below which `share` of the values lie (0.5 is the median). NaN of no values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The value in the middle, so that one slow moment of the machine does not count. */
export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** Something that is timed: `prepare` makes what one call needs, outside the time; `check` refuses a wrong answer. */
export interface Subject<Input = unknown, Output = unknown> {
  readonly name: string;
  readonly prepare: () => Input;
  readonly run: (input: Input) => Promise<Output>;
  readonly check: (output: Output) => void;
}

/** Keeps a subject's own types inside it, so that subjects of several kinds stand in one list. */
export const subject = <Input, Output>(one: Subject<Input, Output>): Subject => one as Subject;

/**
 * Times the subjects in turn, round by round, each round beginning with another one: what disturbs the machine
 * disturbs all of them alike. Answers milliseconds per call by the subject's name, without what `othersMs` tells after
 * each call of others' share in it.
 */
export async function timeInTurn(
  subjects: readonly Subject[],
  rounds: number,
  othersMs?: () => Promise<number>,
): Promise<Readonly<Record<string, readonly number[]>>> {
  const times: Record<string, number[]> = Object.fromEntries(subjects.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (let place = 0; place < subjects.length; place += 1) {
      const one = subjects[(round + place) % subjects.length];
      if (one === undefined) continue;
      const input = one.prepare();
      const startedAt = performance.now();
      const output = await one.run(input);
      const tookMs = performance.now() - startedAt;
      times[one.name]?.push(tookMs - ((await othersMs?.()) ?? 0));
      one.check(output);
    }
  }
  return times;
}
