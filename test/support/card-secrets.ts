import { testCards } from '../../shared/nestpay/test-cards.ts';
import { CVC } from './payer.ts';

/** A CVC as a value of its own. Three digits in a row are in many a hash, UUID, time and place in a source file. */
const LONE_CVC = new RegExp(`(?<![\\w:.+/=-])${CVC}(?![\\w.+/=-])`);
const FIELD_OF_A_CARD = /"(?:cvc|cvv|cv2|cvv2|cvcnumber|pan|cardnumber)"/gi;

/**
 * Every text in a JSON value. Numbers are left out: what is measured (`"durationMs":947`) is any number some day, while
 * a CVC is read, kept in memory and passed on as text.
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

/**
 * What a row or a log line holds of a card that nothing may hold: a test card's number, the CVC of the tests, a field
 * for either.
 */
export const cardSecretsIn = (line: string): readonly string[] => [
  ...testCards.filter(({ number }) => line.includes(number)).map(({ id }) => id),
  ...(textsOf(line).some((text) => LONE_CVC.test(text)) ? [CVC] : []),
  ...(line.match(FIELD_OF_A_CARD) ?? []),
];

/** The same for a whole log. */
export const cardSecretsInLog = (log: string): readonly string[] => log.split('\n').flatMap(cardSecretsIn);
