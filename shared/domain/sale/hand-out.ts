import { slotAt } from './slots.ts';

/*
 * How due plans are shared between workers: every minute anew, so that what a worker did not begin is handed out again
 * (decisions: recurring sales).
 */

/** Due plans are handed out once a minute, and a worker begins charges for as long. */
export const HAND_OUT_MS = 60_000;

/** What a stage sets for the charges of due plans. */
export interface HandOutSettings {
  /** Most batches, each with a worker of its own, that are handed out in a minute. */
  readonly batchesAtOnce: number;
  readonly plansPerBatch: number;
  /** Most charges at once at one gateway, over all workers of a minute. At least one for each batch. */
  readonly chargesAtOncePerGateway: number;
}

/** Fewest plans of a batch where enough are due: with less to do, more workers gain nothing. */
const FEWEST_PLANS = 25;

interface Due {
  readonly dealerCode: string;
  readonly dueAtMs: number;
}

/** Most plans that are handed out in a minute. */
export const mostPlans = ({ batchesAtOnce, plansPerBatch }: HandOutSettings): number => batchesAtOnce * plansPerBatch;

/** Dealers take turns, each with its oldest plan first, so that a dealer with many plans does not hold up the others. */
const inTurns = <Plan extends Due>(due: readonly Plan[], most: number): readonly Plan[] => {
  const oldestFirst = due.toSorted((one, other) => one.dueAtMs - other.dueAtMs);
  let dealers = [...Map.groupBy(oldestFirst, ({ dealerCode }) => dealerCode).values()];
  const turns: Plan[] = [];
  for (let round = 0; dealers.length > 0 && turns.length < most; round += 1) {
    dealers = dealers.filter((plans) => plans.length > round);
    for (const plans of dealers) turns.push(...plans.slice(round, round + 1));
  }
  return turns.slice(0, most);
};

/** The batches of one minute. Each has its part of every dealer's plans, in turns. */
export const batchesOf = <Plan extends Due>(
  due: readonly Plan[],
  settings: HandOutSettings,
): readonly (readonly Plan[])[] => {
  const plans = inTurns(due, mostPlans(settings));
  const fewest = Math.min(FEWEST_PLANS, settings.plansPerBatch);
  const count = Math.min(settings.batchesAtOnce, Math.ceil(plans.length / fewest));
  const batches = Array.from({ length: count }, (): Plan[] => []);
  // Dealer by dealer: in the order of turns, two dealers and two batches would make a batch of each dealer.
  const byDealer = [...Map.groupBy(plans, ({ dealerCode }) => dealerCode).values()].flat();
  for (const [index, plan] of byDealer.entries()) batches[index % count]?.push(plan);
  return batches.map((batch) => inTurns(batch, batch.length));
};

/** Charges that one of so many workers may have at one gateway at once: they share what the stage allows. */
export const chargesAtOnceOf = (batches: number, { chargesAtOncePerGateway }: HandOutSettings): number =>
  Math.max(1, Math.floor(chargesAtOncePerGateway / Math.max(1, batches)));

/** For how long the plan that waits longest has been due, while a slot is under way; 0 between slots. */
export const oldestDueMs = (due: readonly Pick<Due, 'dueAtMs'>[], nowMs: number): number => {
  if (slotAt(nowMs) === undefined) return 0;
  return due.reduce((oldest, { dueAtMs }) => Math.max(oldest, nowMs - dueAtMs), 0);
};
