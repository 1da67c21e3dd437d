import { describe, expect, test } from 'vitest';
import { subDealerItem } from '../../../../shared/adapters/dynamodb/dealer/sub-dealers.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { testCard } from '../../../../shared/nestpay/test-cards.ts';
import { shopInMemory } from '../../../support/payment/shop-in-memory.ts';
import { subDealerWith, topDealer } from '../../../support/payment/splits.ts';

const CODE = { OtherTrxCode: 'S-1' };
const SPLIT = { CommissionScenario: 2, SubDealer: [{ DealerId: 11, Amount: 27.5, DealerCommissionRate: 2 }] };
const DAY_MS = 86_400_000;

describe('The payment that a 3D call of a shop begins (dealer interface 2.3)', () => {
  test('is a single sale without a card to store, signed, and on a page of its own', async () => {
    const { begun, link } = await shopInMemory();
    await begun(CODE);
    expect(link()).toMatchObject({
      terms: {
        amount: 2750,
        installments: { by: 'dealer', count: 1 },
        allowedCounts: [1],
        commissionDifferenceOnly: false,
        preAuthorisation: false,
        pooled: false,
        threeDMandatory: true,
        cardStorage: 'never',
      },
      insideFrame: false,
      shop: { signed: true },
    });
    expect(link()?.shop).not.toHaveProperty('commissionScenario');
  });

  test('has what the call asks for', async () => {
    const { begun, link } = await shopInMemory();
    await begun({
      ...CODE,
      IsPreAuth: 1,
      IsPoolPayment: 1,
      InstallmentNumber: 3,
      RedirectType: 1,
      IsTokenized: 1,
      CustomerInformation: { CustomerCode: 'C-9', FirstName: 'Deniz', LastName: 'Kaya' },
    });
    expect(link()).toMatchObject({
      terms: {
        installments: { by: 'dealer', count: 3 },
        allowedCounts: [3],
        preAuthorisation: true,
        pooled: true,
        cardStorage: 'always',
      },
      insideFrame: true,
    });
  });

  test('registers a new customer with the call, once', async () => {
    const { begun, table } = await shopInMemory();
    const customer = { CustomerInformation: { CustomerCode: 'C-9', FirstName: 'Deniz', LastName: 'Kaya' } };
    await begun({ ...CODE, IsTokenized: 1, ...customer });
    await begun({ OtherTrxCode: 'S-2', IsTokenized: 1, ...customer });
    const named = table.rows().filter(({ entity, customerCode }) => entity === 'customer' && customerCode === 'C-9');
    expect(new Set(named.map(({ dealerCustomerId }) => dealerCustomerId)).size).toBe(1);
  });

  test('names its commission scenario where it has sub-dealers', async () => {
    const { begun, link, table } = await shopInMemory(topDealer);
    await table.transact([{ put: subDealerItem(subDealerWith(11, { dealerCode: 'D1' })) }]);
    await begun({ ...CODE, ...SPLIT });
    expect(link()?.shop).toMatchObject({ commissionScenario: 2 });
  });

  test('is refused with sub-dealers to a dealer who is barred from that operation, and not without', async () => {
    const { call, table } = await shopInMemory({
      ...topDealer,
      barredOperations: ['DoDirectPaymentThreeDMarketPlace'],
    });
    await table.transact([{ put: subDealerItem(subDealerWith(11, { dealerCode: 'D1' })) }]);
    expect(await call({ ...CODE, ...SPLIT })).toEqual({ kind: 'refused', reason: 'NoAllowedToUseThisWebService' });
    expect(await call(CODE)).toMatchObject({ kind: 'answered' });
  });

  test('is refused for a card whose brand takes no part in 3D', async () => {
    const { call, attempts } = await shopInMemory();
    const heard = await call({ ...CODE, CardNumber: testCard('troy').number });
    expect(heard).toEqual({ kind: 'refused', reason: 'InvalidCardInfo' });
    expect(attempts()).toEqual([]);
  });
});

describe('What is left of a card’s day, before a shop’s 3D payment (rule 17)', () => {
  const limited = { cardLimit: { count: 'unlimited', amount: minor(5000) } } as const;

  test('counts payments that were opened, and gives back what a further call of the same code takes over', async () => {
    const { begun, call, visit, cardDays } = await shopInMemory(limited);
    const { url } = await begun(CODE);
    await visit(url);
    expect(cardDays()).toMatchObject([{ usedMinorTL: 2750 }]);
    expect(await call({ OtherTrxCode: 'S-2' })).toEqual({ kind: 'refused', reason: 'DailyCardLimitExceeded' });
    expect(await call({ OtherTrxCode: 'S-2', CardNumber: testCard('approved-mastercard').number })).toMatchObject({
      kind: 'answered',
    });
    // Two of these would be too much, but the second takes the place of the first.
    expect(await call({ ...CODE, Amount: 50 })).toMatchObject({ kind: 'answered' });
    expect(await call({ ...CODE, Amount: 50.01 })).toEqual({ kind: 'refused', reason: 'DailyCardLimitExceeded' });
  });

  test('gives back nothing of another day, and nothing of another card', async () => {
    const { begun, call, visit, clock } = await shopInMemory(limited);
    const { url } = await begun(CODE);
    await visit(url);
    const other = { CardNumber: testCard('approved-mastercard').number };
    const second = await begun({ OtherTrxCode: 'S-2', ...other, Amount: 40 });
    await visit(second.url);
    expect(await call({ ...CODE, ...other })).toEqual({ kind: 'refused', reason: 'DailyCardLimitExceeded' });
    clock.advance(DAY_MS);
    expect(await call({ OtherTrxCode: 'S-3', ...other, Amount: 50 })).toMatchObject({ kind: 'answered' });
  });
});
