import { describe, expect, test } from 'vitest';
import { readLink, stateItem } from '../../../../../shared/adapters/dynamodb/link/state-item.ts';
import { linkPaymentItem } from '../../../../../shared/adapters/dynamodb/payment/call-item.ts';
import { minor } from '../../../../../shared/domain/money/money.ts';
import type { LinkSplit } from '../../../../../shared/domain/split/link-split.ts';
import { MAX_SUB_DEALERS } from '../../../../../shared/domain/split/payment-split.ts';
import { linkWith } from '../../../../support/dealer/records.ts';
import { linkAttemptWith, splitWith } from '../../../../support/payment/attempts.ts';
import { entryOf, rateOf } from '../../../../support/payment/splits.ts';
import { attemptsAmong, itemsOfAttempt, itemsOfLink } from '../../../../support/payment/stored-payments.ts';
import { itemBytes } from '../../../../support/store/item-bytes.ts';

const MOST_BYTES = 100_000;
const EVERY_COUNT = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [String(at + 1), rateOf('12.3456')]));

/** Everything that an entry may have. */
const entry = (dealerId: number) =>
  entryOf(dealerId, 99_999_999, {
    dealerCommissionRate: rateOf('12.3456'),
    dealerCommissionAmount: minor(12_345_678),
    dealerCommissionFixedAmount: minor(12_345_678),
    groupRevenueRate: rateOf('12.3456'),
    groupRevenueAmount: minor(12_345_678),
    amountToBeCommissioned: minor(99_999_999),
    isIncludedFixedAmount: 1,
  });

const ids = Array.from({ length: MAX_SUB_DEALERS }, (_, at) => 2_147_483_547 + at);
const split: LinkSplit = {
  scenario: 1,
  entries: ids.map(entry),
  topDealerRates: EVERY_COUNT,
  fixedAmount: minor(50),
  subDealerRates: Object.fromEntries(ids.map((id) => [String(id), EVERY_COUNT])),
};
const plain = linkWith({ language: 'en' });
const link = { ...plain, terms: { ...plain.terms, split } };

describe('a link with sub-dealers in the store', () => {
  test('is read as it was written, a hundred sub-dealers in an item that stays small', () => {
    const item = linkPaymentItem(link, 'F');
    expect(item.operation).toBe('CreateUserPosPaymentMarketPlace');
    expect(itemBytes(item)).toBeLessThan(MOST_BYTES);
    expect(readLink(stateItem(link), { payment: item })).toEqual(link);
    expect(linkPaymentItem(plain, 'F').operation).toBe('CreateUserPosPayment');
  });

  test('has attempts whose shares are read with them', () => {
    const attempt = linkAttemptWith(link, { splits: [splitWith(1), splitWith(2)] });
    expect(attemptsAmong([...itemsOfLink(link), ...itemsOfAttempt(attempt)])).toEqual([attempt]);
    const without = linkAttemptWith(link);
    expect(attemptsAmong([...itemsOfLink(link), ...itemsOfAttempt(without)])).toEqual([without]);
  });
});
