import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { dynamoQuoteCounters, quoteWindowOf } from '../../../shared/adapters/dynamodb/quote-counters.ts';
import type { QuoteCounters } from '../../../shared/ports/quote-counters.ts';
import type { StoreWorld } from '../../support/store-world.ts';

const HOUR_MS = 3_600_000;
const NOON = Date.UTC(2026, 0, 15, 12, 30);

const ask = async (
  counters: QuoteCounters,
  times: number,
  asked: { readonly linkToken: string; readonly addressScope: string; readonly nowMs?: number },
): Promise<number> => {
  let counted = 0;
  for (let time = 1; time <= times; time += 1) {
    if ((await counters.count({ nowMs: NOON, ...asked })) === 'counted') counted += 1;
  }
  return counted;
};

const newLink = (): string => `link-${randomUUID()}`;
const newAddress = (): string => `address-${randomUUID()}`;

/** The contract of QuoteCounters (rule 34), on one engine. */
export const quoteCountersSuite = (world: () => StoreWorld): void => {
  describe('quote counters', () => {
    test('twenty for a link, whatever the addresses, in one trip each', async () => {
      const { store, proxy } = world();
      const counters = dynamoQuoteCounters(store);
      const linkToken = newLink();
      expect(await ask(counters, 12, { linkToken, addressScope: newAddress() })).toBe(12);
      expect(await ask(counters, 12, { linkToken, addressScope: newAddress() })).toBe(8);
      expect(proxy.count()).toBe(24);
    });

    test('sixty for an address, whatever the links, and a refusal uses nothing of the link', async () => {
      const counters = dynamoQuoteCounters(world().store);
      const addressScope = newAddress();
      for (let link = 1; link <= 3; link += 1) await ask(counters, 20, { linkToken: newLink(), addressScope });
      const linkToken = newLink();
      expect(await ask(counters, 5, { linkToken, addressScope })).toBe(0);
      expect(await ask(counters, 21, { linkToken, addressScope: newAddress() })).toBe(20);
    });

    test('a refusal of the link uses nothing of the address', async () => {
      const counters = dynamoQuoteCounters(world().store);
      const [linkToken, addressScope] = [newLink(), newAddress()];
      expect(await ask(counters, 60, { linkToken, addressScope })).toBe(20);
      let counted = 0;
      for (let link = 1; link <= 3; link += 1)
        counted += await ask(counters, 20, { linkToken: newLink(), addressScope });
      expect(counted).toBe(40);
    });

    test('every hour anew, by the clock and not by the first quote', async () => {
      const counters = dynamoQuoteCounters(world().store);
      const asked = { linkToken: newLink(), addressScope: newAddress() };
      const next = quoteWindowOf(NOON) + HOUR_MS;
      expect(await ask(counters, 21, { ...asked, nowMs: next - 1 })).toBe(20);
      expect(await ask(counters, 21, { ...asked, nowMs: next })).toBe(20);
    });

    test('never more than the cap, however many ask at once', async () => {
      const counters = dynamoQuoteCounters(world().store);
      const asked = { linkToken: newLink(), addressScope: newAddress(), nowMs: NOON };
      const answers = await Promise.all(Array.from({ length: 40 }, () => counters.count(asked)));
      expect(answers.filter((answer) => answer === 'counted')).toHaveLength(20);
    });
  });
};
