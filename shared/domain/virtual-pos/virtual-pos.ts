import type { Currency } from '../money/money.ts';
import type { Rate } from '../money/rate.ts';

/** Kinds of bank gateways that the service can call. */
export const gatewayKinds = ['nestpay'] as const;
export type GatewayKind = (typeof gatewayKinds)[number];

/** An encrypted merchant key with the record version that it was sealed for: later versions may keep it unchanged. */
export interface SealedMerchantKey {
  readonly sealed: string;
  readonly version: number;
}

/** How a NestPay gateway knows the dealer. */
export interface NestPayMerchant {
  readonly clientId: string;
  readonly apiUser: string;
  readonly apiPassword: SealedMerchantKey;
  readonly storeKey: SealedMerchantKey;
}

/** The fields of a merchant account that are kept encrypted. */
export type MerchantKeyField<Merchant> = {
  [Field in keyof Merchant]: Merchant[Field] extends SealedMerchantKey ? Field : never;
}[keyof Merchant];

/** The merchant account of a virtual POS, by the kind of its gateway. A further kind is a further member. */
export interface GatewayMerchant {
  readonly kind: 'nestpay';
  readonly merchant: NestPayMerchant;
}

/** A dealer's virtual POS at one bank. Records are immutable: each change is a version of its own (rule 14). */
export type VirtualPos = PosSettings & GatewayMerchant;

/** What every virtual POS has, whatever kind its gateway is. */
interface PosSettings {
  readonly dealerCode: string;
  readonly posId: string;
  readonly version: number;
  readonly enabled: boolean;
  readonly bankCode: string;
  readonly bankName: string;
  /** Installment programme of the bank's cards, as BIN records write it; shown to dealers, decides nothing. */
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
