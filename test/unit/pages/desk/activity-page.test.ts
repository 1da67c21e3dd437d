import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { paymentActions } from '../../../../shared/desk/payment/payment-actions.ts';
import { languages } from '../../../../shared/domain/language.ts';
import { activityTexts } from '../../../../shared/pages/desk/account/activity-texts.ts';
import { activityPath, activityValues } from '../../../../shared/pages/desk/account/activity-values.ts';

const FOLDERS = ['functions/desk/act-at-desk', 'functions/desk/change-desk-account', 'functions/desk/sign-in-at-desk'];

/** Every name of a command that the desk writes into the audit. */
const commands = [
  ...paymentActions.map((action) => `desk-${action}`),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(folder).flatMap((file) => [
      ...readFileSync(`${folder}/${file}`, 'utf8').matchAll(/(?:command: |command =[^;]*? |\? |: )'(desk-[a-z-]+)'/g),
    ]),
  ).map(([, name = '']) => name),
];

describe('What was done at the desk, in words (rule 53)', () => {
  test.each(languages)('has words in %s for every command of the desk', (language) => {
    expect(commands.length).toBeGreaterThan(30);
    expect(commands.filter((name) => !Object.hasOwn(activityTexts[language].commands, name))).toEqual([]);
  });

  test('tells amounts with their currency, never as minor units', () => {
    const before = { state: 'approved', amount: 123_450, currency: 'TL', refunded: 50 };
    expect(activityValues(before, 'en')).toEqual([
      ['state', 'approved'],
      ['amount', '₺1,234.50'],
      ['refunded', '₺0.50'],
    ]);
    expect(activityValues(before, 'tr')).toEqual([
      ['durum', 'onaylandı'],
      ['tutar', '1.234,50\u00a0₺'],
      ['iade edilen', '0,50\u00a0₺'],
    ]);
    const shares = [{ subDealerId: 7, amount: 1000 }];
    expect(activityValues({ kind: 'refund', amount: 1000, currency: 'USD', shares }, 'en')).toEqual([
      ['amount', '$10.00'],
      ['shares', 'sub-merchant 7, amount $10.00'],
    ]);
    const open = { kind: 'open', min: 100, max: 200, suggested: [] };
    expect(activityValues({ amount: open, currency: 'TL' }, 'en')[0]?.[1]).toContain('at least ₺1.00, at most ₺2.00');
  });

  test('tells moments of Istanbul, yes and no, and masks card numbers', () => {
    const expiresAtMs = Date.UTC(2026, 10, 28, 21, 30);
    const [expires, paused, name] = activityValues({ expiresAtMs, paused: true, name: '4111 1111 1111 1111' }, 'en');
    expect(expires?.[1]).toContain('29 Nov 2026');
    expect(paused).toEqual(['paused', 'yes']);
    expect(name?.[1]).not.toContain('4111 1111 1111 1111');
  });

  test.each([
    [{ paymentId: 5, orderId: 'x' }, '/desk/payments/5'],
    [{ userPosPaymentId: 6 }, '/desk/links/6'],
    [{ userPosLinkId: 7 }, '/desk/reusable-links/7'],
    [{ dealerSaleId: 8 }, '/desk/sales/8'],
    [{ userId: 'u' }, undefined],
  ])('leads from %j to %s', (result, path) => expect(activityPath(result)).toBe(path));
});
