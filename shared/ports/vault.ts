/** What an encrypted value is for. It is part of the key's context, and each role may use only its own (rule 24). */
export const vaultPurposes = ['card', 'card-pending', 'customer-password', 'merchant-key', 'code-for-hash'] as const;
export type VaultPurpose = (typeof vaultPurposes)[number];

/** Where a sealed value belongs: it opens nowhere else. */
export interface SealContext {
  readonly purpose: VaultPurpose;
  readonly dealerCode: string;
  readonly recordId: string;
  readonly field: string;
  readonly version: number;
}

/** The key service refused or did not answer, or a sealed value does not belong where it was found. */
export class VaultUnavailable extends Error {
  override readonly name = 'VaultUnavailable';
  readonly errorName: string;

  constructor(errorName: string) {
    super(`the vault failed (${errorName})`);
    this.errorName = errorName;
  }
}

export interface Sealer {
  /** Name of the key that it seals under; every sealed value names its key. */
  readonly keyName: string;
  /** Encrypts a value for one place. Throws VaultUnavailable. */
  seal(plaintext: string, context: SealContext): Promise<string>;
}

export interface Opener {
  /** Decrypts a value sealed for this very place. Throws VaultUnavailable. */
  open(sealed: string, context: SealContext): Promise<string>;
}

/** Where a customer's password is sealed. Its version is fixed: the customer's own version changes with other fields. */
export const customerPasswordContext = (customer: {
  readonly dealerCode: string;
  readonly dealerCustomerId: number;
}): SealContext => ({
  purpose: 'customer-password',
  dealerCode: customer.dealerCode,
  recordId: String(customer.dealerCustomerId),
  field: 'password',
  version: 1,
});

/** Where the CodeForHash of a link is sealed: by the link's token, which never changes. */
export const codeForHashContext = (link: { readonly dealerCode: string; readonly token: string }): SealContext => ({
  purpose: 'code-for-hash',
  dealerCode: link.dealerCode,
  recordId: link.token,
  field: 'codeForHash',
  version: 1,
});

/** Where a merchant key of a virtual POS is sealed. `version` is the one it was sealed for, which is stored with it. */
export const merchantKeyContext = (
  pos: { readonly dealerCode: string; readonly posId: string },
  field: string,
  version: number,
): SealContext => ({ purpose: 'merchant-key', dealerCode: pos.dealerCode, recordId: pos.posId, field, version });

/** Where the card of an attempt waits to be stored (rule 27). */
export const pendingCardContext = (attempt: {
  readonly dealerCode: string;
  readonly reference: string;
}): SealContext => ({
  purpose: 'card-pending',
  dealerCode: attempt.dealerCode,
  recordId: attempt.reference,
  field: 'card',
  version: 1,
});

/** Where a stored card is sealed: by its token, for one version of it. */
export const storedCardContext = (card: {
  readonly dealerCode: string;
  readonly token: string;
  readonly version: number;
}): SealContext => ({
  purpose: 'card',
  dealerCode: card.dealerCode,
  recordId: card.token,
  field: 'card',
  version: card.version,
});
