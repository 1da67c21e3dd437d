import type { SweepTurn } from '../domain/attempt/sweep-turn.ts';

/** Starts runs of the sweeper. */
export interface SweeperRuns {
  /**
   * Starts a run in a turn, and does not wait for it. It may start twice. Rejected when it is unknown whether it starts:
   * its rows stay due for the next scheduled run.
   */
  start(turn: SweepTurn): Promise<void>;
}
