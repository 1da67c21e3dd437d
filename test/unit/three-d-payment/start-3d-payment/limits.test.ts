import { describe, expect, test } from 'vitest';
import { endOfIstanbulDay } from '../../../../shared/domain/calendar.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { shopInMemory } from '../../../support/payment/shop-in-memory.ts';
import { shopCard } from '../../../support/payment/shop-payments.ts';

const CODE = { OtherTrxCode: 'CART-17' };
const FULL = { kind: 'refused', reason: 'DailyCardLimitExceeded' };
const MINUTE_MS = 60_000;

/** A shop that takes 30 lira a day from one card, and whose payer is at the bank with a payment of the code. */
const waiting = async (fields: Readonly<Record<string, unknown>>, minutesToMidnight?: number) => {
  const shop = await shopInMemory({ cardLimit: { count: 'unlimited', amount: minor(3000) } });
  const { clock } = shop;
  if (minutesToMidnight !== undefined) {
    clock.advance(endOfIstanbulDay(clock.now()) - clock.now() - minutesToMidnight * MINUTE_MS);
  }
  const begin = async (asked: Readonly<Record<string, unknown>>) => shop.visit((await shop.begun(asked)).url);
  await begin({ ...CODE, ...fields });
  return { ...shop, begin };
};

describe('What an attempt holds of its card’s day is given back to the call that takes its place (rule 17)', () => {
  test('that much, and no more: what other payments of the card took stays taken', async () => {
    const { begin, call } = await waiting({ Amount: 2.5 });
    await begin({ Amount: 27.5 });
    expect(await call({ ...CODE, Amount: 2.51 })).toEqual(FULL);
    expect((await call({ ...CODE, Amount: 2.5, Description: 'changed' })).kind).toBe('answered');
  });

  test('in its own currency alone', async () => {
    const { begin, call } = await waiting({ Amount: 27.5, Currency: 'USD' });
    await begin({ Amount: 27.5 });
    expect(await call({ ...CODE, Amount: 27.5 })).toEqual(FULL);
    expect((await call({ ...CODE, Amount: 27.5, Currency: 'USD', Description: 'changed' })).kind).toBe('answered');
  });

  test('on its own day alone', async () => {
    const { begin, call, clock } = await waiting({ Amount: 27.5 }, 2);
    clock.advance(3 * MINUTE_MS);
    await begin({ Amount: 27.5 });
    expect(await call({ ...CODE, Amount: 27.5, Description: 'changed' })).toEqual(FULL);
  });

  test('to no call with another card', async () => {
    const { begin, call } = await waiting({ Amount: 27.5 });
    const other = shopCard('approved-mastercard');
    await begin({ ...other, Amount: 27.5 });
    expect(await call({ ...CODE, ...other, Amount: 27.5 })).toEqual(FULL);
  });
});

test('A call that meets another one at each of its five writes is told that the code is still in use', async () => {
  const shop = await shopInMemory();
  await shop.begun(CODE);
  let met = 0;
  const beforeEach = async () => {
    met += 1;
    shop.met.beforeWrite = async () => undefined;
    await shop.begun({ ...CODE, Amount: 100 + met });
    shop.met.beforeWrite = beforeEach;
  };
  shop.met.beforeWrite = beforeEach;
  expect(await shop.call({ ...CODE, Amount: 30 })).toEqual({ kind: 'refused', reason: 'StillRunning' });
  expect(met).toBe(5);
});
