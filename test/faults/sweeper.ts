import {
  type ReconcilePaymentsDependencies,
  type ReconcileReport,
  reconcilePayments,
} from '../../functions/payment/reconcile-payments/reconcile-payments.ts';
import { dynamoVirtualPosVersions } from '../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import type { Opener } from '../../shared/ports/vault.ts';
import { cardStoringOver, openVault } from '../support/card/card-storing.ts';
import { sweeperStore } from '../support/store/sweeper-store.ts';
import { attemptsIn, dueTimesIn, stepsIn } from './payments-in.ts';
import { type FunctionKind, fateOf, type ProcessOptions } from './processes.ts';
import { keyOf } from './run-account.ts';
import { seededCardTokens } from './seeded-card-tokens.ts';
import type { Instance, World } from './world.ts';

const RECONCILE_LIFE_MS = 55_000;
/** It reads eight shards for what is due, and makes about eight calls for each attempt. */
export const SWEEPER: FunctionKind = { lifeMs: RECONCILE_LIFE_MS, calls: 18 };
/** Probability that the bank closes its day before a step of a run. */
export const DAY_END_PROBABILITY = 0.06;
const LONGEST_WAIT_MS = 300_000;
const MAX_SETTLE_RUNS = 600;
const MOST_RUNS_AMONG_FAULTS = 20;

/** Opens the keys of the run's one merchant, by their field names. */
export const openerOf = ({ bank }: World): Opener => ({
  open: async (sealed, context) => {
    if (context.purpose !== 'merchant-key') return openVault().open(sealed, context);
    return keyOf(bank.account, context.field);
  },
});

/** Dependencies for storing a card in an instance. */
export const storingOf = ({ seeded, clock }: World, { table }: Instance) =>
  cardStoringOver(table, { cardTokens: seededCardTokens(seeded), clock });

/** One run of `reconcile-payments` in an instance of its own. */
export const reconcileOnce = (
  world: World,
  instance: Instance,
  vault: Pick<ReconcilePaymentsDependencies, 'opener' | 'cardStoring'> = {
    opener: openerOf(world),
    cardStoring: storingOf(world, instance),
  },
): Promise<ReconcileReport> => {
  const settle = reconcilePayments({
    ...sweeperStore(instance.table),
    bank: instance.bank,
    posVersions: dynamoVirtualPosVersions(instance.table, world.clock),
    ...vault,
    randomness: world.seeded,
    clock: world.clock,
    log: world.log,
    metrics: { reconciled: () => undefined },
    // Time is simulated, so a real pause would only make the run slow.
    pause: () => Promise.resolve(),
  });
  return settle({ deadlineMs: world.clock.now() + RECONCILE_LIFE_MS });
};

/** What is stuck is asked about every day: a Credit that the bank carried out late is seen then. */
const askAfterStuck = async (
  world: World,
  settle: (options: ProcessOptions) => Promise<void>,
  after: () => Promise<void>,
): Promise<void> => {
  const stuck = stepsIn(await world.store.rows()).filter(({ state }) => state === 'stuck');
  if (stuck.length === 0) return;
  world.circumstances.atFault = false;
  world.clock.advance(Math.max(...stuck.map(({ dueAtMs }) => dueAtMs)) - world.clock.now() + 1000);
  await settle({ lifeMs: RECONCILE_LIFE_MS, freezes: false });
  await after();
};

/**
 * Runs the sweeper whenever something is due, until only work for an operator is left: a few times with faults, then
 * without. `after` checks the invariants after each run.
 */
export const sweepToTheEnd = async (
  world: World,
  settle: (options: ProcessOptions) => Promise<void>,
  after: () => Promise<void>,
): Promise<void> => {
  const amongFaults = world.seeded.below(MOST_RUNS_AMONG_FAULTS);
  for (let run = 0; run < MAX_SETTLE_RUNS; run += 1) {
    world.circumstances.atFault = run < amongFaults;
    const due = dueTimesIn(await world.store.rows());
    if (due.length === 0) {
      await askAfterStuck(world, settle, after);
      return;
    }
    if (world.seeded.chance(DAY_END_PROBABILITY)) await world.bank.closeDay();
    const next = Math.min(...due);
    world.clock.advance(Math.max(0, next - world.clock.now()) + 1000 + world.seeded.below(LONGEST_WAIT_MS));
    await settle(run < amongFaults ? fateOf(world.seeded, SWEEPER) : { lifeMs: RECONCILE_LIFE_MS, freezes: false });
    await after();
  }
  const rows = await world.store.rows();
  const open = attemptsIn(rows).map(({ state, reportedOutcome }) => `${state}/${reportedOutcome}`);
  const steps = stepsIn(rows).map(({ kind, state }) => `${kind}/${state}`);
  throw new Error(`still open: ${[...open, ...steps].join(', ')}`);
};
