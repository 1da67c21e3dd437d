import { parseArgs } from 'node:util';
import { localStageBuild } from '../../infra/local/build-cache.ts';
import { type RunKind, runKinds } from './run-kinds.ts';
import { Tally } from './tally.ts';

// `npm run faults`: runs all kinds by seed. `-- --kind K` runs one kind, `-- --seeds N` this many seeds of each, `--
// --first N` from this seed on, `-- --seed N --kind K` one seed with its whole story.
const { values } = parseArgs({
  options: { kind: { type: 'string' }, seed: { type: 'string' }, seeds: { type: 'string' }, first: { type: 'string' } },
});

const whole = (name: 'seed' | 'seeds' | 'first'): number | undefined => {
  const text = values[name];
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} must be a whole number`);
  return value;
};

const chosenKinds = (): readonly RunKind[] => {
  const chosen = runKinds.filter(({ name }) => name === (values.kind ?? name));
  if (chosen.length === 0) throw new Error(`--kind is one of ${runKinds.map(({ name }) => name).join(', ')}`);
  if (values.seed !== undefined && chosen.length > 1) throw new Error('--seed needs --kind');
  return chosen;
};

/** After this many seeds a run tells how far it is. */
const SEEDS_BETWEEN = 50;

let assembly: Promise<string> | undefined;
const assemblyFolder = (): Promise<string> => {
  assembly ??= localStageBuild().then((synthesized) => synthesized.assemblyFolder);
  return assembly;
};

/** Runs the seeds of one kind, prints what they met, and answers the number of failures. */
const runKind = async (kind: RunKind): Promise<number> => {
  const one = whole('seed');
  const first = one ?? whole('first') ?? 1;
  const count = one === undefined ? (whole('seeds') ?? kind.seeds) : 1;
  const sums = new Tally();
  let failed = 0;
  const opened = await kind.open(assemblyFolder);
  const startedAt = performance.now();
  try {
    for (let seed = first; seed < first + count; seed += 1) {
      try {
        sums.addAll(
          await opened.run(seed, one === undefined ? undefined : (story) => console.dir(story, { depth: 8 })),
        );
      } catch (error) {
        failed += 1;
        console.error(`${kind.name} seed ${seed}: ${error instanceof Error ? error.message : 'unknown'}`);
        if (one !== undefined) console.error(error);
      }
      if ((seed - first + 1) % SEEDS_BETWEEN === 0) console.error(`${kind.name}: seed ${seed} done, ${failed} failed`);
    }
  } finally {
    await opened.close();
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${kind.name} (${kind.describes}): ${count} seeds, ${failed} failed, ${seconds} s`);
  for (const [name, value] of sums.sorted()) console.log(`${String(value).padStart(8)}  ${name}`);
  return failed;
};

let failures = 0;
for (const kind of chosenKinds()) failures += await runKind(kind);
// A killed or frozen process of a run may leave promises that never settle, so nothing waits for them.
process.exit(failures === 0 ? 0 : 1);
