import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { newBankDealer } from '../../support/bank/bank-merchants.ts';
import { authenticationOf } from '../../support/dealer/dealers.ts';
import { callOperation } from '../../support/dealer/operation-calls.ts';
import { answeredData, madeLink, openedRequest, paidRequest } from '../../support/link/reusable-link-payments.ts';
import { openPage, passingForm, payThroughBank, payWith, throughBank } from '../../support/payment/payer.ts';
import { programIn } from '../../unit/docs/document-programs.ts';

describe('What a dealer sees of a payment of a reusable link (decisions: reusable links)', () => {
  test('counts what is opened, tried, paid and given back, and a void frees its place', async () => {
    const dealer = await newBankDealer();
    const link = await madeLink(dealer, { MaxPayments: 3 });
    await openedRequest(dealer, link.url);
    const declined = await openedRequest(dealer, link.url);
    await throughBank(await payWith(await openPage(declined.address), 'stolen'));
    await paidRequest(dealer, link.url, { amount: '40.00' });
    const { code } = await paidRequest(dealer, link.url, { amount: '10.50' });
    const counted = async () => answeredData(dealer, 'GetUserPosLink', { LinkCode: 'BREAD-1' });
    await expect
      .poll(async () => (await counted()).Counts)
      .toMatchObject({
        Opened: 4,
        Started: 3,
        Paid: 2,
        GivenBack: 0,
        SumList: [{ CurrencyCode: 'TL', PaidAmount: 50.5, GivenBackAmount: 0 }],
        IsWhole: true,
      });
    expect(await counted()).toMatchObject({ Places: { Free: 1, Held: 0, Paid: 2 } });
    await answeredData(dealer, 'DoVoid', { OtherTrxCode: code, ClientIP: '203.0.113.7' });
    expect(await counted()).toMatchObject({
      Places: { Free: 2, Held: 0, Paid: 1 },
      Counts: { Paid: 2, GivenBack: 1, SumList: [{ CurrencyCode: 'TL', PaidAmount: 50.5, GivenBackAmount: 10.5 }] },
    });
  });

  test('lists leave out what payers tried and did not pay, unless a status is asked for', async () => {
    const dealer = await newBankDealer();
    const link = await madeLink(dealer);
    const { address, code } = await openedRequest(dealer, link.url);
    await throughBank(await payWith(await openPage(address), 'stolen'));
    for (const operation of ['GetPaymentList', 'GetPaymentTrxList'] as const) {
      expect((await callOperation(dealer, operation, {})).ResultCode).toBe(`PaymentDealer.${operation}.NoDataFound`);
      expect(await answeredData(dealer, operation, { TrxStatus: 2 })).toMatchObject({ ListItemCount: 1 });
    }
    expect(await answeredData(dealer, 'GetUserPosPayment', { OtherTrxCode: code })).toMatchObject({
      AttemptListCount: 1,
    });
  });
});

describe('The program of the document that believes a payment of a reusable link', () => {
  const document = readFileSync(new URL('../../../shared/docs/integrate.md', import.meta.url), 'utf8');
  const section = document.slice(document.indexOf('### Believe a payment of a reusable link'));

  test('takes a paid one once, and refuses another link’s, a smaller one, an unpaid one and a repeat', async () => {
    const dealer = await newBankDealer();
    const link = await madeLink(dealer, { RedirectUrl: 'https://shop.example/result' });
    const other = await madeLink(dealer, { LinkCode: 'BREAD-2' });
    // The browser brings the code with the five fields of any result, and with no CodeForHash anybody knows.
    const request = await openedRequest(dealer, link.url, { amount: '25.00' });
    const form = passingForm(await payThroughBank(await openPage(request.address), 'approved'));
    const posted = Object.fromEntries(form.fields);
    expect(Object.keys(posted).toSorted()).toEqual([
      'OtherTrxCode',
      'hashValue',
      'resultCode',
      'resultMessage',
      'trxCode',
    ]);
    const code = posted.OtherTrxCode ?? '';
    const [ofOther, tooLittle, unpaid] = [
      (await paidRequest(dealer, other.url)).code,
      (await paidRequest(dealer, link.url, { amount: '24.99' })).code,
      (await openedRequest(dealer, link.url)).code,
    ];
    const folder = mkdtempSync(join(tmpdir(), 'payment-links-reusable-'));
    try {
      const file = join(folder, 'believe.ts');
      writeFileSync(file, programIn(section, 'ts'));
      const expected = JSON.stringify({ userPosLinkId: link.id, amount: 25, currency: 'TL' });
      const authentication = JSON.stringify(authenticationOf(dealer.account));
      const parameters = [
        dealer.stack.baseUrl,
        authentication,
        expected,
        ofOther,
        tooLittle,
        unpaid,
        'unknown',
        code,
        code,
      ];
      const { stdout } = await promisify(execFile)(process.execPath, [file, ...parameters], { timeout: 120_000 });
      expect(stdout).toBe('other-link too-little not-paid not-paid paid repeated\n');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
