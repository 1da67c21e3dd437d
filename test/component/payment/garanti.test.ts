import { describe, expect, inject, test } from 'vitest';
import { testCard } from '../../../shared/nestpay/test-cards.ts';
import type { TerminalOrder } from '../../../shared/ports/bank-terminal-ledger.ts';
import { forgetWhatAddressDid, simple } from '../../support/bank/bank-merchants.ts';
import { type GarantiDealer, newGarantiDealer } from '../../support/bank/garanti-merchants.ts';
import { type Answer, authenticationOf } from '../../support/dealer/dealers.ts';
import { newOperator } from '../../support/operator/operators.ts';
import { openPage, payThroughBank, payWith, reportOn, throughBank } from '../../support/payment/payer.ts';

const CODE = 'G-1';

const numberOf = (cardId: string): string => testCard(cardId).garantiNumber ?? '';

const callOf =
  ({ post, account }: GarantiDealer, operation: string) =>
  (request: Readonly<Record<string, unknown>> = {}): Promise<Answer> =>
    post(
      `/PaymentDealer/${operation}`,
      JSON.stringify({
        PaymentDealerAuthentication: authenticationOf(account),
        PaymentDealerRequest: { OtherTrxCode: CODE, ...request },
      }),
    );

interface Detail {
  readonly PaymentDetail: Readonly<Record<string, unknown>>;
  readonly PaymentTrxDetailList: readonly Readonly<Record<string, unknown>>[];
}

/** A dealer whose only virtual POS is at Garanti, with one direct payment under the code. */
const paidBy = async (cardId: string, fields: Readonly<Record<string, unknown>> = {}) => {
  const dealer = await newGarantiDealer();
  const paid = await dealer.payDirectly({ OtherTrxCode: CODE, CardNumber: numberOf(cardId), ...fields });
  return {
    dealer,
    paid,
    capture: callOf(dealer, 'DoCapture'),
    voided: callOf(dealer, 'DoVoid'),
    refund: callOf(dealer, 'DoCreateRefundRequest'),
    detail: async () => (await callOf(dealer, 'GetDealerPaymentTrxDetailList')()).Data as Detail,
  };
};

const rowsOfOne = async ({ orders }: GarantiDealer): Promise<readonly (readonly [string, string, number])[]> => {
  const [order, ...others] = await orders();
  expect(others).toEqual([]);
  return (order as TerminalOrder).transactions.map(({ type, state, amount }) => [type, state, amount] as const);
};

const done = { ResultCode: 'Success', Data: { IsSuccessful: true, ResultCode: '00', ResultMessage: '' } };
const statusOf = ({ PaymentDetail }: Detail) => [PaymentDetail.PaymentStatus, PaymentDetail.TrxStatus];

describe('A direct payment at a virtual POS of Garanti', () => {
  test('is charged, told, and voided on its day, once', async () => {
    const { dealer, paid, voided, detail } = await paidBy('approved');
    expect(paid).toMatchObject({ ResultCode: 'Success', Data: { IsSuccessful: true } });
    expect(await rowsOfOne(dealer)).toEqual([['sales', 'done', 2750]]);
    expect(statusOf(await detail())).toEqual([2, 1]);
    expect(await voided()).toMatchObject(done);
    const again = await voided();
    expect(again).toMatchObject(done);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await rowsOfOne(dealer)).toEqual([
      ['sales', 'done', 2750],
      ['void', 'done', 2750],
    ]);
    expect(statusOf(await detail())).toEqual([3, 1]);
  });

  test('is declined with the code of the issuer', async () => {
    const { dealer, paid } = await paidBy('insufficient-funds');
    expect(paid).toMatchObject({ ResultCode: 'Success', Data: { IsSuccessful: false, ResultCode: '002' } });
    expect(await rowsOfOne(dealer)).toEqual([['sales', 'failed', 2750]]);
  });

  test('is pre-authorised, captured in part, and the void takes capture and hold back', async () => {
    const { dealer, capture, voided, detail } = await paidBy('approved', { IsPreAuth: 1 });
    expect(statusOf(await detail())).toEqual([1, 1]);
    expect(await capture({ Amount: '20.00' })).toMatchObject(done);
    expect(statusOf(await detail())).toEqual([2, 1]);
    expect(await voided()).toMatchObject(done);
    const rows = await rowsOfOne(dealer);
    expect(rows.map(([type]) => type)).toEqual(['preauth', 'postauth', 'void', 'void']);
    const [order] = await dealer.orders();
    expect(order?.transactions.filter(({ voidedAtMs }) => voidedAtMs !== undefined).map(({ type }) => type)).toEqual([
      'preauth',
      'postauth',
    ]);
  });

  test('is refunded once the bank’s day has ended, in two parts to the end', async () => {
    const { dealer, refund, detail } = await paidBy('approved');
    const { endpoint, operateFunctionName, baseUrl } = inject('stack');
    const sweeper = operateFunctionName.replace(/operate$/, 'reconcile-payments');
    const sweep = () =>
      fetch(`${endpoint}/2015-03-31/functions/${sweeper}/invocations`, { method: 'POST', body: '{}' });
    const operator = newOperator({ embeddedBank: baseUrl });
    const refunded = async (amount: string, count: number): Promise<void> => {
      expect(await refund({ Amount: amount })).toMatchObject({ ResultCode: 'Success' });
      await operator.done('close-bank-day', { merchant: dealer.terminal.terminalId });
      await expect
        .poll(async () => {
          await sweep();
          return (await rowsOfOne(dealer)).filter(([type, state]) => type === 'refund' && state === 'done').length;
        })
        .toBe(count);
    };
    await refunded('20.00', 1);
    await expect.poll(async () => (await detail()).PaymentTrxDetailList.length).toBe(2);
    await refunded('7.50', 2);
    const rows = await rowsOfOne(dealer);
    expect(rows.filter(([, state]) => state === 'done')).toEqual([
      ['sales', 'done', 2750],
      ['refund', 'done', 2000],
      ['refund', 'done', 750],
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
    const cardNumber = numberOf('approved');
    const handOver = await payWith(await openPage(url), 'approved', { cardNumber });
    expect(handOver.markup).toContain('/servlet/gt3dengine');
    const report = reportOn(await throughBank(handOver));
    expect(report.fields).toMatchObject({ hashValue: expect.any(String) });
    expect(await rowsOfOne(dealer)).toEqual([['sales', 'done', 2750]]);
  });

  test('is paid with a card that the list of another bank has too', async () => {
    const { dealer, url } = await linkOf();
    reportOn(await payThroughBank(await openPage(url), 'frictionless'));
    expect(await rowsOfOne(dealer)).toEqual([['sales', 'done', 2750]]);
  });

  test('goes on after a failed verification', async () => {
    const { dealer, url } = await linkOf();
    const failed = await throughBank(
      await payWith(await openPage(url), 'approved', { cardNumber: numberOf('3d-failed') }),
    );
    expect(failed.status).toBe(200);
    expect(await dealer.orders()).toEqual([]);
  });
});
