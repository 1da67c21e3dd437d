import { istanbulDayOf } from '../../shared/domain/calendar.ts';
import { maskCard } from '../../shared/domain/card/card-rules.ts';
import { isCardOf, type KeptCard, type StoredCard } from '../../shared/domain/card/stored-card.ts';
import type { Dealer } from '../../shared/domain/dealer/dealer.ts';
import type { DirectOperation, PayingCustomer } from '../../shared/domain/direct-payment/direct-payment.ts';
import {
  cardDigitsOf,
  type DirectCard,
  readDirectCard,
  storedTokenIn,
  unknownToken,
} from '../../shared/domain/direct-payment/direct-payment-card.ts';
import {
  chooseDirectCustomer,
  type DirectCustomer,
  namesStoredCustomer,
} from '../../shared/domain/direct-payment/direct-payment-customer.ts';
import type { DirectPaymentFields } from '../../shared/domain/direct-payment/direct-payment-fields.ts';
import {
  checkDirectPayment,
  type DirectPaymentContext,
  directPosOf,
  splitsOf,
  subDealerIdsOf,
} from '../../shared/domain/direct-payment/direct-payment-rules.ts';
import { omitUndefined } from '../../shared/domain/omit-undefined.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import type { PaymentSplit } from '../../shared/domain/split/payment-split.ts';
import { isTestCard } from '../../shared/nestpay/test-cards.ts';
import { openStoredCard } from '../../shared/payment-flow/kept-card.ts';
import { type ChargingPausedBy, chargingPausedBy } from '../../shared/payment-flow/may-charge.ts';
import { openPosAccount } from '../../shared/payment-flow/pos-account.ts';
import type { PaymentCard, PosAccount } from '../../shared/ports/bank-gateway.ts';
import type { BinDirectory } from '../../shared/ports/bin-directory.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { Customers } from '../../shared/ports/customers.ts';
import type { ChargingPause } from '../../shared/ports/stage-brake.ts';
import type { StoredCards } from '../../shared/ports/stored-cards.ts';
import type { SubDealers } from '../../shared/ports/sub-dealers.ts';
import type { Opener } from '../../shared/ports/vault.ts';
import type { VirtualPosDirectory } from '../../shared/ports/virtual-pos-directory.ts';

export interface PrepareDependencies {
  readonly brake: ChargingPause;
  readonly posDirectory: VirtualPosDirectory;
  readonly bins: BinDirectory;
  readonly subDealers: SubDealers;
  readonly customers: Customers;
  readonly storedCards: Pick<StoredCards, 'find'>;
  readonly opener: Opener;
  readonly clock: Clock;
  /** Sandbox stages take test cards alone (rule 22). */
  readonly sandbox: boolean;
}

/** A request that the rules let pass, as far as it can be said without the limits. */
export interface PreparedPayment {
  readonly dealer: Dealer;
  readonly fields: DirectPaymentFields;
  readonly operation: DirectOperation;
  readonly splits: readonly PaymentSplit[];
  readonly customer: DirectCustomer;
  readonly account: PosAccount;
  readonly pos: Parameters<typeof openPosAccount>[0];
  readonly card: PaymentCard & KeptCard;
  readonly maskedCard: string;
  readonly cardToken?: string;
  /** Whose the stored card is. */
  readonly cardOwner?: PayingCustomer;
  /** The card that is stored when the payment is approved; a dealer without the feature stores none (2.2). */
  readonly storing?: { readonly card: KeptCard; readonly cardName?: string };
  /** The caller, as the gateway reports it: what the bank is told, since ClientIP is whatever a dealer sends. */
  readonly payerAddress: string;
}

type Paid = Pick<PreparedPayment, 'card' | 'maskedCard' | 'cardToken' | 'cardOwner' | 'storing'>;

export interface PaymentToPrepare {
  readonly dealer: Dealer;
  readonly fields: DirectPaymentFields;
  readonly operation: DirectPaymentContext['operation'];
  readonly payerAddress: string;
}

/** What a token leads to: the card as it is stored and as it is opened. */
interface FoundCard {
  readonly stored: StoredCard;
  readonly card: KeptCard;
  readonly bank?: string;
}

const pauseSentences: Readonly<Record<ChargingPausedBy, string>> = {
  dealer: 'New charges of this dealer are paused by the service.',
  stage: 'New charges are paused by the service: try again later.',
};

const refusePaused = (dealer: Dealer, { stagePaused }: { readonly stagePaused: boolean }): void => {
  const by = chargingPausedBy(dealer, { stagePaused });
  if (by !== undefined) throw new Refusal('InvalidRequest', pauseSentences[by]);
};

