import type { PendingCard } from '../card/stored-card.ts';
import type { DirectPayment } from '../direct-payment/direct-payment.ts';
import type { PlanOfLink } from '../link/payment-request.ts';
import type { Currency, MinorUnits } from '../money/money.ts';
import { omitUndefined } from '../omit-undefined.ts';
import type { AskedFor } from '../payment/asked-for.ts';
import type { PaymentName } from '../payment/payment-name.ts';
import type { MadeOfLink } from '../reusable-link/link-name.ts';
import type { Place } from '../reusable-link/places.ts';
import type { PaymentSplit } from '../split/payment-split.ts';
import type { PinnedPos } from '../virtual-pos/virtual-pos.ts';
import type { BankCode } from './bank-codes.ts';
import type { AttemptState, ReportedOutcome } from './states.ts';

/** What an attempt took from one bucket of a limit; released once, to that bucket (rule 17). */
export interface BudgetReservation {
  readonly kind: 'day' | 'month';
  readonly name: string;
  readonly currency: Currency;
  readonly shard: number;
  readonly amount: MinorUnits;
}

/** What is charged, frozen when the attempt starts (rule 16). */
export interface AttemptTerms {
  /** What the payer pays, commission included. */
  readonly total: MinorUnits;
  readonly currency: Currency;
  readonly installments: number;
  readonly type: 'sale' | 'pre-authorisation';
  /**
   * The service's commission. What the payer bears is part of `total`; what the dealer bears is deducted from what the
   * dealer is owed.
   */
  readonly commission: { readonly payer: MinorUnits; readonly dealer: MinorUnits };
}

/** What attempts of links and of direct payments have in common. */
interface AttemptOfAnything {
  readonly payment: PaymentName;
  /** Counts the tries of one link or one OtherTrxCode, from 1. */
  readonly number: number;
  /** Payment and number as one text (`referenceOf`). */
  readonly reference: string;
  /** VirtualPosOrderId (`orderIdOf`). */
  readonly orderId: string;
  /** DealerPaymentId: the same for all attempts of a payment, and for a link its UserPosPaymentId. */
  readonly paymentId: number;
  /** DealerPaymentTrxId of this charge. */
  readonly trxId: number;
  /** Of the request that began it (rule 13). Absent for a blank code, which nobody can repeat, and for payment requests. */
  readonly fingerprint?: string;
  /** The dealer's software, where the dealer changed it later. */
  readonly software?: string;
  /** A later attempt took the place of this one. */
  readonly next?: true;
  readonly dealerCode: string;
  /** The pinned version of the virtual POS: callback, provision, inquiry and void all read this one (rule 14). */
  readonly pos: PinnedPos;
  readonly state: AttemptState;
  readonly reportedOutcome: ReportedOutcome;
  readonly version: number;
  readonly startedAtMs: number;
  /** Number of shards of the dealer's lists when the attempt began: it fixes the attempt's shard for good. */
  readonly listingShards: number;
  /** When the sweeper looks at the attempt again, unless it is final by then. */
  readonly dueAtMs: number;
  readonly terms: AttemptTerms;
  readonly maskedCard: string;
  readonly payerAddress: string;
  /** Latest moment at which our call to the bank may have gone out (rule 5). */
  readonly lastCallAtMs?: number;
  /** Deadline of the bank's answer. After it the attempt counts as in doubt; nobody has to write that (rule 8). */
  readonly answerByMs?: number;
  /** How often the sweeper rescheduled the attempt; pauses grow with it. */
  readonly postponed: number;
  readonly reservations: readonly BudgetReservation[];
  /** Number of the charge's one active step (rule 40). */
  readonly activeStep?: number;
  /** Number of the charge's latest step: who reads a list of payments knows from it which steps to read. */
  readonly lastStep?: number;
  /** What was captured of a pre-authorisation. */
  readonly captured?: MinorUnits;
  /** Amount refunded so far, by steps that are done. */
  readonly refunded?: MinorUnits;
  /** The bank's last answer about the order, for operators. */
  readonly said?: BankSaid;
  /**
   * When the bank is asked once more about an end that the issuer did not confirm; until then it stays in the queue.
   */
  readonly recheckAtMs?: number;
  /** When a pre-authorisation is closed that nobody captured by then. Absent once it was captured or given back. */
  readonly closesAtMs?: number;
  /** When the state was written that the attempt ended in. */
  readonly endedAtMs?: number;
  /** When it was reported paid, once a void or refund has put its own time into `endedAtMs`. */
  readonly paidAtMs?: number;
  readonly bank?: AttemptBank;
  /** A card that is stored when the attempt is approved, and dropped with any other end (rule 27). */
  readonly pendingCard?: PendingCard;
}

/** What an attempt of a shop's 3D payment keeps of the dealer's call; attempts of direct payments keep the same. */
export type ShopCharge = Pick<
  DirectPayment,
  'splits' | 'cardToken' | 'cardHolderName' | 'caller' | 'customer' | 'cardReservation'
>;

