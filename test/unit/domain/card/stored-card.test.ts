import { describe, expect, test } from 'vitest';
import { CARD_TOKEN_PATTERN, customerOfToken, tokenOfCustomer } from '../../../../shared/domain/card/stored-card.ts';

const GUID = '1C2D3E4F-5A6B-4C7D-9E8F-0A1B2C3D4E5F';

describe('A token that names the customer of its card (rule 26)', () => {
  test('has the customer in its last eight digits, and version 8 of a GUID, whose maker defines what it holds', () => {
    expect(tokenOfCustomer(GUID, 100_001)).toBe('1c2d3e4f-5a6b-8c7d-9e8f-0a1b000186a1');
    expect(tokenOfCustomer(GUID, 100_001)).toMatch(CARD_TOKEN_PATTERN);
  });

  test.each([1, 100_001, 2_147_483_647])('names customer %d', (dealerCustomerId) => {
    expect(customerOfToken(tokenOfCustomer(GUID, dealerCustomerId))).toBe(dealerCustomerId);
  });

  test('no other token names a customer, whatever its digits', () => {
    expect(customerOfToken(GUID.toLowerCase())).toBeUndefined();
    expect(customerOfToken('88888888-8888-4888-8888-888888888888')).toBeUndefined();
  });
});
