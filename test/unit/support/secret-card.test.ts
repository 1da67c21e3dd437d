import { describe, expect, test } from 'vitest';
import { tellsExpiry } from '../../support/card/secret-card.ts';

describe('The search for a stored card’s expiry in answers of tests', () => {
  test.each([
    '07/47',
    '7/2047',
    '07 / 47',
    '"ExpMonth":"07","ExpYear":"2047"',
    '"ExpYear":2047',
    '47-07',
    '2047-07',
    '072047',
    '204707',
  ])('finds %s', (text) => {
    expect(tellsExpiry(text)).toBe(true);
  });

  test.each([
    '7c1b02f7-47d2-4c0e-9a51-0f6a4b2c8d10',
    'a3f0c147-07aa-4bd1-8c11-5ad0b6f2e911',
    '1795820471234',
    'ORDER2047A',
    '"PaymentDate":"2026-11-29T14:56:47.07"',
    '"PaymentDate":"2026-11-29T14:56:07.47"',
    '4531********2283',
  ])('finds nothing in the id, time or masked number %s', (text) => {
    expect(tellsExpiry(text)).toBe(false);
  });
});
