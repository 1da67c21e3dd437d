import type { Currency } from '../money/money.ts';
import type { Rate } from '../money/rate.ts';

/** Kinds of bank gateways that the service can call. */
export const gatewayKinds = ['nestpay', 'garanti'] as const;
export type GatewayKind = (typeof gatewayKinds)[number];

/** An encrypted merchant key with the record version that it was sealed for: later versions may keep it unchanged. */
export interface SealedMerchantKey {
  readonly sealed: string;
  readonly version: number;
}

/** How a NestPay gateway knows the dealer. */
interface NestPayMerchant {
  readonly clientId: string;
  readonly apiUser: string;
  readonly apiPassword: SealedMerchantKey;
  readonly storeKey: SealedMerchantKey;
}

/** How Garanti's gateway (GVPS) knows the dealer. */
interface GarantiMerchant {
  /** Digits. */
  readonly merchantId: string;
  /** 1 to 9 digits. */
  readonly terminalId: string;
  /** Charges, captures and asks; usually `PROVAUT`. */
  readonly provisionUser: string;
  readonly provisionPassword: SealedMerchantKey;
  /** Voids and refunds; usually `PROVRFN`. */
  readonly refundUser: string;
  readonly refundPassword: SealedMerchantKey;
  /** The 3D key. */
  readonly storeKey: SealedMerchantKey;
}

/** The merchant account of a virtual POS, by the kind of its gateway. A further kind is a further member. */
export type GatewayMerchant =
  | { readonly kind: 'nestpay'; readonly merchant: NestPayMerchant }
  | { readonly kind: 'garanti'; readonly merchant: GarantiMerchant };

/** The bank's number of the merchant: the embedded bank closes days by it. */
export const merchantNumberOf = (pos: GatewayMerchant): string =>
  pos.kind === 'nestpay' ? pos.merchant.clientId : pos.merchant.terminalId;

/** A dealer's virtual POS at one bank. Records are immutable: each change is a version of its own (rule 14). */
export type VirtualPos = PosSettings & GatewayMerchant;

/** A virtual POS at a gateway of one kind. */
export type VirtualPosOf<Kind extends GatewayKind> = Extract<VirtualPos, { readonly kind: Kind }>;

/** What every virtual POS has, whatever kind its gateway is. */
interface PosSettings {
  readonly dealerCode: string;
  readonly posId: string;
  readonly version: number;
  readonly enabled: boolean;
  readonly bankCode: string;
  readonly bankName: string;
  /** Installment programme of the bank's cards, as BIN records write it: decides where a dealer prefers the cheapest. */
  readonly group?: string | undefined;
  /** The address that the gateway's paths are appended to, without a slash at its end. */
  readonly gateway: string;
  readonly currencies: readonly Currency[];
  /** Counts of 2 to 12 that the bank takes; a single payment always is possible. */
  readonly installmentCounts: readonly number[];
  /** The bank's commission by installment count; `1` is the single payment. */
  readonly rates: Readonly<Record<string, Rate>>;
  readonly isDefault: boolean;
  /** Whether mdStatus 2 to 4, "attempted", may be charged (rule 20). */
  readonly attemptedThreeDAllowed: boolean;
  /**
   * Whether this service may post the form of a stored card to the gate. Where it may not, no browser gets the form
   * either: 3D by stored card is not possible at this virtual POS (rule 25).
   */
  readonly serverStart: boolean;
  /**
   * Whether the bank charges a card without its CVC. Where it does not, payment plans and other charges without a CVC go to
   * another virtual POS, or to none.
   */
  readonly withoutCvc: boolean;
  /** Hours after which an inquiry's "no record" is believed (rule 5). */
  readonly noRecordHorizonHours: number;
  /** When the bank closes its day, `HH:MM` in Istanbul. Charges are voided before it and refunded after it. */
  readonly dayEndsAt: string;
}

/** What an attempt keeps of the version of the virtual POS that it pins: no key and no rate. A version never changes. */
export type PinnedPos = Pick<
  VirtualPos,
  'posId' | 'version' | 'bankCode' | 'bankName' | 'gateway' | 'noRecordHorizonHours' | 'dayEndsAt'
>;

export const pinnedPosOf = (pos: PinnedPos): PinnedPos => {
  const { posId, version, bankCode, bankName, gateway, noRecordHorizonHours, dayEndsAt } = pos;
  return { posId, version, bankCode, bankName, gateway, noRecordHorizonHours, dayEndsAt };
};
