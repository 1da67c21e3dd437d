import { describe, expect, test } from 'vitest';
import { readAddress } from '../../../shared/domain/payment/payment-name.ts';
import { testCard } from '../../../shared/nestpay/test-cards.ts';
import { nextMillisecond } from '../../support/app/next-millisecond.ts';
import { stackOfTests } from '../../support/app/stack-of-tests.ts';
import { newBankDealer, simple } from '../../support/bank/bank-merchants.ts';
import { parseCsv } from '../../support/operator/csv.ts';
import { viaInvoke } from '../../support/operator/operators.ts';
import { openPage, payThroughBank } from '../../support/payment/payer.ts';
import { openBox, startedBy, startShop } from '../../support/payment/shop-payments.ts';

type Shown = Readonly<Record<string, unknown>>;

/** The result of an operator's command, through the function of the running app. */
const operated = async (command: string, input: Shown): Promise<Shown> => {
  const answer = (await viaInvoke(stackOfTests())({ command, stage: 'local', input })) as {
    ok: boolean;
    result: Shown;
  };
  expect(answer).toMatchObject({ ok: true });
  return answer.result;
};

describe('What operators see of payments that were made over HTTP', () => {
  test('a link that was declined, then paid: its chain of attempts, and the same in list and export', async () => {
    const dealer = await newBankDealer();
    const { dealerCode } = dealer.dealer;
    const { url } = await dealer.newLink({ ...simple, OtherTrxCode: 'L-1' });
    const declined = await payThroughBank(await openPage(url), 'insufficient-funds');
    expect(declined.forms).not.toEqual([]);
    await payThroughBank(await openPage(url), 'approved');
    const [order] = await dealer.charges();
    const shown = await operated('show-payment', { dealerCode, otherTrxCode: 'L-1' });
    expect(shown).toMatchObject({
      paymentRequest: { otherTrxCode: 'L-1', state: 'paid', amount: 27.5 },
      attempts: [
        { orderId: order?.orderId, number: 2, state: 'approved', told: 'paid', bank: { authCode: expect.any(String) } },
        { number: 1, state: 'declined', told: 'failed', bank: { code: expect.any(String) } },
      ],
    });
    const { payments } = await operated('list-payments', { dealerCode, state: 'approved' });
    expect(payments).toMatchObject([{ orderId: order?.orderId, paid: 'link', otherTrxCode: 'L-1', amount: 27.5 }]);
    const text = JSON.stringify([shown, payments]);
    const attempts = await dealer.attemptsAt(url);
    expect(attempts).toHaveLength(2);
    for (const { callbackSecret } of attempts) expect(text).not.toContain(callbackSecret);
    expect(text).not.toContain(readAddress((await dealer.linkAt(url)).token)?.secret ?? expect.unreachable());
  });

  test('direct payments, approved and declined: by order id and code, and in the export of the day', async () => {
    const dealer = await newBankDealer();
    const { dealerCode } = dealer.dealer;
    const answer = await dealer.payDirectly({ OtherTrxCode: 'D-1' });
    const { VirtualPosOrderId: orderId } = answer.Data as { VirtualPosOrderId: string };
    await nextMillisecond();
    await dealer.payDirectly({ OtherTrxCode: 'D-2', CardNumber: testCard('insufficient-funds').number });
    const shown = await operated('show-payment', { dealerCode, orderId });
    expect(shown).toMatchObject({
      direct: { operation: 'DoDirectPayment', otherTrxCode: 'D-1' },
      attempts: [{ orderId, state: 'approved', told: 'paid', splits: [] }],
    });
    expect(await operated('show-payment', { dealerCode, otherTrxCode: 'D-1' })).toEqual(shown);
    const { header, rows } = await operated('export-payments', { dealerCode });
    const [names = [], ...lines] = parseCsv(
      [String(header), ...(rows as readonly string[])].map((row) => `${row}\r\n`).join(''),
    );
    const column = (name: string) => lines.map((line) => line[names.indexOf(name)]);
    expect([column('otherTrxCode'), column('state'), column('split')]).toEqual([
      ['D-1', 'D-2'],
      ['approved', 'declined'],
      ['0', '0'],
    ]);
    expect(await operated('list-in-doubt', { dealerCode })).toMatchObject({ attempts: [] });
  });

  test("a 3D payment of the dealer's shop: by its code, buyer and card holder, as the call of each try named them", async () => {
    const dealer = await newBankDealer();
    const { dealerCode } = dealer.dealer;
    const start = async (fields: Shown) =>
      openBox(startedBy(await startShop(dealer, { OtherTrxCode: 'S-1', ...fields })).url);
    await start({ BuyerInformation: { BuyerFullName: 'Deniz Kaya', BuyerEmail: 'deniz@example.com' } });
    await start({ Amount: 30, CardHolderFullName: 'İpek Su' });
    const { payments } = await operated('list-payments', { dealerCode });
    expect(payments).toMatchObject([
      { otherTrxCode: 'S-1', number: 1, amount: 27.5 },
      { otherTrxCode: 'S-1', number: 2, amount: 30 },
    ]);
    const found = async (payer: string) => (await operated('find-payments', { dealerCode, payer })).found;
    expect(await found('deniz@')).toMatchObject([{ number: 1, otherTrxCode: 'S-1' }]);
    expect(await found('ipek su')).toMatchObject([{ number: 2, otherTrxCode: 'S-1' }]);
  });
});
