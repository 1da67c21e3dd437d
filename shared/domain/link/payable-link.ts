import { allowedCountsSentence } from '../money/asked-terms.ts';
import { Refusal } from '../refusal.ts';
import { canBePaid } from '../virtual-pos/can-be-paid.ts';
import type { VirtualPos } from '../virtual-pos/virtual-pos.ts';
import type { PaymentTerms } from './payment-request.ts';

/**
 * Refuses a checked request whose link nobody could pay: no virtual POS of the dealer takes its currency, or none that
 * a card could be charged at takes one of its installment counts with a commission rate.
 */
export const requirePosForLink = (
  terms: PaymentTerms,
  ofDealer: readonly VirtualPos[],
  { preferCheapest }: { readonly preferCheapest?: boolean } = {},
): void => {
  const { currency, allowedCounts: counts } = terms;
  const found = canBePaid({
    ofDealer,
    preferCheapest: preferCheapest === true,
    currency,
    counts,
    by: { kind: 'any-card' },
  });
  switch (found.kind) {
    case 'payable':
      return;
    case 'no-virtual-pos':
      throw new Refusal('InvalidRequest', 'This dealer has no virtual POS, so nothing can be paid in any Currency.');
    case 'not-taken':
      throw new Refusal('InvalidRequest', 'No virtual POS of this dealer takes this Currency.');
    case 'no-rate':
    case 'count-not-taken':
      throw new Refusal(
        'InvalidInstallmentNumber',
        allowedCountsSentence(found.taken, 'the virtual POS of this dealer take no other count'),
      );
  }
};
