import * as z from 'zod/mini';
import { type FanOutDependencies, type FanOutReport, fanOut } from '../../../shared/outbox/fan-out.ts';

const recordsSchema = z.object({
  Records: z.array(z.object({ dynamodb: z.object({ Keys: z.object({ pk: z.object({ S: z.string() }) }) }) })),
});

const EVENT_PARTITION = /^OUTBOX#(.+)$/;

/** The events that records of the stream name, each once. The filter lets no other record through. */
const eventIdsIn = (raw: unknown): readonly string[] => {
  const { Records } = recordsSchema.parse(raw);
  const ids = Records.flatMap(({ dynamodb }) => EVENT_PARTITION.exec(dynamodb.Keys.pk.S)?.[1] ?? []);
  return [...new Set(ids)];
};

/**
 * Fans out the events that the stream brings. A failure does not throw: the stream would repeat the whole batch and hold up
 * everything behind it, while the event's own row stands in the queue (rule 38).
 */
export const fanOutEvents = (deps: FanOutDependencies): ((raw: unknown) => Promise<FanOutReport>) => {
  const carryOut = fanOut(deps);
  return (raw) => carryOut(eventIdsIn(raw));
};
