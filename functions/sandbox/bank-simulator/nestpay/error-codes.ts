/** Errors of the gateway itself, by `ERRORCODE`, with the bank's text. */
const texts = {
  'CORE-1006': 'Mode is not valid',
  'CORE-1010': 'Currency cannot be read',
  'CORE-1011': 'Name is missing',
  'CORE-1013': 'ClientId is missing',
  'CORE-1015': 'OrderId is too long',
  'CORE-1022': 'IPAddress is too long',
  'CORE-1023': 'Taksit is not valid',
  'CORE-2001': 'Type is not valid',
  'CORE-2003': 'Type is missing',
  'CORE-2005': 'A field is missing',
  'CORE-2007': 'Total cannot be read',
  'CORE-2008': 'There is no transaction to void',
  'CORE-2009': 'Total must not be zero',
  'CORE-2010': 'The card is expired',
  'CORE-2011': 'Expires is not valid',
  'CORE-2012': 'The card number is not valid',
  'CORE-2014': 'The request cannot be read',
  'CORE-2015': 'The card number is missing',
  'CORE-2105': 'The merchant may not use this currency',
  'CORE-2115': 'Only a pre-authorisation can be captured',
  'CORE-2119': 'The order has another currency',
  'CORE-2121': 'The 3D values do not belong to this payment',
  'CORE-2123': 'There is no order to refund',
  'CORE-2204': 'The card takes no installments',
  'CORE-2208': 'The CVV is missing',
  'CORE-2301': 'OrderId is not valid',
  'CORE-2304': 'Another transaction of the order is running',
  'CORE-2502': 'Expires is missing',
  'CORE-2503': 'More than is left cannot be refunded',
  'CORE-2504': 'Nothing is left to refund',
  'CORE-2505': 'More than was pre-authorised cannot be captured',
  'CORE-2506': 'Nothing is left to capture',
  'CORE-2507': 'The order has a successful transaction already',
  'CORE-2508': 'The transaction is not settled yet and cannot be refunded',
  'CORE-2509': 'There is no pre-authorisation to capture',
  'CORE-2512': 'The pre-authorised amount must not be passed',
  'CORE-2514': 'The order cannot be refunded any more',
  'CORE-2515': 'The CVV is not valid',
  'CORE-2516': 'Expires must not be sent without a card number',
  'CORE-2603': 'The number of installments is not in the table',
} as const;

export type ErrorCode = keyof typeof texts;

export const textOfError = (code: ErrorCode): string => texts[code];

/** `NUMCODE` of an error: 99 and the digits of its code. */
export const numberOfError = (code: string): string => `99${code.replace(/\D/g, '')}`;
