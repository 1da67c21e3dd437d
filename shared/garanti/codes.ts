import type { BankCode } from '../domain/attempt/bank-codes.ts';
import type { Currency } from '../domain/money/money.ts';
import { currencyNumbers, declineCodes } from '../nestpay/codes.ts';
import type { ChargeType, FollowUp } from '../ports/bank-order.ts';

/** `Version` of requests in XML and `apiversion` of the 3D form. It chooses the hashes. */
export const API_VERSION = '512';

/** `Transaction/Type` of a charge. */
export const chargeTypeNames: Readonly<Record<ChargeType, 'sales' | 'preauth'>> = {
  sale: 'sales',
  'pre-authorisation': 'preauth',
};

/** `Transaction/Type` of what follows a charge. */
export const followUpTypeNames: Readonly<Record<FollowUp['kind'], 'postauth' | 'void' | 'refund'>> = {
  capture: 'postauth',
  void: 'void',
  refund: 'refund',
};

/** `Transaction/Type` of questions. */
export const inquiryTypeNames = { order: 'orderinq', history: 'orderhistoryinq', list: 'orderlistinq' } as const;

/** What a transaction of an order history can be. */
export const historyTypes = ['sales', 'preauth', 'postauth', 'void', 'refund'] as const;
export type HistoryType = (typeof historyTypes)[number];

/** Whether a transaction is asked for by the refund user, whose password then stands in the hash. */
export const needsRefundUser = (type: string): boolean => type === 'void' || type === 'refund';

/** The amount of transactions that name none of their own: voids and questions. */
export const NO_AMOUNT = 1;

/** Empty for the single payment, else the installment count. */
export const installmentText = (installments: number): string => (installments === 1 ? '' : String(installments));

/** `CardholderPresentCode`: 13 for a charge after 3D. */
export const presentCodes = { without3D: '0', after3D: '13' } as const;

const currenciesByNumber: ReadonlyMap<string, Currency> = new Map(
  Object.entries(currencyNumbers).map(([currency, number]) => [number, currency as Currency]),
);

/** The currency of the bank's number of it; undefined for any other. */
export const currencyOfNumber = (number: string): Currency | undefined => currenciesByNumber.get(number);

/** The one `Code` of success. */
export const SUCCESS = '00';
/** `Code` of a refusal by the gateway itself (`Source` `GVPS`); its `ReasonCode` tells why. */
export const REFUSED_BY_GATEWAY = '92';

/** Issuers' codes that do not end the matter: the bank may still carry the charge out, or have done so. */
const openCodes: readonly string[] = ['06', '09', '25', '68', '91', '92', '94', '95', '96', '98', '99'];

/** The interface's codes of declines by the issuer, by `Code`. */
export const issuerDeclines: ReadonlyMap<string, BankCode> = new Map(
  [...declineCodes].filter(([code]) => !openCodes.includes(code)),
);

/** A `ReasonCode` of the gateway's own refusals that decides something. */
export type GatewayReason =
  /** A mandatory field is missing or empty: our defect. */
  | { readonly kind: 'defect'; readonly code: BankCode }
  /** The refunded or voided transaction is not valid, or more than one may be meant: the history tells. */
  | { readonly kind: 'ask-history' }
  | { readonly kind: 'no-record' };

/**
 * Reason codes of refusals before the issuer was asked. A `defect` is ours or the account's: it is told as 009, or 008 where
 * the bank does not accept the account.
 */
const gatewayReasons: ReadonlyMap<string, GatewayReason> = new Map<string, GatewayReason>([
  ['0002', { kind: 'defect', code: '009' }],
  ['0651', { kind: 'defect', code: '008' }],
  ['0752', { kind: 'defect', code: '008' }],
  ['0208', { kind: 'ask-history' }],
  ['0214', { kind: 'ask-history' }],
  ['0108', { kind: 'no-record' }],
  ['0110', { kind: 'no-record' }],
]);

/** What a `ReasonCode` of the gateway means; undefined for a code that the gateway does not document. */
export const gatewayReason = (reasonCode: string): GatewayReason | undefined => gatewayReasons.get(reasonCode);
