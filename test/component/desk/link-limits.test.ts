import { describe, expect, test } from 'vitest';
import { deskScene } from '../../support/desk/desk-scene.ts';
import { linkFormAtDesk } from '../../support/desk/links-at-desk.ts';

describe('A link that is made at the desk (rule 54)', () => {
  test('counts in the dealer’s limits, which hold here too', async () => {
    const limits = { TL: { values: { daily: 1000, monthly: 100_000, shards: 1 } } } as never;
    const { browser } = await deskScene({ dealer: { limits } });
    const answer = await browser.post(await linkFormAtDesk(browser), { amount: '10.01' });
    expect([answer.status, answer.text.includes('limit of the merchant')]).toEqual([422, true]);
  });
});
