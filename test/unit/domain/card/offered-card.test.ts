import { describe, expect, test } from 'vitest';
import {
  cardOfReference,
  cardsToOffer,
  MAX_OFFERED_CARDS,
  offeredCardOf,
  offeringCustomerOf,
} from '../../../../shared/domain/card/offered-card.ts';
import type { StoredCard } from '../../../../shared/domain/card/stored-card.ts';
import { storedCardVerdict } from '../../../../shared/domain/card/stored-card-payment.ts';
import { NO_PROGRESS } from '../../../../shared/domain/link/payment-request.ts';
import { minor } from '../../../../shared/domain/money/money.ts';

const CUSTOMER = { dealerCustomerId: 100_001, customerCode: 'C-1' };

const cardWith = (changes: Partial<StoredCard> = {}): StoredCard => ({
  token: 'a1b2c3d4-0000-4000-8000-000000000000',
  dealerCode: '1001',
  customer: CUSTOMER,
  maskedCard: '411111******1111',
  sealed: 'sealed',
  keyName: 'key',
  version: 1,
  storedAtMs: 1,
  ...changes,
});

describe('Stored cards on a link (rule 48)', () => {
  test.each([
    ['the setting is on and the link names a customer', CUSTOMER, true, 0, CUSTOMER],
    ['one wrong password is left', CUSTOMER, true, 19, CUSTOMER],
    ['the setting is off', CUSTOMER, false, 0, undefined],
    ['the link names no customer', { dealerCustomerId: 0 }, true, 0, undefined],
    ['20 passwords were wrong', CUSTOMER, true, 20, undefined],
  ])('the cards that a page offers where %s', (_case, link, storedCardsOnLinks, wrongPasswords, expected) => {
    const progress = { ...NO_PROGRESS, wrongPasswords };
    expect(offeringCustomerOf({ ...link, progress }, { storedCardsOnLinks })).toEqual(expected);
  });

  test('the latest first, of this customer only, and not more than a page holds', () => {
    const own = Array.from({ length: MAX_OFFERED_CARDS + 5 }, (_, index) => cardWith({ storedAtMs: index }));
    const foreign = cardWith({ customer: { dealerCustomerId: 100_002, customerCode: 'C-2' }, storedAtMs: 99 });
    const offered = cardsToOffer([...own, foreign], CUSTOMER.dealerCustomerId);
    expect(offered).toHaveLength(MAX_OFFERED_CARDS);
    expect(offered[0]?.storedAtMs).toBe(MAX_OFFERED_CARDS + 4);
    expect(offered).not.toContain(foreign);
  });

  test('shown are brand and last four digits, and a part of the token that is not the token', () => {
    const shown = offeredCardOf(cardWith());
    expect(shown).toEqual({ reference: 'a1b2c3d4', brand: 'visa', lastFour: '1111' });
    expect(JSON.stringify(shown)).not.toContain('411111');
  });

  test('a reference names one card or none', () => {
    const [one, other] = [cardWith(), cardWith({ token: 'f1b2c3d4-0000-4000-8000-000000000000' })];
    expect(cardOfReference([one, other], 'f1b2c3d4')).toBe(other);
    expect(cardOfReference([one, other], one.token)).toBeUndefined();
    expect(cardOfReference([one, other], '')).toBeUndefined();
    expect(cardOfReference([one, { ...other, token: one.token }], 'a1b2c3d4')).toBeUndefined();
  });
});

describe('Whether a stored card may be handed to the bank', () => {
  const good = { count: 1, total: minor(1000) };
  const valid = { expiryMonth: '01', expiryYear: '2027' };
  const over = { expiryMonth: '12', expiryYear: '2026' };
  const other = { count: 1, total: minor(999) };

  test.each([
    ['good', valid, true, good],
    ['total-changed', valid, true, other],
    ['total-changed', valid, true, undefined],
    ['expired', over, true, good],
    ['expired', over, true, other],
    // Whoever does not know the password learns neither of the card nor of its price.
    ['wrong-password', valid, false, good],
    ['wrong-password', over, false, other],
  ] as const)('%s', (verdict, kept, isPasswordRight, choice) => {
    expect(storedCardVerdict({ kept, isPasswordRight, quote: good, choice, today: '20270131' })).toBe(verdict);
  });
});
