import { setImmediate as breath } from 'node:timers/promises';
import type { Batch } from './all/dealing.ts';
import { maskedStory, maskedText } from './all/masked-story.ts';
import type { FromWorker, SeedOutcome, ToWorker } from './all/worker-messages.ts';
import { type OpenedKind, runKinds } from './run-kinds.ts';

/*
 * A worker of `npm run faults -- --all`: a process of its own, which runs batches of seeds one after the other. It ends
 * with the process that started it.
 */

process.env.TZ = 'UTC';

const tell = (message: FromWorker): void => {
  process.send?.(message);
};

const opened = new Map<string, OpenedKind>();
const assembly = Promise.withResolvers<string>();
// Nobody may wait for it when it fails.
assembly.promise.catch(() => undefined);
let isStopping = false;

const end = async (): Promise<never> => {
  await Promise.allSettled([...opened.values()].map((one) => one.close()));
  process.exit(0);
};

const openKind = async (name: string): Promise<OpenedKind> => {
  const known = opened.get(name);
  if (known !== undefined) return known;
  const kind = runKinds.find((one) => one.name === name);
  if (kind === undefined) throw new Error(`there is no kind ${name}`);
  const fresh = await kind.open(() => {
    tell({ is: 'needs-assembly' });
    return assembly.promise;
  });
  opened.set(name, fresh);
  return fresh;
};

const messageOf = (error: unknown): string => maskedText(error instanceof Error ? error.message : String(error));

const runSeed = async (kind: string, seed: number, run: OpenedKind['run']): Promise<SeedOutcome> => {
  const [beganAt, before] = [performance.now(), process.cpuUsage()];
  let failure: SeedOutcome['failure'];
  let story: string | undefined;
  try {
    await run(seed, (told) => {
      story = maskedStory(told);
    });
  } catch (error) {
    failure = { message: messageOf(error), ...(story === undefined ? {} : { story }) };
  }
  const { user, system } = process.cpuUsage(before);
  const ms = performance.now() - beganAt;
  return { kind, seed, ms, processorMs: (user + system) / 1000, ...(failure === undefined ? {} : { failure }) };
};

const runBatch = async ({ kind, seeds }: Batch): Promise<void> => {
  let run: OpenedKind['run'];
  try {
    ({ run } = await openKind(kind));
  } catch (error) {
    tell({ is: 'kind-broken', kind, message: messageOf(error) });
    tell({ is: 'idle' });
    return;
  }
  for (const seed of seeds) {
    tell({ is: 'seed', outcome: await runSeed(kind, seed, run) });
    // Runs in memory never wait for anything outside: without this the word to stop would not be read between them.
    await breath();
    if (isStopping) return end();
  }
  tell({ is: 'idle' });
};

let isBusy = false;

process.on('message', (message: ToWorker) => {
  if (message.is === 'assembly') assembly.resolve(message.folder);
  if (message.is === 'assembly-failed') assembly.reject(new Error(message.why));
  if (message.is === 'stop') {
    isStopping = true;
    if (!isBusy) void end();
  }
  if (message.is !== 'batch') return;
  isBusy = true;
  void runBatch(message.batch).finally(() => {
    isBusy = false;
  });
});
// Ctrl-C reaches every process of the terminal; the one that started this one says when to end.
process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit(1));
tell({ is: 'idle' });
