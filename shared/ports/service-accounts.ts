import type { VaultPurpose } from './vault.ts';

/** Parts of the service that call it as a dealer does. */
export type ServiceAccountOwner = 'canary';

/** The purpose under which each owner's password is sealed: nobody else may open it (rule 24). */
export const serviceAccountPurposes = {
  canary: 'canary-account',
} as const satisfies Readonly<Record<ServiceAccountOwner, VaultPurpose>>;

/** The account of a dealer that belongs to the service itself. The password is known to nobody. */
export interface ServiceAccount {
  readonly owner: ServiceAccountOwner;
  readonly version: number;
  readonly dealerCode: string;
  readonly username: string;
  readonly credentialId: string;
  readonly sealedPassword: string;
  /** The definition that its links follow. */
  readonly dealerCustomerTypeId: number;
  readonly issuedAtMs: number;
}

export interface ServiceAccounts {
  /** Undefined before an operator has set the owner up. Read strongly. Throws StoreUnavailable. */
  find(owner: ServiceAccountOwner): Promise<ServiceAccount | undefined>;
}
