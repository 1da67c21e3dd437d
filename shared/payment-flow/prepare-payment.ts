import { istanbulDayOf } from '../domain/calendar.ts';
import type { Dealer } from '../domain/dealer/dealer.ts';
import type { DirectOperation, TriedPlan } from '../domain/direct-payment/direct-payment.ts';
import {
  cardDigitsOf,
  isWithoutCvc,
  storedTokenIn,
  typedNumberOf,
} from '../domain/direct-payment/direct-payment-card.ts';
import {
  chooseDirectCustomer,
  type DirectCustomer,
  namesStoredCustomer,
} from '../domain/direct-payment/direct-payment-customer.ts';
import type { DirectPaymentFields } from '../domain/direct-payment/direct-payment-fields.ts';
import {
  checkDirectPayment,
  type DirectPaymentContext,
  directPosOf,
  refuseTokenWithThreeD,
  splitsOf,
  subDealerIdsOf,
} from '../domain/direct-payment/direct-payment-rules.ts';
import { Refusal } from '../domain/refusal.ts';
import type { PaymentSplit } from '../domain/split/payment-split.ts';
import type { VirtualPos } from '../domain/virtual-pos/virtual-pos.ts';
import type { PosAccount } from '../ports/bank-gateway.ts';
import type { Clock } from '../ports/clock.ts';
import type { Customers } from '../ports/customers.ts';
import type { ChargingPause } from '../ports/stage-brake.ts';
import type { SubDealers } from '../ports/sub-dealers.ts';
import type { VirtualPosDirectory } from '../ports/virtual-pos-directory.ts';
import type { BreakerView, ChargeBreaker } from './charge-breaker.ts';
import { type ChargingPausedBy, chargingPausedBy } from './may-charge.ts';
import { type ChosenCard, chooseCard, findStoredCard, type PaymentCardDependencies } from './payment-card.ts';
import { openPosAccount } from './pos-account.ts';

export interface PrepareDependencies extends PaymentCardDependencies {
  readonly brake: ChargingPause;
  readonly posDirectory: VirtualPosDirectory;
  readonly subDealers: SubDealers;
  readonly customers: Customers;
  readonly clock: Clock;
  /** Whether any virtual POS takes a typed number: a sandbox has a test card that none takes. Absent: all are taken. */
  readonly anyPosTakes?: (number: string) => boolean;
}

export interface PaymentToPrepare {
  readonly dealer: Dealer;
  readonly fields: DirectPaymentFields;
  readonly operation: DirectPaymentContext['operation'];
  /**
   * The caller's address as the API gateway reports it. The bank gets this one: a dealer may write anything as
   * ClientIP. Empty where nobody called: then the bank gets none.
   */
  readonly payerAddress: string;
  /** True of a payment that its payer confirms by 3D. */
  readonly threeD?: true;
  /** The try of a payment plan that is charged. */
  readonly plan?: TriedPlan;
}

/** A request that passed all rules except the limits. */
export interface CheckedPayment extends ChosenCard, PaymentToPrepare {
  readonly splits: readonly PaymentSplit[];
  readonly customer: DirectCustomer;
  readonly pos: VirtualPos;
}

/** A checked payment with the opened account that it is charged at. */
export interface PreparedPayment extends Omit<CheckedPayment, 'operation'> {
  readonly operation: DirectOperation;
  readonly account: PosAccount;
  /** The breakers as they stood beside these reads. */
  readonly breakers: BreakerView;
}

const pauseSentences: Readonly<Record<ChargingPausedBy, string>> = {
  dealer: 'New charges of this dealer are paused by the service.',
  stage: 'New charges are paused by the service: try again later.',
};

/** The refusal of a charge while charges are paused (rule 18). It is told by its class, for it has no code of its own. */
export class ChargingPaused extends Refusal<'InvalidRequest'> {
  constructor(by: ChargingPausedBy) {
    super('InvalidRequest', pauseSentences[by]);
  }
}

