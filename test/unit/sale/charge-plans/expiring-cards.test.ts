import { describe, expect, test } from 'vitest';
import { firstCardOf, tellExpiringCards } from '../../../../functions/sale/charge-plans/expiring-cards.ts';
import type { StoredCard } from '../../../../shared/domain/card/stored-card.ts';
import type { OutboxEvent } from '../../../../shared/domain/outbox/event.ts';
import type { PaymentPlan } from '../../../../shared/domain/sale/payment-plan.ts';
import { sealStoredCard } from '../../../../shared/payment-flow/kept-card.ts';
import { VaultUnavailable } from '../../../../shared/ports/vault.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { openVault } from '../../../support/card/card-storing.ts';
import { KEPT, OWNER } from '../../../support/card/waiting-card.ts';
import { saleOf } from '../../../support/dealer/records.ts';
import { planOf } from '../../../support/sale/plans.ts';

const [FIRST, SECOND, OWN] = ['01', '02', '03'].map((end) => `0f0e0d0c-0b0a-4908-8706-0504030201${end}`) as [
  string,
  string,
  string,
];
const NOW = Date.UTC(2026, 10, 22, 9);
const clock = new FakeClock(NOW);

const cardWith = async (token: string, changes: Partial<typeof KEPT> = {}): Promise<StoredCard> => {
  const place = { dealerCode: 'D1', token, version: 1 };
  const sealed = await sealStoredCard(
    place,
    { ...KEPT, expiryMonth: '11', expiryYear: '2026', ...changes },
    openVault(),
  );
  return { ...place, ...sealed, customer: OWNER, maskedCard: `411111******${token.slice(-4)}`, storedAtMs: 1 };
};

const filed = (plan: Partial<PaymentPlan> = {}) => ({
  plan: planOf(plan),
  sale: saleOf('D1', { dealerSaleId: 5, defaultCard1Token: FIRST, defaultCard2Token: SECOND }),
});

/** Tells of the cards of a sale. */
const told = async (
  cards: readonly StoredCard[],
  {
    plan = {},
    opener = openVault(),
    wants = true,
  }: { plan?: Partial<PaymentPlan>; opener?: Parameters<typeof tellExpiringCards>[1]['opener']; wants?: boolean } = {},
) => {
  const events: OutboxEvent[] = [];
  const asked: string[] = [];
  const isNoted = await tellExpiringCards(filed(plan), {
    storedCards: {
      find: async (dealerCode, token) => {
        asked.push(`${dealerCode} ${token}`);
        return cards.find((one) => one.token === token);
      },
    },
    opener,
    notices: { wantsExpiringCards: async () => wants, tellOnce: async (event) => void events.push(event) },
    clock,
  });
  return { isNoted, asked, tokens: events.map(({ facts }) => facts.card?.cardToken), events };
};

describe('Cards that expire within 30 days (decisions: who is told of plans)', () => {
  test('are told of, each of the sale', async () => {
    const { isNoted, tokens, events } = await told([await cardWith(FIRST), await cardWith(SECOND)]);
    expect([isNoted, tokens]).toEqual([true, [FIRST, SECOND]]);
    expect(events[0]).toMatchObject({ type: 'card.expiring', dealerCode: 'D1', occurredAtMs: NOW });
  });

  test('others are not, and neither are those that were removed or can never be opened', async () => {
    expect((await told([await cardWith(FIRST, { expiryYear: '2031' }), await cardWith(SECOND)])).tokens).toEqual([
      SECOND,
    ]);
    expect((await told([await cardWith(FIRST, { expiryMonth: '10' }), await cardWith(SECOND)])).tokens).toEqual([
      SECOND,
    ]);
    expect((await told([await cardWith(SECOND)])).tokens).toEqual([SECOND]);
    const damaged = { ...(await cardWith(FIRST)), sealed: 'rubbish' };
    expect(await told([damaged, await cardWith(SECOND)])).toMatchObject({ isNoted: true, tokens: [SECOND] });
  });

  test('of a plan with a card of its own only that one is looked at', async () => {
    const { tokens, asked } = await told([await cardWith(FIRST), await cardWith(OWN)], { plan: { cardToken: OWN } });
    expect([tokens, asked]).toEqual([[OWN], [`D1 ${OWN}`]]);
  });

  test('none is looked at where nobody wants to know, or nobody is told', async () => {
    expect(await told([await cardWith(FIRST)], { wants: false })).toMatchObject({
      isNoted: false,
      asked: [],
      events: [],
    });
    const storedCards = { find: async () => expect.unreachable('no card is looked at') };
    expect(await tellExpiringCards(filed(), { storedCards, opener: openVault(), clock })).toBe(false);
  });

  test('a vault that does not answer is no fault of the card: the look fails', async () => {
    const opener = { open: () => Promise.reject(new VaultUnavailable('TimeoutError')) };
    await expect(told([await cardWith(FIRST)], { opener })).rejects.toThrow(VaultUnavailable);
  });
});

describe('The first card of a plan', () => {
  const firstOf = async (plan: Partial<PaymentPlan>, sale: Partial<ReturnType<typeof saleOf>> = {}) => {
    const cards = [await cardWith(FIRST), await cardWith(OWN)];
    const storedCards = { find: async (_code: string, token: string) => cards.find((one) => one.token === token) };
    const file = filed(plan);
    return (await firstCardOf({ ...file, sale: { ...file.sale, ...sale } }, { storedCards }))?.token;
  };

  test('is its own, or the first of its sale; a plan that sends a payment request has none', async () => {
    expect(await firstOf({})).toBe(FIRST);
    expect(await firstOf({ cardToken: OWN })).toBe(OWN);
    expect(await firstOf({ dealerCustomerTypeId: 8 })).toBeUndefined();
  });

  test('is not there where the sale names none, or it was removed', async () => {
    const storedCards = { find: async () => expect.unreachable('there is none to find') };
    const { defaultCard1Token: _1, defaultCard2Token: _2, ...cardless } = filed().sale;
    expect(await firstCardOf({ plan: planOf(), sale: cardless }, { storedCards })).toBeUndefined();
    expect(await firstOf({ cardToken: SECOND })).toBeUndefined();
  });
});
