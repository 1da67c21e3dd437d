import type { PostedCard } from '../domain/card/posted-card.ts';
import type { GatewayKind, GatewayMerchant, SealedMerchantKey } from '../domain/virtual-pos/virtual-pos.ts';
import type { BankAnswer, HistoryAnswer, InquiryAnswer, OrderListAnswer } from './bank-answers.ts';
import type { BookedOrder, FollowUp, ListedPeriod, PaymentCard, PosOrder } from './bank-order.ts';
import type {
  Authentication3D,
  CallbackVerdict,
  GateAnswer,
  PayerBrowser,
  ThreeDBegun,
  ThreeDExpectation,
  ThreeDStart,
} from './three-d-gate.ts';

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
  /** Whether the bank charges a card without its CVC. */
  readonly withoutCvc: boolean;
  /** When the bank closes its day, `HH:MM` in Istanbul. */
  readonly dayEndsAt: string;
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

/** The stage does not allow the gateway or the card. The caller should have checked, so this is a defect. */
export class BankCallNotAllowed extends Error {
  override readonly name = 'BankCallNotAllowed';
}

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
  /**
   * Asks the bank for the state of an order. It may put more than one question to it: what it tells of a charge that stands
   * is all that the bank's books tell, so that a void or refund may follow.
   */
  inquire(account: Account, order: BookedOrder, time: CallTime): Promise<InquiryAnswer>;
  /** Asks for all transactions of an order: before and after each credit. */
  inquireHistory(account: Account, order: BookedOrder, time: CallTime): Promise<HistoryAnswer>;
  /**
   * Captures a pre-authorisation, voids an order, or refunds `amount` of it. The outcome may be unknown, as for
   * charges. Some gateways need the references of the charge for it: where the order has none, nothing is sent.
   */
  followUp(account: Account, order: BookedOrder, step: FollowUp, time: CallTime): Promise<BankAnswer>;
}

/** The part of a gateway that only the comparison of a day uses. */
interface OrderLists<Account extends AccountOfAnyKind = PosAccount> {
  /**
   * Lists the orders that the bank has of a period, by page, for the comparison of a day. Banks without such a list answer
   * `not-offered`.
   */
  listOrders(account: Account, period: ListedPeriod, time: CallTime): Promise<OrderListAnswer>;
}

/** All that an adapter does for its kind of gateway. */
export type WholeGateway<Account extends AccountOfAnyKind = PosAccount> = BankGateway<Account> & OrderLists<Account>;

/** The gateways of a stage, one for each kind. */
export type BankGateways = { readonly [Kind in GatewayKind]: WholeGateway<AccountOf<Kind>> };
