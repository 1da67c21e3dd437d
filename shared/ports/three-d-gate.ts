import type { BankCode } from '../domain/attempt/bank-codes.ts';
import type { PaymentCard, PosOrder } from './bank-order.ts';

/** The form that the payer's browser posts to the bank's gate. It holds card data: for the hand-over page only. */
export interface ThreeDForm {
  readonly action: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

export interface ThreeDStart {
  readonly order: PosOrder;
  readonly card: PaymentCard;
  /** Where the gate sends the payer back: both addresses carry the attempt's unguessable reference. */
  readonly okUrl: string;
  readonly failUrl: string;
  readonly random: string;
  readonly language: 'tr' | 'en';
  /** The address of the payer's browser. Some gates want it; none of them has to echo it. */
  readonly payerAddress: string;
}

/**
 * How an authentication begins. `failed`: the card or the payer cannot be authenticated, or the gateway could not be
 * asked; nothing is charged, and the attempt is declined with the code. `gatewayState` is what the gateway must get
 * back with the callback. It is stored in clear, so it must hold no card data and no secret.
 */
export type ThreeDBegun =
  | { readonly kind: 'form'; readonly form: ThreeDForm; readonly gatewayState?: string }
  | { readonly kind: 'failed'; readonly code: BankCode };

/** The payer's browser as its own request tells of it. What is absent or longer than 500 characters is not passed on. */
export interface PayerBrowser {
  readonly userAgent?: string | undefined;
  readonly accept?: string | undefined;
  readonly acceptLanguage?: string | undefined;
}

/**
 * A form that goes on from the gate's answer, for the payer's browser: to the bank's page for the payer, or straight to
 * our own callback where the bank asks nobody. It was searched for the card and holds none of it. It is a type of its own,
 * so that a page made for it can never take the form that carries the card. Every name and value was written by the
 * bank: a page shows none of them as text and escapes all.
 */
export interface PayerForm {
  /** An absolute https address; http at the embedded bank of a sandbox, and at this machine's own addresses there. */
  readonly action: string;
  /** In the order of the answer; at most 40. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** The `accept-charset` of the page that shows it: the values then leave the browser byte for byte as the bank wrote them. */
  readonly acceptCharset: FormCharset;
}

/** Encodings of bank pages that are known, as the pages name them. */
export const formCharsets = ['utf-8', 'iso-8859-9', 'windows-1254', 'iso-8859-1', 'windows-1252'] as const;
export type FormCharset = (typeof formCharsets)[number];

/** Why an answer of the gate cannot be passed on. */
export type UnusableGateAnswer =
  /** It redirects. */
  | 'redirect'
  /** It sets a cookie that its next page, at the gate's own site, would miss. */
  | 'cookie'
  /** Its status is not 200, or it is packed, broken off, in an unknown encoding or no HTML. */
  | 'unreadable'
  /** It is longer than 64 kB. */
  | 'too-large'
  /** It has no form that posts, or more than one: only a script of the page would know which goes on. */
  | 'no-form'
  /** Its form has no values in the HTML: a script fills it. */
  | 'script'
  /** Its form is for the payer to fill: a page of the bank's own that no form of ours can stand for. */
  | 'asks-payer'
  /** Its form has more than 40 fields. */
  | 'too-many-fields'
  /** Its form goes to no address that a payer may be sent to. */
  | 'action'
  /** It holds the card number, its expiry or its CVC. */
  | 'card-data';

/**
 * Why a gate that was posted by this service led to no form. No money moves in any of these.
 *
 * - `not-sent`: nothing left this process: the virtual POS has too many calls under way, or the time was up before.
 * - `silent`: the gate could not be reached, or did not answer in time. The gate's breaker counts it.
 * - `unusable`: the gate answered, and the answer cannot be passed on. It has a metric of its own.
 */
export type GateFailure =
  | { readonly kind: 'not-sent' }
  | { readonly kind: 'silent' }
  | { readonly kind: 'unusable'; readonly reason: UnusableGateAnswer };

/** What came of a post to the gate. A gate charges nothing: the charge follows the callback (`provision`). */
export type GateAnswer =
  | { readonly kind: 'form'; readonly form: PayerForm }
  | { readonly kind: 'failed'; readonly code: '024'; readonly why: GateFailure };

/** What was sent to the gate. Every field that the bank echoes must come back equal (rule 19). */
export interface ThreeDExpectation extends Omit<ThreeDStart, 'card' | 'payerAddress'> {
  /** The state that start3D asked us to keep. */
  readonly gatewayState?: string;
}

/** A verified authentication, with what the charge after 3D needs of it. */
export interface Authentication3D {
  readonly md: string;
  readonly xid: string;
  readonly eci: string;
  readonly cavv: string;
}

/**
 * What a posted callback proves. `mdStatus` is the result of the authentication as banks count it: 1 passed, 2 to 4
 * attempted, 0 and 5 to 9 failed. `refused` changes nothing: it did not come from the bank, or not for this attempt.
 * `unknown` changes nothing either: the gateway had to be asked and did not tell.
 */
export type CallbackVerdict =
  | { readonly kind: 'authenticated'; readonly authentication: Authentication3D; readonly mdStatus: number }
  | {
      readonly kind: 'failed';
      readonly code: BankCode;
      /** Absent where the gateway refused before it authenticated anybody. */
      readonly mdStatus?: number;
    }
  | { readonly kind: 'unknown' }
  | {
      readonly kind: 'refused';
      readonly reason: 'repeated-field' | 'hash' | 'order' | 'amount' | 'currency' | 'echo' | 'unreadable';
    };
