import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DirectRun } from './direct-run.ts';
import { embeddedBank } from './embedded-bank.ts';
import { startRunEngine } from './engine-store.ts';
import { fakeBank } from './fake-bank.ts';
import { killRun } from './kill-run.ts';
import { LinkRun } from './link-run.ts';
import { memoryStore } from './memory-store.ts';
import { runSeed, type SeededRun } from './seeded-run.ts';
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

type Begin = (world: World) => SeededRun;

const inMemory = (begin: Begin): OpenedKind => {
  const open: OpenWorld = async (circumstances, watch) =>
    new World({ circumstances, store: memoryStore(circumstances, watch), bank: fakeBank(circumstances) });
  return { run: (seed, tell) => runSeed(seed, { open, begin }, tell), close: async () => undefined };
};

const onTheEngine = async (begin: Begin, assemblyFolder: string): Promise<OpenedKind> => {
  const engine = await startRunEngine(assemblyFolder);
  const open: OpenWorld = async (circumstances, watch) => {
    const store = await engine.open(circumstances, watch);
    return new World({ circumstances, store, bank: await embeddedBank(circumstances, store) });
  };
  return { run: (seed, tell) => runSeed(seed, { open, begin }, tell), close: () => engine.stop() };
};

const KILLS_PER_SEED = 3;

const killing = async (assemblyFolder: string): Promise<OpenedKind> => {
  const folder = mkdtempSync(join(tmpdir(), 'payment-links-killed-'));
  return {
    run: (seed) =>
      killRun({ kills: KILLS_PER_SEED, seed, dataDir: join(folder, String(seed)), synthesized: { assemblyFolder } }),
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
};

const linkRun: Begin = (world) => new LinkRun(world);
const directRun: Begin = (world) => new DirectRun(world);

/** Every kind of seeded run. What is paid decides a run; its world decides what it is paid through. */
export const runKinds = [
  {
    name: 'link',
    describes: 'links, a bank of the tests, the table in memory',
    seeds: 5000,
    open: async () => inMemory(linkRun),
  },
  {
    name: 'link-real',
    describes: 'links, the NestPay adapter, the embedded bank, the embedded engine',
    seeds: 200,
    open: async (assemblyFolder) => onTheEngine(linkRun, await assemblyFolder()),
  },
  {
    name: 'link-killed',
    describes: `links, the whole app killed with kill -9, ${KILLS_PER_SEED} times a seed`,
    seeds: 7,
    open: async (assemblyFolder) => killing(await assemblyFolder()),
  },
  {
    name: 'direct',
    describes: 'direct payments, a bank of the tests, the table in memory',
    seeds: 5000,
    open: async () => inMemory(directRun),
  },
  {
    name: 'direct-real',
    describes: 'direct payments, the NestPay adapter, the embedded bank, the embedded engine',
    seeds: 200,
    open: async (assemblyFolder) => onTheEngine(directRun, await assemblyFolder()),
  },
] as const satisfies readonly RunKind[];

export type KindName = (typeof runKinds)[number]['name'];
