import { type BankCode, bankCodeMessages, bankCodes } from '../attempt/bank-codes.ts';
import type { FormField } from '../form-field.ts';
import { formatAmount } from '../money/money.ts';
import { type OutboxEvent, planNoticeEvents } from '../outbox/event.ts';

/** The service's own refusal, where no bank declined (decisions: the report of a result). */
const OWN_REFUSAL: BankCode = '000';

const isOfPlan = (type: OutboxEvent['type']): boolean => planNoticeEvents.some((one) => one === type);

/**
 * The form of the plain notice about a plan that was paid or has failed, with the members that subscription programs
 * read; undefined for any other event. It comes from the frozen event, and is a hint: whoever gets it asks GetPaymentPlan.
 */
export const planNoticeFields = ({
  type,
  facts: { plan, sale },
}: Pick<OutboxEvent, 'type' | 'facts'>): readonly FormField[] | undefined => {
  if (plan === undefined || sale === undefined || !isOfPlan(type)) return undefined;
  const isPaid = type === 'plan.paid';
  const code = isPaid ? undefined : (bankCodes.find((one) => one === plan.resultCode) ?? OWN_REFUSAL);
  return [
    ['DealerPaymentPlanId', String(plan.dealerPaymentPlanId)],
    ['DealerSaleId', String(sale.dealerSaleId)],
    ['SaleCode', sale.saleCode],
    ['DealerPaymentId', String(plan.paymentId ?? 0)],
    ['PaymentDate', plan.dueDay],
    ['Amount', formatAmount(plan.amount)],
    ['CurrencyCode', plan.currency],
    ['isSuccessful', isPaid ? 'True' : 'False'],
    ['resultCode', code ?? ''],
    ['resultMessage', code === undefined ? '' : bankCodeMessages[code]],
  ];
};
