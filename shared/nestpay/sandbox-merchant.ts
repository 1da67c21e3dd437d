import { createHmac } from 'node:crypto';

/** Known to everybody who reads this file: the embedded bank exists in sandbox stages only, and takes test cards only. */
const DERIVATION_KEY = 'payment-link sandbox merchants';
const CLIENT_ID = /^[0-9]{6,15}$/;

/** What the embedded bank and a virtual POS at it must agree on. */
export interface SandboxMerchant {
  readonly clientId: string;
  readonly apiUser: string;
  readonly apiPassword: string;
  readonly storeKey: string;
}

/**
 * The merchant of the embedded bank with this client id, or undefined when the id is not 6 to 15 digits. Every such id
 * is a merchant; its user, password and store key are derived from it (HMAC-SHA256, hexadecimal, first 24 digits), so
 * that a virtual POS can be set up without asking the bank.
 */
export const sandboxMerchant = (clientId: string): SandboxMerchant | undefined => {
  if (!CLIENT_ID.test(clientId)) return undefined;
  const derive = (field: string): string =>
    createHmac('sha256', DERIVATION_KEY).update(`${field}:${clientId}`, 'utf8').digest('hex').slice(0, 24);
  return { clientId, apiUser: `api${clientId}`, apiPassword: derive('password'), storeKey: derive('store key') };
};
