import { type Charge, isUncaptured } from './charge.ts';

/** How far a payment has come, as its dealer sees it. */
export type PaymentStage = 'waiting' | 'failed' | 'pre-authorised' | 'paid' | 'voided' | 'refunded';

const ofPaid = (charge: Pick<Charge, 'state' | 'type' | 'captured'>): PaymentStage => {
  if (charge.state === 'voided' || charge.state === 'refunded') return charge.state;
  return isUncaptured(charge) ? 'pre-authorised' : 'paid';
};

/** States in which a charge that was reported to nobody still waits for its outcome. */
const OPEN: readonly Charge['state'][] = ['authenticating', 'charging', 'in-doubt', 'approved'];

/**
 * The stage of a payment, by the outcome that was reported and not by what the bank still holds. A step that is not
 * over changes nothing. A charge that is reversed before it was reported paid has failed.
 */
export const stageOf = (charge: Pick<Charge, 'state' | 'reportedOutcome' | 'type' | 'captured'>): PaymentStage => {
  if (charge.reportedOutcome === 'paid') return ofPaid(charge);
  return charge.reportedOutcome === 'nobody' && OPEN.includes(charge.state) ? 'waiting' : 'failed';
};

/**
 * Every stage that a charge may be shown in, as far as it tells by itself: one that waits in 3D has failed where its link is
 * over (decisions: state of a link).
 */
export const possibleStages = (charge: Parameters<typeof stageOf>[0]): readonly PaymentStage[] => {
  const stage = stageOf(charge);
  return stage === 'waiting' && charge.state === 'authenticating' ? ['waiting', 'failed'] : [stage];
};
