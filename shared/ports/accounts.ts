import type { Dealer } from '../domain/dealer/dealer.ts';

export interface AccountClaim {
  readonly dealerCode: string;
  readonly username: string;
  readonly password: string;
}

/** Who calls: answers the enabled dealer whose credential was given, or undefined for anything else, alike. */
export interface Accounts {
  /** Throws StoreUnavailable when the dealer cannot be read. */
  authenticate(claim: AccountClaim): Promise<Dealer | undefined>;
}
