import { createHmac } from 'node:crypto';

/** Public on purpose: the embedded bank exists in sandbox stages only and takes test cards only. */
const DERIVATION_KEY = 'payment-link sandbox terminals';
const TERMINAL_ID = /^[1-9][0-9]{5,8}$/;

/** The settings that a virtual POS of Garanti's kind and the embedded bank must share. */
export interface SandboxTerminal {
  readonly merchantId: string;
  readonly terminalId: string;
  readonly provisionUser: string;
  readonly provisionPassword: string;
  readonly refundUser: string;
  readonly refundPassword: string;
  readonly storeKey: string;
}

/**
 * The terminal of the embedded bank with this id; undefined unless the id is 6 to 9 digits that do not begin with 0.
 * Every such id is a terminal. Its merchant has the same number. Passwords and store key are derived from it (HMAC-SHA256,
 * hexadecimal, first 24 digits), so that a virtual POS can be set up without a call to the bank.
 */
export const sandboxTerminal = (terminalId: string): SandboxTerminal | undefined => {
  if (!TERMINAL_ID.test(terminalId)) return undefined;
  const derive = (field: string): string =>
    createHmac('sha256', DERIVATION_KEY).update(`${field}:${terminalId}`, 'utf8').digest('hex').slice(0, 24);
  return {
    merchantId: terminalId,
    terminalId,
    provisionUser: 'PROVAUT',
    provisionPassword: derive('provision password'),
    refundUser: 'PROVRFN',
    refundPassword: derive('refund password'),
    storeKey: derive('store key'),
  };
};
