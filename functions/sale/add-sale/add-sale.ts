import type * as z from 'zod/mini';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { draftOf } from '../../../shared/domain/sale/sale-draft.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { refuseSale, saleFieldsOf } from '../../../shared/http/sale-members.ts';
import { saleRecord } from '../../../shared/http/sale-record.ts';
import { checkSale, newSaleChange } from '../../../shared/payment-flow/change-sale.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { Identifiers, Randomness } from '../../../shared/ports/identifiers.ts';
import type { SaleReferences } from '../../../shared/ports/sale-references.ts';
import type { SaleBook, SaleChange } from '../../../shared/ports/sales.ts';
import type { contract } from './contract.ts';

export interface AddSaleDependencies {
  readonly sales: Pick<SaleBook, 'add'>;
  readonly references: SaleReferences;
  readonly identifiers: Identifiers;
  readonly randomness: Pick<Randomness, 'guid'>;
  readonly clock: Clock;
}

type Request = z.output<typeof contract.request>;

/** Most rounds of planning: another one follows where an id is in use already, or where what the sale names has changed. */
const MAX_ROUNDS = 5;

const planned = async (
  { dealerCode, listingShards }: Dealer,
  { request, saleCode }: { readonly request: Request; readonly saleCode: string },
  { references, identifiers, clock }: AddSaleDependencies,
): Promise<SaleChange> => {
  const draft = draftOf(saleFieldsOf(request));
  const checked = await checkSale(draft, { dealerCode, references, refuse: refuseSale });
  const nowMs = clock.now();
  const identity = {
    dealerCode,
    version: 1,
    dealerSaleId: await identifiers.next('sale'),
    saleCode,
    createdAtMs: nowMs,
  };
  const parts = { identifiers, nowMs, listingShards, refuse: refuseSale };
  return newSaleChange({ sale: { ...checked.details, ...identity }, checked }, parts);
};

/**
 * Adds a recurring sale with the first step of its schedule (decisions: recurring sales). A repeat of the call is refused by
 * its SaleCode; without one it adds another sale.
 */
export const addSale =
  (deps: AddSaleDependencies): UseCase<Request> =>
  async ({ dealer, read }) => {
    const request = readValue(read);
    const saleCode = request.SaleCode ?? deps.randomness.guid();
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const change = await planned(dealer, { request, saleCode }, deps);
      const outcome = await deps.sales.add(change);
      if (outcome === 'added') return { data: saleRecord(change.sale) };
      if (outcome === 'code-taken') {
        throw new Refusal('SaleCodeAlreadyUsing', 'SaleCode belongs to a sale of this dealer already.');
      }
    }
    throw new Error('what a new sale names was changed by others again and again');
  };
