// How long a run of the sweeper may begin rows, and what it hands on when its time is over.

/** A scheduled run has the minute until the next one, which it shares with the run that it hands work on to. */
const TURN_MS = 60_000;
/**
 * Most runs behind a scheduled one, each started by the one before. A scheduled run begins rows for 35 s, and the one
 * behind it for the rest of the minute, so one is enough and the second is for a late start.
 */
const MOST_HAND_ONS = 2;
/** A run is started only for at least this much of the minute. */
const LEAST_TURN_MS = 4_000;
/** Most gateways that are handed on, so that the event stays small. */
const MOST_GATEWAYS = 200;

/** The part of a minute that one run works in. */
export interface SweepTurn {
  /** Number of hand-ons before this run; 0 is a scheduled run. */
  readonly handOns: number;
  /** No row is begun from then on: the next scheduled run begins. */
  readonly endsAtMs: number;
  /** Tags of the gateways whose rows the run works on; all of them when absent. */
  readonly gateways?: readonly string[];
}

/** The turn of a scheduled run. */
export const scheduledTurn = (nowMs: number): SweepTurn => ({ handOns: 0, endsAtMs: nowMs + TURN_MS });

/** Whether an event names a turn that a hand-on can lead to: no chain is longer and no turn lasts longer (rule 8). */
export const isTurn = ({ handOns, endsAtMs, gateways = [] }: SweepTurn, nowMs: number): boolean =>
  handOns >= 1 && handOns <= MOST_HAND_ONS && endsAtMs <= nowMs + TURN_MS && gateways.length <= MOST_GATEWAYS;

/** Whether a run works on rows of a gateway. */
export const worksOn = ({ gateways }: SweepTurn, gateway: string): boolean => gateways?.includes(gateway) ?? true;

/** Whether a run may begin another row: its turn is not over, and its own time is enough for the row. */
export const mayBeginRow = (
  { endsAtMs }: SweepTurn,
  { nowMs, rowTimeMs, deadlineMs }: { readonly nowMs: number; readonly rowTimeMs: number; readonly deadlineMs: number },
): boolean => nowMs < endsAtMs && nowMs + rowTimeMs <= deadlineMs;

/**
 * The turn of the next run in the chain, or undefined. Only gateways that answer are handed on, so a bank that hangs is
 * asked no oftener. A chain ends with its minute and the next schedule begins a new one, so no gateway has two chains
 * at once and its rate holds.
 */
export const nextTurn = (
  { handOns, endsAtMs }: SweepTurn,
  { nowMs, unfinished }: { readonly nowMs: number; readonly unfinished: readonly string[] },
): SweepTurn | undefined => {
  if (unfinished.length === 0 || handOns >= MOST_HAND_ONS || endsAtMs - nowMs < LEAST_TURN_MS) return undefined;
  return { handOns: handOns + 1, endsAtMs, gateways: unfinished.slice(0, MOST_GATEWAYS) };
};
