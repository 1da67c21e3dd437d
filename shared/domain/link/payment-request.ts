import type { BankCode } from '../attempt/bank-codes.ts';
import type { Currency, MinorUnits } from '../money/money.ts';
import type { PaymentName } from '../payment/payment-name.ts';
import type { MadeOfLink } from '../reusable-link/link-name.ts';
import type { LinkSplit } from '../split/link-split.ts';

/** A line of the payer's basket (dealer interface 2.5). The unit price is the dealer's own text. */
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

/** Who chooses the installment count: the payer on the page, or the dealer in the request (dealer interface 2.8). */
type InstallmentChoice = { readonly by: 'payer' } | { readonly by: 'dealer'; readonly count: number };

export type CardStorageChoice = 'never' | 'always' | 'payer-decides';

/** The terms of a payment, frozen when its link is created. */
export interface PaymentTerms {
  readonly amount: MinorUnits;
  readonly currency: Currency;
  readonly installments: InstallmentChoice;
  /** Installment counts that the link may be paid in: the dealer's one, or the payer's choices, always with `1`. */
  readonly allowedCounts: readonly number[];
  readonly commissionByDealer: number;
  readonly commissionDifferenceOnly: boolean;
  readonly preAuthorisation: boolean;
  readonly pooled: boolean;
  readonly threeDMandatory: boolean;
  /** The page offers payment without 3D; absent: it leads through 3D, mandatory or not. */
  readonly threeDChoice?: true;
  readonly cardStorage: CardStorageChoice;
  /** Present for a payment request with sub-dealers. */
  readonly split?: LinkSplit;
}

/** Contacts that the link is sent to, if the definition sends one. */
export interface LinkDelivery {
  readonly fullName?: string;
  readonly gsmNumber?: string;
  readonly email?: string;
}

/**
 * The stored state of a link. Expiry is not stored: it follows from `expiresAtMs`. `failed`: the payer gave up or used
 * up the attempts. It is final, and reported to the dealer (rule 7).
 */
export type StoredLinkState = 'open' | 'paid' | 'failed' | 'cancelled';
export type LinkState = StoredLinkState | 'expired';

/**
 * The operation that made a link: a payment request, or a mobile 3D payment (dealer interface 2.8 and 2.7). A shop's 3D
 * payment is a link too: its card came with the dealer's call, so its payer sees no form.
 */
export type LinkSource = 'payment-request' | 'mobile-3d' | 'three-d';

/** What only a 3D payment of a dealer's own shop has. */
interface ShopTerms {
  /** ReturnHash 1: the result is reported with its hash. */
  readonly signed: boolean;
  readonly commissionScenario?: number;
}

/**
 * The result of a link, as it is reported to the dealer; `resultReference` is in the report's address (`addressOf`).
 */
export interface LinkResult {
  readonly resultReference: string;
  /** Empty for a success. For a failure the code known when the link closed; the report sends `reportedCodeOf`. */
  readonly code: BankCode | '';
  /** VirtualPosOrderId of the attempt that decided the link; empty if there was none. */
  readonly orderId: string;
  readonly atMs: number;
  /** What the payer paid, commission included; absent for a failure. */
  readonly paid?: { readonly total: MinorUnits; readonly installments: number; readonly maskedCard: string };
}

/** The decline of an attempt, as the payer was shown it. */
export interface LinkDecline {
  /** 000 if the service refused, for example because the dealer's limit is used up. */
  readonly code: BankCode;
  readonly atMs: number;
  /** The bank gave no answer, and the payer asked for another try. */
  readonly unanswered?: true;
}

/** What a link knows of its attempts. */
export interface LinkProgress {
  /** The link's active attempt: it may be charging, so no other may. */
  readonly activeAttempt?: string;
  /** The attempt that was started last. */
  readonly latest?: string;
  /**
   * Which of the dealer's calls with this code the payment follows, from 1; each changed call raises it, and bars all
   * attempts that began under an earlier one. Read it by `generationOf`.
   */
  readonly generation?: number;
  readonly attempts: number;
  /** Attempts in the fixed window of ten minutes that began at `windowStartMs` (rule 33). */
  readonly windowStartMs: number;
  readonly windowAttempts: number;
  /**
   * Wrong passwords of the link's customer, and those in the window of ten minutes that began at `passwordWindowStartMs`
   * (rules 33, 48). They are no attempts. Absent where there was none.
   */
  readonly wrongPasswords?: number;
  readonly passwordWindowStartMs?: number;
  readonly windowPasswords?: number;
  /** After a failed, attempted or abandoned 3D the link accepts 3D only (rule 20). */
  readonly threeDOnly: boolean;
  /** The payer's first post, where the link has a contact to be sent to; showing its page notes nothing (rule 30). */
  readonly openedAtMs?: number;
  /** When the payer is reminded; absent once the reminder is on its way, and where none was asked for. */
  readonly remindAtMs?: number;
  readonly lastDecline?: LinkDecline;
  readonly result?: LinkResult;
}

