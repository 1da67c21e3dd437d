import type { Attempt, BudgetReservation } from '../../shared/domain/attempt/attempt.ts';
import { FakeClock } from '../fakes/clock.ts';
import { checkBooks } from './bank/bank-invariants.ts';
import { checkComparison } from './compared-with-bank.ts';
import {
  checkBudget,
  checkCards,
  checkErrors,
  checkLedgers,
  checkSecrets,
  neverRewrites,
  neverUndoesSteps,
  neverUnsays,
  UnansweredCredits,
} from './invariants.ts';
import { attemptsIn, stepsIn } from './payments-in.ts';
import { gatewayOfSeed, keysOf } from './run-account.ts';
import { Seeded } from './seeded.ts';
import { Tally } from './tally.ts';
import type { Circumstances, OpenWorld, Watch, World } from './world.ts';

const DAY_MS = 24 * 3_600_000;

/** The part of a run that a seed drives in its world. */
export interface SeededRun {
  /** Rejected with a violation. */
  run(): Promise<void>;
  /** Everything that happened, to analyse a failure. */
  story(): Promise<unknown>;
}

const circumstancesOf = (seed: number): Circumstances => {
  const seeded = new Seeded(seed);
  const credits = new UnansweredCredits();
  const clock = new FakeClock(Date.UTC(2026, 0, 15) + seeded.below(DAY_MS));
  const horizonHours = seeded.pick([1, 4, 24]);
  const gateway = gatewayOfSeed(seed);
  const met = new Tally();
  met.add(`gateway: ${gateway}`);
  return {
    seeded,
    clock,
    gateway,
    horizonHours,
    met,
    atFault: true,
    watches: [neverUnsays, neverRewrites, neverUndoesSteps({ clock, horizonHours }), credits.watch],
    credits,
    rowChecks: [],
    violations: [],
    logLines: [],
  };
};

/** Runs one seed in a world of its own and answers what it met. `tell` receives the story of a failure. */
export const runSeed = async (
  seed: number,
  { open, begin }: { readonly open: OpenWorld; readonly begin: (world: World) => SeededRun },
  tell?: (story: unknown) => void,
): Promise<Tally> => {
  const circumstances = circumstancesOf(seed);
  const watch: Watch = (before, after, payment) => {
    for (const one of circumstances.watches) {
      const violation = one(before, after, payment);
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

/** Attempts, books, violations and log of a world. */
export const storyOf = async (world: World) => {
  const { bank, circumstances } = world;
  const { violations, logLines } = circumstances;
  const ours = (await world.attempts()).map(({ pos: _pos, ...one }) => one);
  return { attempts: ours, steps: stepsIn(await world.store.rows()), books: await bank.books(), violations, logLines };
};

/** Facts about a run that the checks need. */
export interface RunFacts {
  /** The periods that its limits cover. */
  readonly periods?: readonly BudgetReservation['kind'][];
  /** The token of a card that was stored before the run. */
  readonly storedBefore?: string;
}

/**
 * What holds at the end of every run beside the money: the bank's own books are sound, only store and vault failed, cards
 * are stored only by approvals, and no secret is anywhere. Counts what the run met.
 */
export const checkTraces = async (world: World, storedBefore?: string) => {
  const { store, bank, processes, circumstances } = world;
  const { met, logLines } = circumstances;
  await store.proveWhole();
  const [rows, books] = await Promise.all([store.rows(), bank.books()]);
  const [attempts, steps] = [attemptsIn(rows), stepsIn(rows)];
  checkBooks(books);
  checkErrors(logLines, met);
  checkSecrets({ rows, logLines }, keysOf(bank.account));
  met.add('card stored', checkCards(rows, attempts, storedBefore).length);
  met.add('fault: kill', processes.kills);
  met.add('fault: freeze', processes.freezes);
  met.add('charges at the bank', books.filter(({ state }) => state !== 'declined').length);
  for (const { state } of attempts) met.add(`attempt ${state}`);
  for (const { kind, state, doneBy } of steps)
    met.add(`${kind} ${state}${doneBy === undefined ? '' : ` by ${doneBy}`}`);
  return { rows, books, attempts, steps };
};

/**
 * Invariants at the end of a run without dealers' steps: what `checkTraces` checks, the bank's books equal ours, and the
 * used budget is the sum of the charges. Answers the attempts that are charged and stay so.
 */
export const checkWorld = async (
  world: World,
  { periods = ['day', 'month'], storedBefore }: RunFacts = {},
): Promise<readonly Attempt[]> => {
  const { rows, books, attempts, steps } = await checkTraces(world, storedBefore);
  await checkComparison(world, { books, attempts, steps });
  const charged = checkLedgers({ attempts, steps, books, credits: world.circumstances.credits });
  checkBudget(rows, attempts, periods);
  return charged;
};