/** A list of sub-dealers makes a payment one with sub-dealers, whatever its path (wire facts, "Paths"). */
const operationOf = ({ subDealers }: DirectPaymentFields): DirectOperation =>
  subDealers.length > 0 ? 'DoDirectPaymentMarketPlace' : 'DoDirectPayment';

/**
 * Checks a direct payment by the rules of 2.2 to 2.6 in the order of the wire facts, reading what they need side by
 * side, and opens the account that it is charged at. Nothing is written, and the limits are not looked at yet.
 */
export const preparePayment = (deps: PrepareDependencies) => {
  const refuseOtherCards = (number: string): void => {
    if (!deps.sandbox || isTestCard(number)) return;
    throw new Refusal('InvalidCardInfo', 'CardNumber is not one of the test cards, and a sandbox takes no others.');
  };

  /** A token pays for its own customer alone, and only while its card is valid. */
  const byToken = (
    { token, cvc }: Extract<DirectCard, { kind: 'token' }>,
    found: FoundCard | undefined,
    { customer, today }: { readonly customer: DirectCustomer; readonly today: string },
  ): Paid => {
    if (found === undefined) throw unknownToken();
    const { stored, card } = found;
    const isOwn =
      customer.kind === 'none' || (customer.kind === 'known' && isCardOf(stored, customer.customer.dealerCustomerId));
    if (!isOwn) throw unknownToken();
    if (`${card.expiryYear}${card.expiryMonth}` < today.slice(0, 6)) {
      throw new Refusal('InvalidCardInfo', 'CardToken is the token of a card that has expired.');
    }
    refuseOtherCards(card.number);
    const { maskedCard, customer: cardOwner } = stored;
    return { card: { ...card, ...omitUndefined({ cvc }) }, maskedCard, cardToken: token, cardOwner };
  };

  const byCard = (
    { kind: _kind, holderName, ...details }: Extract<DirectCard, { kind: 'card' }>,
    { fields, customer }: { readonly fields: DirectPaymentFields; readonly customer: DirectCustomer },
  ): Paid => {
    refuseOtherCards(details.number);
    const card = { ...details, ...omitUndefined({ holderName }) };
    const paid = { card, maskedCard: maskCard(details.number) };
    if (customer.kind === 'none') return paid;
    return { ...paid, storing: { card, ...omitUndefined({ cardName: fields.customer.cardName }) } };
  };

  /**
   * The stored card and its bank, which is that of the number behind the token: of what is shown of it six digits are
   * left, and an entry of eight goes before one of six.
   */
  const findStored = async ({ dealer, fields }: PaymentToPrepare): Promise<FoundCard | undefined> => {
    const token = storedTokenIn(fields);
    const stored = token === undefined ? undefined : await deps.storedCards.find(dealer.dealerCode, token);
    if (stored === undefined) return undefined;
    const card = await openStoredCard(stored, deps.opener);
    return { stored, card, ...omitUndefined({ bank: await deps.bins.find(card.number) }) };
  };

  return async (payment: PaymentToPrepare): Promise<PreparedPayment> => {
    const { dealer, fields } = payment;
    const { dealerCode } = dealer;
    const today = istanbulDayOf(deps.clock.now());
    const context: DirectPaymentContext = { ...payment, today };
    checkDirectPayment(context);
    // The dealer's own pause needs no reading.
    refusePaused(dealer, { stagePaused: false });
    const digits = cardDigitsOf(fields);
    const [stagePaused, ofDealer, bankOfCard, byItsToken, subDealers, found] = await Promise.all([
      deps.brake.isOn(),
      deps.posDirectory.ofDealer(dealerCode),
      digits === undefined ? undefined : deps.bins.find(digits),
      findStored(payment),
      deps.subDealers.find(dealerCode, subDealerIdsOf(fields)),
      namesStoredCustomer(fields, dealer) ? deps.customers.find(dealerCode, fields.customer) : {},
    ]);
    refusePaused(dealer, { stagePaused });
    const splits = splitsOf(context, subDealers);
    const pos = directPosOf(fields, { ofDealer, bankOfCard: bankOfCard ?? byItsToken?.bank });
    const customer = chooseDirectCustomer(fields, dealer, found);
    const read = readDirectCard(fields, { dealer, today });
    const paid =
      read.kind === 'token' ? byToken(read, byItsToken, { customer, today }) : byCard(read, { fields, customer });
    const account = await openPosAccount(pos, deps.opener);
    const { payerAddress } = payment;
    return { dealer, fields, operation: operationOf(fields), splits, customer, account, pos, payerAddress, ...paid };
  };
};
