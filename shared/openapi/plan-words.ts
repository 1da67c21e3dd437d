import { minor } from '../domain/money/money.ts';
import type { PaymentPlan, PlanTry } from '../domain/sale/payment-plan.ts';
import type { Sale } from '../domain/sale/sale.ts';
import { text, whole } from './answer-members.ts';
import { exampleToken } from './customer-words.ts';
import { dealerSaleSteps } from './dealer-sale-words.ts';
import type { ExampleSetUp, FieldText, JsonSchema } from './operation-document.ts';
import { amount, choice, flag, objectOf } from './payment-detail.ts';

// Words and examples of the operations of payment plans.

/** The first steps of the order of refusals. */
export const planSteps = dealerSaleSteps('working with payment plans');

const DAY = 'YYYYMMDD, on clocks in Istanbul.';

export const planIdField = {
  DealerPaymentPlanId: { description: 'Id of the payment plan in the service.', required: true },
} satisfies Readonly<Record<string, FieldText>>;

/** What a dealer may set of a plan. `otherwise` says what holds where a term is not given. */
export const planFields = (otherwise: string) =>
  ({
    PaymentDate: {
      schema: { type: 'string', pattern: '^[0-9]{8}$' },
      description: `Day on which the plan falls due, ${DAY} A day after today, or today before 12:00; within BeginDate and EndDate of the sale.`,
    },
    Amount: { description: `What is charged. ${otherwise}` },
    Currency: {
      schema: { type: 'string', enum: ['TL', 'USD', 'EUR'] },
      description: `Currency of Amount. ${otherwise}`,
    },
    InstallmentNumber: {
      schema: { type: 'integer', minimum: 0, maximum: 12 },
      description: `1 is the single payment, and so is 0. Installments are in TL alone. ${otherwise}`,
    },
    CardToken: {
      schema: { type: 'string', maxLength: 60 },
      description: "The one card that is charged: a card of the sale's customer. Absent: the cards of the sale.",
    },
    DealerCustomerTypeId: {
      description: 'Definition of the payment request that is sent instead of a charge. Not together with CardToken.',
    },
  }) satisfies Readonly<Record<string, FieldText>>;

const PLAN_STATUS =
  '0 waits for its slot or is being charged, 1 paid, 2 failed, 3 deleted, 4 a payment request was sent for it.';

const terms = {
  Amount: amount('What is charged.'),
  Currency: { type: 'string', enum: ['TL', 'USD', 'EUR'], description: 'Currency of Amount.' },
  InstallmentNumber: { type: 'integer', minimum: 1, maximum: 12, description: '1 is the single payment.' },
} satisfies Readonly<Record<string, JsonSchema>>;

const RESULT_CODE =
  "00 where it was paid, the bank's code of a decline, CardUsedUp, NoCard, Limit, VirtualPos, Bank, Permission, RequestRefused or RequestNotPaid where nothing was charged";

/** A payment plan. */
export const planSchema = objectOf({
  DealerPaymentPlanId: whole('Id of the plan in the service.'),
  DealerSaleId: whole('Id of its sale.'),
  SaleCode: text("The dealer's code of its sale."),
  PaymentDate: { type: 'string', pattern: '^[0-9]{8}$', description: `Day on which it falls due, ${DAY}` },
  ...terms,
  HistoryDate: text('When it was tried last, on clocks in Istanbul, without a zone; empty before the first try.'),
  CardToken: text('Token of the card that was tried last, or that the plan names; otherwise empty.'),
  DealerCustomerTypeId: whole('Definition of the payment request that is sent instead of a charge, or 0.'),
  UserPosPaymentId: whole('Id of the payment request that was sent, or 0.'),
  DealerPaymentId: whole('Id of the payment that paid the plan, or 0.'),
  PlanStatus: choice([0, 1, 2, 3, 4], PLAN_STATUS),
  ResultCode: text(`Of the latest try: ${RESULT_CODE}; empty before the first try.`),
  ResultMessage: text('What ResultCode means; otherwise empty.'),
});

export const trySchema = objectOf({
  DealerPaymentPlanHistoryId: whole('Id of the try in the service.'),
  DealerPaymentPlanId: whole('Id of the plan.'),
  DealerSaleId: whole('Id of its sale.'),
  HistoryDate: text('When it was tried, on clocks in Istanbul, without a zone.'),
  ...terms,
  CreditCardToken: text('Token of the card; empty where no card was tried.'),
  DealerCustomerTypeId: whole('Definition of the payment request that the try was, or 0.'),
  DealerPaymentId: whole('Id of the payment where the try was paid, or 0.'),
  VirtualPosOrderId: text('The id of the charge at the bank; empty where none was made.'),
  HistoryStatus: choice([0, 1], '0 not paid, 1 paid.'),
  ServiceMessage: text('ResultCode and ResultMessage in one.'),
  IsSuccessful: flag('Whether it was paid.'),
  ResultCode: text(`${RESULT_CODE}.`),
  ResultMessage: text('What ResultCode means; otherwise empty.'),
});

export const totalSchema = objectOf({
  Currency: terms.Currency,
  PlanStatus: choice([0, 1, 2, 3, 4], PLAN_STATUS),
  PlanCount: whole('Number of plans with this currency and status.'),
  TotalAmount: amount('What they charge together.'),
});

export const planPeriodFields = (bounds: string) =>
  ({
    PaymentPlanPaymentDateStart: { description: `First due day, ${DAY} ${bounds}` },
    PaymentPlanPaymentDateEnd: { description: `Last due day, ${DAY} ${bounds}` },
    BeforeDealerPaymentPlanId: {
      description:
        'Member of our own, to ask on with after a list that was cut: of the last day, the plans behind this one alone.',
    },
  }) satisfies Readonly<Record<string, FieldText>>;

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

export const UNKNOWN_PLAN = 'No payment plan of this dealer has the given DealerPaymentPlanId.';
export const NO_PLAN_ID = 'DealerPaymentPlanId is required.';
