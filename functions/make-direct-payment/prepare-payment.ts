import { isTestCard } from '../../shared/domain/bank-test-cards.ts';
import { istanbulDayOf } from '../../shared/domain/calendar.ts';
import { maskCard } from '../../shared/domain/card-rules.ts';
import type { Dealer } from '../../shared/domain/dealer.ts';
import type { DirectOperation } from '../../shared/domain/direct-payment.ts';
import {
  cardDigitsOf,
  type DirectCard,
  readDirectCard,
  unknownToken,
} from '../../shared/domain/direct-payment-card.ts';
import {
  chooseDirectCustomer,
  type DirectCustomer,
  namesStoredCustomer,
} from '../../shared/domain/direct-payment-customer.ts';
import type { DirectPaymentFields } from '../../shared/domain/direct-payment-fields.ts';
import {
  checkDirectPayment,
  type DirectPaymentContext,
  directPosOf,
  splitsOf,
  subDealerIdsOf,
} from '../../shared/domain/direct-payment-rules.ts';
import type { PaymentSplit } from '../../shared/domain/payment-split.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { openPosAccount } from '../../shared/payment-flow/pos-account.ts';
import type { BinDirectory } from '../../shared/ports/bin-directory.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { Customers } from '../../shared/ports/customers.ts';
import type { StageBrake } from '../../shared/ports/stage-brake.ts';
import type { SubDealers } from '../../shared/ports/sub-dealers.ts';
import type { Opener } from '../../shared/ports/vault.ts';
import type { PaymentCard, PosAccount } from '../../shared/ports/virtual-pos.ts';
import type { VirtualPosDirectory } from '../../shared/ports/virtual-pos-directory.ts';

export interface PrepareDependencies {
  readonly brake: StageBrake;
  readonly posDirectory: VirtualPosDirectory;
  readonly bins: BinDirectory;
  readonly subDealers: SubDealers;
  readonly customers: Customers;
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
  readonly card: PaymentCard;
  readonly maskedCard: string;
  readonly cardToken?: string;
  /** The caller, as the gateway reports it: what the bank is told, since ClientIP is whatever a dealer sends. */
  readonly payerAddress: string;
}

export interface PaymentToPrepare {
  readonly dealer: Dealer;
  readonly fields: DirectPaymentFields;
  readonly operation: DirectPaymentContext['operation'];
  readonly payerAddress: string;
}

const refusePaused = ({ paused }: Dealer): void => {
  if (paused) throw new Refusal('InvalidRequest', 'New charges of this dealer are paused by the service.');
};

const refusePausedStage = (paused: boolean): void => {
  if (paused) throw new Refusal('InvalidRequest', 'New charges are paused by the service: try again later.');
};

/** A list of sub-dealers makes a payment one with sub-dealers, whatever its path (wire facts, "Paths"). */
const operationOf = ({ subDealers }: DirectPaymentFields): DirectOperation =>
  subDealers.length > 0 ? 'DoDirectPaymentMarketPlace' : 'DoDirectPayment';

/**
 * Checks a direct payment by the rules of 2.2 to 2.6 in the order of the wire facts, reading what they need side by
 * side, and opens the account that it is charged at. Nothing is written, and the limits are not looked at yet.
 */
export const preparePayment = (deps: PrepareDependencies) => {
  const paidWith = async (payment: PaymentToPrepare, today: string) => {
    const card: DirectCard = readDirectCard(payment.fields, today);
    if (card.kind === 'token') throw unknownToken();
    if (deps.sandbox && !isTestCard(card.number)) {
      throw new Refusal('InvalidCardInfo', 'CardNumber is not one of the test cards, and a sandbox takes no others.');
    }
    const { number, expiryMonth, expiryYear, cvc } = card;
    return { card: { number, expiryMonth, expiryYear, cvc }, maskedCard: maskCard(number) };
  };

  return async (payment: PaymentToPrepare): Promise<PreparedPayment> => {
    const { dealer, fields } = payment;
    const { dealerCode } = dealer;
    const today = istanbulDayOf(deps.clock.now());
    const context: DirectPaymentContext = { ...payment, today };
    checkDirectPayment(context);
    refusePaused(dealer);
    const digits = cardDigitsOf(fields);
    const [stagePaused, ofDealer, bankOfCard, subDealers, found] = await Promise.all([
      deps.brake.isOn(),
      deps.posDirectory.ofDealer(dealerCode),
      digits === undefined ? undefined : deps.bins.find(digits),
      deps.subDealers.find(dealerCode, subDealerIdsOf(fields)),
      namesStoredCustomer(fields, dealer) ? deps.customers.find(dealerCode, fields.customer) : {},
    ]);
    refusePausedStage(stagePaused);
    const splits = splitsOf(context, subDealers);
    const pos = directPosOf(fields, { ofDealer, bankOfCard });
    const customer = chooseDirectCustomer(fields, dealer, found);
    const paid = await paidWith(payment, today);
    const account = await openPosAccount(pos, deps.opener);
    const { payerAddress } = payment;
    return { dealer, fields, operation: operationOf(fields), splits, customer, account, pos, payerAddress, ...paid };
  };
};
