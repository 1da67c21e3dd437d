import { checkAnswer, contextOf, eventOf, newInstance } from './instance.ts';
import type { RunningStack } from './lab.ts';
import { functionOf, type SampleName, type Scene } from './scene.ts';
import { type Subject, subject, timeInTurn } from './statistics.ts';

export interface GrowthInput {
  readonly name: SampleName;
  readonly few: { readonly stack: RunningStack; readonly scene: Scene };
  readonly many: { readonly stack: RunningStack; readonly scene: Scene };
  readonly warmUpCalls: number;
  readonly calls: number;
}

/** Milliseconds of every call on each of the two stores. */
export interface GrowthTimes {
  readonly few: readonly number[];
  readonly many: readonly number[];
}

/** Times one operation on a store with few links and, in turn with it, on one with many. */
export async function measure(input: GrowthInput): Promise<GrowthTimes> {
  const subjects: Subject[] = [];
  for (const size of ['few', 'many'] as const) {
    const { stack, scene } = input[size];
    const handler = newInstance(stack, functionOf(input.name));
    const context = contextOf(functionOf(input.name));
    const one = subject({
      name: size,
      prepare: () => eventOf(scene.requests[input.name]),
      run: (event) => handler(event, context),
      // A dealer of the one store is unknown in the other, so an answer cannot come from the wrong one.
      check: checkAnswer,
    });
    // Its clients find their endpoints now, and not in the environment of the next one.
    one.check(await one.run(one.prepare()));
    subjects.push(one);
  }
  await timeInTurn(subjects, input.warmUpCalls);
  const times = await timeInTurn(subjects, input.calls);
  return { few: times.few ?? [], many: times.many ?? [] };
}
