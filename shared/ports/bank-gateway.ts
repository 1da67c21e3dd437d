import type { BankCode } from '../domain/attempt/bank-codes.ts';
import type { PostedCard } from '../domain/card/posted-card.ts';
import type { Currency, MinorUnits } from '../domain/money/money.ts';
import type { GatewayKind, GatewayMerchant, SealedMerchantKey } from '../domain/virtual-pos/virtual-pos.ts';

/** What the account of a virtual POS has with every kind of gateway. */
export interface AccountOfAnyKind {
  readonly kind: string;
  readonly posId: string;
  readonly version: number;
  readonly gateway: string;
  /** Whether an attempted authentication (mdStatus 2 to 4) may be charged; off unless the bank agreed to it. */
  readonly attemptedThreeDAllowed: boolean;
  /** Whether the gate takes the form of a stored card from this service: `startOnServer` refuses any other account. */
  readonly serverStart: boolean;
}

/** A merchant account with its keys decrypted. */
export type OpenedMerchant<Merchant> = {
  readonly [Field in keyof Merchant]: Merchant[Field] extends SealedMerchantKey ? string : Merchant[Field];
};

/** The account at a gateway of one kind: the common fields and the merchant account of the kind. */
export type AccountOf<Kind extends GatewayKind> = AccountOfAnyKind & { readonly kind: Kind } & OpenedMerchant<
    Extract<GatewayMerchant, { readonly kind: Kind }>['merchant']
  >;

/** One pinned version of a dealer's virtual POS, its secrets decrypted for this call only (rule 14). */
export type PosAccount = { readonly [Kind in GatewayKind]: AccountOf<Kind> }[GatewayKind];

export type ChargeType = 'sale' | 'pre-authorisation';

/** What is charged: frozen in the attempt before the bank is called. `installments` 1 is the single payment. */
export interface PosOrder {
  readonly orderId: string;
  readonly amount: MinorUnits;
  readonly currency: Currency;
  readonly installments: number;
  readonly type: ChargeType;
}

/** An order that the bank may have booked. Some gateways find it only by the references of its charge. */
export interface BookedOrder extends PosOrder {
  /** The references of the charge, if an answer of the bank had them. */
  readonly references?: BankReferences;
}

/** A card, in memory for one invocation. Never stored, logged or put into an error. */
export interface PaymentCard {
  readonly number: string;
  /** `MM` */
  readonly expiryMonth: string;
  /** `YYYY` */
  readonly expiryYear: string;
  readonly cvc?: string;
  /** Only sent to gateways that need it. */
  readonly holderName?: string;
}

/**
 * The bank's answer about money: approved, declined or unknown; unknown is never guessed (rule 3). `asksAgain`: the
 * issuer did not confirm the decline (the gateway's own checks refused, or a reversal still runs), so the bank is asked
 * once more the next day.
 */
export type BankAnswer =
  | { readonly kind: 'approved'; readonly references: BankReferences }
  | { readonly kind: 'declined'; readonly code: BankCode; readonly procReturnCode: string; readonly asksAgain?: true }
  /**
   * No request byte left this process: DNS or connect failure, a gateway that the stage does not allow, or too many
   * calls of this virtual POS at once (008), TLS failure (010), or the time was up before (021).
   */
  | {
      readonly kind: 'not-sent';
      readonly code: '008' | '010' | '021';
      /** True where the client itself sent nothing: the bank was not tried. */
      readonly refusedHere?: true;
    }
  | { readonly kind: 'unknown'; readonly cause: UnknownCause };

export type UnknownCause = 'time-out' | 'connection-lost' | 'unreadable' | 'contradictory' | 'error-answer';

export interface BankReferences {
  readonly authCode: string;
  readonly hostReference: string;
  readonly transactionId: string;
}

/** The bank's answer to an inquiry, word for word, for operators. It holds no card data. */
export interface BankStatement {
  /** `TRANS_STAT` and `CHARGE_TYPE_CD`, as `S S`; empty where the answer has none. */
  readonly state: string;
  /** The amount that the bank holds for the order, if the answer has one. */
  readonly amount?: MinorUnits;
  /** Return code of the order itself. */
  readonly procReturnCode?: string;
}

/** States of a charge that stands: authorised and captured on an open bank day, settled once the day is closed. */
export type StandingCharge = 'authorised' | 'captured' | 'settled';

/**
 * What an inquiry found. It shows the order's latest transaction only.
 *
 * - `authorised`, `captured`, `settled`: the charge stands. `amount` is what the bank holds. It may differ from the
 *   order, so the caller compares. For a captured pre-authorisation it is the captured amount, which may be more or
 *   less than was authorised. `authorised` after the Void of a capture: the hold remains.
 * - `voided`: voided, reversed or cancelled; nothing stays charged.
 * - `credited`: the latest transaction is a credit that happened; the order history tells how much went back.
 * - `credit-failed`: the latest transaction is a credit that did not happen; the charge stands, and the order history
 *   tells its state.
 * - `declined`: declined or failed at the bank. The code is 009 where the bank does not tell why.
 * - `no-record`: believed late (rule 5).
 * - `unknown`: `pending` is a transaction that the bank has not decided; `not-asked` means that no request byte left.
 *   `shows` is the state of a charge that stands, which the bank contradicts by the return code of a decline beside it.
 */
