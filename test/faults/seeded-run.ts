import type { Attempt, BudgetReservation } from '../../shared/domain/attempt/attempt.ts';
import { FakeClock } from '../fakes/clock.ts';
import {
  checkBudget,
  checkCards,
  checkErrors,
  checkLedgers,
  checkSecrets,
  neverUnsays,
  UnansweredCredits,
} from './invariants.ts';
import { Seeded } from './seeded.ts';
import { Tally } from './tally.ts';
import type { Circumstances, OpenWorld, Watch, World } from './world.ts';

const DAY_MS = 24 * 3_600_000;

/** What a seed drives in a world of its own. */
export interface SeededRun {
  /** Rejected with what must not be. */
  run(): Promise<void>;
  /** All of it, for whoever looks into a failure. */
  story(): Promise<unknown>;
}

const circumstancesOf = (seed: number): Circumstances => {
  const seeded = new Seeded(seed);
  const credits = new UnansweredCredits();
  return {
    seeded,
    clock: new FakeClock(Date.UTC(2026, 0, 15) + seeded.below(DAY_MS)),
    horizonHours: seeded.pick([1, 4, 24]),
    met: new Tally(),
    atFault: true,
    watches: [neverUnsays, credits.watch],
    credits,
    violations: [],
    logLines: [],
  };
};

/** Runs one seed in a world of its own, and answers what it met. `tell` hears the story of a failure. */
export const runSeed = async (
  seed: number,
  { open, begin }: { readonly open: OpenWorld; readonly begin: (world: World) => SeededRun },
  tell?: (story: unknown) => void,
): Promise<Tally> => {
  const circumstances = circumstancesOf(seed);
  const watch: Watch = (before, after) => {
    for (const one of circumstances.watches) {
      const violation = one(before, after);
      if (violation !== undefined) return violation;
    }
    return undefined;
  };
  const world = await open(circumstances, watch);
  try {
    const run = begin(world);
    try {
      await run.run();
    } catch (error) {
      tell?.(await run.story());
      throw error;
    }
    return circumstances.met;
  } finally {
    await world.close();
  }
};

/** Attempts, books, what went wrong and the log of a world. */
export const storyOf = async (world: World) => {
  const { bank, circumstances } = world;
  const { violations, logLines } = circumstances;
  const ours = (await world.attempts()).map(({ pos: _pos, ...one }) => one);
  return { attempts: ours, books: await bank.books(), violations, logLines };
};

/** What a run knows of itself. */
export interface RunFacts {
  /** The periods that its limits have. */
  readonly periods?: readonly BudgetReservation['kind'][];
  /** The token of a card that was stored before it began. */
  readonly storedBefore?: string;
}

/**
 * What holds at the end of every run, whatever was paid in it: the bank's books are ours, the budget used is what is
 * charged, nothing failed but store and vault, cards are stored by approvals, and no secret is anywhere. Answers the
 * attempts that are charged and keep it.
 */
export const checkWorld = async (
  world: World,
  { periods = ['day', 'month'], storedBefore }: RunFacts = {},
): Promise<readonly Attempt[]> => {
  const { store, bank, processes, circumstances } = world;
  const { met, logLines } = circumstances;
  const [rows, attempts, books] = await Promise.all([store.rows(), world.attempts(), bank.books()]);
  const charged = checkLedgers({ attempts, books, credits: circumstances.credits });
  checkBudget(rows, attempts, periods);
  checkErrors(logLines, met);
  const { apiPassword, storeKey } = bank.account;
  checkSecrets({ rows, logLines }, [apiPassword, storeKey]);
  met.add('card stored', checkCards(rows, attempts, storedBefore).length);
  met.add('fault: kill', processes.kills);
  met.add('fault: freeze', processes.freezes);
  met.add('charges at the bank', books.filter(({ state }) => state !== 'declined').length);
  for (const { state } of attempts) met.add(`attempt ${state}`);
  return charged;
};
