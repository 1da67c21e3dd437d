import type { ShopRecords } from '../../../shared/ports/demo-shop.ts';
import { type Opener, shopPasswordContext } from '../../../shared/ports/vault.ts';
import { dealerApi } from '../../../shared/shop/service-api.ts';
import type { Seller } from '../../../shared/shop/serving.ts';

export interface SellerDependencies {
  readonly records: ShopRecords;
  readonly opener: Opener;
  /** The stage's own address: the shop calls its public API as any dealer does. */
  readonly baseUrl: string;
}

/** The dealer of the stage's shop. Its password is opened once for each version of the record. */
export const sellerOf = ({ records, opener, baseUrl }: SellerDependencies): (() => Promise<Seller | undefined>) => {
  let latest: { readonly version: number; readonly seller: Seller } | undefined;
  return async () => {
    const record = await records.find();
    if (record === undefined) return undefined;
    const { version, dealerCode, username, sealedPassword, dealerCustomerTypeId, bankCode } = record;
    if (latest?.version === version) return latest.seller;
    const password = await opener.open(sealedPassword, shopPasswordContext(record));
    const api = dealerApi({ baseUrl, account: { dealerCode, username, password } });
    latest = { version, seller: { api, terms: { dealerCustomerTypeId, bankCode } } };
    return latest.seller;
  };
};
