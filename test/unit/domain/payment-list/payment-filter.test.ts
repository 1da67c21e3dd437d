import { describe, expect, test } from 'vitest';
import { minor } from '../../../../shared/domain/money/money.ts';
import { fitsFilter, type PaymentFilter } from '../../../../shared/domain/payment-list/payment-filter.ts';
import { linkWith } from '../../../support/dealer/records.ts';
import { directAttemptWith, linkAttemptWith } from '../../../support/payment/attempts.ts';

const BANK = { authCode: '123456', hostReference: 'H', transactionId: 'T' };
const attempt = directAttemptWith(
  'D1',
  { bank: BANK, maskedCard: '411111******1234' },
  { buyer: { fullName: 'Işıl Yılmaz', email: 'Isil@Example.com', gsmNumber: '+90 (530) 111 22 33' } },
);
const fits = (filter: PaymentFilter) => fitsFilter(filter, attempt, undefined);

describe('Whether a payment is one that somebody looks for', () => {
  test.each<[PaymentFilter, boolean]>([
    [{}, true],
    [{ amount: minor(10_000) }, true],
    [{ amount: minor(9999) }, false],
    [{ lastFour: '1234' }, true],
    [{ lastFour: '4111' }, false],
    [{ authCode: '123456' }, true],
    [{ authCode: '12345' }, false],
    [{ authCode: '123456', amount: minor(10_000), lastFour: '1234', payer: 'yilmaz' }, true],
    [{ authCode: '123456', amount: minor(10_000), lastFour: '1234', payer: 'demir' }, false],
  ])('%j: %s', (filter, fit) => expect(fits(filter)).toBe(fit));

  test('an authorisation code fits no payment that the bank has not answered', () => {
    const { bank: _none, ...unanswered } = attempt;
    expect(fitsFilter({ authCode: '123456' }, unanswered, undefined)).toBe(false);
  });

  test.each([
    'YILMAZ',
    'yilmaz',
    ' Yılmaz ',
    'işıl',
    'isil@example',
    'ISIL@EXAMPLE.COM',
    '5301112233',
    '0530 111 22 33',
    '+90 530 111 22 33',
    '2233',
  ])('the payer is found by %j', (payer) => expect(fits({ payer })).toBe(true));

  test.each(['isıl yılmazz', 'a1112233', '9999', '223', 'example.org', '1112233@'])(
    'the payer is not found by %j: a text of fewer than four digits, or with letters, is no phone',
    (payer) => expect(fits({ payer })).toBe(false),
  );

  test('the payer of a link is found by the address that it was sent to, where the link names nobody', () => {
    const link = linkWith({ buyer: {}, delivery: { email: 'ada@example.com', gsmNumber: '5301112233' } });
    const ofLink = linkAttemptWith(link);
    expect(fitsFilter({ payer: 'ada@' }, ofLink, link)).toBe(true);
    expect(fitsFilter({ payer: '111 22 33' }, ofLink, link)).toBe(true);
    expect(fitsFilter({ payer: 'ada@' }, ofLink, undefined)).toBe(false);
  });
});
