import type { Customer } from '../domain/customer/customer.ts';
import { omitUndefined } from '../domain/omit-undefined.ts';
import { type SaleFile, type StepChange, stepOfChangedSale, stepOfDeletedSale } from '../domain/sale/changed-step.ts';
import { firstStepOf, problemOfNewSale, stepOn } from '../domain/sale/planning.ts';
import { isScheduled, type Sale } from '../domain/sale/sale.ts';
import {
  detailsOfDraft,
  problemOfDraft,
  problemOfReferences,
  type SaleDetails,
  type SaleDraft,
  type SaleProblem,
  tokensOfDraft,
} from '../domain/sale/sale-rules.ts';
import type { Schedule } from '../domain/sale/schedule.ts';
import type { Identifiers } from '../ports/identifiers.ts';
import type { SaleReferences } from '../ports/sale-references.ts';
import type { SaleChange } from '../ports/sales.ts';

// How a sale is checked and planned, whether its dealer changes it or an operator.

/** A draft that breaks no rule, as a sale stores it, with the records that planning needs. */
interface CheckedSale {
  readonly details: SaleDetails;
  readonly customer: Customer;
  readonly schedule: Schedule | undefined;
}

type RefuseSale = (problem: SaleProblem) => Error;

/** Checks a draft against its rules and the records that it names. `refuse` throws the caller's own error. */
export const checkSale = async (
  draft: SaleDraft,
  {
    dealerCode,
    references,
    refuse,
  }: {
    readonly dealerCode: string;
    readonly references: SaleReferences;
    readonly refuse: RefuseSale;
  },
): Promise<CheckedSale> => {
  const wrong = problemOfDraft(draft);
  if (wrong !== undefined) throw refuse(wrong);
  const found = await references.load(dealerCode, { ...draft, cardTokens: tokensOfDraft(draft) });
  const referring = { draft, dealerCode, found };
  const unfit = problemOfReferences(referring);
  if (unfit !== undefined) throw refuse(unfit);
  const customer = found.customers.byId ?? found.customers.byCode;
  if (customer === undefined) throw new TypeError('a sale without a customer');
  return { details: detailsOfDraft(referring), customer, schedule: found.schedule };
};

/** What planning takes from outside. */
interface PlanningParts {
  readonly identifiers: Identifiers;
  readonly nowMs: number;
  readonly listingShards: number;
}

interface OfSale {
  readonly sale: Sale;
  readonly checked: CheckedSale;
}

const used = ({ version, ...customer }: Customer): Customer => ({ ...customer, version: version + 1 });

/** A new sale with the first step of its schedule. `refuse` throws the caller's own error for one that never charges. */
export const newSaleChange = async (
  { sale, checked: { customer, schedule } }: OfSale,
  { identifiers, nowMs, listingShards, refuse }: PlanningParts & { readonly refuse: RefuseSale },
): Promise<SaleChange> => {
  const wrong = problemOfNewSale({ sale, schedule, nowMs });
  if (wrong !== undefined) throw refuse(wrong);
  const dealerPaymentPlanId = isScheduled(sale) ? await identifiers.next('plan') : 0;
  const planned = firstStepOf({ sale, schedule, nowMs }, { dealerPaymentPlanId, listingShards });
  const plannedStep = planned?.dealerPaymentPlanId;
  return { sale, customer: used(customer), ...omitUndefined({ planned, plannedStep }) };
};

const withStep = async (
  { sale, step }: { readonly sale: Sale; readonly step: StepChange },
  before: SaleFile,
  { identifiers, nowMs, listingShards }: PlanningParts,
): Promise<SaleChange> => {
  const { plannedStep } = before;
  if (step.kind === 'stays') return { sale, ...omitUndefined({ plannedStep }) };
  if (step.kind === 'none') return { sale, ...omitUndefined({ plannedThrough: step.plannedThrough }) };
  if (step.kind === 'changes') return { sale, before: step.step, ...omitUndefined({ plannedStep }) };
  if (step.kind === 'ends') {
    return { sale, before: step.step, ...omitUndefined({ plannedThrough: step.plannedThrough }) };
  }
  const dealerPaymentPlanId = await identifiers.next('plan');
  const planned = stepOn({ sale, nowMs }, step.day, { dealerPaymentPlanId, listingShards });
  return { sale, planned, plannedStep: dealerPaymentPlanId };
};

/** The next version of a sale, with what its change makes of the step that is planned. */
export const saleChange = async (
  { sale, checked: { customer, schedule } }: OfSale,
  before: SaleFile,
  parts: PlanningParts,
): Promise<SaleChange> => {
  const step = stepOfChangedSale(before, { sale, schedule, nowMs: parts.nowMs });
  const change = await withStep({ sale, step }, before, parts);
  const isNew = before.sale.dealerCustomerId !== customer.dealerCustomerId;
  return isNew ? { ...change, customer: used(customer) } : change;
};

/** The deletion of a sale: no charge of it begins from then on. */
export const saleDeletion = (before: SaleFile, nowMs: number): SaleChange => {
  const { sale: stored, plannedStep } = before;
  const sale = { ...stored, version: stored.version + 1, deletedAtMs: nowMs };
  const step = stepOfDeletedSale(before, nowMs);
  if (step.kind === 'ends') return { sale, before: step.step };
  return { sale, ...omitUndefined({ plannedStep, before: step.kind === 'changes' ? step.step : undefined }) };
};
