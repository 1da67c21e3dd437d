import { holdsCardNumber } from '../../../shared/domain/card/card-number-in-text.ts';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import type { DirectPaymentFields } from '../../../shared/domain/direct-payment/direct-payment-fields.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { outcomeOfRefusal } from '../../../shared/domain/sale/card-outcomes.ts';
import type { PaymentPlan, TakenCard } from '../../../shared/domain/sale/payment-plan.ts';
import type { CardOutcome } from '../../../shared/domain/sale/step-course.ts';
import type { Log } from '../../../shared/observability/log.ts';
import type { ChargeBreaker } from '../../../shared/payment-flow/charge-breaker.ts';
import { StoredCardDamaged } from '../../../shared/payment-flow/kept-card.ts';
import {
  ChargingPaused,
  type PrepareDependencies,
  type PreparedPayment,
  preparePayment,
} from '../../../shared/payment-flow/prepare-payment.ts';
import type { PlanFile } from '../../../shared/ports/plan-engine.ts';

export interface PrepareCardDependencies extends PrepareDependencies {
  readonly breaker: Pick<ChargeBreaker, 'read'>;
  readonly log: Log;
}

/** Leaves out a description with a card number, which would refuse the payment (rule 32): old ones were not checked. */
const describing = ({ description = '' }: PlanFile['sale']): string | undefined =>
  description === '' || holdsCardNumber(description) ? undefined : description;

/** The fields of a direct payment by the card's token. The card's owner stands in the attempt as its customer. */
const fieldsOf = ({ terms, sale, token }: Pick<PaymentPlan, 'terms'> & { sale: PlanFile['sale']; token: string }) => {
  const fields: DirectPaymentFields = {
    card: { token },
    amount: terms.amount,
    currency: terms.currency,
    installmentNumber: terms.installmentNumber,
    description: describing(sale),
    subDealers: [],
    buyer: {},
    basket: [],
    customer: {},
  };
  return fields;
};

/** Where a dealer must use pool payments, those of recurring sales are pool payments too. */
const pooled = ({ pool }: Dealer): Pick<DirectPaymentFields, 'isPoolPayment'> =>
  pool === 'required' ? { isPoolPayment: 1 } : {};

/** A plan by hand may name a card of the customer whom the sale had when the plan was made. */
const isOfOtherCustomer = ({ cardOwner }: PreparedPayment, { dealerCustomerId }: PlanFile['sale']): boolean =>
  dealerCustomerId !== undefined && cardOwner?.dealerCustomerId !== dealerCustomerId;

/**
 * A card that cannot be opened is gone, as a removed one is. A vault that does not answer is no card's fault. Under a pause of
 * the stage, which is read beside the card, nothing is a try.
 */
const damaged = async (
  { errorName }: StoredCardDamaged,
  { plan }: PlanFile,
  { log, brake }: PrepareCardDependencies,
): Promise<CardOutcome> => {
  if (await brake.isOn()) return { kind: 'paused' };
  const { dealerCode, dealerSaleId, dealerPaymentPlanId } = plan;
  const errorDetail = `${errorName}, plan ${dealerPaymentPlanId} of sale ${dealerSaleId}`;
  log.error('stored card cannot be opened', { dealerCode, errorDetail });
  return { kind: 'card-damaged' };
};

type PreparedCard = { readonly prepared: PreparedPayment } | { readonly refused: CardOutcome };

/**
 * Prepares the payment of a plan's current try by one card, checked as a direct payment, or tells why the card is not
 * charged. Throws StoreUnavailable and VaultUnavailable.
 */
export const prepareCard = async (
  file: PlanFile,
  { card: { token }, dealer }: { readonly card: TakenCard; readonly dealer: Dealer },
  deps: PrepareCardDependencies,
): Promise<PreparedCard> => {
  const { plan, sale } = file;
  const { dealerSaleId, dealerPaymentPlanId, terms, progress } = plan;
  const fields = { ...fieldsOf({ terms, sale, token }), ...pooled(dealer) };
  const tried = { dealerSaleId, dealerPaymentPlanId, try: progress.tries + 1 };
  try {
    const payment = { dealer, fields, operation: 'DoDirectPayment', payerAddress: '', plan: tried } as const;
    const prepared = await preparePayment(payment, deps);
    return isOfOtherCustomer(prepared, sale) ? { refused: { kind: 'no-card' } } : { prepared };
  } catch (error) {
    if (error instanceof StoredCardDamaged) return { refused: await damaged(error, file, deps) };
    if (error instanceof ChargingPaused) return { refused: { kind: 'paused' } };
    const refused = error instanceof Refusal ? outcomeOfRefusal(error.reason) : undefined;
    if (refused === undefined) throw error;
    return { refused };
  }
};
