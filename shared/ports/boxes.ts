import type { PaymentName } from '../domain/payment/payment-name.ts';

/** Where a box belongs: it opens nowhere else. */
export interface BoxPlace {
  readonly dealerCode: string;
  readonly payment: PaymentName;
  /** Number of the call that made it. */
  readonly number: number;
}

/** A box as it waits in its table, which holds nothing else. A payment has one box at most. */
export interface StoredBox {
  readonly payment: PaymentName;
  readonly number: number;
  /** Sealed under a key of its own, and that under the vault (rule 24). */
  readonly sealed: string;
  readonly madeAtMs: number;
}

/** Only the function behind a box's address reads boxes. They are written and deleted together with their payment. */
export interface Boxes {
  /** The box of a payment, read strongly; undefined once it was opened or deleted. Throws StoreUnavailable. */
  find(payment: PaymentName): Promise<StoredBox | undefined>;
}

export interface BoxSealer {
  /** Seals a text under a fresh key, and that under the vault. The key stands nowhere but in the answer. Throws VaultUnavailable. */
  seal(text: string, place: BoxPlace): Promise<{ readonly sealed: string; readonly key: string }>;
}

export interface BoxOpener {
  /** The text; undefined for a key that is not the box's. Throws VaultUnavailable. */
  open(sealed: string, key: string, place: BoxPlace): Promise<string | undefined>;
}
