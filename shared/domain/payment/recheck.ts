import type { MinorUnits } from '../money/money.ts';
import {
  type BankFacts,
  decidedHistory,
  type FoundOrder,
  isStandingState,
  leftToCredit,
  type OrderHistory,
} from './bank-facts.ts';
import type { Charge } from './charge.ts';
import type { SentCalls, Step } from './step.ts';

/*
 * The bank is asked once more about two ends: a refused step, which may have happened after all, and a refund that an
 * unanswered Void may undo.
 */

/**
 * When the bank is asked once more about a charge that was refunded; undefined when nothing can change any more. An
 * unanswered Void may arrive late, and then undoes the credit.
 */
export const refundRecheckedAtMs = (
  { voidUnheardAtMs }: SentCalls,
  { nowMs, believedAtMs }: Pick<BankFacts, 'nowMs' | 'believedAtMs'>,
): number | undefined => {
  if (voidUnheardAtMs === undefined) return undefined;
  const settledAtMs = believedAtMs(voidUnheardAtMs);
  return settledAtMs > nowMs ? settledAtMs : undefined;
};

/** Whether the bank holds nothing of a reversed or refunded charge; undefined when the bank does not tell. */
export const isGivenBack = (found: FoundOrder, history: OrderHistory): boolean | undefined => {
  if (found.kind === 'voided') return true;
  if (found.kind === 'unknown' || found.kind === 'no-record') return undefined;
  const known = decidedHistory(history);
  if (known === undefined) return undefined;
  return leftToCredit(known) <= 0 || !(isStandingState(found.kind) || isStandingState(known.charge));
};

/** A refused step, the bank's answers about its order a day later, and the other refunds of the charge. */
export interface RefusedFacts extends Pick<BankFacts, 'found' | 'history'> {
  readonly step: Pick<Step, 'kind' | 'amount' | 'sent'>;
  readonly charge: Pick<Charge, 'state' | 'captured'>;
  /** Amounts of all Credits of this charge that are done. */
  readonly otherCredits: readonly MinorUnits[];
}

/** Whether a refused step is confirmed, or happened after all. */
export type RefusedEnd =
  | { readonly kind: 'confirmed' }
  | { readonly kind: 'happened'; readonly by: 'capture' | 'void' | 'credit' };

/** Whether the history has one more Credit of the amount than are known. */
const holdsOneMore = (credits: readonly MinorUnits[], amount: MinorUnits, known: readonly MinorUnits[]): boolean => {
  const countIn = (list: readonly MinorUnits[]): number => list.filter((one) => one === amount).length;
  return countIn(credits) > countIn(known);
};

const CONFIRMED: RefusedEnd = { kind: 'confirmed' };

const capturedAfterAll = ({ step, charge, found, history }: RefusedFacts): RefusedEnd | undefined => {
  // A later capture took the money that the bank shows.
  if (charge.captured !== undefined) return CONFIRMED;
  const known = decidedHistory(history);
  const isTaken = (kind: string | undefined): boolean => kind === 'captured' || kind === 'settled';
  if (isTaken(found.kind)) return found.amount === step.amount ? { kind: 'happened', by: 'capture' } : undefined;
  if (found.kind === 'authorised' || found.kind === 'voided') return CONFIRMED;
  if (known === undefined) return undefined;
  if (!isTaken(known.charge)) return CONFIRMED;
  return known.amount === step.amount ? { kind: 'happened', by: 'capture' } : undefined;
};

/**
 * Whether a refused step happened after all. Needs the history where the step sent a Credit, or where the inquiry shows
 * another transaction than the charge.
 */
export const refusedEndOf = (facts: RefusedFacts): RefusedEnd | undefined => {
  const { step, charge, found, history, otherCredits } = facts;
  if (found.kind === 'unknown' || found.kind === 'no-record') return undefined;
  if (step.kind === 'capture') return capturedAfterAll(facts);
  // A later step accounts for the void or refund that the bank shows.
  if (charge.state !== 'approved') return CONFIRMED;
  const { credit, voidSentAtMs } = step.sent;
  if (voidSentAtMs !== undefined && found.kind === 'voided') return { kind: 'happened', by: 'void' };
  if (credit === undefined && isStandingState(found.kind)) return CONFIRMED;
  const known = decidedHistory(history);
  if (known === undefined) return undefined;
  if (credit !== undefined && holdsOneMore(known.credits, credit.amount, otherCredits)) {
    return { kind: 'happened', by: 'credit' };
  }
  return voidSentAtMs !== undefined && known.charge === 'voided' ? { kind: 'happened', by: 'void' } : CONFIRMED;
};
