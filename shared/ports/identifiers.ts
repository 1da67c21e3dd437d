import type { PaymentName } from '../domain/payment/payment-name.ts';
import type { ReusableLinkName } from '../domain/reusable-link/link-name.ts';

/**
 * `payment` numbers payments (DealerPaymentId, UserPosPaymentId), `transaction` their charges and steps
 * (DealerPaymentTrxId), `statement` statements (DealerStatementId), `plan` payment plans (DealerPaymentPlanId), `plan-try`
 * their tries (DealerPaymentPlanHistoryId), `reusable-link` reusable links (UserPosLinkId).
 */
export const sequences = [
  'payment',
  'transaction',
  'customer',
  'sale',
  'plan',
  'plan-try',
  'product',
  'schedule',
  'statement',
  'reusable-link',
] as const;
export type Sequence = (typeof sequences)[number];

/** Operators give ids below this one; generated ids start here (decisions: cards in a request). */
export const FIRST_GENERATED_ID = 100_000;

export interface Identifiers {
  /** The next free id of a sequence: a positive 32-bit integer that is never given twice. Throws StoreUnavailable. */
  next(sequence: Sequence): Promise<number>;
}

/** Names of payments. The same dealer and code give the same name for ever, also after a restore (rule 47). */
export interface PaymentNames {
  /** The name of what an OtherTrxCode names; a fresh random one for a blank code. */
  nameOf(dealerCode: string, otherTrxCode: string | undefined): PaymentName;
  /**
   * The name of what one try of a payment plan charges: tries count from 1. No OtherTrxCode has such a name, so a plan
   * takes no code of the dealer.
   */
  nameOfTry(
    plan: { readonly dealerCode: string; readonly dealerPaymentPlanId: number },
    tryNumber: number,
  ): PaymentName;
  /** The name of a dealer's reusable link, by its LinkCode. */
  nameOfLink(dealerCode: string, linkCode: string): ReusableLinkName;
}

/** Tokens of new stored cards. */
export interface CardTokens {
  /** A token for a new card of a customer: a GUID in lower case, unlike any other. */
  next(dealerCustomerId: number): string;
}

export interface Randomness {
  /** An upper-case GUID without braces. */
  guid(): string;
  /** 128 random bits for an address, as URL-safe text. */
  token(): string;
}
