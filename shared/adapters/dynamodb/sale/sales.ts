import * as z from 'zod/mini';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import type { SaleFile } from '../../../domain/sale/changed-step.ts';
import { lookAtMsOf, NOTHING_WATCHED, type PlanWatching } from '../../../domain/sale/plan-notice.ts';
import { type OpenSale, type Sale, saleCurrencies } from '../../../domain/sale/sale.ts';
import type { NewestSales, SaleBook, SaleChange, Sales } from '../../../ports/sales.ts';
import { customerKeys } from '../customer/customer-keys.ts';
import { customerItems } from '../customer/customers.ts';
import { newestListed } from '../engine/newest-listed.ts';
import { type PlannedWrite, type PlanOutcome, plannedFor, transactPlanned } from '../engine/planned-writes.ts';
import {
  objectRow,
  optionalDay,
  optionalId,
  optionalText,
  optionalWhole,
  parseRow,
  storedAmount,
  storedId,
  storedText,
  storedWhole,
} from '../engine/row.ts';
import { readAll, type Table } from '../engine/table.ts';
import { findByTwo } from '../engine/two-identifiers.ts';
import { ABSENT, atVersion, type Expression, type Write } from '../engine/writes.ts';
import { saleIndexKeys, saleListing } from '../index-keys.ts';
import { type Key, keys, salePartition } from '../keys.ts';
import { type EventWriter, NOBODY_TOLD } from '../outbox/event-writer.ts';
import { planItemAt, planPointerItem, readPlanItem, readPlanTryItem } from './payment-plan-item.ts';
import { PLAN_PREFIX, planKeys, TRY_PREFIX } from './plan-keys.ts';
import { planWatching } from './plan-notices.ts';
import { type FormerUse, formerUses, saleUses } from './uses.ts';

const saleRow = objectRow(() => ({
  dealerCode: storedText,
  version: storedWhole,
  dealerSaleId: storedId,
  saleCode: storedText,
  customerCode: optionalText,
  dealerCustomerId: optionalId,
  productCode: optionalText,
  dealerProductId: optionalId,
  amount: storedAmount,
  currency: z.enum(saleCurrencies),
  installmentNumber: z.int().check(z.minimum(1), z.maximum(12)),
  dealerSaleScheduleId: z.int().check(z.nonnegative()),
  saleDate: optionalDay,
  beginDate: optionalDay,
  endDate: optionalDay,
  howManyTrial: z.int().check(z.nonnegative()),
  description: optionalText,
  planType: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  dealerCustomerTypeId: optionalId,
  defaultCard1Token: optionalText,
  defaultCard2Token: optionalText,
  defaultCard3Token: optionalText,
  createdAtMs: optionalWhole,
  pausedSinceMs: optionalWhole,
  deletedAtMs: optionalWhole,
}));

const planningRow = objectRow(() => ({ plannedStep: optionalId, plannedThrough: optionalDay }));

export const readSaleRow = (row: unknown): Sale => omitUndefined(parseRow('sale', saleRow, row));

/** The row by id, which tells the planned step as well. */
export const readOpenSale = (row: unknown): OpenSale => ({
  sale: readSaleRow(row),
  ...omitUndefined(parseRow('sale', planningRow, row)),
});

/** The row by id. A sale that is not deleted is listed, unless it was written before there was a list. */
const itemById = ({ sale, plannedStep, plannedThrough }: OpenSale) => ({
  ...keys.saleById(sale.dealerCode, sale.dealerSaleId),
  ...(sale.createdAtMs === undefined || sale.deletedAtMs !== undefined
    ? {}
    : saleIndexKeys({ ...sale, createdAtMs: sale.createdAtMs })),
  entity: 'sale',
  ...sale,
  ...omitUndefined({ plannedStep, plannedThrough }),
});

/** A sale stands whole under both its identifiers, so that either finds it in one read. The one by id is listed. */
export const saleItems = (sale: Sale, planning: Omit<OpenSale, 'sale'> = {}) =>
  [
    { ...keys.saleByCode(sale.dealerCode, sale.saleCode), entity: 'sale', ...sale },
    itemById({ sale, ...planning }),
  ] as const;

/** Keys of the markers that a sale uses a customer: one in the partition of each identifier of the customer. */
export const saleOfCustomerKeys = ({
  dealerCode,
  dealerSaleId,
  customerCode,
  dealerCustomerId,
}: Pick<Sale, 'dealerCode' | 'dealerSaleId' | 'customerCode' | 'dealerCustomerId'>): readonly Key[] => [
  ...(dealerCustomerId === undefined ? [] : [customerKeys.saleOfCustomer(dealerCode, dealerCustomerId, dealerSaleId)]),
  ...(customerCode === undefined ? [] : [customerKeys.saleOfCustomerCode(dealerCode, customerCode, dealerSaleId)]),
];

