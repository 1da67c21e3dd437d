import type { BankCode } from '../attempt/bank-codes.ts';
import type { Currency, MinorUnits } from '../money/money.ts';

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
type InstallmentChoice = { readonly by: 'payer' } | { readonly by: 'dealer'; readonly count: number };

export type CardStorageChoice = 'never' | 'always' | 'payer-decides';

/** What a link asks a payer for: frozen when the link is created. */
export interface PaymentTerms {
  readonly amount: MinorUnits;
  readonly currency: Currency;
  readonly installments: InstallmentChoice;
  /** The counts that the link may be paid in: the dealer's one, or those that the payer may choose from, `1` among them. */
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

/**
 * What the row of a link says. Expiry is not written: it is judged from `expiresAtMs`. `failed` is closed for good by a
 * payer who gave up or used the attempts up, and is reported to the dealer (rule 7).
 */
export type StoredLinkState = 'open' | 'paid' | 'failed' | 'cancelled';
export type LinkState = StoredLinkState | 'expired';

/** Which operation made a link: a payment request (2.8) or the start of a mobile 3D payment (2.7). */
export type LinkSource = 'payment-request' | 'mobile-3d';

/** How a link ended, as it is reported to the dealer; `resultReference` is the address of that report. */
export interface LinkResult {
  readonly resultReference: string;
  /** Empty for a success; for a failure the code as it was known then. What is reported is `reportedCodeOf`. */
  readonly code: BankCode | '';
  /** VirtualPosOrderId of the attempt that decided it; empty when there was none. */
  readonly orderId: string;
  readonly atMs: number;
  /** What the payer paid, commission included; absent for a failure. */
  readonly paid?: { readonly total: MinorUnits; readonly installments: number; readonly maskedCard: string };
}

/** Why a payer was told that an attempt failed. */
export interface LinkDecline {
  /** 000 where the service refused, for example because the dealer's limit is used up. */
  readonly code: BankCode;
  readonly atMs: number;
  /** The bank gave no answer, and the payer asked for another try. */
  readonly unanswered?: true;
}

/** What has become of a link's attempts so far. */
export interface LinkProgress {
  /** The attempt that holds the link's one slot: it may be charging, so no other may. */
  readonly slot?: string;
  /** The attempt that was started last. */
  readonly latest?: string;
  readonly attempts: number;
  /** Attempts in the fixed window of ten minutes that began at `windowStartMs` (rule 33). */
  readonly windowStartMs: number;
  readonly windowAttempts: number;
  /** After a failed, attempted or abandoned 3D the link takes 3D only (rule 20). */
  readonly threeDOnly: boolean;
  readonly lastDecline?: LinkDecline;
  readonly result?: LinkResult;
}

/** What a dealer's software tells of itself and the payer (2.7): kept, and never used for a decision. */
export interface LinkCaller {
  readonly clientIp?: string;
  readonly software?: string;
  readonly subMerchantName?: string;
  readonly integratorId?: number;
}

/** A payment request (payment link) as it is stored. */
export interface PaymentRequest {
  /** 128 random bits: the secret of the link's address. */
  readonly token: string;
  readonly userPosPaymentId: number;
  readonly dealerCode: string;
  readonly dealerName: string;
  /** The definition that a payment request follows; a mobile payment has none. */
  readonly dealerCustomerTypeId?: number;
  readonly dealerCustomerId: number;
  readonly customerCode?: string;
  readonly otherTrxCode?: string;
  readonly state: StoredLinkState;
  readonly version: number;
  readonly createdAtMs: number;
  /** How many shards the dealer's lists had when it was created; it stays in the one that follows. */
  readonly listingShards: number;
  readonly expiresAtMs: number;
  readonly terms: PaymentTerms;
  readonly delivery: LinkDelivery;
  readonly buyer: Buyer;
  readonly basket: readonly BasketProduct[];
  readonly description?: string;
  readonly redirectUrl?: string;
  readonly source: LinkSource;
  /** RedirectType 1: the payer's page and the report to the dealer stay inside an iframe (2.7). */
  readonly insideFrame: boolean;
  /** The bank whose virtual POS takes the payment, where the request names it (PaymentType of 2.7). */
  readonly bankCode?: string;
  /** Absent where the operation has no such fields. */
  readonly caller?: LinkCaller;
  readonly progress: LinkProgress;
  readonly secrets: ResultSecrets;
}

/** The progress of a link that nobody has tried to pay. */
export const NO_PROGRESS: LinkProgress = { attempts: 0, windowStartMs: 0, windowAttempts: 0, threeDOnly: false };

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

/** The code of a failure that no decline explains: the payer gave up, or left the bank's page. */
const NOT_CONFIRMED = '001';

/**
 * The bank code that the end of a link is reported with. Empty for a success. A failure has the code of the last decline:
 * a payer who gives up after "insufficient funds" did confirm the card, so 001 is for links without any decline.
 */
export const reportedCodeOf = ({ state, progress }: Pick<PaymentRequest, 'state' | 'progress'>): BankCode | '' => {
  if (state === 'paid') return '';
  return progress.lastDecline?.code ?? NOT_CONFIRMED;
};

/** True when a link takes no card without 3D: by its terms, or after a 3D that failed or was abandoned (rule 20). */
export const isThreeDMandatory = ({ terms, progress, source }: PaymentRequest): boolean =>
  terms.threeDMandatory || progress.threeDOnly || source === 'mobile-3d';
