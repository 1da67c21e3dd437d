import type { Attempt } from '../domain/attempt/attempt.ts';

/** Days of the embedded bank that an operator's command ended early. Sandbox stages alone have such a bank (rule 22). */
export interface EndedDays {
  /**
   * When the latest such day of the attempt's virtual POS ended; undefined where none was, or where another bank charged
   * it. Throws StoreUnavailable.
   */
  endedAtMs(attempt: Pick<Attempt, 'dealerCode' | 'pos'>): Promise<number | undefined>;
}
