import { embeddedBank } from './embedded-bank.ts';
import { startRunEngine } from './engine-store.ts';
import { fakeBank } from './fake-bank.ts';
import { LinkRun } from './link-run.ts';
import { memoryStore } from './memory-store.ts';
import type { Tally } from './tally.ts';
import { type OpenWorld, World } from './world.ts';

/** A kind of seeded run, opened: engines and servers that its seeds share are up. */
export interface OpenedKind {
  /** Runs one seed and answers what it met; rejected with what must not be. `tell` hears the story of a failure. */
  readonly run: (seed: number, tell?: (story: unknown) => void) => Promise<Tally>;
  readonly close: () => Promise<void>;
}

export interface RunKind {
  readonly name: string;
  readonly describes: string;
  /** Seeds of a full run. */
  readonly seeds: number;
  readonly open: (assemblyFolder: () => Promise<string>) => Promise<OpenedKind>;
}

type Run = (
  seed: number,
  open: OpenWorld,
  onFailure?: (run: { story(): Promise<unknown> }) => Promise<void>,
) => Promise<Tally>;

const opened = (run: Run, openWorld: OpenWorld, close: () => Promise<void>): OpenedKind => ({
  run: (seed, tell) =>
    run(seed, openWorld, async (failed) => {
      tell?.(await failed.story());
    }),
  close,
});

const inMemory: OpenWorld = async (circumstances, watch) =>
  new World({ circumstances, store: memoryStore(circumstances, watch), bank: fakeBank(circumstances) });

const onTheEngine = async (run: Run, assemblyFolder: () => Promise<string>): Promise<OpenedKind> => {
  const engine = await startRunEngine(await assemblyFolder());
  const openWorld: OpenWorld = async (circumstances, watch) => {
    const store = await engine.open(circumstances, watch);
    return new World({ circumstances, store, bank: await embeddedBank(circumstances, store) });
  };
  return opened(run, openWorld, () => engine.stop());
};

/** Every kind of seeded run. What is paid decides a run; its world decides what it is paid through. */
export const runKinds = [
  {
    name: 'link',
    describes: 'links, a bank of the tests, the table in memory',
    seeds: 2500,
    open: async () => opened(LinkRun.of, inMemory, async () => undefined),
  },
  {
    name: 'link-real',
    describes: 'links, the NestPay adapter, the embedded bank, the embedded engine',
    seeds: 2000,
    open: (assemblyFolder) => onTheEngine(LinkRun.of, assemblyFolder),
  },
] as const satisfies readonly RunKind[];
