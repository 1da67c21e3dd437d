import { availableParallelism } from 'node:os';
import { localStageBuild } from '../../infra/local/build-cache.ts';
import { DamagedProgress } from './all/progress.ts';
import { type RunEnd, runAll } from './all/run-all.ts';
import { RunRefused } from './all/run-folder.ts';
import { WorkersFail } from './all/workers.ts';
import { type FaultsCall, readFaultsCall, WrongOption } from './command-line.ts';
import { type RunKind, runKinds } from './run-kinds.ts';
import { Tally } from './tally.ts';

// `npm run faults`: runs all kinds by seed. `-- --kind K` runs one kind, `-- --seeds N` this many seeds of each, `--
// --first N` from this seed on, `-- --seed N --kind K` one seed with its whole story. `-- --all` runs all kinds over all
// cores to their wanted numbers, and goes on where it stopped; `--minutes M` ends it.

/** After this many seeds a run tells how far it is. */
const SEEDS_BETWEEN = 50;
const WRONG_OPTION = 2;
const INTERRUPTED = 130;

const kindsNamed = (names: readonly string[]): readonly RunKind[] =>
  runKinds.filter(({ name }) => names.includes(name));

let assembly: Promise<string> | undefined;
const assemblyFolder = (): Promise<string> => {
  assembly ??= localStageBuild().then((synthesized) => synthesized.assemblyFolder);
  return assembly;
};

interface InTurn {
  readonly first: number;
  readonly count: number;
  readonly tell?: (story: unknown) => void;
}

/** Runs the seeds of one kind, prints what they met, and answers the number of failures. */
const runKind = async (kind: RunKind, { first, count, tell }: InTurn): Promise<number> => {
  const sums = new Tally();
  let failed = 0;
  const opened = await kind.open(assemblyFolder);
  const startedAt = performance.now();
  try {
    for (let seed = first; seed < first + count; seed += 1) {
      try {
        sums.addAll(await opened.run(seed, tell));
      } catch (error) {
        failed += 1;
        console.error(`${kind.name} seed ${seed}: ${error instanceof Error ? error.message : 'unknown'}`);
        if (tell !== undefined) console.error(error);
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

const runInTurn = async (call: Exclude<FaultsCall, { how: 'all' }>): Promise<number> => {
  let failures = 0;
  for (const kind of kindsNamed(call.how === 'one' ? [call.kind] : call.kinds)) {
    failures += await runKind(
      kind,
      call.how === 'one'
        ? { first: call.seed, count: 1, tell: (story) => console.dir(story, { depth: 8 }) }
        : { first: call.first, count: call.seeds ?? kind.seeds },
    );
  }
  return failures === 0 ? 0 : 1;
};

const EXITS: Readonly<Record<RunEnd, number>> = { passed: 0, failed: 1, interrupted: INTERRUPTED };

const runCall = async (call: FaultsCall): Promise<number> => {
  if (call.how !== 'all') return runInTurn(call);
  const { kinds: names, wanted, ...options } = call;
  const kinds = kindsNamed(names).map(({ name, drawsGateway, ...kind }) => ({
    name,
    wanted: wanted ?? kind.wanted,
    drawsGateway: drawsGateway ?? true,
  }));
  return EXITS[await runAll({ ...options, kinds, assemblyFolder, out: process.stdout })];
};

const isRefusal = (error: unknown): error is Error =>
  [WrongOption, RunRefused, DamagedProgress, WorkersFail].some((kind) => error instanceof kind);

const main = async (): Promise<number> => {
  try {
    const known = { kinds: runKinds.map(({ name }) => name), cores: availableParallelism() };
    return await runCall(readFaultsCall(process.argv.slice(2), known));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    console.error(error.message);
    return WRONG_OPTION;
  }
};

// A killed or frozen process of a run may leave promises that never settle, so nothing waits for them.
process.exit(await main());
