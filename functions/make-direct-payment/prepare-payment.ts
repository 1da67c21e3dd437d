import { istanbulDayOf } from '../../shared/domain/calendar.ts';
import type { Dealer } from '../../shared/domain/dealer/dealer.ts';
import type { DirectOperation } from '../../shared/domain/direct-payment/direct-payment.ts';
import { cardDigitsOf } from '../../shared/domain/direct-payment/direct-payment-card.ts';
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
import { Refusal } from '../../shared/domain/refusal.ts';
import type { PaymentSplit } from '../../shared/domain/split/payment-split.ts';
import type { VirtualPos } from '../../shared/domain/virtual-pos/virtual-pos.ts';
import { type ChargingPausedBy, chargingPausedBy } from '../../shared/payment-flow/may-charge.ts';
import { openPosAccount } from '../../shared/payment-flow/pos-account.ts';
import type { PosAccount } from '../../shared/ports/bank-gateway.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { Customers } from '../../shared/ports/customers.ts';
import type { ChargingPause } from '../../shared/ports/stage-brake.ts';
import type { SubDealers } from '../../shared/ports/sub-dealers.ts';
import type { VirtualPosDirectory } from '../../shared/ports/virtual-pos-directory.ts';
import { type ChosenCard, chooseCard, findStoredCard, type PaymentCardDependencies } from './payment-card.ts';

export interface PrepareDependencies extends PaymentCardDependencies {
  readonly brake: ChargingPause;
  readonly posDirectory: VirtualPosDirectory;
  readonly subDealers: SubDealers;
  readonly customers: Customers;
  readonly clock: Clock;
}

export interface PaymentToPrepare {
  readonly dealer: Dealer;
  readonly fields: DirectPaymentFields;
  readonly operation: DirectPaymentContext['operation'];
  /** The caller, as the gateway reports it: what the bank is told, since ClientIP is whatever a dealer sends. */
  readonly payerAddress: string;
}

/** A request that the rules let pass, as far as it can be said without the limits. */
export interface PreparedPayment extends ChosenCard, Omit<PaymentToPrepare, 'operation'> {
  readonly operation: DirectOperation;
  readonly splits: readonly PaymentSplit[];
  readonly customer: DirectCustomer;
  readonly account: PosAccount;
  readonly pos: VirtualPos;
}

const pauseSentences: Readonly<Record<ChargingPausedBy, string>> = {
  dealer: 'New charges of this dealer are paused by the service.',
  stage: 'New charges are paused by the service: try again later.',
};

const refusePaused = (dealer: Dealer, stage: { readonly stagePaused: boolean }): void => {
  const by = chargingPausedBy(dealer, stage);
  if (by !== undefined) throw new Refusal('InvalidRequest', pauseSentences[by]);
};

/** A list of sub-dealers makes a payment one with sub-dealers, whatever its path (wire facts, "Paths"). */
const operationOf = ({ subDealers }: DirectPaymentFields): DirectOperation =>
  subDealers.length > 0 ? 'DoDirectPaymentMarketPlace' : 'DoDirectPayment';

/** What the rules need of the store, read side by side. */
const readFor = async (payment: PaymentToPrepare, deps: PrepareDependencies) => {
  const { dealer, fields } = payment;
  const { dealerCode } = dealer;
  const digits = cardDigitsOf(fields);
  const [stagePaused, ofDealer, bankOfCard, storedCard, subDealers, customers] = await Promise.all([
    deps.brake.isOn(),
    deps.posDirectory.ofDealer(dealerCode),
    digits === undefined ? undefined : deps.bins.find(digits),
    findStoredCard(payment, deps),
    deps.subDealers.find(dealerCode, subDealerIdsOf(fields)),
    namesStoredCustomer(fields, dealer) ? deps.customers.find(dealerCode, fields.customer) : {},
  ]);
  return { stagePaused, ofDealer, bankOfCard, storedCard, subDealers, customers };
};

/**
 * Checks a direct payment by the rules of 2.2 to 2.6 in the order of the wire facts, and opens the account that it is
 * charged at. Nothing is written, and the limits are not looked at yet.
 */
export const preparePayment = async (
  payment: PaymentToPrepare,
  deps: PrepareDependencies,
): Promise<PreparedPayment> => {
  const { dealer, fields } = payment;
  const today = istanbulDayOf(deps.clock.now());
  const context: DirectPaymentContext = { ...payment, today };
  checkDirectPayment(context);
  // The dealer's own pause needs no reading.
  refusePaused(dealer, { stagePaused: false });
  const read = await readFor(payment, deps);
  refusePaused(dealer, read);
  const splits = splitsOf(context, read.subDealers);
  const pos = directPosOf(fields, { ofDealer: read.ofDealer, bankOfCard: read.bankOfCard ?? read.storedCard?.bank });
  const customer = chooseDirectCustomer(fields, dealer, read.customers);
  const chosen = chooseCard({ fields, dealer, customer, found: read.storedCard, today }, deps);
  const account = await openPosAccount(pos, deps.opener);
  return { ...payment, operation: operationOf(fields), splits, customer, account, pos, ...chosen };
};
