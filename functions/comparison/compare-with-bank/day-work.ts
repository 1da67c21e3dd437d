import type { DayText } from '../../../shared/domain/calendar.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { GatewayPace } from './gateway-pace.ts';

/** A day of a dealer, and until when this run may work. */
export interface DayWork {
  readonly dealerCode: string;
  readonly listingShards: number;
  readonly day: DayText;
  readonly deadlineMs: number;
  readonly pace: GatewayPace;
}

/** Some orders are begun only with this much time left: their questions, and the report. */
const PART_MS = 30_000;

export const hasTime = ({ clock }: { readonly clock: Clock }, deadlineMs: number): boolean =>
  clock.now() + PART_MS < deadlineMs;
