import type { BinRecord } from '../../../shared/domain/card/bin-record.ts';
import {
  allowedCountsSentence,
  askedCurrency,
  askedInstallmentCount,
} from '../../../shared/domain/money/asked-terms.ts';
import { toWireAmount } from '../../../shared/domain/money/money.ts';
import { toWireRate } from '../../../shared/domain/money/rate.ts';
import { type PaymentAmount, paymentAmountOf } from '../../../shared/domain/price-inquiry/payment-amount.ts';
import type { PaymentAmountFields } from '../../../shared/domain/price-inquiry/price-fields.ts';
import { checkPaymentAmount } from '../../../shared/domain/price-inquiry/price-rules.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { canBePaid } from '../../../shared/domain/virtual-pos/can-be-paid.ts';
import type { PosQuestion } from '../../../shared/domain/virtual-pos/choose-virtual-pos.ts';
import type { VirtualPos } from '../../../shared/domain/virtual-pos/virtual-pos.ts';
import { bankCardAnswer } from '../../../shared/http/bank-card-answer.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import type { BinRecords } from '../../../shared/ports/bin-directory.ts';
import type { VirtualPosDirectory } from '../../../shared/ports/virtual-pos-directory.ts';
import type { PaymentAmountRequest } from './contract.ts';
import { fieldsOf } from './read-fields.ts';

export interface CalculatePaymentAmountDependencies {
  readonly bins: BinRecords;
  readonly posDirectory: VirtualPosDirectory;
}

/** The virtual POS that would charge the card. Refuses a currency or count that cannot be charged, as payments do. */
const chargingPos = (
  fields: PaymentAmountFields,
  { ofDealer, preferCheapest }: Pick<PosQuestion, 'ofDealer' | 'preferCheapest'>,
  card: BinRecord | undefined,
): VirtualPos => {
  const found = canBePaid({
    ofDealer,
    preferCheapest: preferCheapest === true,
    currency: askedCurrency(fields),
    counts: [askedInstallmentCount(fields)],
    by: { kind: 'card', bankCode: card?.bankCode, group: card?.group },
  });
  if (found.kind === 'payable') return found.pos;
  if (found.kind === 'count-not-taken') {
    const because = 'the virtual POS of the card takes no other count';
    throw new Refusal('InvalidInstallmentNumber', allowedCountsSentence(found.taken, because));
  }
  const sentence = 'This dealer has no commission rate for the card, the Currency and the InstallmentNumber.';
  throw new Refusal('VirtualPosCommissionRateNotFound', sentence);
};

const dataOf = ({ payment, deposit, commission, group, revenue }: PaymentAmount, card: BinRecord) => ({
  PaymentAmount: toWireAmount(payment),
  DealerDepositAmount: toWireAmount(deposit),
  DealerCommissionRate: toWireRate(commission.rate),
  DealerCommissionAmount: toWireAmount(commission.amount),
  DealerCommissionFixedAmount: toWireAmount(commission.fixed),
  DealerGroupCommissionRate: toWireRate(group.rate),
  DealerGroupCommissionAmount: toWireAmount(group.amount),
  DealerGroupCommissionFixedAmount: toWireAmount(group.fixed),
  GroupRevenueRate: toWireRate(revenue.rate),
  GroupRevenueAmount: toWireAmount(revenue.amount),
  BankCard: bankCardAnswer(card),
});

/** What a card pays for an order, by the code that quotes and splits payments (decisions: price inquiries). */
export const calculatePaymentAmount =
  ({ bins, posDirectory }: CalculatePaymentAmountDependencies): UseCase<PaymentAmountRequest> =>
  async ({ dealer, read }) => {
    const fields = fieldsOf(readValue(read));
    checkPaymentAmount({ fields, dealer });
    const [card, ofDealer] = await Promise.all([
      bins.record(fields.binNumber ?? ''),
      posDirectory.ofDealer(dealer.dealerCode),
    ]);
    const pos = chargingPos(fields, { ofDealer, preferCheapest: dealer.preferCheapest }, card);
    const price = paymentAmountOf(fields, { dealer, pos });
    if (card === undefined) throw new Refusal('BinNumberNotFound', 'BinNumber is not known.');
    return { data: dataOf(price, card) };
  };
