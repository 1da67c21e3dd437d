import type * as z from 'zod/mini';
import { saleNotFound } from '../../shared/domain/sale/named-sale.ts';
import { readValue, type UseCase } from '../../shared/http/operation-handler.ts';
import { saleNamesOf } from '../../shared/http/sale-members.ts';
import { saleDeletion } from '../../shared/payment-flow/change-sale.ts';
import { namedSaleId } from '../../shared/payment-flow/named-sale-id.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { SaleBook } from '../../shared/ports/sales.ts';
import type { contract } from './contract.ts';

export interface DeleteSaleDependencies {
  readonly sales: Pick<SaleBook, 'find' | 'open' | 'replace'>;
  readonly clock: Clock;
}

/** How often it is tried again because the sale or its step changed in between. */
const MAX_ROUNDS = 5;

/**
 * Deletes a sale and withdraws its step, unless that is being charged: then it ends, and nothing more is planned (decisions:
 * recurring sales).
 */
export const deleteSale =
  ({ sales, clock }: DeleteSaleDependencies): UseCase<z.output<typeof contract.request>> =>
  async ({ dealer: { dealerCode }, read }) => {
    const dealerSaleId = await namedSaleId(dealerCode, saleNamesOf(readValue(read)), sales);
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const stored = await sales.open(dealerCode, dealerSaleId);
      if (stored === undefined) throw saleNotFound();
      if (await sales.replace(stored, saleDeletion(stored, clock.now()))) return { data: true };
    }
    throw new Error('a sale was changed by others again and again');
  };
