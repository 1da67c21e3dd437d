import { expect, test } from 'vitest';
import type { CommandCall } from '../../../../../functions/operator/operate/command.ts';
import { showCustomerCards } from '../../../../../functions/operator/operate/commands/customer-cards.ts';

const show = (count: number, customer: object | null = { dealerCustomerId: 7, customerCode: 'C-1' }) => {
  const card = { token: 'T', maskedCard: '411111******1111', cardName: 'Mine', storedAtMs: 0, holder: 'v1.sealed' };
  const asked: unknown[] = [];
  const deps = {
    customers: { find: async () => ({ byId: undefined, byCode: customer ?? undefined }) },
    storedCards: {
      ofCustomer: async (...of: readonly unknown[]) => {
        asked.push(of);
        return Array.from({ length: count }, () => card);
      },
    },
  };
  const call = { deps } as unknown as CommandCall;
  return { asked, shown: showCustomerCards.show({ dealerCode: 'D1', customerCode: 'C-1' }, call) };
};

test('the cards of a customer are shown by token, masked number and name, and nothing sealed (rule 24)', async () => {
  const { shown, asked } = show(1);
  expect(await shown).toEqual({
    dealerCode: 'D1',
    dealerCustomerId: 7,
    customerCode: 'C-1',
    cards: [{ cardToken: 'T', maskedCard: '411111******1111', cardName: 'Mine', storedAt: '1970-01-01T00:00:00.000Z' }],
  });
  const [[dealerCode, id, most] = []] = asked as readonly (readonly unknown[])[];
  expect([dealerCode, id]).toEqual(['D1', 7]);
  // One card more than is shown tells that there are others.
  const full = Number(most) - 1;
  expect(await show(full).shown).not.toHaveProperty('more');
  const longer = await show(full + 1).shown;
  expect([(longer.cards as unknown[]).length, longer.more]).toEqual([full, true]);
});

test('nobody’s cards are shown where the dealer has no such customer', async () => {
  const { shown, asked } = show(1, null);
  await expect(shown).rejects.toMatchObject({ code: 'NotFound', sentence: 'There is no such customer of dealer D1.' });
  expect(asked).toEqual([]);
});
