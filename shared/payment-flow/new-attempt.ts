import type { AttemptTerms, DirectAttempt } from '../domain/attempt/attempt.ts';
import { chargingTimes, THREE_D_LIFE_MS } from '../domain/attempt/timing.ts';
import { omitUndefined } from '../domain/omit-undefined.ts';
import { pinnedPosOf, type VirtualPos } from '../domain/virtual-pos/virtual-pos.ts';

/** What one try to charge is made from, whatever it pays. */
export interface ChargeIntent {
  readonly reference: string;
  readonly orderId: string;
  readonly dealerCode: string;
  /** How many shards the dealer's lists have now. */
  readonly listingShards: number;
  readonly pos: VirtualPos;
  readonly terms: AttemptTerms;
  readonly maskedCard: string;
  readonly payerAddress: string;
  /** The tries that the link or the code had until now, and the latest of them. */
  readonly before: { readonly count: number; readonly latest?: string | undefined };
  readonly nowMs: number;
}

type AttemptOfAnything = Omit<DirectAttempt, 'kind' | 'direct'>;

/**
 * The intent of a charge: its terms frozen (rule 16), its virtual POS pinned (rule 14), its due time set (rule 8). It
 * begins with the payer's 3D authentication or with the charge itself, and holds no budget yet.
 */
export const newAttempt = (
  { before, nowMs, pos, ...intent }: ChargeIntent,
  state: 'authenticating' | 'charging',
): AttemptOfAnything => ({
  ...intent,
  pos: pinnedPosOf(pos),
  number: before.count + 1,
  state,
  told: 'nobody',
  version: 1,
  startedAtMs: nowMs,
  ...(state === 'charging' ? chargingTimes(nowMs) : { dueAtMs: nowMs + THREE_D_LIFE_MS }),
  postponed: 0,
  reservations: [],
  ...omitUndefined({ previous: before.latest }),
});
