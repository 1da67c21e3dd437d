import { timingSafeEqual } from 'node:crypto';

/** True when the secrets are equal. Compares in constant time, so timing reveals nothing of the secret (rule 30). */
export const isSecret = (given: string, stored: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(stored)];
  return one.length === other.length && timingSafeEqual(one, other);
};
