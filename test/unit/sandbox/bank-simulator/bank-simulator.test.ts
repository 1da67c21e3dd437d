import { describe, expect, test } from 'vitest';
import { findTestCard } from '../../../../shared/nestpay/test-cards.ts';
import { formsOf, shownCode } from '../../../support/bank/bank-payer.ts';
import { documentOf, goodCharge } from '../../../support/bank/bank-wire.ts';
import { calledBank, calledMerchant, ledgerWith, textOf } from '../../../support/bank/called-bank.ts';
import { gateways } from '../../../support/bank/gateways.ts';

const BROKEN = ledgerWith({ latestClose: () => Promise.reject(new TypeError('no store')) });

test('An unexpected failure is an HTTP 500 without content, and the log names it', async () => {
  const bank = calledBank({ ledger: BROKEN });
  expect(await bank.send('/fim/api', documentOf(goodCharge(calledMerchant)))).toEqual({
    statusCode: 500,
    headers: {},
    body: '',
  });
  expect(bank.log.lines).toMatchObject([
    { level: 'error', fields: { correlationId: 'request-1', errorName: 'TypeError' } },
  ]);
});

test('A call without a body is answered', async () => {
  expect(textOf(await calledBank().call('POST', '/VPServlet'))).toContain('<ReasonCode>0001</ReasonCode>');
});

describe.each(gateways)('A challenge of $kind', (gateway) => {
  const account = gateway.kind === 'nestpay' ? calledMerchant : gateway.accountAt('http://127.0.0.1');

  const opened = async () => {
    const bank = calledBank();
    const { fields } = gateway.formOf(account, gateway.startOf('approved'));
    const { headers } = await bank.post(gateway.gate, fields);
    const address = headers.location ?? expect.unreachable('the gate does not lead on');
    const page = async () => textOf(await bank.get(address));
    return { bank, address, page };
  };
  const codeOn = (markup: string): string => shownCode({ markup } as Parameters<typeof shownCode>[0]);

  test('takes the code with blanks around it, and nothing that is no decision', async () => {
    const { bank, address, page } = await opened();
    const code = codeOn(await page());
    await bank.post(address, [
      ['decision', 'other'],
      ['code', code],
    ]);
    await bank.post(address, []);
    expect(codeOn(await page())).toBe(code);
    await bank.post(address, [
      ['decision', 'approve'],
      ['code', ` ${code} `],
    ]);
    expect(formsOf(await page())).toHaveLength(1);
    expect(codeOn(await page())).toBe('');
  });

  test('is failed by the third code that is missing or wrong', async () => {
    const { bank, address, page } = await opened();
    const code = codeOn(await page());
    for (const fields of [[], [['code', 'x'] as const]]) {
      await bank.post(address, [['decision', 'approve'], ...fields]);
      expect(codeOn(await page())).toBe(code);
      expect(await page()).toContain('role="alert"');
    }
    await bank.post(address, [
      ['decision', 'approve'],
      ['code', 'x'],
    ]);
    expect(formsOf(await page()).map(({ action }) => action)).toEqual([gateway.startOf('approved').failUrl]);
  });

  test('is none at another bank, nor one that nobody opened', async () => {
    const { bank, address } = await opened();
    const [other] = gateways.filter(({ kind }) => kind !== gateway.kind);
    const moved = address.replace(gateway.challenges, other?.challenges ?? '');
    for (const one of [moved, `${gateway.challenges}nobody`]) expect((await bank.get(one)).statusCode).toBe(404);
  });

  test('speaks the language that the browser asks for where its address names none', async () => {
    const { bank, address } = await opened();
    const [plain = ''] = address.split('?');
    for (const [language, word] of [
      ['en', 'One-time code'],
      ['tr', 'Tek kullanımlık kod'],
    ] as const) {
      expect(textOf(await bank.get(plain, { 'accept-language': language }))).toContain(word);
    }
  });
});

test('A gate lets no card pass 3D that takes no part in it, nor one that it does not know', async () => {
  const [nestPay] = gateways;
  if (nestPay === undefined) throw new Error('no gateway');
  for (const number of ['371449635398431', '4242424242424242']) {
    const bank = calledBank();
    const start = nestPay.startOf('approved');
    const cvc = number.length === 15 ? '1234' : '123';
    const { fields } = nestPay.formOf(calledMerchant, { ...start, card: { ...start.card, number, cvc } });
    const { headers } = await bank.post(nestPay.gate, fields);
    const [form] = formsOf(textOf(await bank.get(headers.location ?? '')));
    expect(new Map(form?.fields).get('mdStatus')).toBe('8');
    expect(findTestCard('4242424242424242')).toBeUndefined();
  }
});
