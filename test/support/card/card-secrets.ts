import { testCards } from '../../../shared/nestpay/test-cards.ts';
import { CVC } from '../payment/payer.ts';

/** A CVC as a separate value. Three digits in a row occur in many hashes, UUIDs, times and places in a source file. */
const LONE_CVC = new RegExp(`(?<![\\w:.+/=-])${CVC}(?![\\w.+/=-])`);
const FIELD_OF_A_CARD = /"(?:cvc|cvv|cv2|cvv2|cvcnumber|pan|cardnumber)"/gi;

/**
 * Every text in a JSON value. Numbers are left out: a measurement (`"durationMs":947`) may equal the CVC by chance, and
 * the code handles a CVC as text only.
 */
const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

const textsOf = (line: string): readonly string[] => {
  try {
    return textsIn(JSON.parse(line));
  } catch {
    return [line];
  }
};

const AS_LONG_AS_A_CARD = /\d{12,}/g;

/** The runs of digits in a text that are long enough for a card's number. To search them takes less time than to search the text. */
export const longDigitsIn = (text: string): string => (text.match(AS_LONG_AS_A_CARD) ?? []).join(' ');

/**
 * The forbidden card data in a row or a log line: a test card's number, the CVC of the tests, or a field for either.
 */
export const cardSecretsIn = (line: string): readonly string[] => {
  const digits = longDigitsIn(line);
  return [
    ...testCards
      .filter(({ number, garantiNumber = number }) => digits.includes(number) || digits.includes(garantiNumber))
      .map(({ id }) => id),
    ...(textsOf(line).some((text) => LONE_CVC.test(text)) ? [CVC] : []),
    ...(line.match(FIELD_OF_A_CARD) ?? []),
  ];
};

/** The forbidden card data in a whole log. */
export const cardSecretsInLog = (log: string): readonly string[] => log.split('\n').flatMap(cardSecretsIn);

/** Checks a whole log: no line may hold a card number or a CVC. */
export const refuseCardDataInLog = (log: string): void => {
  const found = cardSecretsInLog(log);
  if (found.length > 0) throw new Error(`card data in the functions' log, ${found.length} times`);
};
