import * as z from 'zod/mini';
import { eventTypes } from '../../../domain/outbox/event.ts';
import { rowSchema, storedText } from '../engine/row.ts';

/**
 * Event types that somebody wants. A type of the next release is left out: what this release does not know it neither writes
 * nor sends, and the row stays readable (rule 50).
 */
export const storedEventTypes = rowSchema(() =>
  z.pipe(
    z.array(storedText),
    z.transform((types: string[]) => eventTypes.filter((type) => types.includes(type))),
  ),
);
