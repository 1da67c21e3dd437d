import * as z from 'zod/mini';
import { bankCodeMessages } from '../../../domain/attempt/bank-codes.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import { type PaymentPlan, type PlanTry, planStates, tryFailures } from '../../../domain/sale/payment-plan.ts';
import { saleCurrencies } from '../../../domain/sale/sale.ts';
import {
  objectRow,
  optionalDay,
  optionalId,
  optionalText,
  optionalWhole,
  parseRow,
  rowSchema,
  storedAmount,
  storedDay,
  storedId,
  storedText,
  storedWhole,
} from '../engine/row.ts';
import { planDueKeys, planIndexKeys, planKeys, planTryIndexKeys } from './plan-keys.ts';

const bankCodes = Object.keys(bankCodeMessages) as readonly (keyof typeof bankCodeMessages)[];

const place = z.union([z.literal(1), z.literal(2), z.literal(3)]);

const termsRow = objectRow(() => ({
  amount: storedAmount,
  currency: z.enum(saleCurrencies),
  installmentNumber: z.int().check(z.minimum(1), z.maximum(12)),
}));

const resultRow = rowSchema(() =>
  z.union([
    z.object({ kind: z.literal('paid') }),
    z.object({ kind: z.literal('declined'), code: z.enum(bankCodes) }),
    z.object({ kind: z.literal('not-charged'), because: z.enum(tryFailures) }),
  ]),
);

const planRow = objectRow(() => ({
  dealerCode: storedText,
  dealerSaleId: storedId,
  dealerPaymentPlanId: storedId,
  version: storedWhole,
  madeBy: z.enum(['schedule', 'hand']),
  dueDay: storedDay,
  followsDay: optionalDay,
  terms: termsRow(),
  cardToken: optionalText,
  dealerCustomerTypeId: optionalId,
  state: z.enum(planStates),
  progress: z.object({ tries: storedWhole, endedCards: z.array(place) }),
  historyCount: storedWhole,
  taken: z.optional(z.object({ place, token: storedText, attempt: storedWhole, slotMs: storedWhole })),
  turn: z.optional(z.object({ place, attempt: storedWhole, slotMs: storedWhole })),
  noticedAtMs: optionalWhole,
  notices: optionalWhole,
  cardsDueAtMs: optionalWhole,
  cardsSaleVersion: optionalWhole,
  dueAtMs: optionalWhole,
  createdAtMs: storedWhole,
  endedAtMs: optionalWhole,
  lastResult: z.optional(resultRow()),
  dealerPaymentId: optionalId,
  userPosPaymentId: optionalId,
  listingShards: storedWhole,
}));

const tryRow = objectRow(() => ({
  dealerCode: storedText,
  dealerSaleId: storedId,
  dealerPaymentPlanId: storedId,
  number: storedWhole,
  dealerPaymentPlanHistoryId: storedId,
  atMs: storedWhole,
  terms: termsRow(),
  cardToken: optionalText,
  result: resultRow(),
  orderId: optionalText,
  listingShards: storedWhole,
}));

export const readPlanItem = (row: unknown): PaymentPlan => omitUndefined(parseRow('payment plan', planRow, row));

/** The row of a plan, which the engine looks at for its notice, its cards or its slot: at `lookAtMs`. A final plan has none. */
export const planItemAt = (plan: PaymentPlan, lookAtMs: number | undefined) => ({
  ...planKeys.plan(plan),
  ...planIndexKeys(plan),
  ...(lookAtMs === undefined ? {} : planDueKeys(plan, lookAtMs)),
  entity: 'payment-plan',
  ...plan,
});

/** The row of a plan that waits for its slot alone. Only a plan that is not final stands in the due queue. */
export const planItem = (plan: PaymentPlan) => planItemAt(plan, plan.dueAtMs);

/** The pointer that finds a plan by its id alone. */
export const planPointerItem = ({ dealerCode, dealerPaymentPlanId, dealerSaleId }: PaymentPlan) => ({
  ...planKeys.pointer(dealerCode, dealerPaymentPlanId),
  entity: 'payment-plan-pointer',
  dealerSaleId,
});

const pointerRow = objectRow(() => ({ dealerSaleId: storedId }));

export const readPlanPointer = (row: unknown): number => parseRow('payment plan pointer', pointerRow, row).dealerSaleId;

export const readPlanTryItem = (row: unknown): PlanTry => omitUndefined(parseRow('try of a plan', tryRow, row));

export const planTryItem = (one: PlanTry) => ({
  ...planKeys.try(one),
  ...planTryIndexKeys(one),
  entity: 'payment-plan-try',
  ...one,
});
