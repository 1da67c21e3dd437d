import type { OperationName } from '../domain/dealer/dealer.ts';
import type { NamedPlanReason } from '../domain/refusal-reasons.ts';
import { amount, choice, flag, listDone, listResult, objectOf, text, whole } from './answer-members.ts';
import { dealerSaleRefusals, dealerSaleSteps } from './dealer-sale-words.ts';
import { refusalsOf, unexpectedExample } from './example-makers.ts';
import type { ExampleFields, FieldText, JsonSchema } from './operation-document.ts';
import { planScene } from './plan-scene.ts';

// Words of the operations of payment plans, and the refusals that they share.

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
  "00 where it was paid, the bank's code of a decline, CardUsedUp, NoCard, CardDamaged, Limit, VirtualPos, Bank, Permission, RequestRefused or RequestNotPaid where nothing was charged";

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

/** The members of a list of payment plans. `message` says what ResultMessage holds. */
export const planListMembers = (message: string) => ({
  ...listResult(message),
  PaymentPlanListCount: whole('Number of entries in PaymentPlanList.'),
  PaymentPlanList: {
    type: 'array',
    maxItems: 500,
    items: planSchema,
    description: 'Payment plans, the latest due day first.',
  },
});

/** A list of payment plans that was not cut, in examples. */
export const planListOf = (...PaymentPlanList: readonly object[]) => ({
  ...listDone,
  PaymentPlanListCount: PaymentPlanList.length,
  PaymentPlanList,
});

export const PLAN_VALUES =
  'A field cannot be read or is out of its bounds, or CardToken and DealerCustomerTypeId are both given. The message names it.';

export const planStep = {
  step: 'Plan',
  conditions: { PaymentPlanNotFound: 'No payment plan of this dealer has the id.' },
} as const;

/** The order of refusals of an operation on one plan. `plan` holds what the plan may be refused for. */
export const namedPlanOrder = ({
  shape = 'DealerPaymentPlanId cannot be read.',
  plan = {},
}: {
  readonly shape?: string;
  readonly plan?: { readonly InvalidRequest?: string; readonly PaymentDatePassed?: string };
} = {}) => [
  ...planSteps,
  {
    step: 'Shape and required fields',
    conditions: { InvalidRequest: shape, DealerPaymentPlanIdIsRequired: 'DealerPaymentPlanId is not given.' },
  },
  { ...planStep, conditions: { ...planStep.conditions, ...plan } },
];

export const unknownPlan = {
  summary: 'There is no such plan',
  message: 'No payment plan of this dealer has the given DealerPaymentPlanId.',
} as const;
export const noSuchPlan = { DealerPaymentPlanId: 100_009 };

/** The plan of PaymentDatePassed is the one that was paid. */
export const begunPlan = {
  summary: 'The plan was paid',
  message: 'This payment plan has begun or ended.',
} as const;

/** The refusals of every operation on one plan. */
export const namedPlanRefusals = (operation: OperationName, least: ExampleFields) => {
  const refused = refusalsOf<NamedPlanReason | 'InvalidRequest'>(least, planScene);
  return [
    ...dealerSaleRefusals(operation, least),
    refused(
      'InvalidRequest',
      {
        name: 'noNumber',
        summary: 'The id is no number',
        message: 'DealerPaymentPlanId must be a whole number from 1 to 2147483647.',
      },
      { DealerPaymentPlanId: 'first' },
    ),
    refused(
      'DealerPaymentPlanIdIsRequired',
      { summary: 'No id', message: 'DealerPaymentPlanId is required.' },
      { DealerPaymentPlanId: '' },
    ),
    refused('PaymentPlanNotFound', unknownPlan, noSuchPlan),
    unexpectedExample(least),
  ];
};
