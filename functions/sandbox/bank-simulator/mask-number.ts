/** First six and last four digits, all that the bank's books hold of a card number. */
export const maskNumber = (number: string): string =>
  number.length < 12 ? '' : `${number.slice(0, 6)}******${number.slice(-4)}`;
