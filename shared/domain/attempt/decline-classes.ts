import type { BankCode } from './bank-codes.ts';

/** Who can do something about a decline, in five classes: enough to see what is wrong, and few enough to count each. */
export const declineClasses = ['card-details', 'issuer', 'fraud', 'three-d', 'bank'] as const;
export type DeclineClass = (typeof declineClasses)[number];

const classes: Readonly<Record<BankCode, DeclineClass>> = {
  '000': 'issuer',
  '001': 'three-d',
  '002': 'issuer',
  '003': 'card-details',
  '004': 'issuer',
  '005': 'issuer',
  '006': 'card-details',
  '007': 'issuer',
  '008': 'bank',
  '009': 'issuer',
  '010': 'bank',
  '011': 'issuer',
  '012': 'card-details',
  '013': 'three-d',
  '014': 'card-details',
  '015': 'card-details',
  '016': 'bank',
  '017': 'bank',
  '018': 'fraud',
  '019': 'fraud',
  '020': 'fraud',
  '021': 'bank',
  '022': 'bank',
  '023': 'fraud',
  '024': 'issuer',
  '025': 'three-d',
  '026': 'three-d',
  '027': 'issuer',
  '028': 'fraud',
  '029': 'issuer',
  '030': 'issuer',
};

/**
 * The class of a decline. `card-details`: the payer mistyped, or somebody tries numbers. `issuer`: the payer's bank does
 * not want to. `fraud`: a stolen, lost, restricted or suspected card. `three-d`: the authentication failed. `bank`: the
 * dealer's bank, the line to it or the virtual POS; no other card helps.
 */
export const declineClassOf = (code: BankCode): DeclineClass => classes[code];
