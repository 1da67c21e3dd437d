import { createHash } from 'node:crypto';

/** The account of a dealer's API user, as the service issued it. */
export interface DealerAccount {
  readonly dealerCode: string;
  readonly username: string;
  readonly password: string;
}

/** SHA-256 of DealerCode, `MK`, Username, `PD` and Password, in lower-case hexadecimal. */
export const checkKey = ({ dealerCode, username, password }: DealerAccount): string =>
  createHash('sha256').update(`${dealerCode}MK${username}PD${password}`, 'utf8').digest('hex');
