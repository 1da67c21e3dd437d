import type { PaymentRequestFields } from '../link/payment-request-fields.ts';
import type { MinorUnits } from '../money/money.ts';
import type { Rate } from '../money/rate.ts';
import type { MadeOfLink, ReusableLinkName } from './link-name.ts';
import { noPlaceIn, type PlaceShard } from './places.ts';

export const askableFields = ['FullName', 'Email', 'GsmNumber', 'Note'] as const;
export type AskableField = (typeof askableFields)[number];

/** What a link asks its payers for, beside the payment itself. A note has the dealer's own label. */
export interface Question {
  readonly field: AskableField;
  readonly required: boolean;
  readonly label?: string;
}

/** What a payer pays: the dealer's amount, or one that the payer chooses within limits. */
export type LinkAmount =
  | { readonly kind: 'fixed'; readonly amount: MinorUnits }
  | {
      readonly kind: 'open';
      readonly min: MinorUnits;
      readonly max: MinorUnits;
      readonly suggested: readonly MinorUnits[];
    };

/** The share of a sub-dealer in whatever a payer chooses to pay. */
export interface SharedRate {
  readonly dealerId: number;
  readonly rate: Rate;
}

/** The fields that every request of the link has from its dealer, as a dealer would send them for each. */
export type RequestTemplate = Omit<
  PaymentRequestFields,
  'otherTrxCode' | 'amount' | 'expireDate' | 'fullName' | 'email' | 'gsmNumber'
>;

/** A reusable link: an address that many payers open, each of whom makes a payment request of its own out of it. */
export interface ReusableLink {
  readonly name: ReusableLinkName;
  /** Name and 128 random bits, as they are in the address. */
  readonly token: string;
  readonly userPosLinkId: number;
  readonly dealerCode: string;
  readonly dealerName: string;
  /** The dealer's own code of the link. */
  readonly linkCode: string;
  readonly version: number;
  readonly createdAtMs: number;
  /** Number of shards of the dealer's lists when it was made: it fixes where its requests are listed. */
  readonly listingShards: number;
  /** Of the request that made it (rule 13). */
  readonly fingerprint: string;
  readonly active: boolean;
  readonly expiresAtMs?: number;
  /** How many payments it takes; absent: any number. */
  readonly maxPayments?: number;
  readonly title: string;
  readonly description?: string;
  readonly amount: LinkAmount;
  readonly questions: readonly Question[];
  readonly template: RequestTemplate;
  /** With an open amount and sub-dealers: the share of each. What is left is the dealer's. */
  readonly rates?: readonly SharedRate[];
  /** Signs the one-time values of its forms: 256 random bits, told to nobody. */
  readonly formKey: string;
}

export const madeOf = ({ name, userPosLinkId, linkCode, maxPayments }: ReusableLink, shards: number): MadeOfLink => ({
  name,
  userPosLinkId,
  linkCode,
  ...(maxPayments === undefined ? {} : { placeShards: shards }),
});

export const reusableLinkStates = ['active', 'inactive', 'used-up', 'expired'] as const;
export type ReusableLinkState = (typeof reusableLinkStates)[number];

/**
 * The state of a link at a moment. A link that its dealer switched off is inactive whatever else holds; one that is
 * expired begins nothing; used up is one whose every place is paid.
 */
export const reusableLinkStateAt = (
  { active, expiresAtMs }: Pick<ReusableLink, 'active' | 'expiresAtMs'>,
  places: readonly PlaceShard[],
  nowMs: number,
): ReusableLinkState => {
  if (!active) return 'inactive';
  if (expiresAtMs !== undefined && nowMs >= expiresAtMs) return 'expired';
  return noPlaceIn(places) === 'sold-out' ? 'used-up' : 'active';
};
