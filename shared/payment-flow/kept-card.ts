import type { Attempt } from '../domain/attempt/attempt.ts';
import type { KeptCard, PendingCard, StoredCard } from '../domain/card/stored-card.ts';
import { omitUndefined } from '../domain/omit-undefined.ts';
import { type Opener, pendingCardContext, SealedValueDamaged, type Sealer, storedCardContext } from '../ports/vault.ts';

// What is encrypted of a card, and how it is read again. The CVC is never part of it.

type Parts = readonly [number: string, expiryMonth: string, expiryYear: string, holderName?: string];

const textOf = ({ number, expiryMonth, expiryYear, holderName }: KeptCard): string => {
  const card: Parts = [number, expiryMonth, expiryYear];
  return JSON.stringify(holderName === undefined ? card : [...card, holderName]);
};

const isParts = (read: unknown): read is Parts =>
  Array.isArray(read) && (read.length === 3 || read.length === 4) && read.every((part) => typeof part === 'string');

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Parses our own text, which decryption has authenticated. Any other shape is a defect. */
const cardIn = (text: string): KeptCard => {
  const read = parsed(text);
  if (!isParts(read)) throw new SealedValueDamaged('BadCard');
  const [number, expiryMonth, expiryYear, holderName] = read;
  return { number, expiryMonth, expiryYear, ...omitUndefined({ holderName }) };
};

/**
 * Encrypts a pending card for its one attempt (rule 27). Everything else, the CVC above all, is left out. Throws
 * VaultUnavailable.
 */
export const sealPendingCard = async (
  attempt: Pick<Attempt, 'dealerCode' | 'reference'>,
  { card, ...pending }: Omit<PendingCard, 'sealed'> & { readonly card: KeptCard },
  sealer: Sealer,
): Promise<PendingCard> => ({ ...pending, sealed: await sealer.seal(textOf(card), pendingCardContext(attempt)) });

/** Decrypts the pending card of an attempt. Throws VaultUnavailable. */
export const openPendingCard = async (
  attempt: Pick<Attempt, 'dealerCode' | 'reference'>,
  { sealed }: PendingCard,
  opener: Opener,
): Promise<KeptCard> => cardIn(await opener.open(sealed, pendingCardContext(attempt)));

/** Encrypts a card for its token and version; the answer names the key. Throws VaultUnavailable. */
export const sealStoredCard = async (
  place: Pick<StoredCard, 'dealerCode' | 'token' | 'version'>,
  card: KeptCard,
  sealer: Sealer,
): Promise<Pick<StoredCard, 'sealed' | 'keyName'>> => ({
  sealed: await sealer.seal(textOf(card), storedCardContext(place)),
  keyName: sealer.keyName,
});

/** A stored card whose sealed data are damaged. Other values of the same charge, as a merchant key, are none of it. */
export class StoredCardDamaged extends SealedValueDamaged {}

/**
 * Number, expiry and holder's name of a stored card, for one charge (dealer interface 2.2). Throws VaultUnavailable, and
 * StoredCardDamaged of a card that can never be opened.
 */
export const openStoredCard = async (card: StoredCard, opener: Opener): Promise<KeptCard> => {
  try {
    return cardIn(await opener.open(card.sealed, storedCardContext(card)));
  } catch (error) {
    throw error instanceof SealedValueDamaged ? new StoredCardDamaged(error.errorName) : error;
  }
};
