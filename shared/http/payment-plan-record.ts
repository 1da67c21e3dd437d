import { bankCodeMessages } from '../domain/attempt/bank-codes.ts';
import { istanbulTimeOf } from '../domain/calendar.ts';
import { toWireAmount } from '../domain/money/money.ts';
import type { PaymentPlan, PlanState, TryFailure, TryResult } from '../domain/sale/payment-plan.ts';
import type { ListedTry, PlanView } from '../ports/payment-plans.ts';

const statuses = {
  planned: 0,
  charging: 0,
  paid: 1,
  failed: 2,
  withdrawn: 3,
  requested: 4,
} as const satisfies Record<PlanState, number>;

/** PlanStatus: 0 waits or is being charged, 1 paid, 2 failed, 3 deleted, 4 a payment request was sent and waits. */
export const planStatusOf = ({ state }: Pick<PaymentPlan, 'state'>): number => statuses[state];

const failures = {
  'card-used-up': [
    'CardUsedUp',
    'The card was tried as often as a card may be in thirty days, or its bank showed a charge late',
  ],
  'no-card': ['NoCard', 'The card was removed or has expired'],
  'card-damaged': ['CardDamaged', 'The stored card cannot be read any more: store it again'],
  limit: ['Limit', 'A limit of the dealer is used up'],
  'virtual-pos': ['VirtualPos', 'No virtual POS takes the payment'],
  bank: ['Bank', 'The bank does not answer'],
  permission: ['Permission', 'The dealer has no permission for it'],
  'request-refused': ['RequestRefused', 'The payment request could not be made'],
  'request-not-paid': ['RequestNotPaid', 'The payment request was not paid'],
} as const satisfies Record<TryFailure, readonly [code: string, message: string]>;

/** 00 for what was paid, the code of a bank for a decline, a word of our own where no bank was asked. */
const resultOf = (result: TryResult | undefined): readonly [code: string, message: string] => {
  if (result === undefined) return ['', ''];
  if (result.kind === 'paid') return ['00', ''];
  if (result.kind === 'declined') return [result.code, bankCodeMessages[result.code]];
  return failures[result.because];
};

const termsRecord = ({ terms }: Pick<PaymentPlan, 'terms'>) => ({
  Amount: toWireAmount(terms.amount),
  Currency: terms.currency,
  InstallmentNumber: terms.installmentNumber,
});

/** A payment plan with every member (decisions: recurring sales). */
export const planRecord = ({ plan, saleCode, latest }: PlanView) => {
  const [ResultCode, ResultMessage] = resultOf(plan.lastResult ?? latest?.result);
  return {
    DealerPaymentPlanId: plan.dealerPaymentPlanId,
    DealerSaleId: plan.dealerSaleId,
    SaleCode: saleCode,
    PaymentDate: plan.dueDay,
    ...termsRecord(plan),
    HistoryDate: latest === undefined ? '' : istanbulTimeOf(latest.atMs),
    CardToken: plan.taken?.token ?? latest?.cardToken ?? plan.cardToken ?? '',
    DealerCustomerTypeId: plan.dealerCustomerTypeId ?? 0,
    UserPosPaymentId: plan.userPosPaymentId ?? 0,
    DealerPaymentId: plan.dealerPaymentId ?? 0,
    PlanStatus: planStatusOf(plan),
    ResultCode,
    ResultMessage,
  };
};

/** A try of a payment plan with every member. */
export const tryRecord = ({ tried, plan }: ListedTry) => {
  const [ResultCode, ResultMessage] = resultOf(tried.result);
  const isPaid = tried.result.kind === 'paid';
  return {
    DealerPaymentPlanHistoryId: tried.dealerPaymentPlanHistoryId,
    DealerPaymentPlanId: tried.dealerPaymentPlanId,
    DealerSaleId: tried.dealerSaleId,
    HistoryDate: istanbulTimeOf(tried.atMs),
    ...termsRecord(tried),
    CreditCardToken: tried.cardToken ?? '',
    // A plan whose card failed may be sent as a payment request later: the try of the card stays one of the card.
    DealerCustomerTypeId: tried.cardToken === undefined ? (plan.dealerCustomerTypeId ?? 0) : 0,
    DealerPaymentId: isPaid ? (plan.dealerPaymentId ?? 0) : 0,
    VirtualPosOrderId: tried.orderId ?? '',
    HistoryStatus: isPaid ? 1 : 0,
    ServiceMessage: [ResultCode, ResultMessage].filter((one) => one !== '').join(' '),
    IsSuccessful: isPaid,
    ResultCode,
    ResultMessage,
  };
};
