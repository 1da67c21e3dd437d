import { describe, expect, test } from 'vitest';
import { forgetWhatAddressDid, simple } from '../../support/bank/bank-merchants.ts';
import { newGarantiDealer } from '../../support/bank/garanti-merchants.ts';
import {
  DONE,
  type GarantiDetail,
  garantiNumberOf,
  garantiTransactions,
  paidAtGaranti,
} from '../../support/bank/garanti-payments.ts';
import { openPage, payThroughBank, payWith, reportOn, throughBank } from '../../support/payment/payer.ts';

const statusOf = ({ PaymentDetail }: GarantiDetail) => [PaymentDetail.PaymentStatus, PaymentDetail.TrxStatus];

describe('A direct payment at a virtual POS of Garanti', () => {
  test('is charged, told, and voided on its day, once', async () => {
    const { dealer, paid, voided, detail } = await paidAtGaranti('approved');
    expect(paid).toMatchObject({ ResultCode: 'Success', Data: { IsSuccessful: true } });
    expect(await garantiTransactions(dealer)).toEqual([['sales', 'done', 2750]]);
    expect(statusOf(await detail())).toEqual([2, 1]);
    expect(await voided()).toMatchObject(DONE);
    const again = await voided();
    expect(again).toMatchObject(DONE);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await garantiTransactions(dealer)).toEqual([
      ['sales', 'done', 2750],
      ['void', 'done', 2750],
    ]);
    expect(statusOf(await detail())).toEqual([3, 1]);
  });

  test('is declined with the code of the issuer', async () => {
    const { dealer, paid } = await paidAtGaranti('insufficient-funds');
    expect(paid).toMatchObject({ ResultCode: 'Success', Data: { IsSuccessful: false, ResultCode: '002' } });
    expect(await garantiTransactions(dealer)).toEqual([['sales', 'failed', 2750]]);
  });

  test('is pre-authorised, captured in part, and the void takes capture and hold back', async () => {
    const { dealer, capture, voided, detail } = await paidAtGaranti('approved', { IsPreAuth: 1 });
    expect(statusOf(await detail())).toEqual([1, 1]);
    expect(await capture({ Amount: '20.00' })).toMatchObject(DONE);
    expect(statusOf(await detail())).toEqual([2, 1]);
    expect(await voided()).toMatchObject(DONE);
    const rows = await garantiTransactions(dealer);
    expect(rows.map(([type]) => type)).toEqual(['preauth', 'postauth', 'void', 'void']);
    const [order] = await dealer.orders();
    expect(order?.transactions.filter(({ voidedAtMs }) => voidedAtMs !== undefined).map(({ type }) => type)).toEqual([
      'preauth',
      'postauth',
    ]);
  });
});

describe('A link at a virtual POS of Garanti', () => {
  const linkOf = async () => {
    const dealer = await newGarantiDealer();
    await forgetWhatAddressDid(dealer);
    const answer = await dealer.createLink(simple);
    return { dealer, url: (answer.Data as { readonly Url: string }).Url };
  };

  test('is paid with 3D through the bank’s page', async () => {
    const { dealer, url } = await linkOf();
    const cardNumber = garantiNumberOf('approved');
    const handOver = await payWith(await openPage(url), 'approved', { cardNumber });
    expect(handOver.markup).toContain('/servlet/gt3dengine');
    const report = reportOn(await throughBank(handOver));
    expect(report.fields).toMatchObject({ hashValue: expect.any(String) });
    expect(await garantiTransactions(dealer)).toEqual([['sales', 'done', 2750]]);
  });

  test('is paid with a card that the list of another bank has too', async () => {
    const { dealer, url } = await linkOf();
    reportOn(await payThroughBank(await openPage(url), 'frictionless'));
    expect(await garantiTransactions(dealer)).toEqual([['sales', 'done', 2750]]);
  });

  test('goes on after a failed verification', async () => {
    const { dealer, url } = await linkOf();
    const failed = await throughBank(
      await payWith(await openPage(url), 'approved', { cardNumber: garantiNumberOf('3d-failed') }),
    );
    expect(failed.status).toBe(200);
    expect(await dealer.orders()).toEqual([]);
  });
});