/** One try to charge a link. */
export interface LinkAttempt extends AttemptOfAnything {
  readonly kind: 'link';
  /** The dealer's code of the link; absent for a blank one. */
  readonly otherTrxCode?: string;
  /** Token of the link's address, with its secret. */
  readonly linkToken: string;
  /** Secret of the callback address: 128 random bits, independent of the link's secret (rule 30). */
  readonly callbackSecret: string;
  readonly language: 'tr' | 'en';
  /** The `rnd` that went to the gate, which must come back equal (rule 19). */
  readonly random: string;
  /** What the gateway must get back with the callback. It holds no card data and no secret. */
  readonly gatewayState?: string;
  /** It began with 3D. */
  readonly threeD?: true;
  /**
   * Base address of the stage when it began with 3D: its callback and its payer's way back stay there (rule 45). Absent
   * without 3D, and in attempts older than this field.
   */
  readonly baseUrl?: string;
  /** The dealer's call under which it began; read it by `generationOfAttempt`. Only shop and mobile payments keep it. */
  readonly generation?: number;
  /** What the bank's callback proved of the 3D authentication; absent before that, and where none took place. */
  readonly mdStatus?: number;
  /** What the dealer's call asked for that it belongs to; absent for a payment request, which has one call: its link. */
  readonly asked?: AskedFor;
  /** Present for a 3D payment of a dealer's own shop. */
  readonly shop?: ShopCharge;
  /** Present for a link that was sent for a payment plan. */
  readonly plan?: PlanOfLink;
  /** Present for a payment request with sub-dealers. */
  readonly splits?: readonly PaymentSplit[];
  /** Present for a request that a payer made of a reusable link. */
  readonly madeOf?: MadeOfLink;
  /** The place of that link that it holds; absent before its lock, once it was given back, and of a link without places. */
  readonly place?: Place;
}

/** One attempt of a direct payment (dealer interface 2.2). */
export interface DirectAttempt extends AttemptOfAnything {
  readonly kind: 'direct';
  readonly direct: DirectPayment;
}

export type Attempt = LinkAttempt | DirectAttempt;

/**
 * The dealer's call under which an attempt of a link began. An attempt of a shop's 3D payment has the number of its call;
 * any other one without it began under the first call, or is a link's that has no other.
 */
export const generationOfAttempt = ({
  generation,
  shop,
  number,
}: Pick<LinkAttempt, 'generation' | 'shop' | 'number'>) => generation ?? (shop === undefined ? 1 : number);

/** What an attempt keeps of the dealer's call; undefined when the payer typed the card on our page. */
export const callOf = (attempt: Attempt): ShopCharge | undefined =>
  attempt.kind === 'link' ? attempt.shop : attempt.direct;

/** The shares of the sub-dealers, frozen with the terms; none without sub-dealers. */
export const splitsOfAttempt = (attempt: Attempt): readonly PaymentSplit[] =>
  callOf(attempt)?.splits ?? (attempt.kind === 'link' ? attempt.splits : undefined) ?? [];

/** The attempt with another reservation of its card's day, or with none. */
export const withCardReservation = <Of extends Attempt>(
  attempt: Of,
  cardReservation: ShopCharge['cardReservation'],
): Of => {
  const changed = <Call extends Pick<ShopCharge, 'cardReservation'>>({ cardReservation: _before, ...call }: Call) => ({
    ...call,
    ...omitUndefined({ cardReservation }),
  });
  if (attempt.kind === 'direct') return { ...attempt, direct: changed(attempt.direct) };
  return attempt.shop === undefined ? attempt : { ...attempt, shop: changed(attempt.shop) };
};

/** When an attempt was reported paid: the time of the write that ended it first. */
export const paidAtMsOf = ({ paidAtMs, endedAtMs, startedAtMs }: Attempt): number =>
  paidAtMs ?? endedAtMs ?? startedAtMs;

/** True of the charge of a payment plan: no dealer called, so nobody waits for its outcome. */
export const isOfPlan = (attempt: Attempt): attempt is DirectAttempt =>
  attempt.kind === 'direct' && attempt.direct.plan !== undefined;

/** The place that an attempt holds of a reusable link. */
export const placeOf = (attempt: Attempt): Place | undefined => (attempt.kind === 'link' ? attempt.place : undefined);

/** The attempt without its place, once it is given back. */
export const withoutPlace = <Of extends Attempt>(attempt: Of): Of => {
  if (placeOf(attempt) === undefined) return attempt;
  const { place: _givenBack, ...rest } = attempt as Extract<Of, LinkAttempt>;
  return rest as unknown as Of;
};

export const isOfLink = (attempt: Attempt): attempt is LinkAttempt => attempt.kind === 'link';

/** The bank's last answer about an order, word for word. It holds no card data. */
export interface BankSaid {
  /** State and kind of the order's latest transaction, in the bank's own letters; empty when the answer has none. */
  readonly state: string;
  /** The amount that the bank holds for the order. */
  readonly amount?: MinorUnits;
  /** Return code of the order. */
  readonly code?: string;
  readonly atMs: number;
}

/** The bank's answer that ended the attempt: its code and references. */
export interface AttemptBank {
  readonly code?: BankCode;
  readonly authCode?: string;
  readonly hostReference?: string;
  readonly transactionId?: string;
}
