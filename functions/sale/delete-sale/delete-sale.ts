import type * as z from 'zod/mini';
import { plansOfDeletedSale } from '../../../shared/domain/sale/changed-step.ts';
import { saleNotFound } from '../../../shared/domain/sale/named-sale.ts';
import type { Sale } from '../../../shared/domain/sale/sale.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { saleNamesOf } from '../../../shared/http/sale-members.ts';
import { saleDeletion } from '../../../shared/payment-flow/change-sale.ts';
import { namedSaleId } from '../../../shared/payment-flow/named-sale-id.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { PlanKeeping, PlanReading } from '../../../shared/ports/payment-plans.ts';
import type { SaleBook } from '../../../shared/ports/sales.ts';
import { StoreUnavailable, UnreadableRow } from '../../../shared/ports/store-errors.ts';
import type { contract } from './contract.ts';

export interface DeleteSaleDependencies {
  readonly sales: Pick<SaleBook, 'find' | 'open' | 'replace'>;
  readonly plans: Pick<PlanReading, 'ofSale'> & Pick<PlanKeeping, 'replace'>;
  readonly clock: Clock;
}

/** How often it is tried again because the sale or its step changed in between. */
const MAX_ROUNDS = 5;

/** Writes at once about other plans of a sale. */
const WRITES_AT_ONCE = 10;

/**
 * Ends what the deletion does not: plans made by hand are withdrawn, and payment requests of plans are due now, so that the
 * engine cancels those that nobody is paying. So is the step, if the engine wrote it after the deletion read it. A plan that somebody else writes meanwhile, and all of them where the store
 * fails, are left to the next look of the engine, for the sale is deleted and the answer must say so.
 */
const endOtherPlans = async (
  { dealerCode, dealerSaleId }: Pick<Sale, 'dealerCode' | 'dealerSaleId'>,
  { plans, clock }: DeleteSaleDependencies,
): Promise<void> => {
  try {
    const file = await plans.ofSale(dealerCode, dealerSaleId);
    const ended = plansOfDeletedSale(file?.plans ?? [], clock.now());
    for (let first = 0; first < ended.length; first += WRITES_AT_ONCE) {
      await Promise.all(ended.slice(first, first + WRITES_AT_ONCE).map((plan) => plans.replace(plan)));
    }
  } catch (error) {
    if (!(error instanceof StoreUnavailable || error instanceof UnreadableRow)) throw error;
  }
};

/**
 * Deletes a sale and withdraws its step, unless that is being charged: then it ends, and nothing more is planned (decisions:
 * recurring sales).
 */
export const deleteSale =
  (deps: DeleteSaleDependencies): UseCase<z.output<typeof contract.request>> =>
  async ({ dealer: { dealerCode }, read }) => {
    const { sales, clock } = deps;
    const dealerSaleId = await namedSaleId(dealerCode, saleNamesOf(readValue(read)), sales);
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const stored = await sales.open(dealerCode, dealerSaleId);
      if (stored === undefined) throw saleNotFound();
      if (!(await sales.replace(stored, saleDeletion(stored, clock.now())))) continue;
      await endOtherPlans({ dealerCode, dealerSaleId }, deps);
      return { data: true };
    }
    throw new Error('a sale was changed by others again and again');
  };
