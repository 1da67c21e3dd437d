import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { BoxOpener, BoxPlace, BoxSealer } from '../../ports/boxes.ts';
import { boxContext, type Opener, type Sealer } from '../../ports/vault.ts';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Binds the inner seal to the same place as the vault's. */
const placeText = ({ dealerCode, payment, number }: BoxPlace): Buffer =>
  Buffer.from(JSON.stringify(['box', dealerCode, payment, number]), 'utf8');

const encrypted = (text: string, key: Buffer, place: BoxPlace): string => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(placeText(place));
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
};

const decrypted = (text: string, key: Buffer, place: BoxPlace): string | undefined => {
  const bytes = Buffer.from(text, 'base64url');
  try {
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(placeText(place));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const parts = [decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()];
    return Buffer.concat(parts).toString('utf8');
  } catch {
    return undefined;
  }
};

/**
 * Seals boxes twice: under 256 random bits that only the payer's address carries, and that under the vault (purpose
 * `card-challenge`). So neither the table and the vault alone, nor an address alone, opens one (rules 24 and 25).
 */
export const doubleBoxSealer = (sealer: Sealer): BoxSealer => ({
  seal: async (text, place) => {
    const key = randomBytes(KEY_BYTES);
    const sealed = await sealer.seal(encrypted(text, key, place), boxContext(place));
    return { sealed, key: key.toString('base64url') };
  },
});

/** Opens what doubleBoxSealer sealed. */
export const doubleBoxOpener = (opener: Opener): BoxOpener => ({
  open: async (sealed, key, place) => {
    const secret = Buffer.from(key, 'base64url');
    if (secret.length !== KEY_BYTES) return undefined;
    return decrypted(await opener.open(sealed, boxContext(place)), secret, place);
  },
});
