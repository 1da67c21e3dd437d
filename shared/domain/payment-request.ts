import type { Currency, MinorUnits } from './money.ts';

/** A line of the payer's basket (2.5). The unit price is as the dealer wrote it. */
export interface BasketProduct {
  readonly productId?: number;
  readonly productCode?: string;
  readonly unitPrice?: MinorUnits;
  readonly quantity?: number;
}

export interface Buyer {
  readonly fullName?: string;
  readonly email?: string;
  readonly gsmNumber?: string;
  readonly address?: string;
}

/** Who chooses the installment count: the payer on the page, or the dealer in the request (2.8). */
export type InstallmentChoice = { readonly by: 'payer' } | { readonly by: 'dealer'; readonly count: number };

export type CardStorageChoice = 'never' | 'always' | 'payer-decides';

/** What a link asks a payer for: frozen when the link is created. */
export interface PaymentTerms {
  readonly amount: MinorUnits;
  readonly currency: Currency;
  readonly installments: InstallmentChoice;
  /** Counts that the payer may choose from when the payer chooses; `1` is always among them. */
  readonly allowedCounts: readonly number[];
  readonly commissionByDealer: number;
  readonly commissionDifferenceOnly: boolean;
  readonly preAuthorisation: boolean;
  readonly pooled: boolean;
  readonly threeDMandatory: boolean;
  readonly cardStorage: CardStorageChoice;
}

/** Where the message with the link goes, where the definition sends one. */
export interface LinkDelivery {
  readonly fullName?: string;
  readonly gsmNumber?: string;
  readonly email?: string;
}

/** What the row of a link says. Expiry is not written: it is judged from `expiresAtMs`. */
export type StoredLinkState = 'open' | 'paid' | 'cancelled';
export type LinkState = StoredLinkState | 'expired';

/** A payment request (payment link) as it is stored. */
export interface PaymentRequest {
  /** 128 random bits: the secret of the link's address. */
  readonly token: string;
  readonly userPosPaymentId: number;
  readonly dealerCode: string;
  readonly dealerName: string;
  readonly dealerCustomerTypeId: number;
  readonly dealerCustomerId: number;
  readonly customerCode?: string;
  readonly otherTrxCode?: string;
  readonly state: StoredLinkState;
  readonly version: number;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly terms: PaymentTerms;
  readonly delivery: LinkDelivery;
  readonly buyer: Buyer;
  readonly basket: readonly BasketProduct[];
  readonly description?: string;
  readonly redirectUrl?: string;
  readonly secrets: ResultSecrets;
}

/**
 * CodeForHash, encrypted, and the two hashes that the redirect posts (rule 28). The redirect needs the hashes alone,
 * so only the operations that return the code can open it.
 */
export interface ResultSecrets {
  readonly sealedCodeForHash: string;
  readonly successHash: string;
  readonly failureHash: string;
}

/** The state of a link at a moment: an open link past its life is expired. */
export const linkStateAt = (
  link: { readonly state: StoredLinkState; readonly expiresAtMs: number },
  nowMs: number,
): LinkState => (link.state === 'open' && nowMs >= link.expiresAtMs ? 'expired' : link.state);