/** Facts about the dealer's software and the payer (dealer interface 2.7): kept, and never used for a decision. */
export interface LinkCaller {
  readonly clientIp?: string;
  readonly software?: string;
  readonly subMerchantName?: string;
  readonly integratorId?: number;
}

/** The payment plan of the dealer that a link was sent for. */
export interface PlanOfLink {
  readonly dealerSaleId: number;
  readonly dealerPaymentPlanId: number;
}

/** What a payer typed into a field of the dealer's own on the page of a reusable link. */
export interface PayerAnswer {
  readonly label: string;
  readonly text: string;
}

/** A payment request (link) as it is stored. */
export interface PaymentRequest {
  readonly payment: PaymentName;
  /** The payment's name and 128 random bits, as they are in the link's address (`addressOf`). */
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
  /** Number of shards of the dealer's lists when it was created: it fixes the link's shard for good. */
  readonly listingShards: number;
  readonly expiresAtMs: number;
  readonly terms: PaymentTerms;
  readonly delivery: LinkDelivery;
  readonly buyer: Buyer;
  readonly basket: readonly BasketProduct[];
  readonly description?: string;
  readonly redirectUrl?: string;
  /** The language of its pages and messages, where the dealer named one. */
  readonly language?: 'tr' | 'en';
  readonly source: LinkSource;
  /** RedirectType 1: the payer's page and the result report stay inside an iframe (dealer interface 2.7). */
  readonly insideFrame: boolean;
  /**
   * The bank of the virtual POS that must take the payment, if the request names it (PaymentType, dealer interface
   * 2.7).
   */
  readonly bankCode?: string;
  /** Absent for operations without such fields. */
  readonly caller?: LinkCaller;
  readonly progress: LinkProgress;
  readonly secrets: ResultSecrets;
  /** Present for a link that was sent for a payment plan: the plan ends when it does. */
  readonly plan?: PlanOfLink;
  /** Present for a request that a payer made of a reusable link. */
  readonly madeOf?: MadeOfLink;
  readonly answers?: readonly PayerAnswer[];
  /** Present for a shop's 3D payment. `progress.attempts` then counts the dealer's calls, opened or not. */
  readonly shop?: ShopTerms;
}

/**
 * The dealer's call that a payment follows now. Only shop and mobile payments get further ones. Rows from before they kept
 * it: each call of a shop's 3D payment is counted, and any other link was made by one call.
 */
export const generationOf = ({ progress, shop }: Pick<PaymentRequest, 'progress' | 'shop'>): number =>
  progress.generation ?? (shop === undefined ? 1 : progress.attempts);

/** The progress of a link without an attempt. */
export const NO_PROGRESS: LinkProgress = { attempts: 0, windowStartMs: 0, windowAttempts: 0, threeDOnly: false };

/**
 * CodeForHash, encrypted, and the two hashes for the result report (rule 28). The report needs only the hashes; only
 * the operations that return the code can decrypt it.
 */
export interface ResultSecrets {
  readonly sealedCodeForHash: string;
  readonly successHash: string;
  readonly failureHash: string;
}

/** The state of a link at a moment: an open link past `expiresAtMs` is expired. */
export const linkStateAt = (
  link: { readonly state: StoredLinkState; readonly expiresAtMs: number },
  nowMs: number,
): LinkState => (link.state === 'open' && nowMs >= link.expiresAtMs ? 'expired' : link.state);

/** The code of a failure without a decline: the payer gave up, or left the bank's page. */
const NOT_CONFIRMED = '001';

/**
 * The bank code that the dealer gets at the end of a link; empty for a success. A failure has the code of the last
 * decline, even when the payer gave up later. 001 is for links without a decline.
 */
export const reportedCodeOf = ({ state, progress }: Pick<PaymentRequest, 'state' | 'progress'>): BankCode | '' => {
  if (state === 'paid') return '';
  return progress.lastDecline?.code ?? NOT_CONFIRMED;
};

/** True when a link takes no card without 3D: by its terms, or after a 3D that failed or was abandoned (rule 20). */
export const isThreeDMandatory = ({ terms, progress, source }: PaymentRequest): boolean =>
  terms.threeDMandatory || progress.threeDOnly || source !== 'payment-request';

/** True when the page of a link asks whether to pay with 3D: where it is not mandatory, and its definition wants that. */
export const offersThreeDChoice = (link: PaymentRequest): boolean =>
  link.terms.threeDChoice === true && !isThreeDMandatory(link);
