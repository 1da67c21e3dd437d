import type { PaymentName } from '../domain/payment/payment-name.ts';

/** The purpose of an encrypted value. It is part of the key's context, and each role may use only its own (rule 24). */
export const vaultPurposes = [
  'card',
  'card-pending',
  'card-challenge',
  'customer-password',
  'merchant-key',
  'code-for-hash',
  'webhook-secret',
  'provider-key',
  'demo-shop',
  'canary-account',
  'desk-code',
  'desk-mail',
] as const;
export type VaultPurpose = (typeof vaultPurposes)[number];

/** The place that a sealed value belongs to. It opens nowhere else. */
export interface SealContext {
  readonly purpose: VaultPurpose;
  readonly dealerCode: string;
  readonly recordId: string;
  readonly field: string;
  readonly version: number;
}

/** The key service refused or did not answer, or a sealed value was found in a place that it was not sealed for. */
export class VaultUnavailable extends Error {
  override readonly name = 'VaultUnavailable';
  readonly errorName: string;

  constructor(errorName: string) {
    super(`the vault failed (${errorName})`);
    this.errorName = errorName;
  }
}

/**
 * A sealed value that can never be opened, because it is damaged: the key service answered, and no later call will do
 * better. Whoever does not tell it apart treats it like a vault that failed.
 */
export class SealedValueDamaged extends VaultUnavailable {}

export interface Sealer {
  /** Name of the key that it seals under. Every sealed value names its key. */
  readonly keyName: string;
  /** Encrypts a value for one place. Throws VaultUnavailable. */
  seal(plaintext: string, context: SealContext): Promise<string>;
}

export interface Opener {
  /** Decrypts a value that was sealed for this place. Throws VaultUnavailable, and SealedValueDamaged of a damaged value. */
  open(sealed: string, context: SealContext): Promise<string>;
}

/**
 * The place of a customer's password. Its version is fixed, because the customer's version also changes with other
 * fields.
 */
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

/** The place of a link's CodeForHash: bound to the link's token, which never changes. */
export const codeForHashContext = (link: { readonly dealerCode: string; readonly token: string }): SealContext => ({
  purpose: 'code-for-hash',
  dealerCode: link.dealerCode,
  recordId: link.token,
  field: 'codeForHash',
  version: 1,
});

/** The place of a call's CodeForHash in a dealer's own 3D payment: a box that is made anew keeps the code. */
export const callCodeForHashContext = (call: {
  readonly dealerCode: string;
  readonly reference: string;
}): SealContext => codeForHashContext({ dealerCode: call.dealerCode, token: call.reference });

/**
 * The place of a merchant key of a virtual POS. `version` is the one that the key was sealed for; it is stored beside
 * it.
 */
export const merchantKeyContext = (
  pos: { readonly dealerCode: string; readonly posId: string },
  field: string,
  version: number,
): SealContext => ({ purpose: 'merchant-key', dealerCode: pos.dealerCode, recordId: pos.posId, field, version });

/** The place of a secret that a webhook endpoint's events are signed with. */
export const webhookSecretContext = (
  endpoint: { readonly dealerCode: string; readonly endpointId: string },
  version: number,
): SealContext => ({
  purpose: 'webhook-secret',
  dealerCode: endpoint.dealerCode,
  recordId: endpoint.endpointId,
  field: 'secret',
  version,
});

/** The place of the key of a dealer's own SMS provider. `version` is the one that the key was sealed for. */
export const providerKeyContext = (dealerCode: string, version: number): SealContext => ({
  purpose: 'provider-key',
  dealerCode,
  recordId: 'sms',
  field: 'key',
  version,
});

/** The place of the password by which the demo shop of a sandbox stage calls as its dealer. */
export const shopPasswordContext = (shop: { readonly dealerCode: string; readonly version: number }): SealContext => ({
  purpose: 'demo-shop',
  dealerCode: shop.dealerCode,
  recordId: 'shop',
  field: 'password',
  version: shop.version,
});

/** The place of what the demo shop verifies the result of an order by. Orders outlive a change of the shop's dealer. */
export const shopCodeForHashContext = (code: string): SealContext => ({
  purpose: 'demo-shop',
  dealerCode: '-',
  recordId: code,
  field: 'codeForHash',
  version: 1,
});

/** The place of a card that waits for the end of its attempt to be stored (rule 27). */
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

/** The place of a card that waits in a box: bound to its payment and the call that made the box (rules 24 and 25). */
export const boxContext = (box: {
  readonly dealerCode: string;
  readonly payment: PaymentName;
  readonly number: number;
}): SealContext => ({
  purpose: 'card-challenge',
  dealerCode: box.dealerCode,
  recordId: box.payment,
  field: 'card',
  version: box.number,
});

/** The place of a stored card: bound to its token and one version of it. */
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

/** The place of the password of an account that the service itself uses. Each owner has a purpose of its own. */
export const serviceAccountContext = (
  account: { readonly owner: string; readonly dealerCode: string; readonly version: number },
  purpose: VaultPurpose,
): SealContext => ({
  purpose,
  dealerCode: account.dealerCode,
  recordId: account.owner,
  field: 'password',
  version: account.version,
});

/** The place of the secret of a user's authenticator. A user belongs to no one dealer. */
export const deskCodeContext = (user: { readonly userId: string }, secretVersion: number): SealContext => ({
  purpose: 'desk-code',
  dealerCode: '-',
  recordId: user.userId,
  field: 'secret',
  version: secretVersion,
});

/** The place of the secret of a mailed link, until its mail is sent. */
export const deskMailContext = (mail: { readonly mailId: string }): SealContext => ({
  purpose: 'desk-mail',
  dealerCode: '-',
  recordId: mail.mailId,
  field: 'secret',
  version: 1,
});
