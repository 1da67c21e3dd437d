import { describe, expect, test } from 'vitest';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { istanbulDayOf } from '../../../shared/domain/calendar.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { newBankDealer, simple } from '../../support/bank/bank-merchants.ts';
import { hasFormFor, openPage, payThroughBank, payWith, reportOn } from '../../support/payment/payer.ts';

/** A valid card number that is no card of the embedded bank. */
const OTHER_CARD = '4242424242424242';
const LIMITS = { TL: { values: { daily: minor(1_000_000), monthly: minor(1_000_000), shards: 1 } } };

describe('A card that is no test card, on the page of a sandbox stage (rule 22)', () => {
  test.each([
    ['without 3D', '0'],
    ['with 3D', '1'],
  ])(
    '%s: another card is asked for, before an intent, the active attempt or a budget is written',
    async (_way, threeD) => {
      const dealer = await newBankDealer({ dealer: { limits: LIMITS } });
      const { dealerCode } = dealer.dealer;
      const { url } = await dealer.newLink({ ...simple, IsThreeD: 0 });
      const page = await payWith(await openPage(url), 'approved', { cardNumber: OTHER_CARD, threeD });
      expect(page.text).toContain('Try another card.');
      expect(page.markup).not.toContain(OTHER_CARD);
      expect(await dealer.attemptsAt(url)).toEqual([]);
      const { state, progress } = await dealer.linkAt(url);
      expect([state, progress.attempts, progress.activeAttempt]).toEqual(['open', 0, undefined]);
      const name = istanbulDayOf(Date.now());
      const bucket = keys.limitBucket(dealerCode, { kind: 'day', name, currency: 'TL', shard: 0 });
      expect(await dealer.store.get(bucket)).toBeUndefined();
      expect(await dealer.orders()).toEqual([]);
      expect(hasFormFor(page, 'pay') || hasFormFor(await openPage(url), 'pay')).toBe(true);
      expect(reportOn(await payWith(await openPage(url), 'approved', { threeD: '0' })).fields.resultCode).toBe('');
    },
  );
});

describe('A public test card of Troy, on the page of a sandbox stage', () => {
  test.each(['public-979206', 'public-654997'])('%s is asked for a code in 3D, and pays the link', async (cardId) => {
    const dealer = await newBankDealer();
    const { url } = await dealer.newLink({ ...simple, IsThreeD: 1 });
    expect(reportOn(await payThroughBank(await openPage(url), cardId)).fields.resultCode).toBe('');
    expect((await dealer.linkAt(url)).state).toBe('paid');
  });
});
