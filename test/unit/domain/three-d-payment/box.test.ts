import { describe, expect, test } from 'vitest';
import { BOX_LIFE_MS, isBoxAlive, readBoxAddress } from '../../../../shared/domain/three-d-payment/box.ts';

const TOKEN = 'k3v7q2mzt5w4y6xa2bcdefgh3i.03.Zk3oQ4dXyN1uG7sV0bTq2A';
const KEY = 'q-_'.repeat(14).concat('9');

describe('The address of a box', () => {
  test('is one segment of a path: payment, call and secret, and the key of the box', () => {
    expect(readBoxAddress(`${TOKEN}.${KEY}`)).toEqual({ token: TOKEN, key: KEY });
  });

  test('has no key on the way back from the bank', () => {
    expect(readBoxAddress(TOKEN)).toEqual({ token: TOKEN });
  });

  test.each([
    '',
    'x',
    TOKEN.toUpperCase(),
    TOKEN.slice(1),
    `${TOKEN}.`,
    `${TOKEN}.${KEY}A`,
    `${TOKEN}.${KEY}.x`,
    ` ${TOKEN}`,
  ])('any other text names nothing, and nobody looks it up: %j', (text) => {
    expect(readBoxAddress(text)).toBeUndefined();
  });

  test('opens for 15 minutes after the call, and not a millisecond longer', () => {
    const box = { madeAtMs: 1_000_000 };
    expect(isBoxAlive(box, box.madeAtMs + BOX_LIFE_MS - 1)).toBe(true);
    expect(isBoxAlive(box, box.madeAtMs + 15 * 60_000)).toBe(false);
  });
});
