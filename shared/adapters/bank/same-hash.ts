import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();

/**
 * Whether two texts are equal. Both are hashed once more before they are compared, so that the time tells nothing, not even
 * about the length.
 */
export const isSameHash = (posted: string, computed: string): boolean =>
  timingSafeEqual(digest(posted), digest(computed));
