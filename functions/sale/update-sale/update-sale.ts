import type * as z from 'zod/mini';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import type { SaleFile } from '../../../shared/domain/sale/changed-step.ts';
import { saleNotFound } from '../../../shared/domain/sale/named-sale.ts';
import { draftOf } from '../../../shared/domain/sale/sale-draft.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { refuseSale, saleFieldsOf, saleNamesOf } from '../../../shared/http/sale-members.ts';
import { saleRecord } from '../../../shared/http/sale-record.ts';
import { checkSale, saleChange } from '../../../shared/payment-flow/change-sale.ts';
import { namedSaleId } from '../../../shared/payment-flow/named-sale-id.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { Identifiers } from '../../../shared/ports/identifiers.ts';
import type { SaleReferences } from '../../../shared/ports/sale-references.ts';
import type { SaleBook, SaleChange } from '../../../shared/ports/sales.ts';
import type { contract } from './contract.ts';

export interface UpdateSaleDependencies {
  readonly sales: Pick<SaleBook, 'find' | 'open' | 'replace'>;
  readonly references: SaleReferences;
  readonly identifiers: Identifiers;
  readonly clock: Clock;
}

type Request = z.output<typeof contract.request>;

/** Most rounds of a change: another one follows where the sale or its step was written meanwhile. */
const MAX_ROUNDS = 5;

const planned = async (
  { dealerCode, listingShards }: Dealer,
  { request, stored }: { readonly request: Request; readonly stored: SaleFile },
  { references, identifiers, clock }: UpdateSaleDependencies,
): Promise<SaleChange> => {
  const { sale: before } = stored;
  const draft = draftOf(saleFieldsOf(request), before);
  const checked = await checkSale(draft, { dealerCode, references, refuse: refuseSale });
  const nowMs = clock.now();
  // A sale that was stored before there was a list has no time: its next version has one, and so is listed.
  const { dealerSaleId, saleCode, createdAtMs = nowMs, pausedSinceMs } = before;
  const identity = {
    dealerCode,
    dealerSaleId,
    saleCode,
    version: before.version + 1,
    createdAtMs,
    ...(pausedSinceMs === undefined ? {} : { pausedSinceMs }),
  };
  const parts = { identifiers, nowMs, listingShards };
  return saleChange({ sale: { ...checked.details, ...identity }, checked }, stored, parts);
};

/** Changes the fields that are given, and leaves the others and every step that has begun (decisions: recurring sales). */
export const updateSale =
  (deps: UpdateSaleDependencies): UseCase<Request> =>
  async ({ dealer, read }) => {
    const request = readValue(read);
    const dealerSaleId = await namedSaleId(dealer.dealerCode, saleNamesOf(request), deps.sales);
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const stored = await deps.sales.open(dealer.dealerCode, dealerSaleId);
      if (stored === undefined) throw saleNotFound();
      const change = await planned(dealer, { request, stored }, deps);
      if (await deps.sales.replace(stored, change)) return { data: saleRecord(change.sale) };
    }
    throw new Error('a sale was changed by others again and again');
  };