export type InquiryAnswer = { readonly said?: BankStatement } & (
  | { readonly kind: StandingCharge; readonly amount: MinorUnits; readonly references: BankReferences }
  | { readonly kind: 'voided' | 'credited' | 'credit-failed'; readonly references: BankReferences }
  | {
      readonly kind: 'declined';
      readonly references: BankReferences;
      readonly code: BankCode;
      readonly asksAgain?: true;
    }
  | { readonly kind: 'no-record' }
  | {
      readonly kind: 'unknown';
      readonly cause: UnknownCause | 'pending' | 'not-asked';
      readonly shows?: StandingCharge;
    }
);

/** The state of an order's charge by its history. */
export type ChargeInHistory = StandingCharge | 'voided' | 'declined' | 'pending';

/** The bank's answer to a question for all transactions of an order. */
export type HistoryAnswer =
  | {
      readonly kind: 'history';
      readonly charge: ChargeInHistory;
      /** What the charge took, before any credit; for a captured pre-authorisation the captured amount. */
      readonly amount: MinorUnits;
      /** Amounts of the credits that happened, oldest first. */
      readonly credits: readonly MinorUnits[];
      /** True while the bank has not decided a credit. */
      readonly creditPending: boolean;
    }
  | { readonly kind: 'no-record' }
  | { readonly kind: 'unknown'; readonly cause: UnknownCause | 'not-asked' };

/**
 * What is done to an order that the bank knows. `amount` of the order is what is captured, voided or refunded; a
 * capture of more than was pre-authorised names both amounts.
 */
export type FollowUp =
  | { readonly kind: 'capture'; readonly preAuthorised?: MinorUnits }
  | { readonly kind: 'void' }
  | { readonly kind: 'refund' };

/** The stage does not allow the gateway or the card. The caller should have checked, so this is a defect. */
export class BankCallNotAllowed extends Error {
  override readonly name = 'BankCallNotAllowed';
}

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
}

/**
 * How an authentication begins. `failed`: the card or the payer cannot be authenticated, or the gateway could not be
 * asked; nothing is charged, and the attempt is declined with the code. `gatewayState` is what the gateway must get
 * back with the callback. It is stored in clear, so it must hold no card data and no secret.
 */
type ThreeDBegun =
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
export interface ThreeDExpectation extends Omit<ThreeDStart, 'card'> {
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

/** The deadline of a call. It is checked again just before the first byte is sent (rule 5). */
export interface CallTime {
  /** Epoch milliseconds by which the answer must be here. */
  readonly answerBy: number;
}

/**
 * A bank's gateway, of one kind or of all. No method retries, follows a redirect or guesses: anything but an explicit
 * approval or decline is `unknown`. Methods never reject; a defect of the caller throws synchronously.
 */
export interface BankGateway<Account extends AccountOfAnyKind = PosAccount> {
  /**
   * Charges or pre-authorises a card without 3D. Answers approved, declined, not-sent or unknown. In a sandbox stage it
   * throws BankCallNotAllowed for a card that is not a test card.
   */
  charge(
    account: Account,
    order: PosOrder & { readonly card: PaymentCard; readonly payerAddress: string },
    time: CallTime,
  ): Promise<BankAnswer>;
  /**
   * Begins an authentication and answers the form that the payer's browser posts: so the card is one that was given for
   * this very payment, never one of the vault (rule 25). It may ask the bank, and it charges
   * nothing: it is called before the attempt is written. Throws BankCallNotAllowed when the stage does not allow the
   * gateway, or, in a sandbox stage, the card.
   */
  start3D(account: Account, start: ThreeDStart & { readonly card: PostedCard }, time: CallTime): Promise<ThreeDBegun>;
  /**
   * Posts the form of `start3D` to the gate from this process, once, and answers the form that goes on from there. It is
   * for cards of the vault, whose number no browser may get. It charges nothing. Written attempts alone are started so:
   * `failed` ends the very attempt as declined with its code, and no other post may follow for it. After a crash nothing
   * is known and nothing was charged, so the attempt just ends. The callback is verified like that of any other start.
   *
   * A kind of gateway that needs a state of its own with the callback cannot be started so. Throws BankCallNotAllowed
   * where the account has no `serverStart`, and when the stage does not allow the gateway or, in a sandbox stage, the
   * card.
   */
  startOnServer(
    account: Account,
    start: ThreeDStart & { readonly browser: PayerBrowser },
    time: CallTime,
  ): Promise<GateAnswer>;
  /**
   * Verifies that a callback comes from the bank and belongs to the attempt, and only then reads how the authentication
   * ended. It may ask the bank, and it charges nothing.
   */
  verifyCallback(
    account: Account,
    expected: ThreeDExpectation,
    posted: readonly (readonly [string, string])[],
    time: CallTime,
  ): Promise<CallbackVerdict>;
  /** Charges an authenticated payment. A decline with a code outside the table is 024 here. */
  provision(
    account: Account,
    order: PosOrder & { readonly authentication: Authentication3D; readonly payerAddress: string },
    time: CallTime,
  ): Promise<BankAnswer>;
  /** Asks the bank for the state of an order. */
  inquire(account: Account, order: BookedOrder, time: CallTime): Promise<InquiryAnswer>;
  /** Asks for all transactions of an order: before and after each credit. */
  inquireHistory(account: Account, order: BookedOrder, time: CallTime): Promise<HistoryAnswer>;
  /**
   * Captures a pre-authorisation, voids an order, or refunds `amount` of it. The outcome may be unknown, as for
   * charges.
   */
  followUp(account: Account, order: BookedOrder, step: FollowUp, time: CallTime): Promise<BankAnswer>;
}

/** The gateways of a stage, one for each kind. */
export type BankGateways = { readonly [Kind in GatewayKind]: BankGateway<AccountOf<Kind>> };