/** Writes the markers of the customer that a sale uses, and removes those of its former customer. */
const saleOfCustomerWrites = (before: Sale | undefined, after: Sale | undefined): readonly Write[] => {
  const [was, is] = [before, after].map((sale) => (sale === undefined ? [] : saleOfCustomerKeys(sale)));
  const isIn = (all: readonly Key[] = [], key: Key): boolean =>
    all.some(({ pk, sk }) => pk === key.pk && sk === key.sk);
  return [
    ...(is ?? []).filter((key) => !isIn(was, key)).map((key) => ({ put: { ...key, entity: 'sale-of-customer' } })),
    ...(was ?? []).filter((key) => !isIn(is, key)).map((key) => ({ remove: key })),
  ];
};

/** The condition that a sale by id has the version and the planned step that were read. */
const asRead = ({ sale: { version }, plannedStep }: OpenSale): Expression => ({
  expression:
    plannedStep === undefined
      ? '#version = :expected AND attribute_not_exists(#plannedStep)'
      : '#version = :expected AND #plannedStep = :plannedStep',
  names: { '#version': 'version', '#plannedStep': 'plannedStep' },
  values: { ':expected': version, ...(plannedStep === undefined ? {} : { ':plannedStep': plannedStep }) },
});

export type SalePurpose =
  | 'id'
  | 'code'
  | 'plan-id'
  | 'step'
  | 'customer'
  | 'marker'
  | 'schedule'
  | 'product'
  | FormerUse;

const codeWrite = (before: OpenSale | undefined, sale: Sale): Write => {
  if (before === undefined) return { put: saleItems(sale)[0], onlyIf: ABSENT };
  const onlyIf = atVersion(before.sale.version);
  if (sale.deletedAtMs === undefined) return { put: saleItems(sale)[0], onlyIf };
  return { remove: keys.saleByCode(sale.dealerCode, sale.saleCode), onlyIf };
};

/**
 * The writes of a sale's change: at most 18. Without `before` the sale is new. A deletion frees the code and all that the
 * sale uses; the row by id stays for the history of its steps. `watching`: why a step is looked at before its slot.
 */
export const saleWrites = (
  before: OpenSale | undefined,
  { planned, before: step, customer, ...after }: SaleChange,
  watching: PlanWatching = NOTHING_WATCHED,
): readonly PlannedWrite<SalePurpose>[] => {
  const { sale } = after;
  const using = sale.deletedAtMs === undefined ? sale : undefined;
  return [
    ...plannedFor<SalePurpose>('id', [
      { put: itemById(after), onlyIf: before === undefined ? ABSENT : asRead(before) },
    ]),
    ...plannedFor<SalePurpose>('code', [codeWrite(before, sale)]),
    ...plannedFor<SalePurpose>(
      'plan-id',
      (planned === undefined ? [] : [planItemAt(planned, lookAtMsOf(planned, watching)), planPointerItem(planned)]).map(
        (put) => ({
          put,
          onlyIf: ABSENT,
        }),
      ),
    ),
    ...plannedFor<SalePurpose>(
      'step',
      step === undefined
        ? []
        : [{ put: planItemAt(step, lookAtMsOf(step, watching)), onlyIf: atVersion(step.version - 1) }],
    ),
    ...plannedFor<SalePurpose>(
      'customer',
      (customer === undefined ? [] : customerItems(customer)).map((put) => ({
        put,
        onlyIf: atVersion(put.version - 1),
      })),
    ),
    ...plannedFor<SalePurpose>('marker', saleOfCustomerWrites(before?.sale, using)),
    ...saleUses({ before: before?.sale, after: using }),
  ];
};

/** What may go along with a sale's writes: the audit entry of an operator. */
export type WithSale = readonly PlannedWrite<'audit'>[];

/**
 * Makes a sale's writes in one transaction. A sale that was written before schedules and products counted their uses has no
 * markers to remove: then all other writes are made. The markers of schedule and product are told apart, so that the one
 * which counts the sale is removed.
 */
export const transactSale = async (
  table: Pick<Table, 'transact'>,
  written: readonly PlannedWrite<SalePurpose>[],
  along: WithSale = [],
): Promise<PlanOutcome<SalePurpose | 'audit'>> => {
  const all: readonly PlannedWrite<SalePurpose | 'audit'>[] = [...along, ...written];
  const outcome = await transactPlanned<SalePurpose | 'audit'>(table, all);
  if (outcome.applied) return outcome;
  const refused = new Set(all.filter((one) => outcome.isRefused(one)).map(({ purpose }) => purpose));
  if ([...refused].some((purpose) => !formerUses.some((former) => former === purpose))) return outcome;
  return transactPlanned<SalePurpose | 'audit'>(
    table,
    all.filter(({ purpose }) => !refused.has(purpose)),
  );
};

const isNotDeleted = (sale: Sale | undefined): boolean => sale?.deletedAtMs === undefined;

