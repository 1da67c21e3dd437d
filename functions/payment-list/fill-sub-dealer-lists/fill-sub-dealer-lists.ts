import * as z from 'zod/mini';
import { type PaymentPart, subDealerEntries } from '../../../shared/domain/payment-list/sub-dealer-entry.ts';
import { errorNameOf, type Log } from '../../../shared/observability/log.ts';
import type { SubDealerLists } from '../../../shared/ports/payment-lists.ts';
import type { Payments } from '../../../shared/ports/payments.ts';
import { StoreUnavailable } from '../../../shared/ports/store-errors.ts';

export interface FillSubDealerListsDependencies {
  readonly payments: Pick<Payments, 'find'>;
  readonly lists: SubDealerLists;
  readonly log: Log;
}

/** What a run did. */
export interface FillReport {
  readonly parts: number;
  readonly entries: number;
  /** Payments that could not be listed, and will not be. */
  readonly failed: number;
}

const textOf = z.object({ S: z.string() });

const recordsSchema = z.object({
  Records: z.array(z.object({ dynamodb: z.object({ Keys: z.object({ pk: textOf, sk: textOf }) }) })),
});

const PAYMENT = /^PAY#([a-z2-7]{26})$/;
/** Shares of an attempt, which are written with it, and steps: those of some payments without sub-dealers come as well. */
const PART = /^(?:6#SUB-DEALERS#(\d{2})|5#STEP#(\d{3}))$/;

/** What a record names; undefined for shares of a step, whose own item has a record too. */
const partOf = (pk: string, sk: string): PaymentPart | undefined => {
  const [, payment] = PAYMENT.exec(pk) ?? [];
  const [whole, attempt, step] = PART.exec(sk) ?? [];
  if (payment === undefined || whole === undefined) return undefined;
  return { payment, kind: step === undefined ? 'attempt' : 'step', number: Number(attempt ?? step) };
};

/** The parts that records of the stream name, by their payments. */
const partsIn = (raw: unknown): ReadonlyMap<string, readonly PaymentPart[]> => {
  const parts = new Map<string, PaymentPart[]>();
  for (const { dynamodb } of recordsSchema.parse(raw).Records) {
    const part = partOf(dynamodb.Keys.pk.S, dynamodb.Keys.sk.S);
    if (part === undefined) continue;
    const before = parts.get(part.payment) ?? [];
    before.push(part);
    parts.set(part.payment, before);
  }
  return parts;
};

/** Payments that are read side by side. */
const AT_ONCE = 10;

/**
 * Puts the payments and steps that the stream brings into the lists of their sub-dealers (decisions: lists of payments).
 * Entries follow from what never changes, so records may come twice and in any order. A store that fails throws, and the
 * stream brings the batch again. Any other failure is logged: a row that cannot be read would hold up everything behind it.
 */
export const fillSubDealerLists =
  ({ payments, lists, log }: FillSubDealerListsDependencies) =>
  async (raw: unknown): Promise<FillReport> => {
    const named = [...partsIn(raw)];
    let [entries, failed] = [0, 0];
    const fill = async ([name, parts]: (typeof named)[number]): Promise<void> => {
      try {
        const payment = await payments.find(name);
        if (payment === undefined) return;
        const found = parts.flatMap((part) => subDealerEntries(payment, part));
        await lists.add(found);
        entries += found.length;
      } catch (error) {
        if (error instanceof StoreUnavailable) throw error;
        failed += 1;
        log.error('payment not listed for its sub-dealers', { errorName: errorNameOf(error) });
      }
    };
    for (let first = 0; first < named.length; first += AT_ONCE) {
      await Promise.all(named.slice(first, first + AT_ONCE).map(fill));
    }
    return { parts: named.reduce((sum, [, parts]) => sum + parts.length, 0), entries, failed };
  };
