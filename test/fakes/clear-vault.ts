import type { Opener, SealContext, Sealer } from '../../shared/ports/vault.ts';

const placeOf = ({ purpose, dealerCode, recordId, field, version }: SealContext): string =>
  JSON.stringify([purpose, dealerCode, recordId, field, version]);

/** A vault that encrypts nothing, and opens a value only in the place that it was sealed for. */
export const clearVault: Sealer & Opener = {
  keyName: 'clear',
  seal: async (plaintext, context) => `${placeOf(context)}:${plaintext}`,
  open: async (sealed, context) => {
    const place = `${placeOf(context)}:`;
    if (!sealed.startsWith(place)) throw new Error('sealed for another place');
    return sealed.slice(place.length);
  },
};
