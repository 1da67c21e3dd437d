import { numbersFrom } from '../new-numbers.ts';

const next = numbersFrom(100_000_000, 999_999_999);

/** The number of a merchant or terminal at the embedded bank that no other one has. */
export const newAccountNumber = (): string => String(next());
