import { inspect } from 'node:util';
import { sandboxMerchant } from '../../../shared/nestpay/sandbox-merchant.ts';
import { numbersOfTestCards } from '../../../shared/nestpay/test-card-numbers.ts';
import { RUN_MERCHANT } from '../bank/embedded-bank.ts';
import { FAKE_ACCOUNT } from '../bank/fake-bank.ts';
import { CVC_AS_A_WORD } from '../invariants.ts';

const { apiPassword, storeKey } = sandboxMerchant(RUN_MERCHANT) ?? FAKE_ACCOUNT;
const KEYS: readonly string[] = [FAKE_ACCOUNT.apiPassword, FAKE_ACCOUNT.storeKey, apiPassword, storeKey];
const NUMBERS: readonly string[] = numbersOfTestCards;

const masked = (number: string): string => `${number.slice(0, 6)}******${number.slice(-4)}`;

/** Longest story that is kept of one seed. */
const MAX_LENGTH = 2_000_000;

/** A text without card numbers, CVC and merchants' keys: it may tell of a run that found one where none may be. */
export const maskedText = (text: string): string => {
  let rest = text.slice(0, MAX_LENGTH);
  for (const number of NUMBERS) rest = rest.replaceAll(number, masked(number));
  for (const key of KEYS) rest = rest.replaceAll(key, '(key)');
  return rest.replaceAll(new RegExp(CVC_AS_A_WORD.source, 'g'), '(cvc)');
};

/** The story of a run as a text for people. */
export const maskedStory = (story: unknown): string =>
  maskedText(inspect(story, { depth: 8, maxArrayLength: 500, maxStringLength: 4000 }));
