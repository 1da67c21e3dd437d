import { createHash, timingSafeEqual } from 'node:crypto';

const digestOf = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();

/** Compares two secrets in a time that tells neither where they differ nor how long they are. */
export const isSameText = (one: string, other: string): boolean => timingSafeEqual(digestOf(one), digestOf(other));
