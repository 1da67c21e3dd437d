import { describe, expect, test } from 'vitest';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { newBankDealer } from '../../support/bank/bank-merchants.ts';
import { ratesOf } from '../../support/dealer/virtual-pos.ts';
import {
  formFor,
  hasFormFor,
  openPage,
  payThroughBank,
  payWith,
  quoteFor,
  reportOn,
  throughBank,
  typedCard,
} from '../../support/payment/payer.ts';
import { putRows } from '../../support/store/store.ts';

const isbank = { rates: ratesOf({ 1: '0', 2: '1.79', 3: '2.39', 6: '4.25' }), installmentCounts: [2, 3, 6] };
const chooses = { SetInstallmentBy: 0, Amount: 100.1, CommissionByDealer: 0 } as const;

/** The counts and totals that a page offers, as it posts them. */
const offersOn = (page: Awaited<ReturnType<typeof openPage>>): readonly string[] =>
  formFor(page, 'pay').offers('choice');

describe('A payer who chooses installments (dealer interface 2.8)', () => {
  test('types 8 digits, sees each count with its total to the kurus, and is charged what was shown', async () => {
    const dealer = await newBankDealer({ pos: isbank });
    const { url } = await dealer.newLink(chooses);
    const first = await openPage(url);
    expect(hasFormFor(first, 'quote')).toBe(true);
    const quoted = await quoteFor(first, 'approved');
    // 100.10 + 1.79 % = 1.79179, + 2.39 % = 2.39239, + 4.25 % = 4.25425, each rounded half up.
    expect(offersOn(quoted)).toEqual(['1:10010', '2:10189', '3:10249', '6:10435']);
    for (const shown of [
      '101.89 TL',
      '102.49 TL',
      '104.35 TL',
      '2 × ₺ 50.94 TL',
      'first month ₺50.95',
      'commission ₺1.79',
    ]) {
      expect(quoted.text).toContain(shown);
    }
    // Rule 34: amounts, never rates or banks.
    for (const hidden of ['1.79%', '1,79', 'Isbank']) expect(quoted.text).not.toContain(hidden);
    const report = await throughBank(await payWith(quoted, 'approved', { choice: '3:10249' }));
    expect(reportOn(report).fields.resultCode).toBe('');
    expect(await dealer.charges()).toMatchObject([{ amount: 10_249, capturedAmount: 10_249 }]);
    expect((await dealer.linkAt(url)).progress.result?.paid).toMatchObject({ total: 10_249, installments: 3 });
    expect((await dealer.attemptsAt(url))[0]?.terms).toMatchObject({ total: 10_249, installments: 3 });
  });

  test('pays no commission up to CommissionByDealer, and the whole of it beyond', async () => {
    const dealer = await newBankDealer({ pos: isbank });
    const { url } = await dealer.newLink({ ...chooses, CommissionByDealer: 2 });
    expect(offersOn(await quoteFor(await openPage(url), 'approved'))).toEqual([
      '1:10010',
      '2:10010',
      '3:10249',
      '6:10435',
    ]);
  });

  test('pays only what exceeds the dealer’s part with IsCommissionDiffByDealer, each term rounded by itself', async () => {
    const dealer = await newBankDealer({ pos: isbank });
    const { url } = await dealer.newLink({ ...chooses, CommissionByDealer: 2, IsCommissionDiffByDealer: 1 });
    const quoted = await quoteFor(await openPage(url), 'approved');
    // 2.39 - 1.79 = 0.60 and 4.25 - 1.79 = 2.46
    expect(offersOn(quoted)).toEqual(['1:10010', '2:10010', '3:10070', '6:10256']);
    await throughBank(await payWith(quoted, 'approved', { choice: '6:10256' }));
    expect(await dealer.charges()).toMatchObject([{ amount: 10_256 }]);
  });

  test('meets the rates of the card’s own bank, where the dealer has a virtual POS there', async () => {
    const dealer = await newBankDealer({ pos: isbank });
    await dealer.putPos({
      posId: 'akbank',
      bankCode: '46',
      isDefault: false,
      rates: ratesOf({ 1: '0.50', 2: '10' }),
      installmentCounts: [2],
    });
    await putRows(dealer.store, [
      { ...keys.bin('555555'), entity: 'bin', bin: '555555', bankCode: '46', brand: 'Mastercard' },
    ]);
    const { url } = await dealer.newLink(chooses);
    const quoted = await quoteFor(await openPage(url), 'approved-mastercard');
    expect(offersOn(quoted)).toEqual(['1:10060', '2:11011']);
    const report = await throughBank(await payWith(quoted, 'approved-mastercard', { choice: '2:11011' }));
    expect(reportOn(report).fields.resultCode).toBe('');
    expect((await dealer.attemptsAt(url))[0]?.pos.posId).toBe('akbank');
    expect(await dealer.charges()).toMatchObject([{ amount: 11_011 }]);
  });

  test('with the dealer’s own count sees one total and no choice', async () => {
    const dealer = await newBankDealer({ pos: isbank });
    const { url } = await dealer.newLink({ ...chooses, SetInstallmentBy: 1, InstallmentNumber: 6 });
    const quoted = await quoteFor(await openPage(url), 'approved');
    expect(offersOn(quoted)).toEqual(['6:10435']);
    await payThroughBank(quoted, 'approved');
    expect(await dealer.charges()).toMatchObject([{ amount: 10_435 }]);
    expect((await dealer.attemptsAt(url))[0]?.terms.installments).toBe(6);
  });

  test.each([
    ['', 'Enter the card number.'],
    ['4111', 'Check the card number'],
    ['41111111x', 'Check the card number'],
  ])('who types “%s” for 8 digits is told so, and finds it in the field again', async (cardNumber, told) => {
    const dealer = await newBankDealer({ pos: isbank });
    const { url } = await dealer.newLink(chooses);
    const body = new URLSearchParams({ action: 'quote', cardNumber });
    const markup = await (await fetch(url, { method: 'POST', body, headers: { 'accept-language': 'en' } })).text();
    expect(markup).toContain(`">${told}`);
    expect(markup.includes(`value="${cardNumber}"`)).toBe(cardNumber !== '');
  });
});

