import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { dynamoQuoteCounters, quoteWindowOf } from '../../../shared/adapters/dynamodb/limit/quote-counters.ts';
import { paymentKeys } from '../../../shared/adapters/dynamodb/payment/payment-keys.ts';
import type { QuoteCounters } from '../../../shared/ports/quote-counters.ts';
import { putRows } from '../../support/store/store.ts';
import type { StoreWorld } from '../../support/store/store-world.ts';

const HOUR_MS = 3_600_000;
const NOON = Date.UTC(2026, 0, 15, 12, 30);

const ask = async (
  counters: QuoteCounters,
  times: number,
  asked: { readonly payment: string; readonly addressScope: string; readonly opens?: boolean; readonly nowMs?: number },
): Promise<number> => {
  let counted = 0;
  for (let time = 1; time <= times; time += 1) {
    if ((await counters.count({ nowMs: NOON, opens: false, ...asked })) === 'counted') counted += 1;
  }
  return counted;
};

const newLink = (): string => `payment-${randomUUID()}`;
const newAddress = (): string => `address-${randomUUID()}`;

/** The contract of QuoteCounters (rule 34), on one engine. */
export const quoteCountersSuite = (world: () => StoreWorld): void => {
  /** Counts this many quotes of a link or an address in the current hour. */
  const alreadyAsked = (scope: 'quotes-of-link' | 'quotes-of-address', id: string, count: number): Promise<void> =>
    putRows(world().store, [{ ...keys.counter(scope, id, quoteWindowOf(NOON)), count }]);

  describe('quote counters', () => {
    test('twenty for a link and an address, in two calls each; another address has its own', async () => {
      const { store, proxy } = world();
      const counters = dynamoQuoteCounters(store);
      const payment = newLink();
      const addressScope = newAddress();
      expect(await ask(counters, 20, { payment, addressScope })).toBe(20);
      expect(proxy.count()).toBe(40);
      // The third call of each takes back what the address has counted.
      expect(await ask(counters, 4, { payment, addressScope })).toBe(0);
      expect(proxy.count()).toBe(52);
      expect(await ask(counters, 21, { payment, addressScope: newAddress() })).toBe(20);
      expect(await ask(counters, 21, { payment: newLink(), addressScope })).toBe(20);
    });

    test('three hundred for a link, whatever the addresses, and a refusal uses nothing of the address', async () => {
      const counters = dynamoQuoteCounters(world().store);
      const [payment, addressScope] = [newLink(), newAddress()];
      await alreadyAsked('quotes-of-link', payment, 298);
      expect(await ask(counters, 5, { payment, addressScope: newAddress() })).toBe(2);
      expect(await ask(counters, 5, { payment, addressScope })).toBe(0);
      await alreadyAsked('quotes-of-address', addressScope, 599);
      expect(await ask(counters, 5, { payment: newLink(), addressScope })).toBe(1);
    });

    test('six hundred for an address, whatever the links, and a refusal uses nothing of the link', async () => {
      const counters = dynamoQuoteCounters(world().store);
      const [payment, addressScope] = [newLink(), newAddress()];
      await alreadyAsked('quotes-of-address', addressScope, 598);
      expect(await ask(counters, 5, { payment: newLink(), addressScope })).toBe(2);
      expect(await ask(counters, 5, { payment, addressScope })).toBe(0);
      await alreadyAsked('quotes-of-link', payment, 299);
      expect(await ask(counters, 5, { payment, addressScope: newAddress() })).toBe(1);
    });

    test('a refusal for link and address uses nothing of either alone', async () => {
      const counters = dynamoQuoteCounters(world().store);
      const [payment, addressScope] = [newLink(), newAddress()];
      await alreadyAsked('quotes-of-link', payment, 279);
      await alreadyAsked('quotes-of-address', addressScope, 579);
      expect(await ask(counters, 40, { payment, addressScope })).toBe(20);
      expect(await ask(counters, 2, { payment, addressScope: newAddress() })).toBe(1);
      expect(await ask(counters, 2, { payment: newLink(), addressScope })).toBe(1);
    });

    test('every hour anew, by the clock and not by the first quote', async () => {
      const counters = dynamoQuoteCounters(world().store);
      const asked = { payment: newLink(), addressScope: newAddress() };
      const next = quoteWindowOf(NOON) + HOUR_MS;
      expect(await ask(counters, 21, { ...asked, nowMs: next - 1 })).toBe(20);
      expect(await ask(counters, 21, { ...asked, nowMs: next })).toBe(20);
    });

    test('an opening is noted with the count, the first one stays, and the version stays too', async () => {
      const { store } = world();
      const counters = dynamoQuoteCounters(store);
      const [payment, addressScope] = [newLink(), newAddress()];
      await putRows(store, [{ ...paymentKeys.state(payment), version: 7 }]);
      const asked = { payment, addressScope, opens: true };
      expect(await ask(counters, 1, { ...asked, opens: false })).toBe(1);
      expect(await store.get(paymentKeys.state(payment))).not.toHaveProperty('openedAtMs');
      expect(await ask(counters, 1, asked)).toBe(1);
      expect(await ask(counters, 1, { ...asked, nowMs: NOON + 1 })).toBe(1);
      expect(await store.get(paymentKeys.state(payment))).toMatchObject({ version: 7, openedAtMs: NOON });
    });

    test('a quote that is refused as it opens the link notes nothing and counts nothing', async () => {
      const { store } = world();
      const counters = dynamoQuoteCounters(store);
      const [payment, addressScope] = [newLink(), newAddress()];
      await putRows(store, [{ ...paymentKeys.state(payment), version: 7 }]);
      await alreadyAsked('quotes-of-address', addressScope, 600);
      expect(await ask(counters, 1, { payment, addressScope, opens: true })).toBe(0);
      expect(await store.get(paymentKeys.state(payment))).not.toHaveProperty('openedAtMs');
      await alreadyAsked('quotes-of-link', payment, 299);
      expect(await ask(counters, 2, { payment, addressScope: newAddress() })).toBe(1);
    });

    test('never more than the cap, however many ask at once', async () => {
      const counters = dynamoQuoteCounters(world().store);
      const asked = { payment: newLink(), addressScope: newAddress(), opens: false, nowMs: NOON };
      const answers = await Promise.all(Array.from({ length: 40 }, () => counters.count(asked)));
      expect(answers.filter((answer) => answer === 'counted')).toHaveLength(20);
    });
  });
};
