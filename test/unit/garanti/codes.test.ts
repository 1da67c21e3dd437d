import { describe, expect, test } from 'vitest';
import {
  currencyOfNumber,
  gatewayReason,
  installmentText,
  issuerDeclines,
  needsRefundUser,
} from '../../../shared/garanti/codes.ts';
import { sandboxTerminal } from '../../../shared/garanti/sandbox-merchant.ts';
import { currencyNumbers, declineCodes } from '../../../shared/nestpay/codes.ts';

describe('The codes of Garanti', () => {
  test('declines are those of the common table without the codes that leave the charge open', () => {
    const open = ['06', '09', '25', '68', '91', '92', '94', '95', '96', '98', '99'];
    for (const code of ['00', ...open]) expect(issuerDeclines.has(code)).toBe(false);
    const common = [...declineCodes].filter(([code]) => !open.includes(code));
    expect([...issuerDeclines]).toEqual(common);
    for (const code of ['01', '02', '05', '12', '14', '51', '54', '57', '62']) {
      expect(issuerDeclines.get(code)).toBe(declineCodes.get(code));
    }
  });

  test.each([
    ['0002', { kind: 'defect', code: '009' }],
    ['0651', { kind: 'defect', code: '008' }],
    ['0752', { kind: 'defect', code: '008' }],
    ['0208', { kind: 'ask-history' }],
    ['0214', { kind: 'ask-history' }],
    ['0108', { kind: 'no-record' }],
    ['0110', { kind: 'no-record' }],
    ['0001', undefined],
    ['', undefined],
  ])('reason %j of a refusal by the gateway means %j', (reason, meaning) => {
    expect(gatewayReason(reason)).toEqual(meaning);
  });

  test('currencies are told by their ISO numbers, and no other number is one', () => {
    for (const [currency, number] of Object.entries(currencyNumbers)) expect(currencyOfNumber(number)).toBe(currency);
    for (const number of ['', '0', '950', 'constructor']) expect(currencyOfNumber(number)).toBeUndefined();
  });

  test('the refund user asks for voids and refunds alone', () => {
    expect(['void', 'refund'].map(needsRefundUser)).toEqual([true, true]);
    const others = ['sales', 'preauth', 'postauth', 'orderinq', 'orderhistoryinq', 'orderlistinq'];
    for (const type of others) expect(needsRefundUser(type)).toBe(false);
  });

  test('a single payment has no installment count', () => {
    expect([1, 2, 12].map(installmentText)).toEqual(['', '2', '12']);
  });

  test('a sandbox terminal follows from its id, with secrets that differ, and from no other text', () => {
    const terminal = sandboxTerminal('30691298');
    expect(terminal).toEqual(sandboxTerminal('30691298'));
    expect(new Set([terminal?.provisionPassword, terminal?.refundPassword, terminal?.storeKey]).size).toBe(3);
    for (const secret of [terminal?.provisionPassword, terminal?.refundPassword, terminal?.storeKey]) {
      expect(secret).toMatch(/^[0-9a-f]{24}$/);
    }
    expect(terminal?.storeKey).not.toBe(sandboxTerminal('30691299')?.storeKey);
    expect(terminal).toMatchObject({ merchantId: '30691298', provisionUser: 'PROVAUT', refundUser: 'PROVRFN' });
    for (const id of ['', '12345', '1'.repeat(10), '03069129', '3069129x', ' 30691298']) {
      expect(sandboxTerminal(id)).toBeUndefined();
    }
  });
});