const refusePaused = (dealer: Dealer, stage: { readonly stagePaused: boolean }): void => {
  const by = chargingPausedBy(dealer, stage);
  if (by !== undefined) throw new ChargingPaused(by);
};

const refuseWithoutPos = (
  fields: DirectPaymentFields,
  { anyPosTakes = () => true }: Pick<PrepareDependencies, 'anyPosTakes'>,
): void => {
  if (anyPosTakes(typedNumberOf(fields))) return;
  throw new Refusal('VirtualPosNotAvailable', 'No virtual POS takes the card of CardNumber.');
};

/** A list of sub-dealers makes a payment one with sub-dealers, whatever its path (decisions: paths). */
const operationOf = ({ subDealers }: DirectPaymentFields): DirectOperation =>
  subDealers.length > 0 ? 'DoDirectPaymentMarketPlace' : 'DoDirectPayment';

/** What the rules need from the store, read in parallel. */
const readFor = async (payment: PaymentToPrepare, deps: PrepareDependencies) => {
  const { dealer, fields } = payment;
  const { dealerCode } = dealer;
  const digits = cardDigitsOf(fields);
  const [stagePaused, ofDealer, typedOrigin, storedCard, subDealers, customers] = await Promise.all([
    deps.brake.isOn(),
    deps.posDirectory.ofDealer(dealerCode),
    digits === undefined ? undefined : deps.bins.find(digits),
    findStoredCard(payment, deps),
    deps.subDealers.find(dealerCode, subDealerIdsOf(fields)),
    namesStoredCustomer(fields, dealer) ? deps.customers.find(dealerCode, fields.customer) : {},
  ]);
  return { stagePaused, ofDealer, origin: typedOrigin ?? storedCard?.origin, storedCard, subDealers, customers };
};

/**
 * Checks a payment by card in the order of refusals (decisions: order of refusals). `check` applies the rules that need
 * only the request and the dealer. Nothing is written, and the limits are not checked yet.
 */
export const checkedPayment = async (
  payment: PaymentToPrepare,
  check: (context: DirectPaymentContext) => void,
  deps: PrepareDependencies,
): Promise<CheckedPayment> => {
  const { dealer, fields } = payment;
  const today = istanbulDayOf(deps.clock.now());
  const context: DirectPaymentContext = { ...payment, today };
  check(context);
  // The dealer's own pause needs no reading.
  refusePaused(dealer, { stagePaused: false });
  const read = await readFor(payment, deps);
  refusePaused(dealer, read);
  const splits = splitsOf(context, read.subDealers);
  const pos = directPosOf(fields, {
    ofDealer: read.ofDealer,
    bankOfCard: read.origin?.bankCode,
    groupOfCard: read.origin?.group,
    preferCheapest: dealer.preferCheapest,
    withoutCvc: isWithoutCvc(fields, dealer),
    fromServer: payment.threeD === true && storedTokenIn(fields) !== undefined,
  });
  refuseWithoutPos(fields, deps);
  if (payment.threeD === true) refuseTokenWithThreeD(fields, pos);
  const customer = chooseDirectCustomer(fields, dealer, read.customers);
  const chosen = chooseCard({ fields, dealer, customer, found: read.storedCard, today }, deps);
  return { ...payment, splits, customer, pos, ...chosen };
};

/** Checks a direct payment, and opens the account that it is charged at. */
export const preparePayment = async (
  payment: PaymentToPrepare,
  deps: PrepareDependencies & { readonly breaker: Pick<ChargeBreaker, 'read'> },
): Promise<PreparedPayment> => {
  const [checked, breakers] = await Promise.all([
    checkedPayment(payment, checkDirectPayment, deps),
    deps.breaker.read(),
  ]);
  const account = await openPosAccount(checked.pos, deps.opener);
  return { ...checked, operation: operationOf(payment.fields), account, breakers };
};