describe('A total that is not the one shown (rule 16)', () => {
  test.each(['3:10248', '3:1', '4:10249', '1:10249', '', 'all', '3:-1', '99:10249'])(
    'shows the form again and charges nothing: choice “%s”',
    async (choice) => {
      const dealer = await newBankDealer({ pos: isbank });
      const { url } = await dealer.newLink(chooses);
      const page = await payWith(await openPage(url), 'frictionless', { choice });
      expect(page.text).toContain('The total has changed');
      expect(page.text).toContain('You were not charged.');
      const { cardNumber, cvc } = typedCard('frictionless');
      // Given back to its payer from this very post, but for the code.
      expect(page.markup).toContain(`value="${cardNumber}"`);
      expect(page.markup).not.toContain(cvc);
      expect(await dealer.attemptsAt(url)).toEqual([]);
      expect(reportOn(await payThroughBank(page, 'frictionless')).fields.resultCode).toBe('');
      expect(await dealer.charges()).toHaveLength(1);
    },
  );

  test('and so does a card of another bank than the digits that were quoted', async () => {
    const dealer = await newBankDealer({ pos: isbank });
    await dealer.putPos({
      posId: 'akbank',
      bankCode: '46',
      isDefault: false,
      rates: ratesOf({ 1: '5' }),
      installmentCounts: [],
    });
    await putRows(dealer.store, [
      { ...keys.bin('555555'), entity: 'bin', bin: '555555', bankCode: '46', brand: 'Mastercard' },
    ]);
    const { url } = await dealer.newLink(chooses);
    const quoted = await quoteFor(await openPage(url), 'approved');
    const page = await payWith(quoted, 'approved-mastercard', { choice: '1:10010' });
    expect(page.text).toContain('The total has changed');
    expect(offersOn(page)).toEqual(['1:10511']);
    expect(await dealer.attemptsAt(url)).toEqual([]);
  });
});
