import { minor } from '../domain/money/money.ts';
import type { PaymentPlan, PlanTry } from '../domain/sale/payment-plan.ts';
import type { Sale } from '../domain/sale/sale.ts';
import { exampleToken } from './customer-words.ts';
import type { ExampleSetUp } from './operation-document.ts';

// The sales, payment plans and tries that the examples of payment plans begin with, and how they are shown.

const sale = {
  dealerSaleId: 77,
  saleCode: 'GYM-2026-0042',
  customerCode: 'C-1033',
  dealerCustomerId: 1033,
  amount: minor(2750),
  currency: 'TL',
  installmentNumber: 1,
  dealerSaleScheduleId: 0,
  beginDate: '20260201',
  howManyTrial: 3,
  planType: 2,
  defaultCard1Token: exampleToken,
} as const satisfies Omit<Sale, 'dealerCode' | 'version'>;

/** A sale whose steps come from its schedule alone. */
export const SCHEDULED_SALE_ID = 78;

const waiting = {
  dealerSaleId: 77,
  dealerPaymentPlanId: 100_001,
  version: 1,
  madeBy: 'hand',
  dueDay: '20350115',
  terms: { amount: minor(2750), currency: 'TL', installmentNumber: 1 },
  state: 'planned',
  progress: { tries: 0, endedCards: [] },
  historyCount: 0,
  dueAtMs: Date.UTC(2035, 0, 15, 9),
  createdAtMs: Date.UTC(2026, 10, 2),
  listingShards: 1,
} as const satisfies Omit<PaymentPlan, 'dealerCode'>;

const { dueAtMs: _due, ...ended } = waiting;

const paid = {
  ...ended,
  dealerPaymentPlanId: 100_002,
  version: 4,
  dueDay: '20261115',
  state: 'paid',
  historyCount: 2,
  lastResult: { kind: 'paid' },
  dealerPaymentId: 100_500,
} as const satisfies Omit<PaymentPlan, 'dealerCode'>;

const failed = {
  ...ended,
  dealerSaleId: SCHEDULED_SALE_ID,
  dealerPaymentPlanId: 100_003,
  version: 3,
  madeBy: 'schedule',
  dueDay: '20261115',
  state: 'failed',
  historyCount: 1,
  lastResult: { kind: 'declined', code: '018' },
} as const satisfies Omit<PaymentPlan, 'dealerCode'>;

const scheduled = {
  ...waiting,
  dealerSaleId: SCHEDULED_SALE_ID,
  dealerPaymentPlanId: 100_004,
  madeBy: 'schedule',
} as const satisfies Omit<PaymentPlan, 'dealerCode'>;

const declinedTry = {
  dealerSaleId: 77,
  dealerPaymentPlanId: 100_002,
  number: 1,
  dealerPaymentPlanHistoryId: 100_701,
  atMs: Date.UTC(2026, 10, 15, 9, 0, 12),
  terms: waiting.terms,
  cardToken: exampleToken,
  result: { kind: 'declined', code: '002' },
  orderId: 'ORDER-k3v7q2mzt5w4y6xa2bcdefgh3i-01',
  listingShards: 1,
} as const satisfies Omit<PlanTry, 'dealerCode'>;

const paidTry = {
  ...declinedTry,
  number: 2,
  dealerPaymentPlanHistoryId: 100_702,
  atMs: Date.UTC(2026, 10, 15, 15, 0, 9),
  result: { kind: 'paid' },
  orderId: 'ORDER-p5t7q2mzt5w4y6xa2bcdefgh3i-01',
} as const satisfies Omit<PlanTry, 'dealerCode'>;

const stolenTry = {
  ...declinedTry,
  dealerSaleId: SCHEDULED_SALE_ID,
  dealerPaymentPlanId: 100_003,
  dealerPaymentPlanHistoryId: 100_703,
  result: { kind: 'declined', code: '018' },
} as const satisfies Omit<PlanTry, 'dealerCode'>;

/** A sale with plans by hand, one that waits and one that was paid, and a scheduled sale with a plan that failed. */
export const planScene: ExampleSetUp = {
  customers: [{ dealerCustomerId: 1033, customerCode: 'C-1033' }],
  sales: [sale, { ...sale, dealerSaleId: SCHEDULED_SALE_ID, saleCode: 'GYM-2026-0043', planType: 1 }],
  plans: [waiting, paid, failed, scheduled],
  planTries: [declinedTry, paidTry, stolenTry],
};

/** The plan that waits, as it is shown. */
export const shownPlan = {
  DealerPaymentPlanId: 100_001,
  DealerSaleId: 77,
  SaleCode: 'GYM-2026-0042',
  PaymentDate: '20350115',
  Amount: 27.5,
  Currency: 'TL',
  InstallmentNumber: 1,
  HistoryDate: '',
  CardToken: '',
  DealerCustomerTypeId: 0,
  UserPosPaymentId: 0,
  DealerPaymentId: 0,
  PlanStatus: 0,
  ResultCode: '',
  ResultMessage: '',
};

/** The plan that was paid at its second try. */
export const shownPaid = {
  ...shownPlan,
  DealerPaymentPlanId: 100_002,
  PaymentDate: '20261115',
  HistoryDate: '2026-11-15T18:00:09',
  CardToken: exampleToken,
  DealerPaymentId: 100_500,
  PlanStatus: 1,
  ResultCode: '00',
};

/** The plan that failed. */
export const shownFailed = {
  ...shownPlan,
  DealerPaymentPlanId: 100_003,
  DealerSaleId: SCHEDULED_SALE_ID,
  SaleCode: 'GYM-2026-0043',
  PaymentDate: '20261115',
  HistoryDate: '2026-11-15T12:00:12',
  CardToken: exampleToken,
  PlanStatus: 2,
  ResultCode: '018',
  ResultMessage: 'Stolen card',
};

/** The tries of the plan that was paid, the newest first. */
export const shownTries = [
  {
    DealerPaymentPlanHistoryId: 100_702,
    DealerPaymentPlanId: 100_002,
    DealerSaleId: 77,
    HistoryDate: '2026-11-15T18:00:09',
    Amount: 27.5,
    Currency: 'TL',
    InstallmentNumber: 1,
    CreditCardToken: exampleToken,
    DealerCustomerTypeId: 0,
    DealerPaymentId: 100_500,
    VirtualPosOrderId: 'ORDER-p5t7q2mzt5w4y6xa2bcdefgh3i-01',
    HistoryStatus: 1,
    ServiceMessage: '00',
    IsSuccessful: true,
    ResultCode: '00',
    ResultMessage: '',
  },
  {
    DealerPaymentPlanHistoryId: 100_701,
    DealerPaymentPlanId: 100_002,
    DealerSaleId: 77,
    HistoryDate: '2026-11-15T12:00:12',
    Amount: 27.5,
    Currency: 'TL',
    InstallmentNumber: 1,
    CreditCardToken: exampleToken,
    DealerCustomerTypeId: 0,
    DealerPaymentId: 0,
    VirtualPosOrderId: 'ORDER-k3v7q2mzt5w4y6xa2bcdefgh3i-01',
    HistoryStatus: 0,
    ServiceMessage: '002 Insufficient limit',
    IsSuccessful: false,
    ResultCode: '002',
    ResultMessage: 'Insufficient limit',
  },
];
