import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CARD_TOKEN_PATTERN, customerOfToken, tokenOfCustomer } from '../../../shared/domain/card/stored-card.ts';

const guid = fc.uuid({ version: 4 });
const customer = fc.integer({ min: 1, max: 2_147_483_647 });

describe('Tokens that name the customer of their card', () => {
  test('are tokens, name that customer, and keep every other digit of the random GUID', () => {
    fc.assert(
      fc.property(guid, customer, (random, dealerCustomerId) => {
        const token = tokenOfCustomer(random.toUpperCase(), dealerCustomerId);
        expect(token).toMatch(CARD_TOKEN_PATTERN);
        expect(customerOfToken(token)).toBe(dealerCustomerId);
        expect(`${token.slice(0, 14)}4${token.slice(15, 28)}`).toBe(random.slice(0, 28));
      }),
    );
  });

  test('of two customers are never equal, and a random token names none', () => {
    fc.assert(
      fc.property(guid, customer, customer, (random, one, other) => {
        expect(tokenOfCustomer(random, one) === tokenOfCustomer(random, other)).toBe(one === other);
        expect(customerOfToken(random)).toBeUndefined();
      }),
    );
  });
});