export const dynamoSales = (table: Table): Sales => ({
  find: async (dealerCode, { dealerSaleId, saleCode }) => {
    const { byId, byCode } = await findByTwo(table, readSaleRow, {
      byId: dealerSaleId === undefined ? undefined : keys.saleById(dealerCode, dealerSaleId),
      byCode: saleCode === undefined ? undefined : keys.saleByCode(dealerCode, saleCode),
    });
    return omitUndefined({ byId: isNotDeleted(byId) ? byId : undefined, byCode });
  },
});

/** A sale with its planned step, also a deleted one. */
const saleFile = async (table: Table, dealerCode: string, dealerSaleId: number): Promise<SaleFile | undefined> => {
  const row = await table.get(keys.saleById(dealerCode, dealerSaleId));
  if (row === undefined) return undefined;
  const open = readOpenSale(row);
  const { plannedStep: dealerPaymentPlanId } = open;
  if (dealerPaymentPlanId === undefined) return open;
  const step = await table.get(planKeys.plan({ dealerCode, dealerSaleId, dealerPaymentPlanId }));
  return step === undefined ? open : { ...open, step: readPlanItem(step) };
};

/** The place of a sale in the list of its dealer, also of one that was deleted; undefined where it was never in the list. */
const placeInList = async (table: Table, dealerCode: string, dealerSaleId: number): Promise<string | undefined> => {
  const [row] = await table.getMany([keys.saleById(dealerCode, dealerSaleId)]);
  if (row === undefined) return undefined;
  const { createdAtMs } = readSaleRow(row);
  return createdAtMs === undefined ? undefined : saleIndexKeys({ dealerCode, dealerSaleId, createdAtMs }).listSk;
};

/** The sale that a key is of: the row by id is listed. */
const saleIdOf = ({ pk }: Key): number => Number(pk.slice(pk.lastIndexOf('#') + 1));

const newestSales = async (
  table: Table,
  dealerCode: string,
  { limit, beforeId }: { readonly limit: number; readonly beforeId: number | undefined },
): Promise<NewestSales | undefined> => {
  const before = beforeId === undefined ? undefined : await placeInList(table, dealerCode, beforeId);
  if (beforeId !== undefined && before === undefined) return undefined;
  const found = await newestListed(table, { listPks: [saleListing(dealerCode)], limit, before });
  const place = new Map(found.keys.map(({ pk }, index) => [pk, index]));
  const placeOf = ({ dealerSaleId }: Sale): number => place.get(salePartition(dealerCode, dealerSaleId)) ?? 0;
  const sales = (await readAll(table, found.keys)).map(readSaleRow).filter(isNotDeleted);
  const last = found.goesOn ? found.keys.at(-1) : undefined;
  return {
    sales: sales.toSorted((one, other) => placeOf(one) - placeOf(other)),
    ...(last === undefined ? {} : { goesOnBehind: saleIdOf(last) }),
  };
};

/** The writes of a sale's change. Its step stands in the queue before its slot only where somebody wants to be told. */
export const saleWritesWith = async (
  events: Pick<EventWriter, 'wants'>,
  before: OpenSale | undefined,
  change: SaleChange,
): Promise<readonly PlannedWrite<SalePurpose>[]> => {
  return saleWrites(before, change, await planWatching(events, change.sale.dealerCode));
};

export const dynamoSaleBook = (table: Table, events: EventWriter = NOBODY_TOLD): SaleBook => ({
  ...dynamoSales(table),

  open: async (dealerCode, dealerSaleId) => {
    const file = await saleFile(table, dealerCode, dealerSaleId);
    return isNotDeleted(file?.sale) ? file : undefined;
  },

  newest: (dealerCode, limit, beforeId) => newestSales(table, dealerCode, { limit, beforeId }),

  history: async (dealerCode, dealerSaleId, limit) => {
    const latest = { pk: salePartition(dealerCode, dealerSaleId), limit, newestFirst: true } as const;
    const [file, plans, tries] = await Promise.all([
      saleFile(table, dealerCode, dealerSaleId),
      table.query({ ...latest, skPrefix: PLAN_PREFIX }),
      table.query({ ...latest, skPrefix: TRY_PREFIX }),
    ]);
    return file === undefined ? undefined : { file, plans: plans.map(readPlanItem), tries: tries.map(readPlanTryItem) };
  },

  add: async (change) => {
    const outcome = await transactSale(table, await saleWritesWith(events, undefined, change));
    if (outcome.applied) return 'added';
    if (outcome.refusalOf('code') !== undefined) return 'code-taken';
    return outcome.refusalOf('id') === undefined && outcome.refusalOf('plan-id') === undefined ? 'changed' : 'id-taken';
  },

  replace: async (before, change) => (await transactSale(table, await saleWritesWith(events, before, change))).applied,
});
