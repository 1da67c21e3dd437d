import * as z from 'zod';

/** How due plans of recurring sales are handed to workers, complete and checked. */
export const recurringSchema = z
  .strictObject({
    // Workers that begin charges in the same minute.
    batchesAtOnce: z.int().min(1).max(200).default(10),
    // A worker takes no more, and an asynchronous event has room for no more.
    plansPerBatch: z.int().min(1).max(500).default(500),
    chargesAtOncePerGateway: z.int().min(1).max(2_000).default(50),
  })
  .refine(({ batchesAtOnce, chargesAtOncePerGateway }) => chargesAtOncePerGateway >= batchesAtOnce, {
    error: 'chargesAtOncePerGateway must not be below batchesAtOnce: each batch has one charge at least',
  });
