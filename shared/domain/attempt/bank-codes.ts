/**
 * The bank codes of the interface with their messages (dealer interface 7.7), and further ones (decisions: bank codes
 * beyond the table).
 */
export const bankCodeMessages = {
  '000': 'General error',
  '001': 'Cardholder confirmation failed',
  '002': 'Insufficient limit',
  '003': 'Card number not in valid format',
  '004': 'General disclaimer',
  '005': 'Transaction not open to card holder',
  '006': 'Card expiry date incorrect',
  '007': 'Invalid transaction',
  '008': 'Unable to connect to bank',
  '009': 'Undefined error code',
  '010': 'Bank SSL error',
  '011': 'Call the bank for manual approval',
  '012': 'Card information incorrect, card number or CVV2',
  '013': 'Cards other than two network brands do not support 3D Secure',
  '014': 'Invalid account number',
  '015': 'Invalid CVV',
  '016': 'No approval mechanism available',
  '017': 'System failure',
  '018': 'Stolen card',
  '019': 'Lost card',
  '020': 'Restricted card',
  '021': 'Time out',
  '022': 'Invalid workplace',
  '023': 'Fake confirmation',
  '024': '3D approval received but money could not be withdrawn from card',
  '025': '3D confirmation error',
  '026': 'Card holder is not a bank or card 3D-Secure member',
  '027': 'Not authorised',
  '028': 'Suspected fraud',
  '029': 'Card closed to e-commerce',
  '030': 'Declined by bank',
} as const;

export type BankCode = keyof typeof bankCodeMessages;

/** The code of a refusal for which the bank told no reason. */
export const UNDEFINED_CODE: BankCode = '009';

export const bankCodes = Object.keys(bankCodeMessages) as readonly BankCode[];
