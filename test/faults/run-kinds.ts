import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundlesBeside } from '../../infra/local/build-cache.ts';
import { embeddedBank } from './bank/embedded-bank.ts';
import { fakeBank } from './bank/fake-bank.ts';
import { DirectRun } from './direct/direct-run.ts';
import { startRunEngine } from './engine-store.ts';
import { killRun } from './kill-run.ts';
import { LifeRun } from './life/life-run.ts';
import { LinkRun } from './link/link-run.ts';
import { memoryStore } from './memory-store.ts';
import { OutboxRun } from './outbox/outbox-run.ts';
import { PlanRun } from './plan/plan-run.ts';
import { ReusableRun } from './reusable/reusable-run.ts';
import { runSeed, type SeededRun } from './seeded-run.ts';
import { SupersedeRun } from './supersede/supersede-run.ts';
import type { Tally } from './tally.ts';
import { type OpenWorld, World } from './world.ts';

/** A started kind of seeded run, with the engines and servers that its seeds share. */
export interface OpenedKind {
  /** Runs one seed and answers what it met; rejected with a violation. `tell` receives the story of a failure. */
  readonly run: (seed: number, tell?: (story: unknown) => void) => Promise<Tally>;
  readonly close: () => Promise<void>;
}

export interface RunKind {
  readonly name: string;
  readonly describes: string;
  /** Number of seeds where kinds are run one after the other. */
  readonly seeds: number;
  /** Number of seeds that `--all` runs: those that a release is to pass in one state of the tree. */
  readonly wanted: number;
  readonly open: (assemblyFolder: () => Promise<string>) => Promise<OpenedKind>;
  /** False where the whole app runs, whose virtual POS the seed does not choose. */
  readonly drawsGateway?: false;
}

type Begin = (world: World) => SeededRun;

/** Whether the bank does what no answer of it tells: runs that compare with the bank at their end find it. */
interface Oddity {
  readonly isOdd?: boolean;
}

const inMemory = (begin: Begin, oddity: Oddity = {}): OpenedKind => {
  const open: OpenWorld = async (circumstances, watch) =>
    new World({ circumstances, store: memoryStore(circumstances, watch), bank: fakeBank(circumstances, oddity) });
  return { run: (seed, tell) => runSeed(seed, { open, begin }, tell), close: async () => undefined };
};

const onTheEngine = async (begin: Begin, assemblyFolder: string, oddity: Oddity = {}): Promise<OpenedKind> => {
  const engine = await startRunEngine(assemblyFolder);
  const open: OpenWorld = async (circumstances, watch) => {
    const store = await engine.open(circumstances, watch);
    return new World({ circumstances, store, bank: await embeddedBank(circumstances, store, oddity) });
  };
  return {
    run: (seed, tell) => runSeed(seed, { open, begin }, tell),
    close: () => engine.stop(),
  };
};

const KILLS_PER_SEED = 3;

