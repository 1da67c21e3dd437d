import type { AttemptTerms, DirectAttempt } from '../domain/attempt/attempt.ts';
import { chargingTimes, DAY_MS, THREE_D_LIFE_MS } from '../domain/attempt/timing.ts';
import { orderIdOf, type PaymentName, referenceOf } from '../domain/payment/payment-name.ts';
import { pinnedPosOf, type VirtualPos } from '../domain/virtual-pos/virtual-pos.ts';

/** What one attempt is made from, for links and direct payments alike. */
export interface ChargeIntent {
  readonly payment: PaymentName;
  /** One more than the attempts that the link or the code had until now. */
  readonly number: number;
  readonly paymentId: number;
  readonly trxId: number;
  readonly dealerCode: string;
  /** Number of shards that the dealer's lists have now. */
  readonly listingShards: number;
  /** Days after which a pre-authorisation is closed that nobody captured. */
  readonly preAuthorisationDays: number;
  readonly pos: VirtualPos;
  readonly terms: AttemptTerms;
  readonly maskedCard: string;
  readonly payerAddress: string;
  readonly nowMs: number;
}

type AttemptOfAnything = Omit<DirectAttempt, 'kind' | 'direct'>;

/**
 * The intent of a charge: its terms frozen (rule 16), its virtual POS pinned (rule 14), its due time set (rule 8). It
 * begins with the payer's 3D authentication or with the charge itself, and holds no budget yet.
 */
export const newAttempt = (
  { nowMs, pos, preAuthorisationDays, ...intent }: ChargeIntent,
  state: 'authenticating' | 'charging',
): AttemptOfAnything => ({
  ...intent,
  reference: referenceOf(intent),
  orderId: orderIdOf(intent),
  pos: pinnedPosOf(pos),
  state,
  reportedOutcome: 'nobody',
  version: 1,
  startedAtMs: nowMs,
  ...(state === 'charging' ? chargingTimes(nowMs) : { dueAtMs: nowMs + THREE_D_LIFE_MS }),
  ...(intent.terms.type === 'pre-authorisation' ? { closesAtMs: nowMs + preAuthorisationDays * DAY_MS } : {}),
  postponed: 0,
  reservations: [],
});
