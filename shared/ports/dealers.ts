import type { Dealer } from '../domain/dealer/dealer.ts';

/** A credential as it is stored: only the salted hash of its password. A user name may have two valid at once. */
export interface StoredCredential {
  readonly credentialId: string;
  readonly username: string;
  readonly salt: string;
  readonly passwordHash: string;
  readonly revoked: boolean;
  /** Absent for credentials from before it was stored. */
  readonly issuedAtMs?: number;
}

export interface DealerAccount {
  readonly dealer: Dealer;
  readonly credentials: readonly StoredCredential[];
}

/** What the list of all dealers tells of each. */
export type ListedDealer = Pick<Dealer, 'dealerCode' | 'name' | 'enabled'>;

export interface DealerDirectory {
  /**
   * Dealers in the order of their codes, behind the one whose code is `after`, read strongly in one trip. Fewer than
   * `limit` means that there are no more. Throws StoreUnavailable.
   */
  page(query: { readonly after?: string | undefined; readonly limit: number }): Promise<readonly ListedDealer[]>;
}

export interface Dealers {
  /** The dealer with every credential, read strongly in one trip; undefined when there is none. Throws StoreUnavailable. */
  load(dealerCode: string): Promise<DealerAccount | undefined>;
}