const killing = async (assemblyFolder: string): Promise<OpenedKind> => {
  const folder = mkdtempSync(join(tmpdir(), 'payment-links-killed-'));
  return {
    run: (seed) =>
      killRun({
        kills: KILLS_PER_SEED,
        seed,
        dataDir: join(folder, String(seed)),
        synthesized: { assemblyFolder, bundlesFolder: bundlesBeside(assemblyFolder) },
      }),
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
};

const linkRun: Begin = (world) => new LinkRun(world);
const directRun: Begin = (world) => new DirectRun(world);

const supersedeRun: Begin = (world) => new SupersedeRun(world);
const lifeRun: Begin = (world) => new LifeRun(world);
const deskRun: Begin = (world) => new LifeRun(world, { desk: true });
/** Days of a run of recurring sales: few in every test, more than a year in a full run. */
const PLAN_DAYS = { short: 30, long: 400, real: 4 } as const;
const planRun =
  (days: number): Begin =>
  (world) =>
    new PlanRun(world, days);
const reusableRun: Begin = (world) => new ReusableRun(world);
const crowdRun: Begin = (world) => new ReusableRun(world, { places: 50, payers: 200 });
const outboxRun: Begin = (world) => new OutboxRun(world);

/** Every kind of seeded run: what is paid, and the store and bank behind it. */
export const runKinds = [
  {
    name: 'link',
    describes: 'links, a bank of the tests, the table in memory',
    seeds: 5000,
    wanted: 100_000,
    open: async () => inMemory(linkRun, { isOdd: true }),
  },
  {
    name: 'link-real',
    describes: 'links, the adapters, the embedded bank, the embedded engine',
    seeds: 200,
    wanted: 300,
    open: async (assemblyFolder) => onTheEngine(linkRun, await assemblyFolder(), { isOdd: true }),
  },
  {
    name: 'link-killed',
    describes: `links, the whole app killed with kill -9, ${KILLS_PER_SEED} times a seed`,
    seeds: 7,
    wanted: 30,
    open: async (assemblyFolder) => killing(await assemblyFolder()),
    drawsGateway: false,
  },
  {
    name: 'direct',
    describes: 'direct payments, a bank of the tests, the table in memory',
    seeds: 5000,
    wanted: 100_000,
    open: async () => inMemory(directRun, { isOdd: true }),
  },
  {
    name: 'direct-real',
    describes: 'direct payments, the adapters, the embedded bank, the embedded engine',
    seeds: 200,
    wanted: 300,
    open: async (assemblyFolder) => onTheEngine(directRun, await assemblyFolder(), { isOdd: true }),
  },
  {
    name: 'life',
    describes: 'whole lives of payments, a bank of the tests, the table in memory',
    seeds: 5000,
    wanted: 20_000,
    open: async () => inMemory(lifeRun, { isOdd: true }),
  },
  {
    name: 'life-real',
    describes: 'whole lives of payments, the adapters, the embedded bank, the embedded engine',
    seeds: 300,
    wanted: 300,
    open: async (assemblyFolder) => onTheEngine(lifeRun, await assemblyFolder(), { isOdd: true }),
  },
  {
    name: 'desk',
    describes:
      'whole lives of payments on which programs and the desk act at once, a bank of the tests, the table in memory',
    seeds: 500,
    wanted: 5000,
    open: async () => inMemory(deskRun, { isOdd: true }),
  },
  {
    name: 'desk-real',
    describes: 'the same with the adapters, the embedded bank, the embedded engine',
    seeds: 100,
    wanted: 300,
    open: async (assemblyFolder) => onTheEngine(deskRun, await assemblyFolder(), { isOdd: true }),
  },
  {
    name: 'supersede',
    describes: 'a lock for charge against a call that supersedes it, a bank of the tests, the table in memory',
    seeds: 1000,
    wanted: 20_000,
    open: async () => inMemory(supersedeRun),
  },
  {
    name: 'reusable',
    describes: 'a reusable link with places that many pay at once, a bank of the tests, the table in memory',
    seeds: 2000,
    wanted: 20_000,
    open: async () => inMemory(reusableRun),
  },
  {
    name: 'reusable-crowd',
    describes: 'a reusable link with 50 places that 200 payers pay at once, a bank of the tests, the table in memory',
    seeds: 20,
    wanted: 100,
    open: async () => inMemory(crowdRun),
  },
  {
    name: 'reusable-real',
    describes: 'the same with the adapters, the embedded bank, the embedded engine',
    seeds: 100,
    wanted: 300,
    open: async (assemblyFolder) => onTheEngine(reusableRun, await assemblyFolder()),
  },
  {
    name: 'outbox',
    describes: 'what is told of links: stream, workers, receivers of the tests, the table in memory',
    seeds: 2000,
    wanted: 20_000,
    open: async () => inMemory(outboxRun),
  },
  {
    name: 'plan',
    describes: 'recurring sales over a month, a bank of the tests, the table in memory',
    seeds: 1000,
    wanted: 20_000,
    open: async () => inMemory(planRun(PLAN_DAYS.short)),
  },
  {
    name: 'plan-year',
    describes: 'recurring sales over 400 days, a bank of the tests, the table in memory',
    seeds: 3000,
    wanted: 3000,
    open: async () => inMemory(planRun(PLAN_DAYS.long)),
  },
  {
    name: 'plan-real',
    describes: 'recurring sales over four days, the adapters, the embedded bank, the embedded engine',
    seeds: 100,
    wanted: 300,
    open: async (assemblyFolder) => onTheEngine(planRun(PLAN_DAYS.real), await assemblyFolder()),
  },
] as const satisfies readonly RunKind[];

export type KindName = (typeof runKinds)[number]['name'];
