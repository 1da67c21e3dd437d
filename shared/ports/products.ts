import type { Product, ProductIdentifiers } from '../domain/sale/product.ts';

/** The product that each given identifier names; absent for an identifier that was not given. */
interface ProductsFound {
  readonly byId?: Product | undefined;
  readonly byCode?: Product | undefined;
}

/** Dealers' products. Reads are strongly consistent. */
export interface Products {
  /** Reads a product by either identifier, in one trip. Throws StoreUnavailable. */
  find(dealerCode: string, identifiers: ProductIdentifiers): Promise<ProductsFound>;
  /** Those of the dealer's products that have one of the ids, at most 100. One trip. Throws StoreUnavailable. */
  ofIds(dealerCode: string, ids: readonly number[]): Promise<readonly Product[]>;
  /** The products with the latest ids, the newest first. One trip. Throws StoreUnavailable. */
  newest(dealerCode: string, limit: number): Promise<readonly Product[]>;
  /** Adds a product. `too-many`: the dealer has as many as one may have. Throws StoreUnavailable. */
  add(product: Product): Promise<'added' | 'code-taken' | 'id-taken' | 'too-many'>;
  /**
   * Removes a product that no sale uses. `usedBy`: a sale uses it, and this is one of them; undefined if that one has ended
   * meanwhile. A sale that begins to use it at the same moment wins or is refused, never both. Throws StoreUnavailable.
   */
  remove(product: Product): Promise<'removed' | 'not-there' | { readonly usedBy: number | undefined }>;
}
